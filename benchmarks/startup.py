"""How long whole commands take, as ratios to a bare typer program run the same way.

    python -m benchmarks.startup [--data-dir DIR] [--runs N]

Each command is run in turn with the bare program, A B A B …, and the median of the ratios of their CPU times is
printed, so that a machine whose speed drifts does not matter. Without `--data-dir` the example library is indexed
into a temporary one.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
HELLO = (
    "import typer\napp = typer.Typer()\n@app.command()\n"
    "def hello(name: str = 'x') -> None:\n    '''Say hello.'''\n    print(name)\napp()\n"
)
TARGETS = {
    "--help": (["--help"], 1.3),
    "read": (["read", "1", "--limit", "20"], 2.0),
    "grep": (["grep", "ferry|the", "1"], 2.0),
    "outline": (["outline", "1"], 2.0),
    "find-paths": (["find-paths", "--patterns", "manuals"], 2.0),
    "list-libraries": (["list-libraries"], 2.0),
    "search --mode keyword": (["search", "--mode", "keyword", "engine oil pressure"], 6.0),
    "search": (["search", "engine oil pressure {n}"], 9.0),
    "search, asked before": (["search", "engine oil pressure"], 9.0),
}


def cpu_seconds(command: list[str]) -> float:
    """User and system time of one run of a command and its children. Raises CalledProcessError."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def median_ratio(command: list[str], other: list[str], runs: int) -> float:
    """The median over pairs of runs, after one of each that is not counted; `{n}` becomes the number of the run."""
    for warm_up in (command, other):
        cpu_seconds(warm_up)
    numbered = [[part.replace("{n}", str(run)) for part in command] for run in range(runs)]
    return statistics.median(cpu_seconds(each) / cpu_seconds(other) for each in numbered)


def main() -> None:
    """Print a line a command."""
    parser = argparse.ArgumentParser(description="Start-up of commands as ratios to a bare typer program.")
    parser.add_argument("--data-dir", help="an index that is there; default: one of the example library")
    parser.add_argument("--runs", type=int, default=9)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder) / "hello.py"
        hello.write_text(HELLO, "utf-8")
        linkly = [str(Path(sys.executable).with_name("linkly")), "--data-dir", chosen.data_dir or f"{folder}/data"]
        if chosen.data_dir is None:
            subprocess.run([*linkly, "index", str(ROOT / "examples" / "library")], check=True, capture_output=True)
        print("command\tratio to a bare typer program\ttarget")
        for name, (arguments, target) in TARGETS.items():
            bare = [sys.executable, str(hello), *(["--help"] if name == "--help" else [])]
            print(f"{name}\t{median_ratio([*linkly, *arguments], bare, chosen.runs):.2f}\t≤ {target}")


if __name__ == "__main__":
    main()
