"""Images: opened with Pillow and read by an OCR engine, if there is one."""

from __future__ import annotations

import struct
import time
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PIL import Image, ImageFile, UnidentifiedImageError

from engine.documents import ExtractedDocument
from engine.extract.base import ExtractionError, Limits, TextBuilder
from engine.extract.foreign import HEAD, foreign, kind_of
from engine.extract.ocr import OcrError
from engine.models import DocType, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.extract.ocr import OcrEngine

MAX_SIDE = 3000
"""Pixels a picture has at most on a side when it is read."""
_MAX_PIXELS = 100_000_000
_SMALL = 1000
"""Pictures smaller than this on either side are read at twice their size."""
_STRIP = 256
_FORMATS = ("PNG", "JPEG", "BMP", "WEBP")
_MAGIC = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"BM", b"RIFF")
# What Pillow's decoders raise on damaged files.
_DAMAGE = (OSError, SyntaxError, ValueError, EOFError, struct.error)
_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class ImageExtractor:
    """Reads the text in PNG, JPEG, BMP and WebP images of at most 100 megapixels, recognised by their content."""

    doc_type = DocType.IMAGE

    def __init__(self, ocr: OcrEngine | None = None, ocr_seconds: float = 90.0) -> None:
        self._ocr = ocr
        self._seconds = ocr_seconds

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The document in `path`; without an engine its pixels are not decoded. Raises ExtractionError or OSError."""
        deadline = time.monotonic() + self._seconds
        with _opened(path) as image:
            if self._ocr is not None:
                return _read(self._ocr, path, image, deadline, limits)
        return ExtractedDocument(
            doc_type=self.doc_type, text="", outcome=Outcome.NO_TEXT, reason="no text: OCR is off", needs_ocr=True
        )


def _read(engine: OcrEngine, path: Path, image: Image.Image, deadline: float, limits: Limits) -> ExtractedDocument:
    from engine.extract.ocr_reading import read_picture

    picture, whole = _decoded(path, image)
    try:
        reading = read_picture(engine, picture, deadline)
    except OcrError as exc:
        raise ExtractionError(Outcome.CORRUPT, f"text recognition failed: {exc}") from exc
    builder = TextBuilder()
    builder.add(reading.text)
    missing = []
    if not reading.text:
        missing.append("only unreliable text was recognised" if reading.unreliable else "no text was recognised")
    if not whole:
        missing.append("the file is cut off or damaged; only what could be decoded was read")
    if not reading.complete:
        missing.append("not all of it was read for want of time")
    outcome = Outcome.OK if whole and reading.complete else Outcome.PARTIAL
    return builder.build(DocType.IMAGE, outcome=outcome, reason="; ".join(missing) or None, limits=limits)


@contextmanager
def _opened(path: Path) -> Iterator[Image.Image]:
    """The image of which only the header has been read."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head:
        raise ExtractionError(Outcome.CORRUPT, "the file is empty")
    try:
        with warnings.catch_warnings():
            # Pillow's own limits are another; files that overstep ours are refused below.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(path, formats=_FORMATS)
    except Image.DecompressionBombError as exc:
        raise _too_large() from exc
    except UnidentifiedImageError as exc:
        if head.startswith(_MAGIC):
            raise ExtractionError(Outcome.CORRUPT, "the image's header is damaged") from exc
        raise foreign(kind_of(head) or "something else", "a PNG, JPEG, BMP or WebP image") from exc
    except _DAMAGE as exc:
        raise ExtractionError(Outcome.CORRUPT, f"the image's header is damaged: {exc}") from exc
    with image:
        if image.width * image.height > _MAX_PIXELS:
            raise _too_large()
        yield image


def _too_large() -> ExtractionError:
    return ExtractionError(Outcome.TOO_LARGE, f"it has more than {_MAX_PIXELS // 1_000_000} megapixels")


def _decoded(path: Path, image: Image.Image) -> tuple[Image.Image, bool]:
    """The picture as it is meant to be seen, and whether it could be decoded to its end. Raises ExtractionError."""
    try:
        return _prepared(image), True
    except _DAMAGE:
        pass
    try:
        with _lenient(), _opened(path) as again:
            return _prepared(again), False
    except _DAMAGE as exc:
        raise ExtractionError(Outcome.CORRUPT, f"the image cannot be decoded: {exc}") from exc


@contextmanager
def _lenient() -> Iterator[None]:
    """Pillow keeps what it has decoded of a file that ends too early."""
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False


def _prepared(image: Image.Image) -> Image.Image:
    """RGB on white, of bounded size, turned as its EXIF data says."""
    image.draft(image.mode, (MAX_SIDE, MAX_SIDE))  # lets a JPEG decoder leave out what would be scaled away
    turn = _TURNS.get(_orientation(image))
    picture = fitted(_flat(image))
    return picture if turn is None else picture.transpose(turn)


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except (*_DAMAGE, TypeError):  # damaged EXIF data are no reason to leave an image unread
        return 1


def _flat(image: Image.Image) -> Image.Image:
    """RGB of about the resolution that is needed, transparent parts white."""
    times = max(1, max(image.size) // MAX_SIDE)
    size = -(-image.width // times), -(-image.height // times)
    picture = Image.new("RGB", size, "white")
    # In strips, because each step from one mode to another makes a copy.
    for top in range(0, size[1], _STRIP):
        strip = image.crop((0, top * times, image.width, min((top + _STRIP) * times, image.height)))
        picture.paste(_on_white(strip, times), (0, top))
    return picture


def _on_white(image: Image.Image, times: int) -> Image.Image:
    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256).convert("L")  # `convert` alone cuts the bright ones off
    transparent = image.has_transparency_data
    image = image.convert("RGBA" if transparent else "RGB").reduce(times)
    if not transparent:
        return image
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return white.convert("RGB")


def fitted(picture: Image.Image) -> Image.Image:
    """The picture scaled to a size at which text is found: large ones down, small ones up."""
    longest = max(picture.size)
    if longest > MAX_SIDE:
        picture.thumbnail((MAX_SIDE, MAX_SIDE))
    elif longest < _SMALL:
        return picture.resize((picture.width * 2, picture.height * 2), Image.Resampling.BICUBIC)
    return picture
