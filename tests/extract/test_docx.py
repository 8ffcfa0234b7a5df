"""Word documents put together from XML: what is read, in which order, and what is left out."""

from __future__ import annotations

import io
import zipfile

import pytest

from engine.documents import Heading
from engine.extract.base import ExtractionError, Limits
from engine.extract.docx import DocxExtractor
from engine.extract.ooxml_numbers import spell_number
from engine.models import Outcome, OutlineSource

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    f' xmlns:r="{OFFICE}"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
    ' xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
)
STYLES = """
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Lvl2"/></w:style>
<w:style w:type="paragraph" w:styleId="Lvl2"><w:name w:val="Own"/><w:basedOn w:val="Sub"/>
  <w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="TOCHeading"><w:name w:val="TOC Heading"/><w:basedOn w:val="berschrift1"/>
  <w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Step"><w:name w:val="Step"/>
  <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
"""


def level(index, form, text, more=""):
    shape = f'<w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}<w:lvlText w:val="{text}"/>'
    return f'<w:lvl w:ilvl="{index}">{shape}</w:lvl>'


NUMBERING = f"""
<w:abstractNum w:abstractNumId="7">
  {level(0, "decimal", "%1.")}{level(1, "lowerLetter", "%2)")}{level(2, "upperRoman", "%1.%3", "<w:isLgl/>")}
</w:abstractNum>
<w:abstractNum w:abstractNumId="8">{level(0, "bullet", "•")}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="7"/>
  <w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
"""


def r(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(content, properties=""):
    inner = content if content.startswith("<") else r(content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def styled(style, text):
    return p(text, f'<w:pStyle w:val="{style}"/>')


def item(number, ilvl, text):
    return p(text, f'<w:numPr><w:ilvl w:val="{ilvl}"/><w:numId w:val="{number}"/></w:numPr>')


def row(*cells, properties=""):
    return f"<w:tr>{properties}{''.join(cells)}</w:tr>"


def cell(content, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content if content.startswith('<') else p(content)}</w:tc>"


def table(*rows):
    return f"<w:tbl><w:tblPr/>{''.join(rows)}</w:tbl>"


def box(text):
    return f"<w:txbxContent>{p(text)}</w:txbxContent>"


def relationships(*links):
    rows = "".join(f'<Relationship Id="{i}" Type="{OFFICE}/{kind}" Target="{target}"/>' for i, kind, target in links)
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def part(name, content):
    return f"<w:{name} {NAMESPACES}>{content}</w:{name}>"


def core(title, author="Ada"):
    return (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
        f' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title>'
        f"<dc:creator>{author}</dc:creator></cp:coreProperties>"
    )


def members(body, parts=None, **more):
    """A whole package; `parts` gives further parts of the document by relationship kind, as (file, content)."""
    always = [
        ("styles", ("styles.xml", part("styles", STYLES))),
        ("numbering", ("numbering.xml", part("numbering", NUMBERING))),
    ]
    links = [(kind, *found) for kind, found in [*always, *(parts or [])]]
    return {
        "_rels/.rels": relationships(("r1", "officeDocument", "word/document.xml")),
        "word/document.xml": part("document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": relationships(
            *((f"r{n}", kind, file) for n, (kind, file, _) in enumerate(links))
        ),
        **{f"word/{file}": content for _, file, content in links},
        **more,
    }


@pytest.fixture
def extract(tmp_path):
    def run(package, **limits):
        path = tmp_path / "file.docx"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in package.items():
                archive.writestr(name, content)
        return DocxExtractor().extract(path, Limits(**limits))

    return run


@pytest.fixture
def text(extract):
    return lambda body, parts=None: extract(members(body, parts)).text


def test_paragraphs_and_their_characters(text):
    run = (
        "<w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>well</w:t><w:noBreakHyphen/><w:t>known so</w:t>"
        '<w:softHyphen/><w:t>ft</w:t><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/>'
        '<w:sym w:font="Arial" w:char="00E9"/><w:sym w:font="Symbol" w:char="zz"/></w:r>'
    )
    assert text(p(run) + p("") + p("last")) == "one\ttwo\nwell-known softα✓é\n\nlast"


def test_white_space_of_pretty_printed_files_ends_no_line(text):
    assert text("<w:p><w:r><w:t>one\n      two</w:t></w:r></w:p>") == "one two"


def test_headings_by_style_by_level_and_by_localised_name(extract):
    document = extract(
        members(
            styled("berschrift1", "Tides")
            + styled("Sub", "Neap")
            + styled("TOCHeading", "Contents")
            + p("Direct", '<w:outlineLvl w:val="2"/>')
            + p("Body", '<w:pStyle w:val="berschrift1"/><w:outlineLvl w:val="9"/>')
            + styled("Heading4", "Without a style")
            + p("text")
        )
    )
    assert document.headings == (
        Heading(level=1, title="Tides", line=1),
        Heading(level=2, title="Neap", line=3),
        Heading(level=3, title="Direct", line=7),
        Heading(level=4, title="Without a style", line=11),
    )
    assert document.outline_source is OutlineSource.STYLES
    assert document.text == "Tides\n\nNeap\n\nContents\n\nDirect\n\nBody\n\nWithout a style\n\ntext"


def test_list_numbers_are_spelled_as_the_numbering_says(text):
    body = (
        item(1, 0, "one")
        + item(1, 1, "sub")
        + item(1, 1, "sub")
        + item(1, 2, "deep")
        + item(1, 0, "two")
        + item(1, 1, "again")
    )
    assert text(body + p("between") + item(2, 0, "dot") + item(3, 0, "five") + styled("Step", "six")) == (
        "1. one\n  a) sub\n  b) sub\n    1.I deep\n2. two\n  a) again\n\nbetween\n\n- dot\n5. five\n6. six"
    )


def test_a_numbered_heading_has_its_number(extract):
    body = p("Tides", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/>')
    assert extract(members(body)).headings == (Heading(level=1, title="1. Tides", line=1),)


@pytest.mark.parametrize(
    ("n", "style", "spelled"),
    [
        (4, "lowerRoman", "iv"), (27, "upperLetter", "AA"), (7, "decimalZero", "07"), (12, "chineseCounting", "十二"),
        (20, "japaneseCounting", "二十"), (3, "decimalEnclosedCircle", "③"), (5, "unheardOf", "5"),
        (0, "lowerLetter", "0"), (10**9, "lowerRoman", "1000000000"), (3, "none", ""),
    ],
)  # fmt: skip
def test_number_formats(n, style, spelled):
    assert spell_number(n, style) == spelled


def test_a_table_row_is_a_line(text):
    body = table(row(cell("a"), cell(p("b") + p("c"))), row(cell("d"), cell("")), row(cell(""), cell("")))
    assert text(p("before") + body + p("after")) == "before\n\na | b c\nd | \n\nafter"


def test_merged_cells_stand_where_they_reach(text):
    start, covered = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    body = table(
        row(cell("wide", '<w:gridSpan w:val="2"/>'), cell("x")),
        row(cell("tall", start), cell("1"), cell("y")),
        row(cell("", covered), cell("2"), cell("z")),
        row(cell("form", '<w:gridSpan w:val="30"/>'), cell("w")),
        row(cell("late"), cell("end"), properties='<w:trPr><w:gridBefore w:val="1"/></w:trPr>'),
    )
    assert text(body) == "wide | wide | x\ntall | 1 | y\ntall | 2 | z\nform | w\n | late | end"


def test_tables_in_cells_and_frames_of_one_cell_are_blocks(extract):
    inner = table(row(cell("a"), cell("b")), row(cell("c"), cell("d")))
    document = extract(
        members(
            table(row(cell("left"), cell(p("right") + inner)), row(cell(styled("berschrift1", "Framed") + p("text"))))
        )
    )
    assert document.text == "left\n\nright\n\na | b\nc | d\n\nFramed\n\ntext"
    assert document.headings == (Heading(level=1, title="Framed", line=8),)


def test_a_text_box_is_read_once(text):
    alternate = (
        f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'><wps:txbx>{box('boxed')}</wps:txbx></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{box('old')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert text(p(r("anchor") + alternate) + p("after")) == "anchor\n\nboxed\n\nafter"


def test_a_choice_without_text_gives_way_to_the_fallback(text):
    alternate = (
        "<w:r><mc:AlternateContent><mc:Choice Requires='x'><w:drawing/></mc:Choice>"
        f"<mc:Fallback><w:pict>{box('boxed')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert text(p(alternate)) == "boxed"


def test_paragraphs_of_a_drawing_are_blocks_of_their_own(text):
    shape = "<a:txBody><a:p><a:r><a:t>The</a:t></a:r><a:r><a:t>mes</a:t></a:r></a:p><a:p/><a:p>{}</a:p></a:txBody>"
    canvas = "<w:r><w:drawing>" + shape.format("<a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r>")
    assert text(p(r("anchor") + canvas + "</w:drawing></w:r>") + p("after")) == "anchor\n\nThemes\n\none two\n\nafter"


def test_word_art_and_watermarks_are_text(text):
    art = '<w:r><w:pict><v:shape><v:textpath style="x" string="Annual&#10;Report"/></v:shape></w:pict></w:r>'
    assert text(p(r("before") + art + r(" and after"))) == "before and after\n\nAnnual\nReport"


def test_a_dropped_initial_belongs_to_its_word(text):
    initial = p("O", '<w:framePr w:dropCap="drop" w:lines="3"/>')
    assert text(initial + p("nce upon a time")) == "Once upon a time"
    assert text(table(row(cell(initial), cell("alone")))) == "O | alone"
    assert text(p("O", '<w:framePr w:dropCap="none"/>') + p("nce")) == "O\n\nnce"


def test_content_controls_smart_tags_links_and_fields(text):
    controlled = f"<w:sdt><w:sdtContent>{cell('b')}</w:sdtContent></w:sdt>"
    body = (
        f"<w:sdt><w:sdtPr><w:alias w:val='no'/></w:sdtPr><w:sdtContent>{p('controlled')}</w:sdtContent></w:sdt>"
        + p(f"<w:sdt><w:sdtContent>{r('in')}</w:sdtContent></w:sdt><w:smartTag>{r('line')}</w:smartTag>")
        + p(f"<w:hyperlink r:id='r9'>{r('link')}</w:hyperlink><w:r><w:instrText> PAGE </w:instrText></w:r>")
        + table(f"<w:sdt><w:sdtContent>{row(cell('a'), controlled)}</w:sdtContent></w:sdt>")
    )
    assert text(body) == "controlled\n\ninline\n\nlink\n\na | b"


def test_insertions_are_in_deletions_and_moved_text_out(text):
    body = (
        p(f"<w:ins>{r('new ')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r>{r('old')}</w:del>{r('text')}")
        + p(f"<w:moveFrom>{r('moved')}</w:moveFrom>")
        + p(f"<w:moveTo>{r('moved')}</w:moveTo>")
        + table(
            row(cell("kept"), cell("too")),
            row(cell("deleted"), cell("row"), properties="<w:trPr><w:del/></w:trPr>"),
        )
        + p(f"<w:del>{r('item')}</w:del>", '<w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:del/></w:rPr>')
        + item(1, 0, "first")
    )
    assert text(body) == "new text\n\nmoved\n\nkept | too\n\n1. first"


def test_only_the_base_of_ruby_text(text):
    assert text(p(f"<w:r><w:ruby><w:rt>{r('よみ')}</w:rt><w:rubyBase>{r('読')}</w:rubyBase></w:ruby></w:r>")) == "読"


def test_notes_comments_headers_and_footers(extract):
    body = p(
        r("Text")
        + '<w:r><w:footnoteReference w:id="5"/></w:r>'
        + r(" and")
        + '<w:r><w:footnoteReference w:id="2"/></w:r>'
    )
    body += p(r("End") + '<w:r><w:endnoteReference w:id="3"/></w:r>')
    notes = '<w:footnote w:id="0" w:type="separator"><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote>' + "".join(
        f'<w:footnote w:id="{n}">{p(words)}</w:footnote>' for n, words in ((2, "second"), (5, "first"), (9, "loose"))
    )
    parts = [
        ("header", ("header1.xml", part("hdr", p("Head")))),
        ("header", ("header2.xml", part("hdr", p("Head")))),
        ("footer", ("footer1.xml", part("ftr", p("Foot")))),
        ("footnotes", ("footnotes.xml", part("footnotes", notes))),
        ("endnotes", ("endnotes.xml", part("endnotes", f'<w:endnote w:id="3">{p("last") + p("more")}</w:endnote>'))),
        (
            "comments",
            (
                "comments.xml",
                part("comments", f'<w:comment w:author="Bo" w:date="2024-03-01T09:00:00Z">{p("why?")}</w:comment>'),
            ),
        ),
    ]
    assert extract(members(body, parts)).text == (
        "Head\n\nText[1] and[2]\n\nEnd[i]\n\nFoot\n\n[1] first\n\n[2] second\n\nloose\n\n[i] last\n\nmore\n\n"
        "Comment (Bo, 2024-03-01): why?"
    )


def math(content):
    return f"<m:oMath>{content}</m:oMath>"


def mt(text):
    return f"<m:r><m:t>{text}</m:t></m:r>"


def test_equations_keep_their_structure(text):
    fraction = f"<m:f><m:num>{mt('a')}</m:num><m:den>{mt('b')}</m:den></m:f>"
    power = f"<m:sSup><m:e>{mt('x')}</m:e><m:sup>{mt('2')}</m:sup></m:sSup>"
    total = (
        f"<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{mt('i')}</m:sub><m:sup/><m:e>{power}</m:e></m:nary>"
    )
    root = f"<m:rad><m:deg/><m:e>{mt('y')}</m:e></m:rad>"
    bracket = f"<m:d><m:e>{mt('z')}</m:e></m:d>"
    log = f"<m:func><m:fName>{mt('log')}</m:fName><m:e>{mt('n')}</m:e></m:func>"
    body = (
        p(r("so ") + math(mt("c=") + fraction) + math(total))
        + f"<m:oMathPara>{math(root + bracket + log)}</m:oMathPara>"
    )
    assert text(body) == r"so c=\frac{a}{b} ∑_{i} x^{2}" + "\n\n" + r"\sqrt{y}(z)log(n)"


def chart_text(text, inner, extra=""):
    chart = f"<c:chartSpace {NAMESPACES}>{extra}<c:ser>{inner}</c:ser></c:chartSpace>"
    body = p("<w:r><w:drawing><c:chart r:id='r2'/></w:drawing></w:r>")
    return text(body, [("chart", ("charts/chart1.xml", chart))])


@pytest.mark.parametrize(
    ("shape", "value", "shown"),
    [
        ("General", "8.1999999999999993", "8.2"),
        ("#,##0.00", "1234.5", "1234.5"),
        ("General", "n/a", "n/a"),
        ("General", "1e400", "inf"),
        ("0%", "4.5999999999999999E-2", "5%"),
        ("0.0%;[Red]-0.0%", "4.5999999999999999E-2", "4.6%"),
        ("m/d/yyyy", "37261", "2002-01-05"),
        ("[$-409]d\\-mmm;@", "37261", "2002-01-05"),
        ('yyyy"年"m"月"', "37261", "2002-01-05"),
        ("yyyy", "-1", "-1"),
        ("Standard", "37261", "37261"),
    ],
)
def test_numbers_of_charts_are_spelled_as_they_are_shown(text, shape, value, shown):
    points = f'<c:numCache><c:formatCode>{shape}</c:formatCode><c:pt idx="0"><c:v>{value}</c:v></c:pt></c:numCache>'
    assert chart_text(text, f"<c:val>{points}</c:val>") == f" | {shown}"


def test_dates_of_charts_may_count_from_1904(text):
    points = '<c:numCache><c:pt idx="0" formatCode="d/m/yy"><c:v>35799</c:v></c:pt></c:numCache>'
    assert chart_text(text, f"<c:val>{points}</c:val>", "<c:date1904/>") == " | 2002-01-05"


def test_what_is_typed_into_a_chart_is_read(extract):
    label = (
        "<c:dLbl><c:tx><c:rich><a:p><a:r><a:t>Best </a:t></a:r><a:r><a:t>year</a:t></a:r></a:p>"
        "<a:p><a:fld type='VALUE'><a:t>[VALUE]</a:t></a:fld><a:r><a:t> ; </a:t></a:r></a:p></c:rich></c:tx></c:dLbl>"
    )
    cells = (
        '<c:extLst><x:datalabelsRange xmlns:x="http://schemas.microsoft.com/office/drawing/2012/chart">'
        '<x:dlblRangeCache><c:pt idx="0"><c:v>from a cell</c:v></c:pt></x:dlblRangeCache></x:datalabelsRange></c:extLst>'
    )
    drawn = f"<c:userShapes {NAMESPACES}><a:p><a:r><a:t>drawn on it</a:t></a:r></a:p></c:userShapes>"
    package = members(
        p("<w:r><w:drawing><c:chart r:id='r2'/></w:drawing></w:r>"),
        [("chart", ("charts/chart1.xml", f"<c:chartSpace {NAMESPACES}><c:ser>{label}{cells}</c:ser></c:chartSpace>"))],
        **{
            "word/charts/_rels/chart1.xml.rels": relationships(("r1", "chartUserShapes", "../drawings/drawing1.xml")),
            "word/drawings/drawing1.xml": drawn,
        },
    )
    assert extract(package).text == "Best year\nfrom a cell\ndrawn on it"


def test_lines_and_equations_of_a_diagram(text):
    equation = (
        "<mc:AlternateContent><mc:Choice Requires='a14'><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></mc:Choice>"
        "<mc:Fallback><a:r><a:t>[picture]</a:t></a:r></mc:Fallback></mc:AlternateContent>"
    )
    diagram = (
        f"<dgm:dataModel {NAMESPACES}><a:p><a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r></a:p>"
        f"<a:p>{equation}</a:p></dgm:dataModel>"
    )
    body = p("<w:r><w:drawing><dgm:relIds r:dm='r2'/></w:drawing></w:r>")
    assert text(body, [("diagramData", ("diagrams/data1.xml", diagram))]) == "one two\nx=1"


def test_charts_and_diagrams_follow_their_paragraph(text):
    def cache(kind, values):
        points = "".join(f'<c:pt idx="{n}"><c:v>{v}</c:v></c:pt>' for n, v in enumerate(values))
        return f"<c:{kind}Ref><c:{kind}Cache>{points}</c:{kind}Cache></c:{kind}Ref>"

    chart = (
        f"<c:chartSpace {NAMESPACES}><c:title><a:p><a:r><a:t>Ducks</a:t></a:r></a:p></c:title><c:ser>"
        f"<c:tx>{cache('str', ['Wild'])}</c:tx><c:cat>{cache('str', ['2019', '2020'])}</c:cat>"
        f"<c:val>{cache('num', [120, 130])}</c:val></c:ser></c:chartSpace>"
    )
    diagram = f"<dgm:dataModel {NAMESPACES}><a:p><a:r><a:t>Step</a:t></a:r></a:p><a:p/></dgm:dataModel>"
    body = p(r("See") + "<w:r><w:drawing><c:chart r:id='r2'/><dgm:relIds r:dm='r3'/></w:drawing></w:r>") + p("after")
    parts = [("chart", ("charts/chart1.xml", chart)), ("diagramData", ("diagrams/data1.xml", diagram))]
    assert text(body, parts) == "See\n\nDucks\n| Wild\n2019 | 120\n2020 | 130\nStep\n\nafter"


def drawing(descr, inner=""):
    return (
        f"<w:r><w:drawing><wp:inline><wp:docPr id='1' name='Picture 1' descr='{descr}'/><pic:pic><pic:nvPicPr>"
        f"<pic:cNvPr id='0' name='q.png' descr='{inner}'/></pic:nvPicPr></pic:pic></wp:inline></w:drawing></w:r>"
    )


def test_what_a_picture_shows_is_said_once(text):
    alternate = (
        f"<w:r><mc:AlternateContent><mc:Choice Requires='wpg'>{drawing('A crane')}</mc:Choice>"
        "<mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r>"
    )
    body = (
        p(r("See") + drawing("The harbour", "The harbour") + r("here"))
        + p(drawing("", "A quay"))
        + p(drawing("C:\\quay.png"))
        + p(alternate)
    )
    assert text(body) == "See The harbour here\n\nA quay\n\nA crane"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("A close up of a map&#10;&#10;Description automatically generated", "A close up of a map"),
        ("A map Description automatically generated with medium confidence", "A map"),
        ("A map AI-generated content may be incorrect.", "A map"),
        ("Ein Boot. Automatisch generierte Beschreibung mit geringer Zuverlässigkeit", "Ein Boot."),
        ("2023年の売上", "2023年の売上"), ("Picture of 3 boats", "Picture of 3 boats"), ("Logo", "Logo"),
        ("Picture 1", ""), ("Grafik 12", ""), ("图片 3", ""), ("image", ""), ("Content Placeholder 4", ""),
        ("photo of quay.JPG", ""), ("https://x.org/a?b", ""), ("\\\\server\\a", ""), ("IMG_2041", ""),
        ("MCj04124500000", ""), ("17 %", ""), ("", ""),
    ],
)  # fmt: skip
def test_alternative_texts_are_those_a_person_wrote(text, written, kept):
    assert text(p(r("x") + drawing(written))) == f"x {kept}".strip()


def chunk(n):
    return f"<w:altChunk r:id='r{n}'/>"


def zipped(package):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in package.items():
            archive.writestr(name, content)
    return target.getvalue()


MAIL = (
    "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\n"
    "Content-Transfer-Encoding: quoted-printable\n\n<p>Flut =C3=BCber Nacht</p>\n--b--\n"
)


def test_documents_inside_a_document(extract):
    parts = [
        ("aFChunk", ("a.html", "<html><body><nav>All of it</nav><h2>Tides</h2><p>High <b>water</b></p></body></html>")),
        ("aFChunk", ("b.dat", "plain\n\nGrüße")),
        ("aFChunk", ("c.docx", zipped(members(styled("berschrift1", "Inner") + p("nested text"))))),
        ("aFChunk", ("d.mht", MAIL)),
    ]
    body = p("before") + chunk(2) + p("between") + chunk(3) + chunk(4) + chunk(5) + chunk(2) + chunk(99) + p("after")
    document = extract(members(body, parts))
    assert document.text == (
        "before\n\nAll of it\n\n## Tides\n\nHigh water\n\nbetween\n\nplain\n\nGrüße\n\nInner\n\nnested text\n\n"
        "Flut über Nacht\n\nafter"
    )
    assert document.headings == (Heading(level=2, title="Tides", line=5), Heading(level=1, title="Inner", line=15))
    assert (document.outcome, document.reason) == (Outcome.OK, None)


def test_an_embedded_page_is_read_whole(text):
    prose = "<p>High water comes twice a day, and the ferry leaves an hour before it from the quay.</p>" * 20
    page = f"<html><body><nav>Home <a href='/x'>Tides</a></nav>{prose}</body></html>"
    assert text(chunk(2), [("aFChunk", ("a.html", page))]).startswith("Home Tides\n")


def test_a_document_inside_a_cell(text):
    assert text(table(row(cell("a"), cell(chunk(2)))), [("aFChunk", ("a.txt", "b\nc"))]) == "a | b c"


def test_parts_in_other_formats_are_named(extract):
    parts = [("aFChunk", ("a.rtf", "{\\rtf1 x}")), ("aFChunk", ("b.xml", "<?xml version='1.0'?><pkg:package/>"))]
    document = extract(members(p("text") + chunk(2) + chunk(3), parts))
    assert (document.text, document.outcome) == ("text", Outcome.PARTIAL)
    assert document.reason == "parts not read: word/a.rtf (an RTF document), word/b.xml (Word XML in one file)"


def test_documents_in_documents_have_an_end(extract):
    package = members(p("depth 5"))
    for depth in range(4, -1, -1):
        package = members(p(f"depth {depth}") + chunk(2), [("aFChunk", ("a.docx", zipped(package)))])
    document = extract(package)
    assert document.text == "depth 0\n\ndepth 1\n\ndepth 2\n\ndepth 3"
    assert document.outcome is Outcome.PARTIAL
    assert "too deep" in (document.reason or "")


def test_what_nested_documents_inflate_counts_as_one(extract):
    parts = [("aFChunk", (f"{n}.docx", zipped(members(p("x" * 300_000))))) for n in range(5)]
    body = "".join(chunk(n + 2) for n in range(5))
    assert len(extract(members(body, parts)).text) > 1_500_000
    with pytest.raises(ExtractionError) as caught:
        extract(members(body, parts), max_inflated=2_000_000)
    assert caught.value.outcome is Outcome.TOO_LARGE


def test_strict_namespaces(extract):
    package = members(styled("berschrift1", "Tides") + item(1, 0, "one"))
    strict = {
        name: content.replace(OFFICE, "http://purl.oclc.org/ooxml/officeDocument/relationships").replace(
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
            "http://purl.oclc.org/ooxml/wordprocessingml/main",
        )
        for name, content in package.items()
    }
    document = extract(strict)
    assert document.text == "Tides\n\n1. one"
    assert document.headings == (Heading(level=1, title="Tides", line=1),)


@pytest.mark.parametrize(
    ("written", "expected"),
    [("Harbour plan", "Harbour plan"), ("Microsoft Word - plan.doc", "Styled"), ("Untitled", "Styled"), ("", "Styled")],
)
def test_the_title_is_a_sensible_one_or_that_of_the_title_style(extract, written, expected):
    document = extract(members(p("before") + styled("Titel", "Styled"), **{"docProps/core.xml": core(written)}))
    assert (document.title, document.author) == (expected, "Ada")


def test_a_malformed_body_is_read_as_far_as_it_goes(extract):
    package = members(p("kept"))
    package["word/document.xml"] = package["word/document.xml"].replace("</w:body>", "<w:p><w:r><w:t>and this")
    document = extract(package)
    assert document.text == "kept\n\nand this"
    assert (document.outcome, document.reason) == (Outcome.PARTIAL, "damaged parts: word/document.xml")


@pytest.mark.parametrize(
    ("package", "outcome", "reason"),
    [
        ({"a.txt": "text"}, Outcome.UNSUPPORTED, "this is a zip archive, not a Word document"),
        ({"word/styles.xml": "<a/>"}, Outcome.CORRUPT, "the main part word/document.xml is missing"),
        ({"word/document.xml": "<a/>"}, Outcome.CORRUPT, "its main part is not that of a Word document"),
        ({"word/document.xml": ""}, Outcome.CORRUPT, "word/document.xml is not well-formed XML: "),
    ],
)
def test_packages_that_are_no_word_documents(extract, package, outcome, reason):
    with pytest.raises(ExtractionError) as caught:
        extract(package)
    assert caught.value.outcome is outcome
    assert caught.value.reason.startswith(reason)


def test_endless_nesting_is_corrupt(extract):
    with pytest.raises(ExtractionError) as caught:
        extract(members("<w:ins>" * 1500 + p("text") + "</w:ins>" * 1500))
    assert (caught.value.outcome, caught.value.reason) == (Outcome.CORRUPT, "the document is nested too deeply")


def test_no_text(extract):
    document = extract(members(p("")))
    assert (document.outcome, document.text) == (Outcome.NO_TEXT, "")
