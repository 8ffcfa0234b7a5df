"""The letters of a page as pdfium gives them, put into order: which are shown, which are none, which are misplaced."""

from __future__ import annotations

import ctypes
import math
import re
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium_c

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pypdfium2 as pdfium

    _Box = tuple[float, float, float, float]

# pdfium marks a hyphen at a line end, and leaves the line end out.
_LINE_HYPHEN = re.compile("[\x02\ufffe](?:\r?\n)?")
# pdfium loses the space after a Latin word in right-to-left text.
_TURN = re.compile("(?<=[A-Za-z]{2})(?=[\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3])")
_ALEF_LAM = re.compile("[\u0622\u0623\u0625\u0627\u0671]\u0644")
# Vowels and tones of Thai and Lao stand above or below a letter; pdfium takes raised ones for lines of their own.
_RAISED = re.compile(
    "\n *([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd]+)(?:\n(?=[\u0e01-\u0eff]))?"
)

# What pdfium gives for a code that its font has no letter for is mostly the code.
_UNMAPPED = re.compile("[\x00\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")
_FEW_UNMAPPED = 3
_SHARE_UNMAPPED = 20
# A space of pdfium's before the end of a word or the mark that follows it.
_SPACE_IN_WORD = re.compile(r"(?<=\S) (?=\S)")
_SHARE_SINGLE = 4
_SAMPLE = 200
_WIDER = 1.6
_SHOWN = 0.97
"""The share of letters inside the box from which on nothing is looked for outside."""


def _replacements() -> dict[int, str | None]:
    table: dict[int, str | None] = dict.fromkeys([*range(9), *range(0x0B, 0x20), 0x7F, 0xFFFF])
    # Codes of Windows that a file calls Unicode.
    table |= {code: bytes([code]).decode("cp1252", errors="ignore") or None for code in range(0x80, 0xA0)}
    # Small capitals, accented ones among them, and old-style figures of Adobe's “corporate use” area.
    table |= {0xF700 + code: chr(code) for code in (*range(0x30, 0x3A), *range(0x61, 0x7B), *range(0xE0, 0xFF))}
    return table


_REPLACEMENTS = _replacements()
_TO_REPLACE = re.compile(f"[{re.escape(''.join(map(chr, _REPLACEMENTS)))}]")


def clean(text: str) -> str:
    """Lines without the marks, controls and white space at their ends that are no part of the text."""
    text = _LINE_HYPHEN.sub("-\n", text).replace("\r\n", "\n")
    if _TO_REPLACE.search(text):
        text = text.translate(_REPLACEMENTS)
    if not text.isascii():
        text = _RAISED.sub(r"\1", _TURN.sub(" ", text))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def illegible(text: str) -> bool:
    """Whether fonts that do not say which letters their codes mean have made a good part of `text`, not yet clean."""
    unmapped = len(_UNMAPPED.findall(text))
    return unmapped >= _FEW_UNMAPPED and unmapped * _SHARE_UNMAPPED > sum(map(len, text.split()))


def shown_text(page: pdfium.PdfPage, text_page: pdfium.PdfTextPage, *, across: bool = False) -> str:
    """The text of the page, without lines outside its box: other pages of a sheet, marks of printers, cut-off parts.

    `across`: it is vertical writing, made horizontal (see `pdf_repair.written_across`).
    """
    text = _ligatures_mended(text_page, text_page.get_text_range())
    if across:
        return _columns(text_page, text)
    left, bottom, right, top = box = page.get_bbox()
    shown = pdfium_c.FPDFText_GetBoundedText(text_page, left, top, right, bottom, None, 0)
    if shown < _SHOWN * len(text):
        return _lines_inside(text_page, text, box) or text
    return _words_mended(text_page, text)


def _lines_inside(text_page: pdfium.PdfTextPage, text: str, box: _Box) -> str:
    kept = []
    for start, line in lines_of(text):
        letters = (index for index, letter in enumerate(line, start) if not letter.isspace())
        if any(_overlap(_box(text_page, index), box) for index in letters):
            kept.append(line)
    return "\r\n".join(kept)


def _columns(text_page: pdfium.PdfTextPage, text: str) -> str:
    """A line a column, from right to left: pdfium has put those that begin at one height in the order of their places.

    A column ends where the writing goes back by more than a letter.
    """
    lines: list[str] = []
    for start, line in lines_of(text):
        columns: list[tuple[float, str]] = []
        end = math.inf
        for index, letter in enumerate(line, start):
            left, _, right, _ = _box(text_page, index)
            if left < end - (right - left):
                columns.append((left, letter))
            else:
                columns[-1] = (columns[-1][0], columns[-1][1] + letter)
            end = right
        lines += (column for _, column in sorted(columns, key=lambda column: -column[0]) if column != " ")
    return "\n".join(lines)


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of `text` as pdfium gives it, each with its place in it."""
    start = 0
    for line in text.split("\r\n"):
        yield start, line
        start += len(line) + 2


def _box(text_page: pdfium.PdfTextPage, text_index: int) -> _Box:
    """Left, bottom, right and top of the letter at that place in the text."""
    box: _Box = text_page.get_charbox(_index(text_page, text_index))
    return box


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _ligatures_mended(text_page: pdfium.PdfTextPage, text: str) -> str:
    """`text` with lam before alef where one glyph stands for both; pdfium turns right-to-left text round by letters."""
    pieces, end = [], 0
    for match in _ALEF_LAM.finditer(text):
        start = match.start()
        index = pdfium_c.FPDFText_GetCharIndexFromTextIndex(text_page, start)
        if index >= 0 and start >= end and _origin(text_page, index) == _origin(text_page, index + 1):
            pieces += [text[end:start], text[start + 1], text[start]]
            end = start + 2
    return "".join([*pieces, text[end:]])


def _words_mended(text_page: pdfium.PdfTextPage, text: str) -> str:
    """`text` without the spaces pdfium sees in words that a scanner's OCR has spread to the width of the picture.

    They are there if many words have one letter, and no wider than the gaps between letters.
    """
    lengths = list(map(len, text.split()))
    if lengths.count(1) * _SHARE_SINGLE <= len(lengths):
        return text
    pairs = islice((place for place in range(len(text) - 1) if text[place : place + 2].isalnum()), _SAMPLE)
    usual = median([_gap(text_page, place, place + 1) for place in pairs] or [0.0])
    pieces, end = [], 0
    for match in _SPACE_IN_WORD.finditer(text):
        place = match.start()
        index = pdfium_c.FPDFText_GetCharIndexFromTextIndex(text_page, place)
        if pdfium_c.FPDFText_IsGenerated(text_page, index) != 1:
            continue
        letters = text[place - 2 : place].isalnum()
        widest = _WIDER * max(usual, _gap(text_page, place - 2, place - 1) if letters else 0.0)
        if 0 < _gap(text_page, place - 1, place + 1) < widest:
            pieces.append(text[end:place])
            end = place + 1
    return "".join([*pieces, text[end:]])


def _gap(text_page: pdfium.PdfTextPage, place: int, following: int) -> float:
    """From the end of the letter at a place in the text to the beginning of another, in the height of the letter."""
    one, other = (text_page.get_charbox(_index(text_page, index), loose=True) for index in (place, following))
    return float((other[0] - one[2]) / max(1.0, one[3] - one[1]))


def _index(text_page: pdfium.PdfTextPage, place: int) -> int:
    """The number pdfium gives to the letter at that place in the text."""
    return max(0, int(pdfium_c.FPDFText_GetCharIndexFromTextIndex(text_page, place)))


def _origin(text_page: pdfium.PdfTextPage, index: int) -> tuple[float, float]:
    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium_c.FPDFText_GetCharOrigin(text_page, index, x, y)
    return x.value, y.value
