"""Document text and file names made harmless: whatever they hold, they are shown and cannot act.

A terminal obeys control characters, and a reader takes a line for what it looks like. So nothing that comes from a
document or a file name reaches a text format but through this module.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_LINE = 2_000
"""Characters of a line of document text that text formats show."""

# C0 but tab, DEL, C1; marks, embeddings, overrides and isolates of the bidirectional algorithm; the separators that
# `str.splitlines` and some viewers take for a line end; surrogates, which stand for bytes that are not UTF-8.
_UNSAFE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_NAMED = {"\n": r"\n", "\r": r"\r"}


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # PEP 383: byte 0xNN of a file name that is not UTF-8
        code -= 0xDC00
    return _NAMED.get(char) or (f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}")


def visible(text: str) -> str:
    """`text` on one line, with everything that could act on a terminal but the tab written as an escape."""
    return _UNSAFE.sub(_escape, text)


def one_line(text: str) -> str:
    r"""A title, path or name on one line: like `visible`, and the tab is written `\t`."""
    return visible(text).replace("\t", r"\t")


def visible_lines(text: str) -> list[str]:
    """The lines of a text, each made visible."""
    return [visible(line) for line in text.split("\n")]


def _window(length: int, spans: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    if length <= MAX_LINE:
        return 0, length
    first, last = spans[0] if spans else (0, 0)
    margin = max(0, MAX_LINE - (last - first)) // 2
    start = max(0, min(first - margin, length - MAX_LINE))
    return start, start + MAX_LINE


def _pieces(start: int, stop: int, spans: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int, bool]]:
    position = start
    for first, last in spans:
        left, right = max(first, position), min(last, stop)
        if left < right:
            yield position, left, False
            yield left, right, True
            position = right
    yield position, stop, False


def quoted_line(content: str, spans: tuple[tuple[int, int], ...] = (), mark: Callable[[str], str] | None = None) -> str:
    """A line of document text for people: visible, cut around its first match at MAX_LINE characters.

    `spans` are the matches as offsets into `content`, in order; `mark` is applied to each of them.
    """
    start, stop = _window(len(content), spans)
    text = "".join(
        mark(visible(content[left:right])) if mark and matched else visible(content[left:right])
        for left, right, matched in _pieces(start, stop, spans)
    )
    before = f"[+{start} characters] … " if start else ""
    after = f"… [+{len(content) - stop} characters]" if stop < len(content) else ""
    return f"{before}{text}{after}"
