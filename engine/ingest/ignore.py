"""What ignore files name: `.gitignore` inside a git work tree, `.linklyignore` anywhere. The deepest file decides."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

GIT_IGNORE = ".gitignore"
LINKLY_IGNORE = ".linklyignore"


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules in force in a folder: those of its own ignore files first, then its parent's."""

    base: str
    spec: GitIgnoreSpec
    parent: IgnoreRules | None = None

    def ignores(self, path: str, *, is_dir: bool) -> bool:
        """Whether the absolute `path`, below `base`, is to be left out."""
        rules: IgnoreRules | None = self
        while rules is not None:
            relative = path[len(rules.base) :].lstrip("/") + ("/" if is_dir else "")
            # Patterns are UTF-8; of a name that is not, they can only match the parts that are.
            relative = os.fsencode(relative).decode("utf-8", "replace")
            verdict = rules.spec.check_file(relative).include
            if verdict is not None:
                return verdict
            rules = rules.parent
        return False


def read_rules(base: str, files: list[str], parent: IgnoreRules | None) -> IgnoreRules | None:
    """`parent` with the patterns of ignore `files` of folder `base` put before it; unreadable files count as empty."""
    lines: list[str] = []
    for file in files:
        try:
            with open(file, encoding="utf-8", errors="replace") as text:  # noqa: PTH123 - paths are str here
                lines += text.read(1_000_000).splitlines()
        except OSError:
            continue
    if not any(line.strip() and not line.startswith("#") for line in lines):
        return parent
    from pathspec import GitIgnoreSpec

    return IgnoreRules(base=base, spec=GitIgnoreSpec.from_lines(filter(_is_pattern, lines)), parent=parent)


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
