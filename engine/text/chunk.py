"""Cutting a document into chunks that fit an embedding model, at headings and paragraphs where possible."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.documents import Heading

    Counter = Callable[[Sequence[str]], Sequence[int]]
    """Texts to the number of tokens that the model's own tokenizer makes of each."""

_LINE = re.compile(r"[^\n]+")
_LONG = 1_000
"""Lines longer than this are cut at sentences before they are counted."""
_SENTENCE = re.compile(r"(?<=[.!?\u0964\u06d4])\s+|(?<=[\u3002\uff01\uff1f])")
_WHOLE_SECTION = 0.25
"""A section that fills less of a chunk than this shares it with the next one."""
_MOST_CONTEXT = 0.25
_TITLE = 100
_HEADING = 60
_DEPTH = 2


@value
class Chunk(Value):
    """A passage: characters `start` to `end` of a text. `context`: the document's title and the headings above it."""

    start: int
    end: int
    context: str


@dataclass(frozen=True, slots=True)
class _Atom:
    """What is never cut: a line, or a sentence of a long one. `level`: 2 begins a section, 1 a paragraph, 0 neither."""

    start: int
    end: int
    tokens: int
    level: int


def chunk_text(text: str, headings: Sequence[Heading], title: str, count: Counter, window: int) -> Iterator[Chunk]:
    """Chunks that cover what is visible in `text` once, in order, each of `window` tokens at most with its context.

    A chunk ends before a heading unless it is still short, else at the end of a paragraph, a line, a sentence, a word.
    """
    offsets = _heading_offsets(text, headings)
    path: list[Heading] = []
    above = iter(sorted(offsets.items()))
    upcoming = next(above, None)
    atoms = _Stream(_atoms(text, set(offsets), count, window))
    while (first := atoms.peek()) is not None:
        while upcoming is not None and upcoming[0] < first.start:
            path = [*(heading for heading in path if heading.level < upcoming[1].level), upcoming[1]]
            upcoming = next(above, None)
        context, used = _context(title, path, count, int(window * _MOST_CONTEXT))
        room = window - used
        taken = _take(atoms, room)
        yield Chunk(start=taken[0].start, end=taken[-1].end, context=context)


class _Stream:
    """Atoms that can be put back."""

    def __init__(self, atoms: Iterator[_Atom]) -> None:
        self._atoms = atoms
        self._waiting: list[_Atom] = []

    def peek(self) -> _Atom | None:
        """The next atom; it stays."""
        if not self._waiting:
            self._waiting.extend(_one(self._atoms))
        return self._waiting[0] if self._waiting else None

    def take(self) -> _Atom | None:
        """The next atom."""
        atom = self.peek()
        if atom is not None:
            del self._waiting[0]
        return atom

    def put_back(self, atoms: Sequence[_Atom]) -> None:
        """Give `atoms` next."""
        self._waiting[:0] = atoms


def _one(atoms: Iterator[_Atom]) -> list[_Atom]:
    atom = next(atoms, None)
    return [] if atom is None else [atom]


def _take(atoms: _Stream, room: int) -> list[_Atom]:
    """The atoms of one chunk, at least one of them."""
    taken: list[_Atom] = []
    used = 0
    while (atom := atoms.peek()) is not None:
        if taken and atom.level == 2 and used >= room * _WHOLE_SECTION:
            break
        if taken and used + atom.tokens > room:
            _end_at_paragraph(atoms, taken, room)
            break
        taken.append(atom)
        used += atom.tokens
        atoms.take()
    return taken


def _end_at_paragraph(atoms: _Stream, taken: list[_Atom], room: int) -> None:
    """Put back what begins with the last paragraph of `taken`, if enough is left before it; `atoms` continues it."""
    following = atoms.peek()
    if following is None or following.level:
        return
    used = sum(atom.tokens for atom in taken)
    for index in range(len(taken) - 1, 0, -1):
        used -= taken[index].tokens
        if used * 2 < room:
            return
        if taken[index].level:
            atoms.put_back(taken[index:])
            del taken[index:]
            return


def _heading_offsets(text: str, headings: Sequence[Heading]) -> dict[int, Heading]:
    """Headings by the offset of their lines."""
    offsets: dict[int, Heading] = {}
    line, start = 1, 0
    for heading in sorted(headings, key=lambda heading: heading.line):
        while line < heading.line and (end := text.find("\n", start)) >= 0:
            line, start = line + 1, end + 1
        if line == heading.line:
            offsets[start] = heading
    return offsets


def _context(title: str, path: Sequence[Heading], count: Counter, most: int) -> tuple[str, int]:
    """The title and the nearest headings that do not repeat it, at most `most` tokens, and how many these are."""
    names = [heading.title[:_HEADING] for heading in path[-_DEPTH:] if heading.title != title]
    context = " \u203a ".join((title[:_TITLE], *names))
    while (used := count([context])[0]) > most:
        context = context[: len(context) // 2]
    return context, used


def _atoms(text: str, sections: set[int], count: Counter, window: int) -> Iterator[_Atom]:
    """The atoms of `text`, counted many at a time."""
    batch: list[tuple[int, int, int]] = []
    for piece in _pieces(text, sections):
        batch.append(piece)
        if len(batch) == 1_000:
            yield from _counted(text, batch, count, window)
            batch = []
    yield from _counted(text, batch, count, window)


def _pieces(text: str, sections: set[int]) -> Iterator[tuple[int, int, int]]:
    """(start, end, level) of every visible line, long ones in sentences."""
    before = -2
    for match in _LINE.finditer(text):
        start, end = match.span()
        if not match[0].strip():
            continue
        level = 2 if start in sections else 1 if start > before + 1 else 0
        before = end
        if end - start <= _LONG:
            yield start, end, level
            continue
        for first, last in _sentences(text, start, end):
            yield first, last, level
            level = 0


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for match in _SENTENCE.finditer(text, start, end):
        if match.start() > begin:
            yield begin, match.start()
            begin = match.end()
    if begin < end:
        yield begin, end


def _counted(text: str, pieces: Sequence[tuple[int, int, int]], count: Counter, window: int) -> Iterator[_Atom]:
    tokens = count([text[start : min(end, start + 8 * window)] for start, end, _ in pieces])
    limit = int(window * (1 - _MOST_CONTEXT))
    for (start, end, level), number in zip(pieces, tokens, strict=True):
        if number <= limit and end - start <= 8 * window:
            yield _Atom(start, end, number, level)
        else:
            yield from _counted(text, _halves(text, start, end, level, limit), count, window)


def _halves(text: str, start: int, end: int, level: int, limit: int) -> list[tuple[int, int, int]]:
    """The piece in parts that are likely to fit, cut before a word where there is one."""
    step = max(8, min((end - start + 1) // 2, 2 * limit))
    parts: list[tuple[int, int, int]] = []
    begin = start
    while end - begin > step:
        space = text.rfind(" ", begin + step // 2, begin + step)
        cut = space + 1 if space >= 0 else begin + step
        parts.append((begin, cut, 0 if parts else level))
        begin = cut
    return [*parts, (begin, end, 0 if parts else level)]
