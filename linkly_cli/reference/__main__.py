"""`python -m linkly_cli.reference [--check]`: write the generated files, or say which are out of date."""

from __future__ import annotations

import sys
from pathlib import Path

from linkly_cli.reference.artefacts import artefacts, stale, write

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` compare them; 1 if one differs, 2 for other arguments."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("Usage: python -m linkly_cli.reference [--check]\n")
        return 2
    wanted = artefacts()
    if not arguments:
        write(ROOT, wanted)
        return 0
    differing = stale(ROOT, wanted)
    sys.stderr.writelines(f"out of date: {path}\n" for path in differing)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
