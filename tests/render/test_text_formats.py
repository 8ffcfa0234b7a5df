"""What holds for Markdown, terminal and plain whatever the documents say."""

from __future__ import annotations

import ast
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import DocType, DocumentText, FailedFile, Failure, GrepResult, Outcome, Place, ReadResult
from renderers.base import RenderContext, Renderer
from renderers.markdown import MarkdownRenderer
from renderers.plain import COLUMNS
from renderers.registry import load_renderer
from renderers.wording import byte_size, count, failed_list, place_text

ROOT = Path(__file__).parents[2]
NOW = "2026-05-08T14:43:14Z"
FOOTER = f"\n---\n[meta] now={NOW}\n"


def page(text, title="t"):
    return DocumentText(
        doc_id="1",
        title=title,
        path=title,
        doc_type=DocType.TXT,
        word_count=1,
        total_lines=text.count("\n") + 1,
        shown_from=1,
        shown_to=text.count("\n") + 1,
        content=text,
    )


@given(st.text(), st.text(st.characters()))
def test_a_document_cannot_pose_as_a_heading_or_the_footer(text, title):
    out = StringIO()
    MarkdownRenderer().render(ReadResult(iter([page(text, title)])), RenderContext(now=NOW), out)
    lines = out.getvalue().split("\n")
    assert out.getvalue().endswith(FOOTER)
    assert lines.count("---") == 1
    assert [line for line in lines if line.startswith("#")] == lines[:1]
    assert sum(line.startswith("[meta]") for line in lines) == 1


def test_the_footer_ends_every_answer_but_doctor_and_those_that_only_failed(sample, spell):
    name, make = sample
    bare = name.startswith("doctor") or name.endswith("all_failed")
    assert spell("markdown", make()).endswith(FOOTER) is not bare
    assert spell("terminal", make()).endswith(f"\n{NOW}\n") is not bare
    assert NOW not in spell("plain", make())


@pytest.mark.parametrize("format_name", ["markdown", "terminal", "plain"])
def test_grep_writes_a_document_before_it_asks_for_the_next(format_name, make):
    document = next(iter(make("grep").documents))
    seen = []

    class Stream(StringIO):
        def write(self, text):
            seen.append(text)
            return super().write(text)

    def documents():
        yield document
        assert any("the tide and a tide" in text for text in seen)
        yield document

    load_renderer(format_name).render(GrepResult("x", documents()), RenderContext(now=NOW), Stream())
    assert sum("the tide and a tide" in text for text in seen) == 2


def test_plain_read_is_the_stored_text_unless_a_terminal_shows_it(spell):
    text = "\x1b[2J\tfirst\x85\n\u202esecond"
    assert spell("plain", ReadResult(iter([page(text)]))) == f"{text}\n"
    assert spell("plain", ReadResult(iter([page(text)])), tty=True) == "\\x1b[2J\tfirst\\x85\n\\u202esecond\n"


def command_of(name):
    prefixes = {"grep_count": "grep --mode count", "libraries": "list-libraries", "find_paths": "find-paths"}
    return next((command for prefix, command in prefixes.items() if name.startswith(prefix)), name.partition("_")[0])


def test_plain_records_have_the_documented_columns(sample, spell):
    name, make = sample
    if name.startswith("read"):
        return
    shapes = [shape.split() for shape in COLUMNS[command_of(name)]]
    for record in spell("plain", make()).splitlines():
        values = record.split("\t")
        shape = next(shape for shape in shapes if len(shapes) == 1 or shape[0] == values[0])
        least = len(shape) - shape[-1].endswith("...")
        assert len(values) >= least
        assert len(values) == least or shape[-1].endswith("...")


def test_the_columns_are_documented():
    command = ""
    documented = {}
    for line in (ROOT / "docs/output.md").read_text(encoding="utf-8").replace("\\|", "¦").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 2 and cells[1].startswith("`"):
            command = cells[0] or command
            documented.setdefault(command, []).append(cells[1].strip("`").replace("¦", "|"))
    assert {name: tuple(shapes) for name, shapes in documented.items()} == COLUMNS


def test_text_formats_leave_the_error_of_a_call_to_standard_error():
    assert not MarkdownRenderer.errors_on_stdout
    out = StringIO()
    MarkdownRenderer().failure(Failure(code="no_index", message="Nothing.", hint="linkly index"), out)
    assert out.getvalue() == "Error: Nothing.\nHint: linkly index\n"


def test_a_renderer_that_forgets_a_kind_cannot_be_made():
    class Forgetful(Renderer):
        name = "forgetful"

    with pytest.raises(TypeError, match="doctor"):
        Forgetful()


@pytest.mark.parametrize("width", [1, 5, 7])
def test_a_narrow_terminal_gets_the_whole_passage(width, make, spell):
    text = spell("terminal", make("search_nasty"), width=width)
    quoted = "".join(line.partition("│ ")[2] for line in text.splitlines())
    assert "潮の満ち引きは港の計画にとって最も大切なことであり" in quoted


def test_phrases():
    assert [count(1, "match", "matches"), count(5_120, "word")] == ["1 match", "5,120 words"]
    assert [byte_size(1), byte_size(999), byte_size(1_000), byte_size(999_960), byte_size(5 * 10**15)] == [
        "1 byte",
        "999 bytes",
        "1.0 kB",
        "1.0 MB",
        "5,000.0 TB",
    ]
    assert place_text(Place(chapter='"\n')) == r'ch. ""\n"'


def test_a_long_list_of_failed_files_says_how_to_see_the_rest():
    failed = [FailedFile(path=str(n), outcome=Outcome.CORRUPT, reason="r") for n in range(20)]
    assert len(failed_list(tuple(failed))) == 20
    failed.append(FailedFile(path="x", outcome=Outcome.TIMEOUT, reason="r"))
    assert failed_list(tuple(failed))[20:] == ["… and 1 more: linkly list --outcome corrupt,timeout"]


def test_renderers_see_only_values_errors_and_each_other():
    for source in (ROOT / "renderers").glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in {"engine", "linkly_cli"}:
                assert node.module in {"engine.models", "engine.errors"}, source
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"stdout", "stderr", "environ", "getenv"}, source
