"""OCR of PDF pages that have no text of their own."""

from __future__ import annotations

import math
import time
from itertools import islice
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from engine.extract.ocr import OcrError
from engine.values import Value, value

if TYPE_CHECKING:
    from engine.extract.ocr import OcrEngine

_FEW_LETTERS = 16
_MANY_MARKS = 20
"""Objects on a page that may be text drawn as shapes, or with a font that does not say its letters."""
_DOTS_PER_POINT = 200 / 72
_MAX_SIDE = 3000
_MAX_PIXELS = 100_000_000
"""Of one image: pdfium unpacks it whole, however small the page is drawn."""


@value
class OcrText(Value):
    """Text recognised on a page; `complete` is False if that may not be all of it."""

    text: str
    complete: bool


def lacks_text(page: pdfium.PdfPage, text: str) -> bool:
    """Whether a page with this text shows something that may be more text."""
    if sum(map(len, text.split(None, _FEW_LETTERS))) >= _FEW_LETTERS:
        return False
    if next(page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=3), None) is not None:
        return True
    return sum(1 for _ in islice(page.get_objects(max_depth=3), _MANY_MARKS)) == _MANY_MARKS


class PageReader:
    """Reads pages of one document with an OCR engine, for so many seconds from now."""

    def __init__(self, engine: OcrEngine, seconds: float) -> None:
        self._engine = engine
        self._deadline = time.monotonic() + seconds

    def read(self, page: pdfium.PdfPage, text: str) -> OcrText:
        """The text of the page; `text`, which it is known to have, comes first unless it is recognised too."""
        if time.monotonic() >= self._deadline or _largest_image(page) > _MAX_PIXELS:
            return OcrText(text=text, complete=False)
        from engine.extract.ocr_reading import read_picture

        scale = min(_DOTS_PER_POINT, _MAX_SIDE / max(page.get_size()))
        try:
            bitmap = page.render(scale=scale, rev_byteorder=True)
            try:
                picture = bitmap.to_pil().convert("RGB")
            finally:
                bitmap.close()
            reading = read_picture(self._engine, picture, self._deadline)
        except (OcrError, pdfium.PdfiumError):
            return OcrText(text=text, complete=False)
        known = "" if _squeezed(text) in _squeezed(reading.text) else text
        return OcrText(text="\n".join(part for part in (known, reading.text) if part), complete=reading.complete)


def _largest_image(page: pdfium.PdfPage) -> int:
    images = page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=3)
    return max((math.prod(image.get_px_size()) for image in images), default=0)


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
