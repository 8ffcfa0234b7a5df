"""One module per command: signature, docstring, request, call, render."""
