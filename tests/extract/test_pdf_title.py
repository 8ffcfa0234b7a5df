"""PDF: the title of a document that states none, or none that a person wrote."""

from __future__ import annotations

import pytest
from make_pdf import lines_at, pages, pdf, stream

from engine.extract.base import Limits
from engine.extract.pdf import PdfExtractor

BODY = lines_at(72, 600, *["Words in the size of all others fill the rest of the page."] * 5)


def large(*lines, size=20, top=700):
    return f"BT /F1 {size} Tf {size} TL 72 {top} Td {' '.join(f'({line}) Tj T*' for line in lines)} ET\n"


@pytest.fixture
def title(tmp_path):
    def run(*contents, info="", bookmarks=(), page=""):
        number = 4 + 2 * len(contents)
        entries = [
            f"<< /Title ({name}) /Dest [4 0 R /Fit] {f'/Next {number + n + 2} 0 R' if n + 1 < len(bookmarks) else ''} >>"
            for n, name in enumerate(bookmarks)
        ]
        more = [f"<< /Type /Outlines /First {number + 1} 0 R >>", *entries, f"<< {info} >>"]
        objects = pages(*contents, catalog=f"/Outlines {number} 0 R" if bookmarks else "", more=more, page=page)
        path = tmp_path / "report.pdf"
        path.write_bytes(pdf(objects, f"/Info {len(objects)} 0 R"))
        return PdfExtractor().extract(path, Limits()).title

    return run


def test_the_title_it_states_comes_first(title):
    assert title(large("Harbour plan") + BODY, info="/Title (The plan)", bookmarks=["Tides"]) == "The plan"


def test_the_largest_writing_on_the_first_page(title):
    assert (
        title(BODY + large("Harbour plan", "of Rotterdam"), large("Low tides", size=40) + BODY)
        == "Harbour plan of Rotterdam"
    )


def test_the_matrix_counts_for_the_size(title):
    grown = "q 2 0 0 2 0 0 cm BT /F1 12 Tf 36 350 Td (Harbour plan) Tj ET Q\n"
    shrunk = "q 0.5 0 0 0.5 0 0 cm BT /F1 18 Tf 36 1500 Td (Not the harbour plan) Tj ET Q\n"
    assert title(BODY + shrunk + grown) == "Harbour plan"


@pytest.mark.parametrize(
    "writing",
    [
        "IBM", "www.example.org", "Table of Contents", "Abstract", "Transfer 1406164.00 1406246.50", "and so on and on", "Name of port:",
        "H a r b o u r",
    ],
)  # fmt: skip
def test_what_is_large_but_no_title(title, writing):
    assert title(large(writing) + BODY) is None


def test_writing_of_one_size_has_no_title(title):
    assert title(BODY) is None


def test_a_little_larger_is_not_enough(title):
    assert title(large("Harbour plan", size=14) + BODY) is None


def test_a_page_with_lines_outside_is_not_looked_at(title):
    assert title(lines_at(72, -50, "Printed 1") + large("Harbour plan") + BODY) is None


def test_a_signature_is_no_title(tmp_path):
    appearance = stream(
        "BT /F1 30 Tf 2 9 Td (Signed by Ada) Tj ET",
        "/Type /XObject /Subtype /Form /BBox [0 0 300 40] /Resources << /Font << /F1 3 0 R >> >>",
    )
    stamp = "<< /Type /Annot /Rect [9 9 309 49] /Subtype /Stamp /AP << /N 6 0 R >> >>"
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf(pages(BODY, page="/Annots [7 0 R]", more=[appearance, stamp])))
    document = PdfExtractor().extract(path, Limits())
    assert document.text.endswith("Signed by Ada")
    assert document.title is None


def test_the_root_of_an_outline(title):
    assert title(BODY, bookmarks=["Harbour plan"]) == "Harbour plan"


@pytest.mark.parametrize("bookmarks", [["Introduction", "Tides", "End"], ["Blank Page"], ["Slide 1"], ["plan.pdf"]])
def test_a_first_chapter_or_an_empty_page_is_no_title(title, bookmarks):
    assert title(BODY, bookmarks=bookmarks) == "report"


@pytest.mark.parametrize(
    "stated",
    [
        "05-30197-CV0.wpd", r"X:\\L6046\\current\\pmm.vp", "http://example.org/pages/Design", "Budget.xlsx",
        "Enscript Output", "Blank Page", "Book1",
    ],
)  # fmt: skip
def test_a_stated_title_made_by_a_program_is_none(title, stated):
    assert title(BODY, info=f"/Title ({stated})") is None


def test_a_stated_title_with_a_dot_is_kept(title):
    assert title(BODY, info="/Title (Introduction to ASP.NET)") == "Introduction to ASP.NET"
