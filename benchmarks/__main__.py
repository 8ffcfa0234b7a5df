"""Every measurement that needs nothing but this repository: `python -m benchmarks`."""

from __future__ import annotations

import sys

from benchmarks import extract, indexing, query, serve, startup


def main() -> None:
    """Run them one after the other."""
    sys.argv[1:] = []
    for module in (startup, extract, indexing, query, serve):
        print(f"== {module.__name__}", flush=True)
        module.main()


if __name__ == "__main__":
    main()
