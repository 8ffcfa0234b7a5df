"""The committed documents are what `examples/make_library.py` makes, and the library keeps what its README promises."""

import importlib.util
import sys
from io import BytesIO
from pathlib import Path

import pptx
import pytest
from PIL import Image, ImageChops, ImageStat
from pptx.shapes.group import GroupShape

from engine.extract.base import ExtractedDocument, Limits
from engine.extract.registry import doc_type_of, extractor_for
from engine.models import DocType, Outcome

EXAMPLES = Path(__file__).parents[2] / "examples"
LIBRARY = EXAMPLES / "library"
DOCUMENTS = sorted(path.relative_to(LIBRARY).as_posix() for path in LIBRARY.rglob("*") if path.is_file())


def load_script():
    spec = importlib.util.spec_from_file_location("make_library", EXAMPLES / "make_library.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


MAKERS = load_script().MAKERS
HANDWRITTEN = [name for name in MAKERS if not name.endswith((".pptx", ".png"))]


def extracted(name: str) -> ExtractedDocument:
    path = LIBRARY / name
    return extractor_for(doc_type_of(path.suffix[1:])).extract(path, Limits())


@pytest.mark.parametrize("name", MAKERS)
def test_twice_the_same_bytes(name):
    assert MAKERS[name]() == MAKERS[name]()


@pytest.mark.parametrize("name", HANDWRITTEN)
def test_committed_bytes(name):
    assert (LIBRARY / name).read_bytes() == MAKERS[name]()


def shape_texts(shapes):
    for shape in shapes:
        if isinstance(shape, GroupShape):
            yield shape.name, list(shape_texts(shape.shapes))
        elif shape.has_table:
            yield shape.name, [[cell.text for cell in row.cells] for row in shape.table.rows]
        else:
            yield shape.name, shape.text_frame.text


def slide_texts(data):
    deck = pptx.Presentation(BytesIO(data))
    return [(slide.notes_slide.notes_text_frame.text, list(shape_texts(slide.shapes))) for slide in deck.slides]


def test_committed_slides():
    """Masters and layouts come from python-pptx's own template, so the bytes may change with its version."""
    name = "talks/the-night-of-the-storm.pptx"
    assert slide_texts((LIBRARY / name).read_bytes()) == slide_texts(MAKERS[name]())


def test_committed_picture():
    """Letters are drawn by Pillow's FreeType and packed by its zlib; other versions may smooth and pack otherwise."""
    name = "notices/harbour-notice.png"
    committed, made = Image.open(LIBRARY / name), Image.open(BytesIO(MAKERS[name]()))
    assert (committed.size, committed.mode) == (made.size, made.mode)
    assert ImageStat.Stat(ImageChops.difference(committed, made)).mean[0] < 2


def test_every_type_is_there():
    assert {doc_type_of(Path(name).suffix[1:]) for name in DOCUMENTS} == set(DocType)


def test_stays_small():
    assert sum((LIBRARY / name).stat().st_size for name in DOCUMENTS) < 1_000_000


def test_one_pair_of_identical_documents():
    by_bytes: dict[bytes, list[str]] = {}
    for name in DOCUMENTS:
        by_bytes.setdefault((LIBRARY / name).read_bytes(), []).append(name)
    pairs = [names for names in by_bytes.values() if len(names) > 1]
    assert pairs == [["minutes/2024/attachments/storm-closure.txt", "notices/storm-closure.txt"]]


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if not name.endswith(".png")])
def test_every_document_is_read(name):
    document = extracted(name)
    assert document.outcome is Outcome.OK
    assert len(document.text) > 600


@pytest.mark.parametrize(
    ("name", "present", "absent"),
    [
        (
            "minutes/2025/annual-meeting-2025.docx",
            [
                "stays at EUR 30.",
                "24,312",
                "postcard of a lighthouse",
                "Paid on 19 February",
                "founded 1961",
                "EUR 101,000",
            ],
            ["EUR 36", "23,480"],
        ),
        ("notices/winter-timetable.html", ["07:30, 12:15, 16:00"], ["analytics", "Charter the boat", "driftwood"]),
        ("talks/the-night-of-the-storm.pptx", ["Wind SW 10", "Reports do not hold pontoons", "EUR 14,800"], []),
        ("manuals/engine-handbook.pdf", ["3.5 to 4.5 bar", "Never open the cap of a hot engine"], []),
        ("travel/drei-ufer.epub", ["das tiefe F", "Mittelgrund"], []),
    ],
)
def test_what_is_found_and_what_is_not(name, present, absent):
    text = extracted(name).text
    assert [words for words in present if words not in text] == []
    assert [words for words in absent if words in text] == []


def test_two_columns_are_read_one_after_the_other():
    text = extracted("manuals/engine-handbook.pdf").text
    titles = ("The engine does not turn", "Blue smoke", "Oil pressure low, engine warm", "Vibration")
    assert sorted(titles, key=text.index) == list(titles)
