"""Columns of a terminal: how many a text fills, and how it is cut or wrapped to fit.

Widths follow Unicode's East Asian Width (UAX #11): wide and full-width characters fill two columns, combining and
format characters none. Emoji joined into one picture count as their parts, which errs towards a shorter line.
"""

from __future__ import annotations

import re
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r"\s*\S+|\s+$")


def _char_cells(char: str) -> int:
    if category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(char) in {"W", "F"} else 1


def cells(text: str) -> int:
    """Columns that `text` fills; it holds no control characters."""
    return len(text) if text.isascii() else sum(map(_char_cells, text))


def _fitting(text: str, width: int) -> int:
    """Characters of `text`, at least one, that fit."""
    ends = accumulate(map(_char_cells, text))
    return max(1, sum(1 for _ in takewhile(lambda end: end <= width, ends)))


def cut(text: str, width: int) -> str:
    """`text` in at most `width` columns, the end replaced by `…` if it is longer."""
    return text if cells(text) <= width else f"{text[: _fitting(text, width - 1)]}…"


def wrapped(text: str, width: int) -> Iterator[str]:
    """Lines of at most `width` columns, broken at white space or, where there is none, between characters.

    A width below two columns, which a wide character needs, counts as two.
    """
    width = max(2, width)
    line = ""
    for word in _WORD.findall(text):
        if cells(line + word) <= width:
            line += word
            continue
        if line:
            yield line
        line = word.lstrip()
        while cells(line) > width:
            split = _fitting(line, width)
            yield line[:split]
            line = line[split:]
    yield line
