"""Rows of the catalogue as values."""

from __future__ import annotations

import unicodedata
from dataclasses import field
from typing import TYPE_CHECKING

from engine.values import Value, value

if TYPE_CHECKING:
    from engine.documents import Heading
    from engine.models import DocType, Outcome, OutlineSource, PlaceMark


def name_key(name: str) -> str:
    """The form in which library names are compared: without case and Unicode form."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def text_key(text_hash: bytes | None) -> int:
    """64 bits of a text's hash, 0 for no text."""
    return int.from_bytes(text_hash[:8], "little", signed=True) if text_hash else 0


@value
class Library(Value):
    """A named set of root folders and the rules for walking them. `library_id` 0: not stored yet."""

    library_id: int = 0
    name: str
    description: str = ""
    roots: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    hidden: bool = False
    no_ignore: bool = False


@value
class Document(Value):
    """An indexed file, without its text."""

    doc_id: int
    path: str
    doc_type: DocType
    size: int
    mtime_ns: int
    title: str
    author: str | None
    outcome: Outcome
    reason: str | None
    word_count: int
    total_lines: int
    has_outline: bool
    outline_source: OutlineSource | None
    keywords: tuple[str, ...]
    text_key: int = 0
    """A short form of the text's hash: another text has another one."""
    libraries: tuple[str, ...] = ()


@value
class KnownFile(Value):
    """What planning a run needs to know of a document."""

    doc_id: int
    path: str
    size: int
    mtime_ns: int
    inode: int
    extractor: int
    content_hash: bytes | None
    library_ids: frozenset[int] = field(default_factory=frozenset)


@value
class Structure(Value):
    """Headings and places of a document, by line."""

    headings: tuple[Heading, ...] = ()
    places: tuple[PlaceMark, ...] = ()


@value
class FolderRow(Value):
    """A document's share in the overview of its folder."""

    folder: str
    doc_type: DocType
    word_count: int
    has_outline: bool
    mtime_ns: int
    keywords: tuple[str, ...]
