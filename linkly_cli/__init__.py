"""The command line: parse, call, render. Nothing is computed here."""
