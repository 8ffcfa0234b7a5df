"""Reading text from pictures: what an OCR engine offers, and which one is chosen.

An engine finds lines of text and reads them; what stands which way up, in which order, and when to stop is decided here
(see `ocr_reading`, `ocr_lines`), the same for every engine.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""Corners in pixels, clockwise: the first two are the upper edge of what they enclose."""

OCR_PACKAGES = {"auto": ("easyocr", "rapidocr"), "rapidocr": ("rapidocr",), "easyocr": ("easyocr",)}
"""The setting `ocr.engine` to the packages that will do, the preferred one first."""


class OcrUnavailableError(Exception):
    """An OCR engine cannot be had on this machine: a message for a person, and what to type to get it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class OcrError(Exception):
    """An engine failed on a picture."""


@value
class Recognised(Value):
    """What one line of text reads, and how sure the engine is, from 0 to 1."""

    text: str
    confidence: float


class OcrEngine(Protocol):
    """Finds and reads lines of text in RGB pictures. Raises OcrError."""

    name: str
    reliable: float
    """Confidence below which a line is not taken for text; each engine has its own idea of it."""

    def find(self, picture: Image) -> list[Quad]:
        """Where there are lines of text, whichever way they run, in any order."""
        ...

    def read(self, lines: Sequence[Image]) -> list[Recognised]:
        """The text of pictures of one upright line each."""
        ...


def make_ocr_engine(name: str, languages: tuple[str, ...], threads: int = 2) -> OcrEngine:
    """The engine `rapidocr`, `easyocr`, or for `auto` the second if it is installed, ready to read `languages`.

    Costs a second or more; worth doing once a process. Raises OcrUnavailableError.
    """
    if name == "easyocr" or (name == "auto" and find_spec("easyocr") is not None):
        module, engine_class = "engine.extract.ocr_easy", "EasyOcr"
    else:
        module, engine_class = "engine.extract.ocr_rapid", "RapidOcr"
    try:
        make = getattr(import_module(module), engine_class)
    except ImportError as exc:
        extra = "linkly[easyocr]" if engine_class == "EasyOcr" else "linkly"
        message = f"OCR with {engine_class.replace('Ocr', 'OCR')} is not installed here: {exc}"
        raise OcrUnavailableError(message, hint=f"pip install '{extra}'") from exc
    engine: OcrEngine = make(languages, threads)
    return engine
