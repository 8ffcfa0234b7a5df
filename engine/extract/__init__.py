"""Bytes to text: one module per format, run in worker processes."""
