"""Title and author from the YAML (`---`) or TOML (`+++`) block that a Markdown file may begin with.

Only the few forms in which people write these two keys are understood; anything else is no title, never an error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_ENDS = {"---": ("---", "..."), "+++": ("+++",)}
_LONGEST = 1000
_KEY = re.compile(r"(\w[\w.-]*)[ \t]*[:=](?:[ \t]+(.*)|)$")
_TOML_KEY = re.compile(r"(\w[\w.-]*)[ \t]*=[ \t]*(.*)$")
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"')
_SINGLE = re.compile(r"'((?:[^']|'')*)'")
_BLOCK_SCALAR = re.compile(r"[|>][-+0-9]*$")
_ESCAPE = re.compile(r"\\(.)")


class FrontMatter(NamedTuple):
    """What the block says, and how many lines it takes (0: there is none)."""

    title: str | None = None
    author: str | None = None
    length: int = 0


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """The front matter at the beginning of `lines`."""
    ends = _ENDS.get(lines[0].rstrip()) if lines else None
    if not ends:
        return FrontMatter()
    length = next((i + 1 for i, line in enumerate(lines[1:_LONGEST], 1) if line.rstrip() in ends), 0)
    if not length:
        return FrontMatter()
    block = lines[1 : length - 1]
    pattern = _TOML_KEY if ends == _ENDS["+++"] else _KEY
    if block and not any(pattern.match(line) for line in block):
        # Text between two rules, not metadata.
        return FrontMatter()
    author = _value(block, pattern, "author") or _value(block, pattern, "authors")
    return FrontMatter(_value(block, pattern, "title"), author, length)


def _value(block: Sequence[str], pattern: re.Pattern[str], key: str) -> str | None:
    for number, line in enumerate(block):
        match = pattern.match(line)
        if match and match[1].lower() == key:
            return _scalar((match[2] or "").strip(), block[number + 1 :]) or None
    return None


def _scalar(value: str, following: Sequence[str]) -> str:
    if not _COMMENT.sub("", value) or _BLOCK_SCALAR.match(value):
        return _indented(following, joiner=" " if value else ", ")
    if value.startswith("["):
        return ", ".join(filter(None, (_unquote(part.strip()) for part in _split(value.strip("[]")))))
    return _unquote(value)


def _indented(following: Sequence[str], joiner: str) -> str:
    """The lines that belong to a key without a value of its own: a block of text, or a list."""
    parts = []
    for line in following:
        if line.strip() and not line.startswith((" ", "\t", "-")):
            break
        text = line.strip()
        item = text.removeprefix("-").strip() if joiner != " " else text
        name = _KEY.match(item) if joiner != " " else None
        if name is None:
            parts.append(_unquote(item) if joiner != " " else item)
        elif name[1].lower() == "name":
            parts.append(_unquote((name[2] or "").strip()))
    return joiner.join(filter(None, parts))


def _split(text: str) -> list[str]:
    return re.findall(r"""(?:"[^"]*"|'[^']*'|[^,"'])+""", text)


def _unquote(value: str) -> str:
    if match := _DOUBLE.match(value):
        return _ESCAPE.sub(r"\1", match[1])
    if match := _SINGLE.match(value):
        return match[1].replace("''", "'")
    return _COMMENT.sub("", value).strip()
