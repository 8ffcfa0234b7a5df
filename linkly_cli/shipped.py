"""Files that come with the program: completion scripts and manual pages."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UnavailableError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linkly_cli.environment import Environment
    from linkly_cli.reference.tree import Command

_SCRIPTS = {"bash": "linkly.bash", "zsh": "_linkly", "fish": "linkly.fish", "powershell": "linkly.ps1"}


def _folder(name: str) -> Path:
    """A folder of shipped files: inside the package when installed, beside it in a source tree."""
    package = Path(__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def completion_script(shell: str) -> str:
    """The completion script of a shell. Raises UnavailableError if the installation lacks it."""
    path = _folder("completions") / _SCRIPTS[shell]
    try:
        return path.read_text("utf-8")
    except OSError as exc:
        raise UnavailableError(
            f"{path.name} is missing from this installation.", hint="install it again: pipx reinstall linkly"
        ) from exc


def show_page(program: Command, words: Sequence[str], environment: Environment) -> None:
    """The manual page of a command: through `man` at a terminal, else as text. Raises UsageError for an unknown one.

    `words` are those after `linkly`, separate or joined by hyphens; none: the page of the program.
    """
    from linkly_cli.reference.page import manual_page
    from linkly_cli.reference.plain_text import write_text

    command = _find(program, words)
    if not (environment.is_terminal and _opened(_folder("man") / f"{command.page}.1", environment)):
        environment.stdout.write(write_text(manual_page(program, command), environment.width))


def _find(program: Command, words: Sequence[str]) -> Command:
    pages = {command.page: command for command in program.walk()}
    wanted = "-".join(words)
    for page in (wanted, f"{program.page}-{wanted}".removesuffix("-")):
        if page in pages:
            return pages[page]
    names = ", ".join(" ".join(command.path) for command in program.walk() if command.path)
    raise UsageError(f'There is no manual page "{" ".join(words)}". Pages: {names}.', hint="linkly man search")


def _opened(path: Path, environment: Environment) -> bool:
    """Whether `man` showed the file. There may be no `man`, or one that takes no file."""
    viewer = shutil.which("man", path=environment.variables.get("PATH"))
    if viewer is None or not path.is_file():
        return False
    environment.stdout.flush()
    try:
        return subprocess.run([viewer, "-l", str(path)], check=False).returncode == 0
    except OSError:
        return False
