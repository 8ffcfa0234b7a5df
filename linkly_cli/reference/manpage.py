"""Manual pages in roff, with the `man` macros that groff and mandoc share (groff_man(7), mandoc's man(7))."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from linkly_cli.reference.examples import Example
from linkly_cli.reference.page import Definition, Paragraph, Style

if TYPE_CHECKING:
    from linkly_cli.reference.page import Block, Page, Spans

_ESCAPES = str.maketrans(
    {
        "\\": r"\e",
        "-": r"\-",  # a bare one may become a typographic hyphen, and then nobody can copy it
        "'": r"\(aq",
        "`": r"\(ga",
        "^": r"\(ha",
        "~": r"\(ti",
        '"': r"\(dq",
    }
)
_FONTS = {Style.PLAIN: "{}", Style.LITERAL: r"\fB{}\fR", Style.CODE: r"\fB{}\fR", Style.VARIABLE: r"\fI{}\fR"}


def write_roff(page: Page, version: str) -> str:
    """The source of a page. It has no date: the same program gives the same bytes."""
    lines = [
        r".\" Generated from the command tree by python -m linkly_cli.reference; do not edit.",
        f'.TH {escape(page.name.upper())} 1 "" "linkly {escape(version)}" "linkly manual"',
    ]
    for section in page.sections:
        lines.append(f'.SH "{escape(section.title)}"')
        for index, block in enumerate(section.blocks):
            lines += _block(block, first=index == 0)
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Text that roff shows as it stands, in any place except the beginning of a line."""
    return "".join(one if one.isascii() else f"\\[u{ord(one):04X}]" for one in text.translate(_ESCAPES))


def _block(block: Block, *, first: bool) -> list[str]:
    match block:
        case Paragraph(text=text):
            return [_line(text)] if first else [".PP", _line(text)]
        case Definition(term=term, text=text):
            return [".TP", _line(term), _line(text)]
        case Example(purpose=purpose, line=line):
            heading = [] if first else [".PP"]
            return [*heading, _guard(escape(purpose)), ".PP", ".RS 4", ".nf", _guard(escape(line)), ".fi", ".RE"]
        case _:
            assert_never(block)


def _line(spans: Spans) -> str:
    return _guard("".join(_FONTS[span.style].format(escape(span.text)) for span in spans))


def _guard(line: str) -> str:
    """A line that cannot be taken for a request. (An apostrophe is escaped already.)"""
    return rf"\&{line}" if line.startswith(".") else line
