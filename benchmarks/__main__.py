"""Every measurement that needs nothing but this repository: `python -m benchmarks`."""

from __future__ import annotations

import argparse
import sys

from benchmarks import embed, extract, indexing, query, serve, startup

MODULES = (startup, extract, indexing, embed, query, serve)


def main() -> None:
    """Run them one after the other, or those that are named."""
    names = {module.__name__.rpartition(".")[2]: module for module in MODULES}
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure; all of it takes some minutes.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names)}; none: all")
    chosen = parser.parse_args().names or list(names)
    if unknown := set(chosen) - names.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    sys.argv[1:] = []
    for module in (names[name] for name in chosen):
        print(f"== {module.__name__}", flush=True)
        module.main()


if __name__ == "__main__":
    main()
