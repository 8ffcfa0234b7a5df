"""What a PDF is called: what it says itself, or the largest writing on its first page, or the root of its outline."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium_c

from engine.extract.base import tidy
from engine.extract.ooxml import sensible_title
from engine.extract.pdf_letters import clean, lines_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pypdfium2 as pdfium

    from engine.extract.pdf_catalog import Bookmark

_LARGER = 1.25
"""A title is that much larger than half of the page."""
_SAME = 0.03
_MOST_LINES = 4
_LONGEST = 200
_FEW_LETTERS = 6
_FEW_IDEOGRAPHS = 2
_OPENING = "\"'“„«‘(¿¡「『【《"
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_NO_HEADLINE = re.compile(
    r"(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des mati.res|[íi]ndice|abstract|目\s*[录次錄]"
    r"|.*(?:://|www\.|@).*|.*:|version\b.*",
    re.IGNORECASE,
)
_MADE_BY_PROGRAM = re.compile(
    r"(?:blank page|leere seite|page vierge|空白页面|slide|folie|sheet|tabelle|feuil|page|seite|book|mappe)\s*\d*"
    r"|print|enscript output|pdf (?:file|document)|blank|(?:[a-z]:[\\/]|/|file:|https?:).*"
    r"|.*\.(?:wpd|wps|fm|vp|xlsx?|ods|odp|pages|key|numbers|html?|txt|md|csv|xml|png|jpe?g|tiff?|psd|svg|cdr|dwg|pub|p65"
    r"|pmd|qxp|graffle)",
    re.IGNORECASE,
)


def stated_title(text: str | None) -> str | None:
    """`text` as a title, if a person wrote it and not the program that made the file."""
    title = sensible_title(text)
    return None if title is None or _MADE_BY_PROGRAM.fullmatch(title) else title


def headline(text_page: pdfium.PdfTextPage, text: str) -> str | None:
    """The largest writing of a page with that text, given as pdfium gives it; None if nothing stands out as a title."""
    if len(text) != len(text_page.get_text_range()):
        return None  # without some of its lines, the places of the others are not known
    lines = [(_size(text_page, start, line), clean(line).strip()) for start, line in lines_of(text)]
    lines = [(size, line) for size, line in lines if line]
    largest = max((size for size, line in lines if _wordy(line)), default=0.0)
    if largest < _LARGER * _middle(lines):
        return None
    title: list[str] = []
    for size, line in lines:
        if abs(size - largest) <= _SAME * largest and len(title) < _MOST_LINES:
            title.append(line)
        elif any(map(_wordy, title)):
            break
        else:
            title.clear()
    whole = tidy(" ".join(title))
    return whole if whole and _like_a_title(whole) else None


def root_title(bookmarks: Sequence[Bookmark]) -> str | None:
    """The title of the only entry on the highest level, if there is one."""
    titles = [bookmark.title for bookmark in bookmarks if bookmark.level == 1]
    return stated_title(titles[0]) if len(titles) == 1 else None


def _size(text_page: pdfium.PdfTextPage, start: int, line: str) -> float:
    """The height of the first letter, in points."""
    for place, letter in enumerate(line, start):
        index = pdfium_c.FPDFText_GetCharIndexFromTextIndex(text_page, place) if letter.isalnum() else -1
        if index >= 0:
            matrix = pdfium_c.FS_MATRIX()
            pdfium_c.FPDFText_GetMatrix(text_page, index, matrix)
            return float(pdfium_c.FPDFText_GetFontSize(text_page, index) * math.hypot(matrix.c, matrix.d))
    return 0.0


def _middle(lines: list[tuple[float, str]]) -> float:
    """The size that half of the letters are smaller than, or as large as."""
    half = sum(len(line) for _, line in lines) / 2
    for size, line in sorted(lines):
        half -= len(line)
        if half <= 0:
            return size
    return 0.0


def _wordy(line: str) -> bool:
    letters = sum(map(str.isalpha, line))
    return letters >= _FEW_LETTERS or (letters >= _FEW_IDEOGRAPHS and bool(_IDEOGRAPHS.search(line)))


def _like_a_title(text: str) -> bool:
    words = text.split()
    return (
        len(text) <= _LONGEST
        and (text[0].isalnum() or text[0] in _OPENING)
        and not text[0].islower()
        and _wordy(text)
        and not _NO_HEADLINE.fullmatch(text)
        and sum(map(str.isalpha, text)) * 2 > sum(map(len, words))
        and sum(len(word) == 1 for word in words) * 2 <= len(words)
    )
