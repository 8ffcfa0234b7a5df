"""Images: what is opened, how it is turned and scaled for the engine, and what is said when there is no text."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from fake_ocr import BarReader, draw
from PIL import Image

from engine.extract.base import ExtractionError, Limits
from engine.extract.image import ImageExtractor
from engine.extract.ocr import OcrError
from engine.models import DocType, Outcome

LINES = ("First line of all", "Second line below")
BARS = ((100, 100, 500, 40), (100, 160, 480, 40))


@pytest.fixture
def save(tmp_path):
    def run(picture, name="file.png", **options):
        path = tmp_path / name
        picture.save(path, **options)
        return path

    return run


def extract(path, engine=None, **options):
    return ImageExtractor(engine, **options).extract(path, Limits())


def failure(path, engine=None):
    with pytest.raises(ExtractionError) as caught:
        extract(path, engine)
    return caught.value.outcome, caught.value.reason


@pytest.mark.parametrize(("name", "options"), [
    ("file.png", {}), ("file.bmp", {}), ("file.webp", {"lossless": True}), ("file.jpg", {"quality": 95, "subsampling": 0}),
    ("file.jpeg", {"quality": 95, "subsampling": 0}), ("wrong-suffix.jpg", {"format": "PNG"}),
])  # fmt: skip
def test_every_format_is_read(save, name, options):
    document = extract(save(draw(*BARS), name, **options), BarReader(*LINES))
    assert (document.doc_type, document.text, document.title) == (DocType.IMAGE, "\n".join(LINES), None)
    assert (document.outcome, document.reason, document.needs_ocr) == (Outcome.OK, None, False)


def test_without_an_engine_an_image_waits_for_one(save):
    document = extract(save(draw(*BARS)))
    assert (document.outcome, document.reason, document.needs_ocr) == (Outcome.NO_TEXT, "no text: OCR is off", True)


def test_an_image_without_text(save):
    document = extract(save(draw()), BarReader(*LINES))
    assert (document.outcome, document.reason) == (Outcome.NO_TEXT, "no text was recognised")
    assert not document.needs_ocr


def test_unsure_text_is_not_indexed(save):
    document = extract(save(draw(*BARS)), BarReader(*LINES, unsure=LINES))
    assert (document.outcome, document.text) == (Outcome.NO_TEXT, "")
    assert document.reason == "only unreliable text was recognised"


def test_no_time_left(save):
    document = extract(save(draw(*BARS)), BarReader(*LINES), ocr_seconds=0)
    assert document.outcome == Outcome.NO_TEXT
    assert document.reason.endswith("not all of it was read for want of time")


def test_an_engine_that_fails_costs_the_file(save):
    class Broken(BarReader):
        def find(self, picture):
            raise OcrError("out of order")

    assert failure(save(draw(*BARS)), Broken()) == (Outcome.CORRUPT, "text recognition failed: out of order")


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_says_which_way_to_turn(save, orientation):
    inverse = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    picture = draw(*BARS)
    stored = picture if orientation == 1 else picture.transpose(Image.Transpose(inverse[orientation]))
    exif = Image.Exif()
    exif[0x0112] = orientation
    engine = BarReader(*LINES)
    extract(save(stored, exif=exif), engine)
    assert np.array_equal(np.asarray(engine.pictures[0]), np.asarray(picture))


def seen(path):
    """The picture the engine is given."""
    engine = BarReader()
    extract(path, engine)
    return engine.pictures[0]


@pytest.mark.parametrize(("picture", "colour"), [
    (Image.new("RGBA", (40, 30), (0, 0, 0, 0)), (255, 255, 255)),
    (Image.new("LA", (40, 30), (0, 0)), (255, 255, 255)),
    (Image.new("1", (40, 30), 1), (255, 255, 255)),
    (Image.new("RGB", (40, 30), (9, 200, 30)).quantize(4), (9, 200, 30)),
    (Image.fromarray(np.full((30, 40), 200 * 256, np.uint16)), (200, 200, 200)),
])  # fmt: skip
def test_modes_are_made_rgb_on_white(save, picture, colour):
    shown = seen(save(picture))
    assert (shown.mode, shown.getpixel((20, 20))) == ("RGB", colour)


def test_cmyk_is_made_rgb(save):
    red, green, _ = seen(save(Image.new("CMYK", (40, 30), (255, 0, 0, 0)), "file.jpg")).getpixel((20, 20))
    assert red < 20 < 200 < green


def test_a_transparent_palette_is_on_white(save):
    picture = Image.new("L", (40, 30), 0).quantize(2)
    assert seen(save(picture, transparency=0)).getpixel((20, 20)) == (255, 255, 255)


def test_only_the_first_frame_is_read(save):
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("lime", "red")]
    path = save(frames[0], "file.webp", save_all=True, append_images=frames[1:], lossless=True)
    assert seen(path).getpixel((20, 20)) == (0, 255, 0)


@pytest.mark.parametrize(("size", "given"), [
    ((1200, 800), (1200, 800)), ((500, 300), (1000, 600)), ((8000, 200), (3000, 75)), ((3100, 6200), (1500, 3000)),
])  # fmt: skip
@pytest.mark.parametrize("name", ["file.png", "file.jpg"])
def test_the_engine_is_given_a_bounded_size(save, size, given, name):
    assert seen(save(Image.new("L", size, 255), name)).size == given


def test_large_pictures_keep_their_content_in_place(save):
    engine = BarReader(*LINES)
    path = save(draw((600, 400, 3000, 120), (600, 560, 2400, 120), size=(6200, 1200)))
    assert extract(path, engine).text == "\n".join(LINES)
    (left, top), _, (right, bottom), _ = engine.find(engine.pictures[0])[0]
    assert (left, top, right, bottom) == pytest.approx((290, 194, 1742, 252), abs=3)


def png_header(width, height):
    """A PNG that ends before its pixels."""
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.parametrize("size", [(30_000, 30_000), (10_001, 10_000)])
@pytest.mark.parametrize("engine", [None, BarReader()])
def test_a_bomb_is_refused_by_its_header(write, size, engine):
    path = write("bomb.png", png_header(*size) + b"\0\0\0\x04IDAT")
    assert failure(path, engine) == (Outcome.TOO_LARGE, "it has more than 100 megapixels")


@pytest.mark.parametrize("name", ["file.png", "file.jpg"])
def test_of_a_file_cut_off_the_rest_is_read(save, name):
    path = save(draw(*BARS), name, **({"quality": 95, "subsampling": 0} if name == "file.jpg" else {}))
    path.write_bytes(path.read_bytes()[:-200])
    document = extract(path, BarReader(*LINES))
    assert (document.outcome, document.text) == (Outcome.PARTIAL, "\n".join(LINES))
    assert document.reason == "the file is cut off or damaged; only what could be decoded was read"


@pytest.mark.parametrize(("content", "outcome", "reason"), [
    (b"", Outcome.CORRUPT, "the file is empty"),
    (b"GIF89a" + b"\0" * 30, Outcome.UNSUPPORTED, "this is a GIF image, not a PNG, JPEG, BMP or WebP image"),
    (b"plain text", Outcome.UNSUPPORTED, "this is plain text, not a PNG, JPEG, BMP or WebP image"),
    (b"\x89PNG\r\n\x1a\n" + b"\0" * 30, Outcome.CORRUPT, "the image's header is damaged"),
])  # fmt: skip
@pytest.mark.parametrize("engine", [None, BarReader()])
def test_other_content_is_refused(write, content, outcome, reason, engine):
    assert failure(write("file.png", content), engine) == (outcome, reason)


def test_a_gif_is_refused_whatever_it_is_called(save):
    assert failure(save(draw(*BARS), "file.png", format="GIF"))[0] == Outcome.UNSUPPORTED


def test_pixels_that_cannot_be_decoded_at_all(write):
    path = write("file.webp", b"RIFF\x24\0\0\0WEBPVP8L\x18\0\0\0\x2f\x0f\0\0\0" + b"\xff" * 19)
    assert failure(path, BarReader())[0] == Outcome.CORRUPT
