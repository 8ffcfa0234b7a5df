"""What ignore files name: `.gitignore` inside a git work tree, `.linklyignore` anywhere. The deepest file decides."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

GIT_IGNORE = ".gitignore"
LINKLY_IGNORE = ".linklyignore"
_MOST_BYTES = 256 * 1024
_MOST_PATTERNS = 2_000
_LONGEST_PATTERN = 1_000


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
    """`parent` with the patterns of ignore `files` of folder `base` put before it.

    What is not a readable plain file counts as empty, and so does what no person writes: what is beyond 256 kB or
    2,000 patterns.
    """
    lines = [line for file in files for line in _read_lines(file) if line.strip() and not line.startswith("#")]
    patterns = [line for line in lines[:_MOST_PATTERNS] if _is_pattern(line)]
    if not patterns:
        return parent
    from pathspec import GitIgnoreSpec

    # The other back ends compile all patterns into one and give up when there are many.
    return IgnoreRules(base=base, spec=GitIgnoreSpec.from_lines(patterns, backend="simple"), parent=parent)


def _read_lines(file: str) -> list[str]:
    try:
        # O_NONBLOCK: a FIFO must not wait for a writer; git follows no link here either.
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return []
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return []
        return os.read(descriptor, _MOST_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    finally:
        os.close(descriptor)


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    if len(line) > _LONGEST_PATTERN:
        return False
    try:
        GitIgnoreSpec.from_lines([line], backend="simple")
    except (ValueError, re.error):
        return False
    return True
