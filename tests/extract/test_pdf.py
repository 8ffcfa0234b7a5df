"""PDF: text, places and bookmarks of small files written by hand, whole and broken."""

from __future__ import annotations

import pytest
from fake_ocr import BarReader, draw
from make_pdf import FONT, lines_at, pages, pdf, stream
from PIL import Image
from pypdf import PdfReader, PdfWriter

from engine.documents import Heading
from engine.extract.base import ExtractionError, Limits
from engine.extract.ocr import OcrError
from engine.extract.pdf import PdfExtractor
from engine.extract.pdf_letters import clean
from engine.models import Outcome, OutlineSource, Place, PlaceMark


@pytest.fixture
def extract(tmp_path):
    def run(data, **limits):
        path = tmp_path / "file.pdf"
        path.write_bytes(data)
        return PdfExtractor().extract(path, Limits(**limits))

    return run


def failure(extract, data):
    with pytest.raises(ExtractionError) as caught:
        extract(data)
    return caught.value.outcome, caught.value.reason


def place(line, page):
    return PlaceMark(line=line, place=Place(page=page))


def test_pages_are_places(extract):
    document = extract(pdf(pages(lines_at(72, 700, "One", "two"), "", lines_at(72, 700, "Three"))))
    assert document.text == "One\ntwo\n\nThree"
    assert document.places == (place(1, 1), place(4, 3))
    assert (document.outcome, document.reason) == (Outcome.OK, None)
    assert (document.headings, document.outline_source) == ((), None)


def test_two_columns_are_read_one_after_the_other(extract):
    content = lines_at(72, 700, "left one", "left two") + lines_at(330, 700, "right one", "right two")
    assert extract(pdf(pages(content))).text == "left one\nleft two\nright one\nright two"


def test_a_hyphen_at_a_line_end_is_shown_as_printed(extract):
    document = extract(pdf(pages(lines_at(72, 700, "a word bro-", "ken over lines, well-known"))))
    assert document.text == "a word bro-\nken over lines, well-known"


def test_title_and_author(extract):
    objects = [*pages(lines_at(72, 700, "text")), "<< /Title (Harbour plan) /Author (Ada) >>"]
    document = extract(pdf(objects, "/Info 6 0 R"))
    assert (document.title, document.author) == ("Harbour plan", "Ada")


@pytest.mark.parametrize(
    "title", ["Microsoft Word - x.doc", "Untitled", "untitled-1", "", "x.pdf", "PowerPoint Presentation"]
)
def test_a_title_made_by_a_program_is_none(extract, title):
    objects = [*pages(lines_at(72, 700, "text")), f"<< /Title ({title}) >>"]
    assert extract(pdf(objects, "/Info 6 0 R")).title is None


def outline(*entries):
    """A document of three pages (objects 4, 6, 8) with outline entries from object 11 on."""
    contents = [
        lines_at(72, 700, "Preface"),
        lines_at(72, 700, "running head", "1 Tides", "text"),
        lines_at(72, 700, "End"),
    ]
    more = ["<< /Type /Outlines /First 11 0 R >>", *(f"<< {entry} >>" for entry in entries)]
    return pages(*contents, catalog="/Outlines 10 0 R", more=more)


def test_bookmarks_are_headings_where_their_title_stands(extract):
    document = extract(
        pdf(
            outline(
                "/Title (Tides) /Dest [6 0 R /Fit] /First 12 0 R /Next 13 0 R",
                "/Title (Neap) /A << /S /GoTo /D [6 0 R /Fit] >>",
                "/Title (The end) /Dest [8 0 R /Fit]",
            )
        )
    )
    assert document.text == "Preface\n\nrunning head\n1 Tides\ntext\n\nEnd"
    assert document.headings == (
        Heading(level=2, title="Neap", line=3),
        Heading(level=1, title="Tides", line=4),
        Heading(level=1, title="The end", line=7),
    )
    assert document.outline_source is OutlineSource.BOOKMARKS


def test_a_bookmark_by_name(extract):
    objects = outline("/Title (End) /Dest (last)")
    objects[0] = objects[0].replace(" >>", " /Names << /Dests << /Names [(last) [8 0 R /Fit]] >> >> >>")
    assert extract(pdf(objects)).headings == (Heading(level=1, title="End", line=7),)


def test_bookmarks_in_a_circle_or_pointing_nowhere_keep_their_titles(extract):
    document = extract(
        pdf(
            outline(
                "/Title (One) /Dest [99 0 R /Fit] /Next 12 0 R /First 11 0 R",
                "/Title (Two) /Dest [7 /Fit] /Next 13 0 R",
                "/Title (Three) /Dest (nowhere) /Next 11 0 R",
            )
        )
    )
    assert document.headings == tuple(Heading(level=1, title=title, line=1) for title in ("One", "Two", "Three"))


def test_bookmarks_are_limited(extract):
    data = pdf(outline("/Title (One) /Next 12 0 R", "/Title (Two) /Next 13 0 R", "/Title (Three)"))
    assert [heading.title for heading in extract(data, max_headings=2).headings] == ["One", "Two"]


def encrypted(path, user, owner):
    writer = PdfWriter(clone_from=PdfReader(path))
    writer.encrypt(user, owner, algorithm="AES-256")
    writer.write(path)
    return path.read_bytes()


@pytest.fixture
def plain(tmp_path):
    path = tmp_path / "plain.pdf"
    path.write_bytes(pdf(outline("/Title (Tides) /Dest [6 0 R /Fit]")))
    return path


def test_a_password_is_needed(extract, plain):
    data = encrypted(plain, "secret", "owner")
    assert failure(extract, data) == (Outcome.ENCRYPTED, "a password is needed to open the file")


def test_an_owner_password_alone_does_not_matter(extract, plain):
    document = extract(encrypted(plain, "", "owner"))
    assert document.text == "Preface\n\nrunning head\n1 Tides\ntext\n\nEnd"
    assert [heading.title for heading in document.headings] == ["Tides"]


def test_form_values_and_notes_are_read_hidden_ones_and_passwords_not(extract):
    def field(value, more=""):
        entries = f"/FT /Tx /T (f{value}) /V ({value}) /DA (/F1 9 Tf) {more}"
        return f"<< /Type /Annot /Subtype /Widget /Rect [9 9 99 29] {entries} >>"

    annotations = [
        field("Rotterdam"),
        field("hunter2", "/Ff 8192"),
        field("unseen", "/F 2"),
        "<< /Type /Annot /Subtype /FreeText /Contents (check this) /Rect [9 40 99 60] >>",
        "<< /Type /Annot /Subtype /Link /Contents (link) /Rect [9 40 99 60] >>",
    ]
    objects = pages(
        lines_at(72, 700, "Port:"),
        page="/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]",
        catalog="/AcroForm << /Fields [6 0 R 7 0 R 8 0 R] >>",
        more=annotations,
    )
    assert extract(pdf(objects)).text == "Port:\nRotterdam\ncheck this"


def test_a_scan_has_no_text(extract):
    image = stream(
        "\0", "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
    )
    objects = pages("q 600 0 0 800 0 0 cm /I Do Q", "q 600 0 0 800 0 0 cm /I Do Q", page="", more=[image])
    objects = [o.replace("/Font <<", "/XObject << /I 8 0 R >> /Font <<") if isinstance(o, str) else o for o in objects]
    document = extract(pdf(objects))
    assert (document.outcome, document.text, document.places) == (Outcome.NO_TEXT, "", ())
    assert document.reason == "no text layer; pages that need OCR: 1, 2"
    assert document.needs_ocr


def test_empty_pages_are_not_called_scans(extract):
    document = extract(pdf(pages("")))
    assert (document.outcome, document.reason) == (Outcome.NO_TEXT, "the pages hold no text")
    assert not document.needs_ocr


LINES = ("First line of all", "Second line below")
BARS = ((100, 100, 500, 40), (100, 160, 480, 40))
SCAN = "q 600 0 0 500 0 100 cm /I Do Q"


def scans(*contents, picture=None, page="", size=None):
    """A document whose pages can show a picture of bars as /I."""
    picture = picture or draw(*BARS)
    width, height = size or picture.size
    colours = "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /ASCIIHexDecode"
    image = stream(
        picture.tobytes().hex() + ">", f"/Type /XObject /Subtype /Image /Width {width} /Height {height} {colours}"
    )
    objects = pages(*contents, more=[image], page=page)
    number = len(objects)
    return pdf(
        [
            o.replace("/Font <<", f"/XObject << /I {number} 0 R >> /Font <<")
            if "/Page " in o[:15] or "/Type /Page " in o
            else o
            for o in objects
        ]
    )


@pytest.fixture
def read(tmp_path):
    def run(data, *texts, **options):
        path = tmp_path / "scan.pdf"
        path.write_bytes(data)
        return PdfExtractor(BarReader(*(texts or LINES)), **options).extract(path, Limits())

    return run


def test_pages_without_text_are_read_in_their_place(read):
    document = read(
        scans(lines_at(72, 700, "A page with text of its own"), SCAN, lines_at(72, 700, "The last page of them"))
    )
    assert document.text.split("\n") == ["A page with text of its own", "", *LINES, "", "The last page of them"]
    assert document.places == (place(1, 1), place(3, 2), place(6, 3))
    assert (document.outcome, document.reason, document.needs_ocr) == (Outcome.OK, None, False)


def test_pages_that_wait_for_an_engine_are_named(extract):
    document = extract(scans(lines_at(72, 700, "A page with text of its own"), SCAN))
    assert (document.outcome, document.text) == (Outcome.OK, "A page with text of its own")
    assert (document.reason, document.needs_ocr) == ("pages that need OCR: 2", True)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_read(read, turn):
    assert read(scans(SCAN, page=f"/Rotate {turn}")).text == "\n".join(LINES)


def test_a_scan_that_lies_on_its_side_is_read(read):
    turned = draw(*BARS).transpose(Image.Transpose.ROTATE_90)
    assert read(scans("q 500 0 0 600 0 100 cm /I Do Q", picture=turned)).text == "\n".join(LINES)


@pytest.mark.parametrize(("known", "text"), [("ix", "ix\n" + "\n".join(LINES)), ("second LINE", "\n".join(LINES))])
def test_the_few_letters_a_page_has_are_kept(read, known, text):
    assert read(scans(SCAN + lines_at(500, 20, known))).text == text


def test_a_page_with_text_is_not_read_again(read):
    assert read(scans(SCAN + lines_at(72, 20, "Sixteen letters, at least"))).text == "Sixteen letters, at least"


@pytest.mark.parametrize(("rectangles", "needs"), [(30, True), (3, False)])
def test_shapes_may_be_letters_if_there_are_many(extract, rectangles, needs):
    content = " ".join(f"{10 * n} 10 5 5 re f" for n in range(rectangles))
    assert extract(pdf(pages(content))).needs_ocr == needs


def test_pages_there_was_no_time_for_are_named(read):
    document = read(scans(lines_at(72, 700, "A page with text of its own"), SCAN, SCAN), ocr_seconds=0)
    assert (document.outcome, document.text) == (Outcome.PARTIAL, "A page with text of its own")
    assert (document.reason, document.needs_ocr) == ("pages OCR did not read to the end: 2, 3", False)


def test_a_page_the_engine_fails_on_costs_no_other(read, monkeypatch):
    def fail(self, picture):
        raise OcrError("out of order")

    monkeypatch.setattr(BarReader, "find", fail)
    document = read(scans(lines_at(72, 700, "A page with text of its own"), SCAN))
    assert (document.outcome, document.reason) == (Outcome.PARTIAL, "pages OCR did not read to the end: 2")


def test_an_image_too_large_to_unpack_is_not_drawn(read, monkeypatch):
    drawn = []
    monkeypatch.setattr("pypdfium2.PdfPage.render", lambda *_, **__: drawn.append(1))
    document = read(scans(SCAN, size=(20_000, 20_000)))
    assert (document.outcome, document.reason, drawn) == (Outcome.NO_TEXT, "pages OCR did not read to the end: 1", [])


def test_no_pages(extract):
    assert failure(extract, pdf(pages())) == (Outcome.CORRUPT, "the file has no pages")


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n%%EOF", bytes(2000)])
def test_what_neither_library_reads_is_corrupt(extract, data):
    assert failure(extract, data) == (Outcome.CORRUPT, "neither PDF library can make sense of the file")


def test_some_unreadable_pages_make_it_partial(extract):
    objects = pages(lines_at(72, 700, "One"), lines_at(72, 700, "Two"), lines_at(72, 700, "Three"))
    objects[5] = "[1 2 3]"
    document = extract(pdf(objects))
    assert (document.outcome, document.reason) == (Outcome.PARTIAL, "unreadable pages: 2")
    assert document.text == "One\n\nThree"
    assert document.places == (place(1, 1), place(3, 3))


def test_a_damaged_cross_reference_table(extract):
    data = (
        pdf(pages(lines_at(72, 700, "still here")))
        .replace(b"00000 n", b"00007 n")
        .replace(b"startxref\n", b"startxref\n9")
    )
    assert extract(data).text == "still here"


def test_a_trailer_beyond_repair(extract):
    data = pdf(pages(lines_at(72, 700, "still here")))
    broken = data[: data.index(b"trailer")] + b"trailer\n<< /Root 1 0 R /ID [<904e\xff\x00"
    assert extract(broken).text == "still here"


def test_no_control_characters_in_text(extract):
    document = extract(pdf(pages(r"BT /F1 12 Tf 72 700 Td (a\001b\000c) Tj ET")))
    assert not [c for c in document.text if ord(c) < 32]


def test_vertical_text_in_a_font_that_is_not_at_hand(extract):
    objects = pages(
        "BT /F1 10 Tf 1 0 0 1 300 700 Tm <03980368035803600371034d037e077109c50378> Tj ET",
        more=[
            "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /DW 1000 /FontDescriptor 7 0 R"
            " /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>",
            "<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /ItalicAngle 0 /StemV 80 /Ascent 700"
            " /Descent -100 /CapHeight 700 /FontBBox [0 -100 1000 900] >>",
        ],
    )
    objects[2] = (
        "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light-Identity-V /Encoding /Identity-V"
        " /DescendantFonts [6 0 R] >>"
    )
    assert "".join(extract(pdf(objects)).text.split()) == "わたくしといふ現象は"


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("بلغة R و Pythonمن الأدوات", "بلغة R و Python من الأدوات"),
        ("בשפת Pythonעם", "בשפת Python עם"),
        ("وPython", "وPython"),
        ("x٣ A١", "x٣ A١"),
    ],
)
def test_a_latin_word_ends_before_a_right_to_left_one(read, meant):
    assert clean(read) == meant


def test_lam_alef_drawn_by_one_glyph_is_in_reading_order(extract):
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        "1 begincodespacerange <00> <FF> endcodespacerange\n"
        "3 beginbfchar <41> <06440627> <42> <0633> <43> <0645> endbfchar\nendcmap end end"
    )
    objects = pages("BT /F1 12 Tf 72 700 Td (CAB) Tj ET", more=[stream(cmap)])
    objects[2] = FONT.replace(" >>", " /ToUnicode 6 0 R >>")
    assert extract(pdf(objects)).text == "\u0633\u0644\u0627\u0645"
