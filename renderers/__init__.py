"""Finished results to text: Markdown, JSON, terminal, plain. Further formats plug in by entry point."""
