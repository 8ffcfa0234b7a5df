"""OCR: choosing an engine, which way up a picture is, the order of its lines; and RapidOCR itself."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from fake_ocr import BarReader, draw
from PIL import Image, ImageDraw, ImageFont

from engine.extract import ocr_reading
from engine.extract.ocr import OcrUnavailableError, make_ocr_engine
from engine.extract.ocr_lines import Box, join_boxes
from engine.extract.ocr_reading import read_picture

NEVER = float("inf")
LINES = ("First line of all", "Second line below", "Third")
BARS = ((100, 100, 500, 40), (100, 160, 480, 40), (100, 220, 200, 40))


def boxes(*rows, height=20, width=10):
    """A box for each (left, top, text), as wide as its letters."""
    return [
        Box(left=left, top=top, right=left + width * len(text), bottom=top + height, text=text)
        for left, top, text in rows
    ]


def test_boxes_beside_one_another_are_one_line():
    assert join_boxes(boxes((200, 4, "world"), (0, 0, "hello"), (0, 22, "next"))) == "hello world\nnext"


def test_a_gap_makes_an_empty_line():
    assert join_boxes(boxes((0, 0, "a"), (0, 24, "b"), (0, 70, "c"))) == "a\nb\n\nc"


def prose(left, top, name, count=6):
    return [(left, top + 25 * n, f"{name} column, line {n}, some words") for n in range(count)]


def lines_of(*columns):
    return [text for column in columns for _, _, text in column]


@pytest.mark.parametrize("shift", [0, 12], ids=["aligned", "not aligned"])
def test_columns_are_read_one_after_the_other(shift):
    left, right = prose(0, 100, "left"), prose(400, 100 + shift, "right")
    heading, foot = (200, 0, "A heading over both of the columns"), (250, 400, "and a line below them both")
    found = join_boxes(boxes(heading, *left, *right, foot)).split("\n")
    assert found == [heading[2], "", *lines_of(left), "", *lines_of(right), "", foot[2]]


def test_a_table_is_read_row_by_row():
    cells = [(left, 25 * row, f"cell {row}{name}") for row in range(8) for left, name in ((0, "a"), (400, "b"))]
    assert join_boxes(boxes(*cells)) == "\n".join(f"cell {row}a cell {row}b" for row in range(8))


def test_a_large_letter_does_not_join_lines():
    large = Box(left=0, top=0, right=60, bottom=80, text="T")
    found = join_boxes([large, *boxes((70, 0, "he first line"), (70, 30, "and the second"), (70, 60, "and another"))])
    assert "he first line\nand the second" in found.replace("T\n", "")


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_picture_may_lie_on_any_side(turn):
    reading = read_picture(BarReader(*LINES), draw(*BARS).rotate(turn, expand=True), NEVER)
    assert (reading.text, reading.unreliable, reading.complete) == ("\n".join(LINES), False, True)


def test_a_crooked_scan_is_set_straight():
    words = [f"w{n}" for n in range(6)]
    bars = [(20 + 620 * (n % 2), 200 + 60 * (n // 2), 520, 40) for n in range(6)]
    turned = draw(*bars).rotate(4, fillcolor="white", resample=Image.Resampling.BICUBIC)
    engine = BarReader(*words)
    slope = -0.0699  # of a picture turned 4 degrees to the left: y of a line's end is less than of its beginning
    engine.find = lambda picture: [skewed(bar, picture.size, slope) for bar in bars]
    assert read_picture(engine, turned, NEVER).text == "w0 w1\nw2 w3\nw4 w5"


def skewed(bar, size, slope):
    left, top, width, height = bar
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    middle_x, middle_y = size[0] / 2, size[1] / 2
    return tuple((x - slope * (y - middle_y), y + slope * (x - middle_x)) for x, y in corners)


@pytest.mark.parametrize("turn", [90, 270])
def test_a_line_across_the_others_comes_last(turn):
    picture = draw(*BARS)
    stamp = draw((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 400, 40), size=(402, 42)).rotate(turn, expand=True)
    picture.paste(stamp.crop((1, 1, stamp.width - 1, stamp.height - 1)), (20, 300))
    reading = read_picture(BarReader(*LINES, "Stamped upwards"), picture, NEVER)
    assert reading.text == "\n".join(LINES) + "\n\nStamped upwards"


def test_an_unsure_line_is_left_out():
    reading = read_picture(BarReader(*LINES, unsure=LINES[1:2]), draw(*BARS), NEVER)
    assert (LINES[1] in reading.text, LINES[0] in reading.text, reading.unreliable) == (False, True, True)


def test_nothing_is_read_when_time_is_over():
    engine = BarReader(*LINES)
    reading = read_picture(engine, draw(*BARS), time.monotonic() - 1)
    assert (reading.text, reading.complete, engine.pictures) == ("", False, [])


def test_reading_stops_when_time_runs_out(monkeypatch):
    monkeypatch.setattr(ocr_reading, "_SAMPLE", 1)
    monkeypatch.setattr(ocr_reading, "_BATCH", 1)
    moments = iter([0, 1, 10, 10])
    monkeypatch.setattr(ocr_reading, "time", SimpleNamespace(monotonic=lambda: next(moments)))
    reading = read_picture(BarReader(*LINES), draw(*BARS), 5)
    assert (reading.text, reading.complete) == ("\n".join(LINES[:2]), False)


def test_a_blank_picture_has_no_text():
    reading = read_picture(BarReader(*LINES), draw(), NEVER)
    assert (reading.text, reading.unreliable, reading.complete) == ("", False, True)


def test_a_language_the_model_does_not_know_is_refused_with_the_way_out():
    with pytest.raises(OcrUnavailableError, match=r"does not read: ru$") as caught:
        make_ocr_engine("rapidocr", ("en", "ru"))
    assert "linkly[easyocr]" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "package", "extra"), [("rapidocr", "rapidocr", "linkly"), ("easyocr", "easyocr", "linkly[easyocr]")]
)
def test_a_missing_package_is_named_with_the_way_out(monkeypatch, name, package, extra):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"engine.extract.ocr_{name[:-3]}", raising=False)
    with pytest.raises(OcrUnavailableError, match=package) as caught:
        make_ocr_engine(name, ("en",))
    assert f"'{extra}'" in caught.value.hint


def test_a_missing_model_is_not_downloaded(monkeypatch, tmp_path):
    import rapidocr

    monkeypatch.setattr(rapidocr, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(OcrUnavailableError, match="det model is missing"):
        make_ocr_engine("rapidocr", ("en",))


def test_extractors_load_no_engine_by_themselves():
    script = "import sys, engine.extract.image, engine.extract.pdf, engine.extract.ocr; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    assert not {"numpy", "cv2", "onnxruntime", "rapidocr", "easyocr"} & set(done.stdout.split())


@pytest.fixture(scope="module")
def rapid():
    return make_ocr_engine("rapidocr", ("en", "de", "zh"))


def printed(*lines, size=(900, 240)):
    picture = Image.new("RGB", size, "white")
    pencil = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        pencil.text((30, 30 + 60 * number), line, "black", ImageFont.load_default(size=36))
    return picture


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_rapidocr_reads_print(rapid, turn):
    picture = printed("The ferry leaves the quay", "an hour before noon.").rotate(turn, expand=True)
    assert read_picture(rapid, picture, NEVER).text == "The ferry leaves the quay\nan hour before noon."


def test_rapidocr_finds_nothing_on_white_and_says_nothing():
    script = (
        "from PIL import Image; from engine.extract.ocr import make_ocr_engine;"
        "engine = make_ocr_engine('rapidocr', ('en',));"
        "assert engine.find(Image.new('RGB', (64, 64), 'white')) == engine.read([]) == []"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_easyocr_reads_print():
    pytest.importorskip("easyocr", reason="the extra easyocr is not installed")
    engine = make_ocr_engine("easyocr", ("en",))
    assert "ferry leaves the quay" in read_picture(engine, printed("The ferry leaves the quay"), NEVER).text
