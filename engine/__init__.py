"""Documents in, answers out: find and read the documents on a disk.

`Engine.open(config)` is all a program needs; see `engine.service`.
"""
