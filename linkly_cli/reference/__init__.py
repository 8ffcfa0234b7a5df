"""Manual pages, completion scripts and the command reference, all made from the command tree."""
