"""The generated files of the repository, by path."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from linkly_cli.app import app
from linkly_cli.reference.bash import write_bash
from linkly_cli.reference.cli_markdown import write_markdown
from linkly_cli.reference.fish import write_fish
from linkly_cli.reference.manpage import write_roff
from linkly_cli.reference.page import manual_page
from linkly_cli.reference.powershell import write_powershell
from linkly_cli.reference.tree import read_tree
from linkly_cli.reference.zsh import write_zsh
from linkly_cli.version import version

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_FOLDERS = ("man", "completions")
_SCRIPTS = {
    "completions/linkly.bash": write_bash,
    "completions/_linkly": write_zsh,
    "completions/linkly.fish": write_fish,
    "completions/linkly.ps1": write_powershell,
    "docs/cli.md": write_markdown,
}


def artefacts() -> dict[str, str]:
    """Path below the repository, with `/`, and text of every generated file."""
    program = read_tree(app)
    pages = {
        f"man/{command.page}.1": write_roff(manual_page(program, command), version()) for command in program.walk()
    }
    return {**pages, **{path: writer(program) for path, writer in _SCRIPTS.items()}}


def write(root: Path, wanted: Mapping[str, str]) -> None:
    """Make the folders of generated files hold the wanted ones and no others."""
    for path in _left_over(root, wanted):
        (root / path).unlink()
    for path, text in wanted.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


def stale(root: Path, wanted: Mapping[str, str]) -> list[str]:
    """Paths of files that are missing, differ or should not be there, sorted."""
    differing = [path for path, text in wanted.items() if _bytes(root / path) != text.encode()]
    return sorted([*differing, *_left_over(root, wanted)])


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _left_over(root: Path, wanted: Mapping[str, str]) -> list[str]:
    """Files in the generated folders that no command asks for any more."""
    present = (path for folder in _FOLDERS for path in (root / folder).glob("*") if path.is_file())
    paths = (str(PurePosixPath(path.relative_to(root))) for path in present)
    return [path for path in paths if path not in wanted]
