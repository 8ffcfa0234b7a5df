"""Counting what a run does, library by library. A document in two libraries counts in both."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.models import FailedFile, LibrarySync, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.extract.job import Report
    from engine.ingest.libraries import Task
    from engine.ingest.plan import Plan
    from engine.ingest.survey import Survey

_KINDS = ("added", "updated", "moved", "removed", "unchanged")


class Tally:
    """Counts of one run. In a dry run, files still to be read count as what they would become."""

    def __init__(self, tasks: Sequence[Task], timer: Callable[[], float]) -> None:
        self._names = {task.library.library_id: task.library.name for task in tasks}
        self._counts: dict[int, Counter[str]] = {library_id: Counter() for library_id in self._names}
        self._failed: dict[int, list[FailedFile]] = {library_id: [] for library_id in self._names}
        self._skipped: dict[str, Counter[str]] = {}
        self._notes: dict[str, list[str]] = {}
        self._timer = timer
        self._began = timer()
        self._expected: dict[int, Counter[str]] = {library_id: Counter() for library_id in self._names}

    def note_walks(self, survey: Survey) -> None:
        """Take over what was left out, and remarks on roots."""
        self._skipped, self._notes = survey.skipped, survey.notes

    def note_plan(self, plan: Plan, survey: Survey) -> None:
        """Count what is decided without opening a file."""
        for known in plan.unchanged:
            self._count("unchanged", survey.members(known.path, known))
        for move in plan.moves:
            self._count("moved", survey.members(move.source.path, None))
        for known in [*plan.gone, *survey.leaving]:
            self._count("removed", known.library_ids - survey.remaining(known))
        for reading in plan.readings:
            kind = "updated" if reading.known else "added"
            for library_id in survey.members(reading.source.path, reading.known) & self._names.keys():
                self._expected[library_id][kind] += 1

    def _count(self, kind: str, library_ids: Iterable[int]) -> None:
        for library_id in library_ids:
            if library_id in self._counts:
                self._counts[library_id][kind] += 1

    def unchanged(self, library_ids: Iterable[int]) -> None:
        """A file was opened and had the content it had before."""
        self._count("unchanged", library_ids)

    def removed(self, library_ids: Iterable[int]) -> None:
        """A file went away during the run."""
        self._count("removed", library_ids)

    def stored(self, report: Report, library_ids: Iterable[int], *, kind: str) -> None:
        """A file was read, well or not; `kind` says what became of its document."""
        self._count(kind, library_ids)
        document = report.document
        if document is None or document.outcome in {Outcome.OK, Outcome.NO_TEXT}:
            return
        failed = FailedFile(path=report.path, outcome=document.outcome, reason=document.reason or "")
        for library_id in library_ids:
            if library_id in self._failed:
                self._failed[library_id].append(failed)

    def libraries(self, *, dry_run: bool = False) -> tuple[LibrarySync, ...]:
        """The counts, in the order of the tasks."""
        seconds = round(self._timer() - self._began, 3)
        return tuple(self._sync(library_id, name, seconds, dry_run=dry_run) for library_id, name in self._names.items())

    def _sync(self, library_id: int, name: str, seconds: float, *, dry_run: bool) -> LibrarySync:
        counts = self._counts[library_id] + (self._expected[library_id] if dry_run else Counter())
        return LibrarySync(
            name=name,
            **{kind: counts[kind] for kind in _KINDS},
            skipped=dict(sorted(self._skipped.get(name, {}).items())),
            failed=tuple(sorted(self._failed[library_id], key=lambda failed: failed.path)),
            seconds=seconds,
            notes=tuple(self._notes.get(name, ())),
        )
