"""What a run has to do: a pure function of what is known and what was seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.documents import SourceFile
    from engine.store.records import KnownFile


@dataclass(frozen=True, slots=True)
class Move:
    """A document whose file is now at another path."""

    known: KnownFile
    source: SourceFile


@dataclass(frozen=True, slots=True)
class Reading:
    """A file to open. With `expected_hash`, one whose content still has that hash needs no extraction."""

    source: SourceFile
    known: KnownFile | None = None
    expected_hash: bytes | None = None


@dataclass(slots=True)
class Plan:
    """Every known document and every file seen is in exactly one of the lists."""

    unchanged: list[KnownFile] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    gone: list[KnownFile] = field(default_factory=list)


def make_plan(
    known: Iterable[KnownFile],
    seen: Mapping[str, SourceFile],
    *,
    extractor: int,
    hash_of: Callable[[SourceFile], bytes | None],
    verify: bool = False,
    rebuild: bool = False,
) -> Plan:
    """Compare the `known` documents that should be among the files `seen` with those files.

    `extractor` is the present version of extraction; `hash_of` is asked only for new files as large as a document that
    is gone; `verify` distrusts sizes and times, `rebuild` everything.
    """
    plan = Plan()
    paths = set[str]()
    for document in sorted(known, key=lambda entry: entry.path):
        source = seen.get(document.path)
        if source is None:
            plan.gone.append(document)
            continue
        paths.add(document.path)
        reading = _reading(document, source, extractor, verify=verify, rebuild=rebuild)
        if reading is None:
            plan.unchanged.append(document)
        else:
            plan.readings.append(reading)
    _place_new(plan, [seen[path] for path in sorted(seen.keys() - paths)], hash_of)
    return plan


def _reading(document: KnownFile, source: SourceFile, extractor: int, *, verify: bool, rebuild: bool) -> Reading | None:
    same = (document.size, document.mtime_ns, document.inode) == (source.size, source.mtime_ns, source.inode)
    current = document.extractor == extractor and not rebuild
    if same and current and not verify:
        return None
    return Reading(source, document, document.content_hash if current else None)


def _place_new(plan: Plan, sources: Sequence[SourceFile], hash_of: Callable[[SourceFile], bytes | None]) -> None:
    """A new file with the content of a document that is gone is that document, moved."""
    gone: dict[tuple[int, bytes], list[KnownFile]] = {}
    for document in reversed(plan.gone):
        if document.content_hash is not None:
            gone.setdefault((document.size, document.content_hash), []).append(document)
    sizes = {size for size, _ in gone}
    moved = set[int]()
    for source in sources:
        content = hash_of(source) if source.size in sizes else None
        matching = gone.get((source.size, content)) if content is not None else None
        if matching:
            document = matching.pop()
            moved.add(document.doc_id)
            plan.moves.append(Move(document, source))
        else:
            plan.readings.append(Reading(source))
    plan.gone = [document for document in plan.gone if document.doc_id not in moved]
