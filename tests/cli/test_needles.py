"""Words that stand in one place only, and an out-of-the-way one: each is found, shown, and where the answer says."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from pptx import Presentation
from pptx.util import Inches

from harness import Linkly

LARGE = 10 << 20
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PROSE = "The ferry leaves the quay an hour before high water and is back by noon.\n"


def _docx(path: Path, needle: str) -> None:
    def cell(text: str) -> str:
        return f"<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"

    rows = [[f"berth {row}", str(row)] for row in range(200)] + [["fee", needle]]
    table = "".join(f"<w:tr>{''.join(map(cell, row))}</w:tr>" for row in rows)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "word/document.xml", f'<w:document xmlns:w="{WORD}"><w:body><w:tbl>{table}</w:tbl></w:body></w:document>'
        )


def _html(path: Path, needle: str) -> None:
    rows = "".join(f"<tr><td>berth {row}<td>{row}" for row in range(200))
    path.write_text(f"<title>Fees</title><p>{PROSE}</p><table>{rows}<tr><td>fee<td>{needle}</table>")


def _pptx(path: Path, needle: str) -> None:
    deck = Presentation()
    for number in range(3):
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        slide.shapes.add_textbox(0, 0, Inches(2), Inches(1)).text_frame.text = f"Slide {number}\n{PROSE * 2}"
    slide.notes_slide.notes_text_frame.text = f"Do not forget: {needle}"
    deck.save(str(path))


def _image(path: Path, needle: str) -> None:
    picture = Image.new("RGB", (900, 160), "white")
    ImageDraw.Draw(picture).text((40, 40), f"Beware of {needle}", fill="black", font=ImageFont.load_default(size=56))
    picture.save(path)


NEEDLES = {
    "the end of a large text": "zanzibar",
    "the last cell of a Word table": "quixotic",
    "the last cell of a web table": "wolverine",
    "a speaker note": "marzipan",
    "the name of a file": "xylophone",
    "the name of a folder": "jacaranda",
    "the name of a file without text": "obsidian",
    "an image": "kangaroo",
}
BY_NAME = {"the name of a file", "the name of a folder", "the name of a file without text"}


@pytest.fixture(scope="module")
def haystack(tmp_path_factory: pytest.TempPathFactory) -> Linkly:
    root = tmp_path_factory.mktemp("needles")
    library = root / "library"
    library.mkdir()
    (library / "large.txt").write_text(
        PROSE * (LARGE // len(PROSE)) + f"\nAt last, {NEEDLES['the end of a large text']}.\n"
    )
    _docx(library / "table.docx", NEEDLES["the last cell of a Word table"])
    _html(library / "table.html", NEEDLES["the last cell of a web table"])
    _pptx(library / "deck.pptx", NEEDLES["a speaker note"])
    _image(library / "sign.png", NEEDLES["an image"])
    (library / "my_xylophone-2.txt").write_text(f"Not here.\n{PROSE}")
    (library / "obsidian.txt").write_text("")
    (library / "jacaranda").mkdir()
    (library / "jacaranda" / "note.txt").write_text(f"Nor here.\n{PROSE}")
    program = Linkly(root / "data", root)
    ran = program("index", "library")
    assert ran.status == 0, ran.err
    return program


@pytest.mark.parametrize("where", NEEDLES)
def test_a_needle_is_found_shown_and_read(haystack: Linkly, where: str) -> None:
    needle = NEEDLES[where]
    answer = haystack("search", needle.upper(), "--mode", "keyword", "--json").json
    [hit] = answer["results"]
    assert answer["total"] == 1
    if where == "the name of a file without text":
        assert (hit["snippet"], hit["lines"], hit["outcome"]) == (None, None, "no_text")
        return
    first, last = hit["lines"]
    ran = haystack("read", hit["doc_id"], "--offset", str(first), "--limit", str(last - first + 1), "--json")
    page = ran.json["content"]
    shown = "here" if where in BY_NAME else needle
    assert shown in hit["snippet"].lower()
    assert shown in page.lower()
    assert len(hit["snippet"]) <= 320
    assert " ".join(hit["snippet"].split()) in " ".join(page.split())


def test_a_speaker_note_is_on_its_slide(haystack: Linkly) -> None:
    [hit] = haystack("search", NEEDLES["a speaker note"], "--mode", "keyword", "--json").json["results"]
    assert hit["place"] == {"slide": 3}
