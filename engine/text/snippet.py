"""The passage of a document that shows best why it answers a query."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from math import log2
from typing import TYPE_CHECKING

from engine.text.analyse import analyse, fold, is_unspaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.text.query import Query

MAX_SNIPPET = 320
"""Longest snippet in characters."""

_MAX_OCCURRENCES = 200
_SLICE = 3_000_000
_REACH = 200
"""Terms this far apart, in characters, can be shown together, with room for the sentence around them."""
_LEAD = 100
_WORD = re.compile(r"\S{1,80}")
_SENTENCE_START = re.compile(r"(?<=[.!?\u0964\u06d4]) +(?=\S)|(?<=[\u3002\uff01\uff1f])(?=\S)|\n\s*")
_SPACES = re.compile(r"[^\S\n]+")
_FRONT_MATTER = re.compile(r"(---|\+\+\+)\n(?:.*\n){0,100}?\1\n")
_BREAKS = re.compile(r" ?\n[ \n]*")


@dataclass(frozen=True, slots=True)
class SnippetSpan:
    """A passage, at most 320 characters, and the first and the last line it is from.

    Spaces and blank lines are collapsed, line ends are kept.
    """

    text: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Match:
    """Terms of the query that begin at an offset."""

    offset: int
    terms: frozenset[str]


def best_snippet(text: str, query: Query) -> SnippetSpan | None:
    """The passage of `text` with most of the query's terms, close together; None if no term occurs in it.

    Function words count only where nothing else occurs. Terms are looked for by their first letters; only the words
    found so are analysed. Of terms that occur very often only places near rarer ones, and the first, are considered.
    """
    telling = [term for term in query.terms if term not in query.light]
    for begin, end in _slices(text):
        matches = _matches(text[begin:end], telling) or _matches(text[begin:end], tuple(query.light))
        if matches:
            first, last = _best_window(matches, query)
            start = _start_of_passage(text, begin + first, begin + last)
            return _span(text, start, _end_of_passage(text, start))
    return None


def leading_snippet(text: str, first: int = 0, last: int | None = None) -> SnippetSpan | None:
    """The beginning of `text`, or of its characters `first` to `last`; None if there is nothing but white space.

    Front matter is passed over, if anything follows it.
    """
    last = len(text) if last is None else last
    front = _FRONT_MATTER.match(text) if not first else None
    visible = (_WORD.search(text, front.end(), last) if front else None) or _WORD.search(text, first, last)
    return _span(text, visible.start(), min(_end_of_passage(text, visible.start()), last)) if visible else None


def _slices(text: str) -> list[tuple[int, int]]:
    """The whole of an ASCII text; parts of others, whose lower case takes long: the first part that matches will do."""
    step = len(text) or 1 if text.isascii() else _SLICE
    return [(begin, min(begin + step, len(text))) for begin in range(0, len(text), step)]


def _matches(text: str, terms: Sequence[str]) -> list[_Match]:
    """Where terms occur, in order."""
    haystack = _folded(text)
    needles = sorted({_beginning(term) for term in terms}, key=haystack.count)
    found: dict[int, frozenset[str]] = {}
    wanted = frozenset(terms)
    for needle in needles:
        for offset in _offsets(haystack, needle, sorted(found)):
            if offset not in found and _begins_word(text, haystack, offset, needle):
                at_offset = _terms_at(text, offset, needle) & wanted
                if at_offset:
                    found[offset] = at_offset
    return [_Match(offset, found[offset]) for offset in sorted(found)]


def _folded(text: str) -> str:
    """`text` in lower case and without accents, every character still one character."""
    lowered = text.lower() if "\u0130" not in text else text.replace("\u0130", "I").lower()
    if lowered.isascii():
        return lowered
    letters, plain = _accented()
    return letters.sub(lambda match: plain[match[0]], lowered)


def _beginning(term: str) -> str:
    """What every word with this stem begins with: `happi` is the stem of `happy`."""
    core = term.strip("@#.+") or term
    return core if is_unspaced(core) or len(core) < 4 else core[: max(3, len(core) - 2)]


def _offsets(haystack: str, needle: str, rarer: Sequence[int]) -> Iterator[int]:
    """The first places where `needle` stands, and if there are more those near `rarer` places."""
    at = haystack.find(needle)
    for _ in range(_MAX_OCCURRENCES if rarer else 10 * _MAX_OCCURRENCES):
        if at < 0:
            return
        yield at
        at = haystack.find(needle, at + 1)
    for place in rarer[:: len(rarer) // _MAX_OCCURRENCES + 1]:
        near = haystack.find(needle, max(0, place - _REACH), place + _REACH)
        while near >= 0:
            yield near
            near = haystack.find(needle, near + 1, place + _REACH)


@cache
def _accented() -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern for letters with accents, and the letters they fold to."""
    plain: dict[str, str] = {}
    for code in (*range(0xDF, 0x250), *range(0x390, 0x460), *range(0x1E00, 0x2000)):
        char = chr(code)
        if char == char.lower() and len(folded := fold(char)) == 1 and folded != char:
            plain[char] = folded
    return re.compile(f"[{''.join(plain)}]"), plain


def _begins_word(text: str, haystack: str, offset: int, needle: str) -> bool:
    if not offset or is_unspaced(needle):
        return True
    before = haystack[offset - 1]
    return not before.isalnum() or is_unspaced(before) or (text[offset].isupper() and text[offset - 1].islower())


def _terms_at(text: str, offset: int, needle: str) -> frozenset[str]:
    if is_unspaced(needle):
        return frozenset((needle,))
    word = _WORD.match(text, offset - 1 if offset and text[offset - 1] in "@#." else offset)
    tokens = analyse(word[0] if word else "")
    return frozenset((*tokens.terms, *(term for _, term in tokens.extras)))


def _best_window(matches: Sequence[_Match], query: Query) -> tuple[int, int]:
    """Offsets of the first and last match of the window with most different terms, the earliest of equals."""
    counts: dict[str, int] = {}
    for match in matches:
        for term in match.terms:
            counts[term] = counts.get(term, 0) + 1
    weights = {term: 1 + min(len(term), 12) / 12 + 1 / (1 + log2(count)) for term, count in counts.items()}
    pairs = {*zip(query.terms, query.terms[1:], strict=False)}
    best, best_score = (0, 0), -1.0
    for index, first in enumerate(matches):
        seen = set(first.terms)
        score = sum(weights[term] for term in seen)
        last = before = first
        if score > best_score:
            best, best_score = (first.offset, last.offset), score
        for match in matches[index + 1 : index + 60]:
            if match.offset - first.offset > _REACH:
                break
            fresh = match.terms - seen
            adjacent = match.offset - before.offset < 24 and any(
                (a, b) in pairs for a in before.terms for b in match.terms
            )
            score += sum(weights[term] for term in fresh) + 0.02 * (not fresh) + 0.3 * adjacent
            seen |= fresh
            before = match
            if score > best_score:
                best, best_score = (first.offset, match.offset), score
    return best


def _start_of_passage(text: str, first: int, last: int) -> int:
    """The beginning of a sentence or line before `first` that leaves room for `last`, else of a word."""
    earliest = max(0, first - _LEAD, last + 40 - MAX_SNIPPET)
    starts = [match.end() for match in _SENTENCE_START.finditer(text, earliest, first) if match.end() <= first]
    if earliest == 0 or text[earliest - 1] == "\n":
        starts.insert(0, earliest)
    if starts:
        return starts[0]
    space = text.find(" ", earliest, first)
    return space + 1 if space >= 0 else first


def _end_of_passage(text: str, start: int) -> int:
    """The last end of a sentence or line within the limit, else of a word, else the limit."""
    limit = start + MAX_SNIPPET
    if limit >= len(text):
        return len(text)
    ends = [match.start() for match in _SENTENCE_START.finditer(text, start, limit + 1)]
    if ends and ends[-1] > start + MAX_SNIPPET // 3:
        return min(ends[-1], limit)
    space = text.rfind(" ", start + MAX_SNIPPET // 2, limit + 1)
    return space if space > 0 else limit


def _span(text: str, start: int, end: int) -> SnippetSpan:
    passage = text[start:end]
    stripped = passage.strip()
    first = text.count("\n", 0, start + passage.find(stripped)) + 1
    shown = _BREAKS.sub("\n", _SPACES.sub(" ", stripped))
    return SnippetSpan(shown, (first, first + stripped.count("\n")))
