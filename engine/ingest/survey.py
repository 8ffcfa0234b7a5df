"""What the walks of a run saw, held against what the catalogue knows: who belongs where, and who should be seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ingest.walk import Walk, Walker, is_within

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.documents import SourceFile
    from engine.ingest.libraries import Task
    from engine.store.records import KnownFile, Library


@dataclass(slots=True)
class Survey:
    """The outcome of walking the libraries of a run.

    `seen` are the files found; `expected` the known documents that some walk should have come across; `leaving` those
    a library's rules no longer let in, though another library keeps them. `skipped` and `notes` are by library name.
    """

    seen: dict[str, SourceFile] = field(default_factory=dict)
    expected: list[KnownFile] = field(default_factory=list)
    leaving: list[KnownFile] = field(default_factory=list)
    skipped: dict[str, Counter[str]] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)
    _found_by: dict[str, set[int]] = field(default_factory=dict)
    _covered: dict[int, set[int]] = field(default_factory=dict)

    def members(self, path: str, known: KnownFile | None) -> frozenset[int]:
        """The libraries a file seen at `path` belongs to: those that found it, and those this run did not look at."""
        return frozenset(self._found_by.get(path, set())) | (self.remaining(known) if known else frozenset())

    def remaining(self, known: KnownFile) -> frozenset[int]:
        """The libraries of a document that this run has no say about."""
        return known.library_ids - self._covered.get(known.doc_id, set())

    def add(self, library: Library, walk: Walk) -> None:
        """Note the files a walk of `library` found."""
        self.skipped.setdefault(library.name, Counter()).update(walk.skipped)
        for path, source in walk.files.items():
            self.seen[path] = source
            self._found_by.setdefault(path, set()).add(library.library_id)

    def cover(self, known: KnownFile, library: Library) -> None:
        """Note that a walk of `library` went where `known` should be."""
        self._covered.setdefault(known.doc_id, set()).add(library.library_id)

    def is_covered(self, known: KnownFile) -> bool:
        """Whether some walk went where `known` should be."""
        return known.doc_id in self._covered


def survey(tasks: Sequence[Task], known: Sequence[KnownFile], data_dir: str, *, prune: bool) -> Survey:
    """Walk every task. Documents of a root that is missing or suddenly empty stay, unless `prune`."""
    result = Survey()
    for task in tasks:
        library = task.library
        if task.note:
            result.notes.setdefault(library.name, []).append(task.note)
        members = [document for document in known if library.library_id in document.library_ids]
        kept = _walk_library(task, members, Walker(library, data_dir), result, prune=prune)
        for document in members:
            in_scope = task.scope is None or is_within(document.path, task.scope)
            if in_scope and not any(is_within(document.path, folder) for folder in kept):
                result.cover(document, library)
    _expect(result, known)
    return result


def _walk_library(
    task: Task, members: Sequence[KnownFile], walker: Walker, result: Survey, *, prune: bool
) -> list[str]:
    """Walk the roots of one library; the folders whose documents stay although they were not seen."""
    kept: list[str] = []
    for root in task.library.roots:
        if task.scope is not None and not is_within(task.scope, root):
            continue
        walk = walker.walk(root, task.scope)
        result.add(task.library, walk)
        kept += walk.unreadable
        held = any(is_within(known.path, root) for known in members)
        replaced = any(known.path.startswith(root.rstrip("/") + "/") for known in members) and not Path(root).is_dir()
        if (walk.missing or walk.empty or replaced) and held and not prune:
            kept.append(root)
            state = (
                "is not there" if walk.missing else "is no folder any more" if replaced else "is empty all of a sudden"
            )
            note = f"{root} {state}: its documents are kept. To drop them: linkly index --prune"
            result.notes.setdefault(task.library.name, []).append(note)
        elif walk.missing:
            result.notes.setdefault(task.library.name, []).append(f"{root} is not there.")
    return kept


def _expect(result: Survey, known: Iterable[KnownFile]) -> None:
    """Sort the known documents: those a walk covered or found are expected; found by others only, they leave some."""
    for document in known:
        if document.path in result.seen:
            result.expected.append(document)
        elif result.is_covered(document):
            target = result.leaving if result.remaining(document) else result.expected
            target.append(document)
