"""The one form of stored text: Unicode NFC, `\\n` line ends, ligature letters expanded, no soft hyphens, no U+0000."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal

_LIGATURES = {
    0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
    0x0132: "IJ", 0x0133: "ij", 0x00AD: None, 0x0000: None, 0xFEFF: None,
}  # fmt: skip
_NEEDS_WORK = re.compile("[\x00\u00ad\u0132\u0133\ufb00-\ufb06\ufeff\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile("\r\n?")
_MANY_MARKS = 32
"""More combining marks in a row than any writing has; from here on their order is made by us."""


def clean_text(text: str) -> str:
    """`text` in stored form. The number of lines, counted by `\\n`, `\\r` and `\\r\\n`, stays the same."""
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    if text.isascii() and "\x00" not in text:
        return text
    if _NEEDS_WORK.search(text):
        text = _SURROGATE.sub("\ufffd", text.translate(_LIGATURES))
    return normalised("NFC", text)


def normalised(form: Literal["NFC", "NFD", "NFKC"], text: str) -> str:
    """`text` in a Unicode normalisation form, in time that grows with its length only.

    `unicodedata` puts combining marks into canonical order one exchange at a time: minutes for a million of them.
    """
    if len(text) > _MANY_MARKS and not unicodedata.is_normalized(form, text):
        decomposition: Literal["NFD", "NFKD"] = "NFKD" if form == "NFKC" else "NFD"
        text = _mark_runs(decomposition).sub(lambda run: _ordered(decomposition, run[0]), text)
    return unicodedata.normalize(form, text)


@cache
def _mark_runs(decomposition: Literal["NFD", "NFKD"]) -> re.Pattern[str]:
    codes = (*range(0x300, 0x3400), *range(0xA000, 0xAC00), *range(0xFB00, 0x20000), *range(0xE0000, 0xE0200))
    marks = (chr(code) for code in codes if unicodedata.combining(unicodedata.normalize(decomposition, chr(code))[0]))
    return re.compile(f"[{''.join(marks)}]{{{_MANY_MARKS},}}")


def _ordered(decomposition: Literal["NFD", "NFKD"], run: str) -> str:
    """Combining marks decomposed and in canonical order, which is a stable one."""
    marks = "".join(unicodedata.normalize(decomposition, char) for char in run)
    return "".join(sorted(marks, key=unicodedata.combining))


def clean_line(text: str) -> str:
    """`text` in stored form on one line: line ends become spaces."""
    return clean_text(text).replace("\n", " ")


def clean_query(text: str) -> str:
    """A query or pattern in the form of stored text; its own white space is kept."""
    return clean_text(text)


def trim_end(text: str) -> str:
    """`text` without the lines at its end that hold only white space; empty if it has no other."""
    visible = len(text.rstrip())
    end = text.find("\n", visible)
    return text[: end if end >= 0 and visible else len(text) if visible else 0]


def split_lines(text: str) -> list[str]:
    """The lines of stored text; none for the empty text."""
    return text.split("\n") if text else []
