"""`outline`: the sections of documents, as a tree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.errors import LinklyError, NodeNotFoundError
from engine.models import DocType, DocumentOutline, Failure, OutlineNode, OutlineResult
from engine.operations.state import place_at, stale_state
from engine.requests import parse_doc_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.documents import Heading
    from engine.models import PlaceMark
    from engine.requests import OutlineRequest
    from engine.store.catalog import Catalog
    from engine.store.records import Document

MAX_NODES = 200
"""Nodes shown of one document when nothing is expanded; beyond, the deepest levels fold."""

_REASONS = {
    DocType.MD: "the document has no headings",
    DocType.HTML: "the page has no headings",
    DocType.DOCX: "no paragraph has a heading style or an outline level",
    DocType.PPTX: "no slide has a title",
    DocType.EPUB: "the book has no table of contents and no headings",
    DocType.PDF: "the file has no bookmarks",
    DocType.TXT: "plain text has no marked headings",
    DocType.IMAGE: "images have no outline",
}


@dataclass(slots=True)
class _Section:
    heading: Heading
    end_line: int
    children: list[_Section] = field(default_factory=list)


def outline(catalog: Catalog, request: OutlineRequest) -> OutlineResult:
    """One entry an id, in order. Raises NodeNotFoundError for a node to expand that no document has."""
    entries = [_outline_of(catalog, doc_id) for doc_id in request.doc_ids]
    if request.expand:
        trees = [entry for entry in entries if isinstance(entry, DocumentOutline)]
        _check_nodes(trees, request.expand)
        return OutlineResult(documents=tuple(_shown(entry, request.expand) for entry in entries))
    return OutlineResult(documents=tuple(_shown(entry, ()) for entry in entries))


def _outline_of(catalog: Catalog, doc_id: str) -> DocumentOutline | Failure:
    try:
        document = catalog.document(parse_doc_id(doc_id))
    except LinklyError as exc:
        return replace(exc.as_failure(), doc_id=doc_id.removeprefix("local://"))
    structure = catalog.structure(document.doc_id)
    nodes = build_tree(structure.headings, document.total_lines, structure.places)
    return DocumentOutline(
        doc_id=str(document.doc_id),
        title=document.title,
        author=document.author,
        path=document.path,
        doc_type=document.doc_type,
        word_count=document.word_count,
        total_lines=document.total_lines,
        has_outline=document.has_outline,
        outline_source=document.outline_source,
        nodes=nodes,
        no_outline_reason=None if nodes else _reason(document),
        stale=stale_state(document),
    )


def _reason(document: Document) -> str:
    if document.total_lines == 0:
        return f"no text was read from the file ({document.outcome}: {document.reason or 'no reason known'})"
    return _REASONS[document.doc_type]


def build_tree(headings: Sequence[Heading], total_lines: int, places: Sequence[PlaceMark]) -> tuple[OutlineNode, ...]:
    """Numbered nodes from headings in line order; a section ends before the next heading that is not below it."""
    top: list[_Section] = []
    open_sections: list[_Section] = []
    for heading in headings:
        end = heading.line - 1
        while open_sections and open_sections[-1].heading.level >= heading.level:
            section = open_sections.pop()
            section.end_line = end = max(section.heading.line, end)
        section = _Section(heading, max(heading.line, total_lines))
        (open_sections[-1].children if open_sections else top).append(section)
        open_sections.append(section)
    return tuple(_node(section, str(number), places) for number, section in enumerate(top, start=1))


def _node(section: _Section, node_id: str, places: Sequence[PlaceMark]) -> OutlineNode:
    # Depth is bounded by the number of distinct levels, which no format takes beyond a few dozen.
    heading = section.heading
    return OutlineNode(
        id=node_id,
        title=heading.title,
        level=heading.level,
        start_line=heading.line,
        end_line=section.end_line,
        place=place_at(places, heading.line),
        children=tuple(_node(child, f"{node_id}.{n}", places) for n, child in enumerate(section.children, start=1)),
    )


def _check_nodes(trees: Sequence[DocumentOutline], wanted: Sequence[str]) -> None:
    present = {node_id for tree in trees for node_id in _ids(tree.nodes)}
    absent = [node for node in wanted if node not in present]
    if absent and trees:
        noun = "document has" if len(trees) == 1 else "documents have"
        raise NodeNotFoundError(
            f"The {noun} no outline node {', '.join(absent)}.", hint=f"linkly outline {trees[0].doc_id} shows the nodes"
        )


def _ids(nodes: Sequence[OutlineNode]) -> list[str]:
    return [node_id for node in nodes for node_id in (node.id, *_ids(node.children))]


def _shown(entry: DocumentOutline | Failure, expand: Sequence[str]) -> DocumentOutline | Failure:
    if isinstance(entry, Failure):
        return entry
    if expand:
        return replace(entry, nodes=tuple(_expanded(node, expand) for node in entry.nodes))
    depth = _depth_that_fits(entry.nodes)
    return replace(entry, nodes=tuple(_cut(node, depth) for node in entry.nodes))


def _depth_that_fits(nodes: Sequence[OutlineNode]) -> int:
    """The deepest level down to which at most MAX_NODES are shown; the top level always is."""
    counts = Counter(node_id.count(".") + 1 for node_id in _ids(nodes))
    shown, depth = 0, 0
    for level in sorted(counts):
        shown += counts[level]
        if shown > MAX_NODES and level > 1:
            break
        depth = level
    return depth


def _cut(node: OutlineNode, depth: int) -> OutlineNode:
    if node.id.count(".") + 1 >= depth:
        return replace(node, folded=len(_ids(node.children)), children=())
    return replace(node, children=tuple(_cut(child, depth) for child in node.children))


def _expanded(node: OutlineNode, expand: Sequence[str]) -> OutlineNode:
    """The node with its subtree if it is to be expanded, with the way to those below it, else folded."""
    if node.id in expand:
        return node
    if any(wanted.startswith(f"{node.id}.") for wanted in expand):
        return replace(node, children=tuple(_expanded(child, expand) for child in node.children))
    return replace(node, folded=len(_ids(node.children)), children=())
