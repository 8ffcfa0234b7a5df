"""How fast a folder is indexed, and how fast it is found unchanged.

    python -m benchmarks.indexing [FOLDER] [--copies N]

Prints MB/s and documents/s of a first run without OCR, and the time of a second run as a ratio to a bare walk with
`scandir` and `stat`. Without FOLDER the Markdown files of the example library are copied N times, with other words in
each copy.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples" / "library"


def make_copies(target: Path, copies: int) -> None:
    """Copies of the example texts that differ in a few words each."""
    texts = [(path.name, path.read_text("utf-8")) for path in sorted(EXAMPLES.rglob("*.md"))]
    for number in range(copies):
        folder = target / f"{number // 50}" / f"{number}"
        folder.mkdir(parents=True)
        for name, text in texts:
            (folder / name).write_text(f"{text}\n\nCopy{number} of word{number * 7919}.\n", "utf-8")


def walk_seconds(folder: Path) -> float:
    """Time of looking at every file once."""
    start = time.perf_counter()
    pending = [str(folder)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                else:
                    entry.stat(follow_symlinks=False)
    return time.perf_counter() - start


def index_seconds(data_dir: str, folder: Path) -> float:
    """Time of one run of the program."""
    start = time.perf_counter()
    linkly = str(Path(sys.executable).with_name("linkly"))
    command = [linkly, "--data-dir", data_dir, "index", str(folder), "--no-vectors", "--no-ocr"]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Print three lines."""
    parser = argparse.ArgumentParser(description="Speed of indexing a folder.")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--copies", type=int, default=200)
    chosen = parser.parse_args()
    work = Path(tempfile.mkdtemp())
    try:
        folder = chosen.folder or work / "documents"
        if chosen.folder is None:
            make_copies(folder, chosen.copies)
        files = [path for path in folder.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files)
        first = index_seconds(str(work / "data"), folder)
        again = index_seconds(str(work / "data"), folder)
        print(f"first run\t{len(files):,} files\t{size / 1e6 / first:.2f} MB/s\t{len(files) / first:.0f} files/s")
        print(f"second run\t{again:.2f} s\t{again / walk_seconds(folder):.1f} × a bare walk")
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
