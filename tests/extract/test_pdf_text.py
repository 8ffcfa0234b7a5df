"""PDF: which of the letters pdfium finds are the text of the page, and where they are found when it finds none."""

from __future__ import annotations

import pytest
from fake_ocr import BarReader
from make_pdf import FONT, lines_at, pages, pdf, stream
from pypdf import PdfReader, PdfWriter

from engine.extract.base import ExtractionError, Limits
from engine.extract.pdf import PdfExtractor
from engine.extract.pdf_letters import clean
from engine.models import Outcome


@pytest.fixture
def extract(tmp_path):
    def run(data, *recognised):
        path = tmp_path / "file.pdf"
        path.write_bytes(data)
        return PdfExtractor(BarReader(*recognised) if recognised else None).extract(path, Limits())

    return run


# The page of these tests is 600 × 800 points.


def test_lines_beside_the_page_are_not_on_it(extract):
    content = (
        lines_at(72, 700, "Shown", "twice") + lines_at(700, 700, "Next page") + lines_at(72, -30, "Printed 2021/07/06")
    )
    assert extract(pdf(pages(content))).text == "Shown\ntwice"


def test_a_line_that_runs_off_the_page_keeps_its_words(extract):
    content = lines_at(550, 700, "Service checklist") + lines_at(72, 900, "Not on the page")
    assert extract(pdf(pages(content))).text == "Service checklist"


def test_what_was_cropped_is_gone(extract):
    content = lines_at(72, 700, "Head of the paper") + lines_at(72, 300, "The figure")
    assert extract(pdf(pages(content, page="/CropBox [50 250 550 350]"))).text == "The figure"


def test_a_page_without_anything_inside_keeps_all(extract):
    assert extract(pdf(pages(lines_at(72, 900, "Where are we?")))).text == "Where are we?"


def annotated(*annotations, form=""):
    """A page that says “Contract” with annotations (objects 7, 8, …); object 6 is a picture that says “Signed by Ada”."""
    appearance = stream(
        "BT /F1 9 Tf 2 9 Td (Signed by Ada) Tj ET",
        "/Type /XObject /Subtype /Form /BBox [0 0 90 20] /Resources << /Font << /F1 3 0 R >> >>",
    )
    listed = " ".join(f"{7 + n} 0 R" for n in range(len(annotations)))
    entries = (
        f"<< /Type /Annot {'' if '/Rect' in annotation else '/Rect [9 9 99 29]'} {annotation} >>"
        for annotation in annotations
    )
    return pdf(
        pages(
            lines_at(72, 700, "Contract"),
            page=f"/Annots [{listed}]",
            catalog=f"/AcroForm << /Fields [{form}] >>" if form else "",
            more=[appearance, *entries],
        )
    )


SIGNATURE = "/Subtype /Widget /FT /Sig /T (s) /AP << /N 6 0 R >>"
FIELD = "/Subtype /Widget /FT /Tx /T (f) /V (Rotterdam) /DA (/F1 9 Tf) /AP << /N 6 0 R >>"
STAMP = "/Subtype /Stamp /AP << /N 6 0 R >>"


def test_what_a_signature_shows_is_read_once_and_fields_stay(extract):
    assert extract(annotated(SIGNATURE, FIELD, form="7 0 R 8 0 R")).text == "Contract\nSigned by Ada\nRotterdam"


def test_what_a_stamp_shows_is_read(extract):
    assert extract(annotated(STAMP)).text == "Contract\nSigned by Ada"


@pytest.mark.parametrize("annotation", [SIGNATURE + " /F 2", STAMP + " /F 32", "/Subtype /Link /AP << /N 6 0 R >>"])
def test_what_is_hidden_or_no_signature_is_not(extract, annotation):
    assert extract(annotated(annotation, form="7 0 R" if "Sig" in annotation else "")).text == "Contract"


def test_a_stamp_on_a_line_does_not_tear_it_apart(extract):
    over = STAMP + " /Rect [80 695 120 715]"
    assert extract(annotated(over)).text == "Contract\nSigned by Ada"


def test_line_ends_in_a_note_are_lines(extract):
    note = r"/Subtype /FreeText /Contents (one\rtwo\r\nthree)"
    assert extract(annotated(note)).text == "Contract\none\ntwo\nthree"


def drawn_letters(*names):
    """A page of a font whose glyphs are drawings, with codes from 1 on that mean what the names of the glyphs say."""
    glyph = stream("500 0 0 0 400 700 d1 0 0 400 700 re f")
    procedures = " ".join(f"/{name} 6 0 R" for name in names)
    codes = "".join(f"{code:02x}" for code in range(1, len(names) + 1))
    objects = pages(f"BT /F1 12 Tf 72 700 Td <{codes}> Tj ET", more=[glyph])
    objects[2] = (
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1"
        f" /LastChar {len(names)} /Widths [{'500 ' * len(names)}] /CharProcs << {procedures} >>"
        f" /Encoding << /Type /Encoding /Differences [1 {' '.join('/' + name for name in names)}] >> >>"
    )
    return pdf(objects)


def test_letters_only_the_names_of_glyphs_tell(extract):
    document = extract(drawn_letters("T", "r", "a", "u", "m", "Adieresis"))
    assert (document.text, document.needs_ocr) == ("TraumÄ", False)


def test_glyphs_with_meaningless_names_wait_for_ocr(extract):
    assert extract(drawn_letters("g936", "g1007", "g1004", "g381", "g3")).needs_ocr


CODES = "BT /F1 12 Tf 72 700 Td <2a555853440310352303112003152f> Tj ET "


def coded(content):
    """A page of a font that calls its codes letters."""
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        "1 begincodespacerange <00> <FF> endcodespacerange\n1 beginbfrange <00> <7F> <0000> endbfrange\nendcmap end end"
    )
    objects = pages(content, more=[stream(cmap)])
    objects[2] = FONT.replace(" >>", " /ToUnicode 6 0 R >>")
    return pdf(objects)


def test_codes_in_place_of_letters_are_no_text(extract):
    document = extract(coded(CODES))
    assert (document.outcome, document.reason) == (Outcome.OK, "pages that need OCR: 1")
    assert document.needs_ocr


def test_ocr_takes_the_place_of_codes(extract):
    bar = "1 0 0 rg 100 600 200 40 re f 0 0 1 rg 300 600 200 40 re f"  # what BarReader reads
    document = extract(coded(CODES + bar), "Grupa")
    assert (document.text, document.reason, document.needs_ocr) == ("Grupa", None, False)


def test_a_few_codes_among_letters_are_left_out(extract):
    content = lines_at(72, 700, *[r"\001Bullets before all entries of a list"] * 3)
    document = extract(coded(content))
    assert document.text == "\n".join(["Bullets before all entries of a list"] * 3)
    assert not document.needs_ocr


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("don\x92t \x96 10 \x80", "don’t – 10 €"),
        ("\uf76f\uf770\uf765\uf76e \uf731\uf739 caf\uf7e9", "open 19 café"),
        ("Copyright \rc 1994\r\nby Knuth", "Copyright c 1994\nby Knuth"),
        ("และต\r\nั้\r\nงฉาก", "และตั้งฉาก"),
        ("สร้างส\r\nี่\r\nเหลี่ยม\r\nของ", "สร้างสี่เหลี่ยม\nของ"),
        ("ดี\r\nของ", "ดี\nของ"),
    ],
)
def test_letters_in_their_place(read, meant):
    assert clean(read) == meant


def test_columns_of_vertical_writing_go_from_right_to_left(extract):
    first, second = "03980368035803600371034d037e077109c50378", "0398036803580360"
    objects = pages(
        f"BT /F1 10 Tf 1 0 0 1 300 700 Tm <{first}> Tj 1 0 0 1 280 700 Tm <{second}> Tj ET",
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
    assert extract(pdf(objects)).text == "わたくしといふ現象は\nわたくし"


def spread(*words, end=0):
    """Words as scanners write them: letters apart to fill the width of the picture, all but the last of each word."""
    shown = " ".join(
        f"2 Tc ({' ' if n else ''}{word[:-1]}) Tj {end} Tc ({word[-1]}) Tj" for n, word in enumerate(words)
    )
    return f"BT 3 Tr /F1 9 Tf 72 700 Td {shown} ET\n"


def test_letters_spread_to_the_width_of_a_scan_are_words(extract):
    assert extract(pdf(pages(spread("North", "Buona", "Vista", "Drive")))).text == "North Buona Vista Drive"


def test_single_letters_far_apart_stay_so(extract):
    content = "".join(f"BT /F1 9 Tf {72 + 20 * n} 700 Td ({letter}) Tj ET\n" for n, letter in enumerate("ABCDE"))
    assert extract(pdf(pages(content + lines_at(72, 600, "one column each")))).text == "A B C D E\none column each"


@pytest.fixture
def locked(tmp_path):
    def run(user, owner):
        path = tmp_path / "locked.pdf"
        path.write_bytes(pdf(pages(lines_at(72, 700, "Open to all"))))
        writer = PdfWriter(clone_from=PdfReader(path))
        writer.encrypt(user, owner, algorithm="AES-256")
        writer.write(path)
        return path

    return run


def test_a_file_whose_attachments_alone_are_locked_is_locked(extract, locked):
    keys = PdfReader(locked("secret", "owner")).trailer["/Encrypt"]
    strings = " ".join(f"{key} <{keys[key].original_bytes.hex()}>" for key in ("/U", "/O", "/UE", "/OE", "/Perms"))
    encryption = (
        f"<< /Filter /Standard /V 5 /R 6 /Length 256 /P {keys['/P']} {strings} /StmF /Identity /StrF /Identity"
        " /EFF /StdCF /CF << /StdCF << /AuthEvent /EFOpen /CFM /AESV3 /Length 32 >> >> >>"
    )
    objects = [*pages(lines_at(72, 700, "Open to all")), encryption]
    with pytest.raises(ExtractionError, match="its attachments") as caught:
        extract(pdf(objects, "/Encrypt 6 0 R /ID [<00> <00>]"))
    assert caught.value.outcome is Outcome.ENCRYPTED


class Blank(str):
    """An empty password, which pypdf would take for none."""

    __slots__ = ()

    def __bool__(self):
        return True


def test_an_empty_owner_password_opens_a_file(extract, locked):
    assert extract(locked("secret", Blank()).read_bytes()).text == "Open to all"


def test_a_filter_that_pypdf_no_longer_knows_by_that_name_costs_no_page(extract):
    data = coded(CODES).replace(stream(CODES).encode(), stream(CODES.encode().hex() + ">", "/Filter /AHx").encode())
    assert extract(data).needs_ocr


def test_a_locked_file_that_pdfium_cannot_make_sense_of_is_locked(extract, locked):
    with pytest.raises(ExtractionError) as caught:
        extract(locked("secret", "owner").read_bytes().replace(b"%PDF-", b"%?"))
    assert caught.value.outcome is Outcome.ENCRYPTED
