"""Presentations made with python-pptx, some of them broken afterwards: slides in order, each shape once."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from lxml import etree
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from engine.documents import Heading
from engine.extract.base import ExtractionError, Limits
from engine.extract.ooxml_numbers import spell_automatic
from engine.extract.pptx import PptxExtractor
from engine.models import Outcome, OutlineSource, Place, PlaceMark

TITLE_AND_CONTENT, TITLE_ONLY, BLANK = 1, 5, 6
DML = "http://schemas.openxmlformats.org/drawingml/2006/main"


@pytest.fixture
def deck():
    return Presentation()


def saved(deck):
    target = io.BytesIO()
    deck.save(target)
    return target.getvalue()


def rewritten(data, change, added=None):
    """The archive with each member as `change(name, content)` leaves it; None drops it."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(target, "w") as out:
        for name in source.namelist():
            content = change(name, source.read(name))
            if content is not None:
                out.writestr(name, content)
        for name, content in (added or {}).items():
            out.writestr(name, content)
    return target.getvalue()


@pytest.fixture
def extract(tmp_path):
    def run(data, **limits):
        path = tmp_path / "file.pptx"
        path.write_bytes(data if isinstance(data, bytes) else saved(data))
        return PptxExtractor().extract(path, Limits(**limits))

    return run


def slide(deck, layout, title=None):
    made = deck.slides.add_slide(deck.slide_layouts[layout])
    if title is not None:
        made.shapes.title.text = title
    return made


def add_box(shapes, text, left, top):
    box = shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(1))
    box.text_frame.text = text
    return box


def place(line, n):
    return PlaceMark(line=line, place=Place(slide=n))


def test_slides_are_places_and_titles_headings(extract, deck):
    slide(deck, TITLE_AND_CONTENT, "Tides").placeholders[1].text = "High water\nLow water"
    add_box(slide(deck, BLANK).shapes, "untitled", 1, 1)
    slide(deck, TITLE_ONLY, "The\vend")
    document = extract(deck)
    assert document.text == "Tides\n\nHigh water\nLow water\n\nuntitled\n\nThe end"
    assert document.places == (place(1, 1), place(6, 2), place(8, 3))
    assert document.headings == (Heading(level=1, title="Tides", line=1), Heading(level=1, title="The end", line=8))
    assert document.outline_source is OutlineSource.SLIDES
    assert (document.outcome, document.reason) == (Outcome.OK, None)


def test_shapes_are_read_from_top_to_bottom_groups_together(extract, deck):
    made = slide(deck, TITLE_ONLY, "Title")
    add_box(made.shapes, "bottom", 1, 6)
    add_box(made.shapes, "right", 5, 2)
    add_box(made.shapes, "left", 1, 2)
    group = made.shapes.add_group_shape()
    add_box(group.shapes, "group below", 1, 4.5)
    add_box(group.shapes, "group above", 1, 4)
    assert extract(deck).text == "Title\n\nleft\n\nright\n\ngroup above\n\ngroup below\n\nbottom"


def test_a_placeholder_lies_where_its_layout_puts_it(extract, deck):
    made = slide(deck, TITLE_AND_CONTENT, "Title")
    add_box(made.shapes, "under it", 1, 7)
    add_box(made.shapes, "over it", 1, 0.1)
    made.placeholders[1].text = "content"
    assert extract(deck).text == "Title\n\nover it\n\ncontent\n\nunder it"


def test_a_table_row_is_a_line(extract, deck):
    table = slide(deck, BLANK).shapes.add_table(3, 3, Inches(1), Inches(1), Inches(6), Inches(2)).table
    for n, text in enumerate(["wide", "", "x", "tall", "b\nb", "c", "", "d", "e"]):
        table.cell(n // 3, n % 3).text = text
    table.cell(0, 0).merge(table.cell(0, 1))
    table.cell(1, 0).merge(table.cell(2, 0))
    assert extract(deck).text == "wide | wide | x\ntall | b b | c\ntall | d | e"


def test_a_chart_is_a_table(extract, deck):
    data = CategoryChartData()
    data.categories = ["2019", "2020"]
    data.add_series("Wild", (120, 130))
    data.add_series("Tame", (80, None))
    chart = slide(deck, BLANK).shapes.add_chart(
        XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(1), Inches(4), Inches(3), data
    )
    chart.chart.has_title = True
    chart.chart.chart_title.text_frame.text = "Ducks"
    assert extract(deck).text == "Ducks\n| Wild | Tame\n2019 | 120 | 80\n2020 | 130 |"


def test_notes_follow_their_slide_hidden_slides_are_read(extract, deck):
    made = slide(deck, TITLE_ONLY, "Shown")
    made.notes_slide.notes_text_frame.text = "say this\nand that"
    slide(deck, TITLE_ONLY, "Hidden")._element.set("show", "0")
    assert extract(deck).text == "Shown\n\nNotes:\nsay this\nand that\n\nHidden"


def test_slide_numbers_are_left_out(extract, deck):
    made = slide(deck, TITLE_ONLY, "Title")
    number = add_box(made.shapes, "17", 1, 1)
    number._element.nvSpPr.find("{*}nvPr").append(number._element.makeelement(f"{{{P}}}ph", {"type": "sldNum"}))
    # Decks converted from the older format have the field in an ordinary text box.
    field = etree.fromstring(f'<a:fld xmlns:a="{DML}" id="{{1}}" type="slidenum"><a:rPr/><a:t>17</a:t></a:fld>')
    add_box(made.shapes, "", 2, 1).text_frame.paragraphs[0]._p.append(field)
    assert extract(deck).text == "Title"


P = "http://schemas.openxmlformats.org/presentationml/2006/main"


def with_slide_xml(deck, xml, relations="", added=None):
    """The deck with `xml` put behind the shapes of its only slide, and relationships of that slide."""

    def change(name, content):
        if name == "ppt/slides/slide1.xml":
            return content.replace(b"</p:spTree>", xml.encode() + b"</p:spTree>")
        if name == "ppt/slides/_rels/slide1.xml.rels":
            return content.replace(b"</Relationships>", relations.encode() + b"</Relationships>")
        return content

    return rewritten(saved(deck), change, added)


def shape(text):
    return (
        '<p:sp><p:nvSpPr><p:cNvPr id="77" name="n"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>'
        f"<p:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def picture(descr, top=0):
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="78" name="Picture 1" descr="{descr}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>'
        f'<p:blipFill/><p:spPr><a:xfrm><a:off x="0" y="{top}"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr></p:pic>'
    )


def test_what_pictures_and_groups_show(extract, deck):
    add_box(slide(deck, BLANK).shapes, "A box", 0, 1)
    group = (
        '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="80" name="Group" descr="Three boats"/><p:cNvGrpSpPr/><p:nvPr/>'
        f"</p:nvGrpSpPr><p:grpSpPr/>{shape('grouped')}</p:grpSp>"
    )
    alternate = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f'<mc:Choice Requires="p"/><mc:Fallback>{picture("A quay", 500_000)}</mc:Fallback></mc:AlternateContent>'
    )
    xml = picture("The harbour at noon", 9144000) + picture("quay.png") + group + alternate
    assert extract(with_slide_xml(deck, xml)).text == "Three boats\n\ngrouped\n\nA quay\n\nA box\n\nThe harbour at noon"


def numbered(text, level=0, bullet="", start=None):
    automatic = f'<a:buAutoNum type="{bullet}"{"" if start is None else f" startAt={chr(34)}{start}{chr(34)}"}/>'
    mark = "" if not bullet else "<a:buNone/>" if bullet == "none" else automatic
    return f'<a:p><a:pPr lvl="{level}">{mark}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>'


def listed(*paragraphs, styles=""):
    return (
        '<p:sp><p:nvSpPr><p:cNvPr id="77" name="n"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>'
        f"<p:txBody><a:bodyPr/><a:lstStyle>{styles}</a:lstStyle>{''.join(paragraphs)}</p:txBody></p:sp>"
    )


def test_numbered_lists_keep_their_numbers(extract, deck):
    slide(deck, BLANK)
    arabic, letter = "arabicPeriod", "alphaLcParenR"
    xml = listed(
        numbered("one", 0, arabic),
        numbered("", 0, arabic),
        numbered("first", 1, letter),
        numbered("second", 1, letter),
        numbered("two", 0, arabic),
        numbered("again", 1, letter),
        numbered("plain", 0),
        numbered("anew", 0, arabic),
        numbered("seven", 0, arabic, 7),
        numbered("eight", 0, arabic, 7),
        numbered("roman", 0, "romanUcPeriod"),
        numbered("both", 0, "arabicParenBoth", 3),
    )
    assert extract(with_slide_xml(deck, xml)).text == (
        "1. one\na) first\nb) second\n2. two\na) again\nplain\n1. anew\n7. seven\n8. eight\nI. roman\n(3) both"
    )


def test_a_shape_may_number_its_levels_itself(extract, deck):
    slide(deck, BLANK)
    styles = '<a:lvl1pPr><a:buAutoNum type="arabicPlain"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="-"/></a:lvl2pPr>'
    xml = listed(numbered("one"), numbered("dash", 1), numbered("two"), numbered("bare", 0, "none"), styles=styles)
    assert extract(with_slide_xml(deck, xml)).text == "1 one\ndash\n2 two\nbare"


@pytest.mark.parametrize(
    ("scheme", "spelled"),
    [("arabicPeriod", "4."), ("alphaUcParenBoth", "(D)"), ("romanLcParenR", "iv)"), ("circleNumDbPlain", "④"),
     ("ea1ChsPeriod", "四."), ("arabic1Minus", "4-"), ("thaiNumPeriod", "4."), ("unheard of", "4.")],
)  # fmt: skip
def test_numbering_schemes(scheme, spelled):
    assert spell_automatic(4, scheme) == spelled


def test_a_newer_kind_of_chart(extract, deck):
    slide(deck, BLANK)
    cx = "http://schemas.microsoft.com/office/drawing/2014/chartex"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    xml = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="d"/><p:cNvGraphicFramePr/><p:nvPr/>'
        f'</p:nvGraphicFramePr><a:graphic><a:graphicData uri="{cx}"><cx:chart xmlns:cx="{cx}" xmlns:r="{office}" '
        'r:id="rId9"/></a:graphicData></a:graphic></p:graphicFrame>'
    )
    link = (
        '<Relationship Id="rId9" Type="http://schemas.microsoft.com/office/2014/relationships/chartEx"'
        ' Target="../charts/chartEx1.xml"/>'
    )
    data = (
        f'<cx:chartSpace xmlns:cx="{cx}" xmlns:a="{DML}"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl>'
        '<cx:pt idx="0">Berths</cx:pt><cx:pt idx="1">Fees</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl>'
        '<cx:pt idx="0">12</cx:pt><cx:pt idx="1">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart>'
        "<cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Income</a:t></a:r></a:p></cx:rich></cx:tx></cx:title>"
        "<cx:series><cx:tx><cx:txData><cx:v>2024</cx:v></cx:txData></cx:tx></cx:series></cx:chart></cx:chartSpace>"
    )
    document = extract(with_slide_xml(deck, xml, link, {"ppt/charts/chartEx1.xml": data}))
    assert document.text == "Income\n2024\nBerths | 12\nFees | 7"


def test_one_branch_of_alternatives(extract, deck):
    slide(deck, BLANK)
    xml = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f'<mc:Choice Requires="p">{shape("new")}</mc:Choice><mc:Fallback>{shape("old")}</mc:Fallback>'
        "</mc:AlternateContent>"
    )
    assert extract(with_slide_xml(deck, xml)).text == "new"


def test_smart_art(extract, deck):
    slide(deck, BLANK)
    dgm = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    xml = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="d"/><p:cNvGraphicFramePr/><p:nvPr/>'
        "</p:nvGraphicFramePr>"
        f'<a:graphic><a:graphicData uri="{dgm}"><dgm:relIds xmlns:dgm="{dgm}" xmlns:r="{office}" r:dm="rId9"/>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )
    link = f'<Relationship Id="rId9" Type="{office}/diagramData" Target="../diagrams/data1.xml"/>'
    data = (
        f'<dgm:dataModel xmlns:dgm="{dgm}" xmlns:a="{DML}"><a:p><a:r><a:t>Plan</a:t></a:r></a:p>'
        "<a:p><a:r><a:t>Do</a:t></a:r></a:p></dgm:dataModel>"
    )
    assert extract(with_slide_xml(deck, xml, link, {"ppt/diagrams/data1.xml": data})).text == "Plan\nDo"


def test_review_comments(extract, deck):
    slide(deck, TITLE_ONLY, "Title")
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    link = f'<Relationship Id="rId9" Type="{office}/comments" Target="../comments/comment1.xml"/>'
    comments = (
        f'<p:cmLst xmlns:p="{P}"><p:cm authorId="1" dt="2024-03-01T09:00:00"><p:text>why?</p:text></p:cm>'
        "<p:cm><p:text>because</p:text></p:cm></p:cmLst>"
    )
    authors = f'<p:cmAuthorLst xmlns:p="{P}"><p:cmAuthor id="1" name="Bo"/></p:cmAuthorLst>'
    data = with_slide_xml(deck, "", link, {"ppt/comments/comment1.xml": comments, "ppt/commentAuthors.xml": authors})

    def change(name, content):
        named = f'<Relationship Id="rId99" Type="{office}/commentAuthors" Target="commentAuthors.xml"/></Relationships>'
        return (
            content.replace(b"</Relationships>", named.encode()) if name.endswith("presentation.xml.rels") else content
        )

    assert extract(rewritten(data, change)).text == "Title\n\nComment (Bo, 2024-03-01): why?\n\nComment: because"


def three_slides(deck):
    for title in ("One", "Two", "Three"):
        slide(deck, TITLE_ONLY, title)
    order = deck.slides._sldIdLst
    order.append(order[0])
    return saved(deck)


def test_slides_are_in_the_order_of_the_presentation(extract, deck):
    assert extract(three_slides(deck)).text == "Two\n\nThree\n\nOne"


@pytest.mark.parametrize(
    "lost", ["ppt/slideMasters/slideMaster1.xml", "ppt/slideLayouts/slideLayout6.xml", "[Content_Types].xml"]
)
def test_what_python_pptx_refuses_is_read_part_by_part(extract, deck, lost):
    data = rewritten(three_slides(deck), lambda name, content: None if name == lost else content)
    document = extract(data)
    assert document.text == "Two\n\nThree\n\nOne"
    assert [heading.title for heading in document.headings] == ["Two", "Three", "One"]


def test_without_a_usable_presentation_part_slides_are_in_the_order_of_their_numbers(extract, deck):
    def change(name, content):
        return None if name == "ppt/_rels/presentation.xml.rels" else content

    assert extract(rewritten(three_slides(deck), change)).text == "One\n\nTwo\n\nThree"


def test_a_broken_slide_makes_it_partial(extract, deck):
    def change(name, content):
        return b"" if name == "ppt/slides/slide2.xml" else content

    document = extract(rewritten(three_slides(deck), change))
    assert document.text == "Three\n\nOne"
    assert (document.outcome, document.reason) == (Outcome.PARTIAL, "damaged parts: ppt/slides/slide2.xml")


def test_media_are_not_unpacked(extract, deck):
    slide(deck, TITLE_ONLY, "Title")
    data = rewritten(saved(deck), lambda _, content: content, {"ppt/media/film.mp4": bytes(20 << 20)})
    assert extract(data, max_inflated=8 << 20).text == "Title"


def test_strict_namespaces(extract, deck):
    def change(name, content):
        return re.sub(
            rb"http://schemas\.openxmlformats\.org/(officeDocument|drawingml|presentationml)/2006/",
            rb"http://purl.oclc.org/ooxml/\1/",
            content,
        )

    assert extract(rewritten(three_slides(deck), change)).text == "Two\n\nThree\n\nOne"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Harbour plan", "Harbour plan"),
        ("PowerPoint Presentation", None),
        ("", None),
        ("1", None),
        ("Bild 1", None),
        ("PowerPoint-bemutató", None),
        ("Prezentacja programu PowerPoint", None),
        ("PowerPoint 演示文稿", None),
        ("幻灯片 1", None),
        ("Diapositive 3", None),
        ("免费模板 www.1ppt.com", None),
        ("PowerPoint for pilots",) * 2,
        ("1984",) * 2,
        ("Dia de los Muertos",) * 2,
    ],
)
def test_title_and_author(extract, deck, written, expected):
    slide(deck, TITLE_ONLY, "First")
    deck.core_properties.title, deck.core_properties.author = written, "Ada"
    document = extract(deck)
    assert (document.title, document.author) == (expected, "Ada")


def test_no_slides(extract, deck):
    document = extract(deck)
    assert (document.outcome, document.text, document.places) == (Outcome.NO_TEXT, "", ())


def test_a_word_document_is_no_presentation(extract):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    with pytest.raises(ExtractionError) as caught:
        extract(target.getvalue())
    assert caught.value.outcome is Outcome.UNSUPPORTED
