"""`grep`: lines of a document that match a regular expression, with lines around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models import DocType, DocumentMatches, GrepLine, GrepMode
from engine.operations.state import place_at, require_text, stale_state
from engine.requests import parse_doc_id
from engine.text.normalise import split_lines
from engine.text.pattern import compile_pattern, match_across, match_lines, tolerant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.models import PlaceMark
    from engine.requests import GrepRequest
    from engine.store.catalog import Catalog
    from engine.store.records import Document
    from engine.text.pattern import LineMatch


def check_pattern(request: GrepRequest) -> None:
    """Raise PatternError if the pattern cannot be used on any document."""
    compile_pattern(request.pattern, ignore_case=request.ignore_case)
    if request.fuzzy_whitespace is not False:
        compile_pattern(tolerant(request.pattern), ignore_case=request.ignore_case)


def grep(catalog: Catalog, doc_id: str, request: GrepRequest) -> DocumentMatches:
    """Matching lines of one document. Raises DocumentNotFoundError or NoContentError."""
    document = catalog.document(parse_doc_id(doc_id))
    require_text(document)
    lines = split_lines(catalog.text(document.doc_id))
    matches = find_matches(lines, request, document)
    shown = None
    if request.mode is GrepMode.CONTENT:
        page = matches[request.offset : request.offset + request.limit]
        places = catalog.structure(document.doc_id).places
        shown = _with_context(lines, page, request, places)
    return DocumentMatches(
        doc_id=str(document.doc_id),
        title=document.title,
        path=document.path,
        pattern=request.pattern,
        total_matches=len(matches),
        matches=shown,
        stale=stale_state(document),
    )


def find_matches(lines: Sequence[str], request: GrepRequest, document: Document) -> list[LineMatch]:
    """Every matching line, in order."""
    wanted = request.fuzzy_whitespace
    fuzzy = document.doc_type is DocType.PDF if wanted is None else wanted
    if fuzzy and tolerant(request.pattern) != request.pattern:
        return list(match_across(request.pattern, lines, ignore_case=request.ignore_case))
    return list(match_lines(request.pattern, lines, ignore_case=request.ignore_case))


def _with_context(
    lines: Sequence[str], matches: Sequence[LineMatch], request: GrepRequest, places: Sequence[PlaceMark]
) -> tuple[GrepLine, ...]:
    """The lines of the matches and around them, each once, in order."""
    spans = {match.line: match.spans for match in matches}
    numbers: dict[int, None] = {}
    for match in matches:
        first = max(1, match.line - request.lines_before)
        numbers.update(dict.fromkeys(range(first, min(len(lines), match.line + request.lines_after) + 1)))
    return tuple(
        GrepLine(
            line_number=number,
            content=lines[number - 1],
            is_match=number in spans,
            place=place_at(places, number),
            spans=spans.get(number, ()),
        )
        for number in numbers
    )
