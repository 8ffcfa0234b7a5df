"""Searching lines with RE2: patterns that cannot hang, and what to say when one is refused."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import PatternError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_QUANTIFIERS = frozenset("*+?")
_WHITE = r"[\s\p{Z}]+"
_WHITE_IN_SET = r"\s\p{Z}"
_WITHIN_LINE = {r"\s": r"[\t\f\r ]", r"\W": r"[^\w\n]", r"\D": r"[^\d\n]"}
_EXPLANATIONS = (
    (re.compile(r"\(\?(=|!|<=|<!)"), "look-around ((?=…), (?!…), (?<=…), (?<!…)) is not supported"),
    (re.compile(r"\\[1-9]|\(\?P="), "back-references (\\1, (?P=name)) are not supported"),
    (re.compile(r"\(\?>|[*+?}]\+"), "possessive and atomic groups are not supported"),
)
# Patterns that see more than one line differently from each line alone; they are tried line by line only.
_LINE_BY_LINE = re.compile(r"\\[AzQCG]|\(\?[a-zA-Z]*-|\(\?[a-zA-Z]*[sU]")


@dataclass(frozen=True, slots=True)
class LineMatch:
    """A matching line, from 1, and the parts of it that match, as character offsets."""

    line: int
    spans: tuple[tuple[int, int], ...]


def compile_pattern(pattern: str, *, ignore_case: bool) -> Any:  # noqa: ANN401 - re2 has no types
    """A compiled RE2 pattern; `^` and `$` are line ends. Raises PatternError saying what RE2 does not take."""
    import re2

    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = 64 << 20
    try:
        return re2.compile(f"(?m){pattern}", options)
    except re2.error as exc:
        detail = exc.args[0].decode("utf-8", "replace") if isinstance(exc.args[0], bytes) else str(exc)
        raise PatternError(_explain(pattern, detail), hint=_PATTERN_HINT) from exc


_PATTERN_HINT = "RE2 syntax: letters match themselves, \\ before a special character takes it literally"


def _explain(pattern: str, detail: str) -> str:
    for construct, explanation in _EXPLANATIONS:
        if construct.search(pattern):
            return f'The pattern "{pattern}" cannot be used: {explanation}, so that no pattern can hang.'
    return f'The pattern "{pattern}" is not a valid regular expression: {detail.replace("(?m)", "", 1)}.'


def match_lines(pattern: str, lines: Sequence[str], *, ignore_case: bool) -> Iterator[LineMatch]:
    """Lines that match, each looked at by itself, in order."""
    compiled = compile_pattern(pattern, ignore_case=ignore_case)
    for number in _candidates(compiled, pattern, lines):
        spans = tuple((found.start(), found.end()) for found in compiled.finditer(lines[number]))
        if spans:
            yield LineMatch(number + 1, spans)


def _candidates(compiled: Any, pattern: str, lines: Sequence[str]) -> Iterator[int]:  # noqa: ANN401 - re2 has no types
    """Indexes of lines worth a look of their own.

    One pass over the whole text finds them much faster than a call a line: a match within a line is one in the text
    too, or overlaps one that runs over several lines, all of which are looked at.
    """
    if _LINE_BY_LINE.search(pattern):
        yield from range(len(lines))
        return
    encoded = [line.encode("utf-8") for line in lines]
    starts = line_starts(encoded)
    done = -1
    for found in compiled.finditer(b"\n".join(encoded)):
        first = bisect_right(starts, found.start()) - 1
        last = bisect_right(starts, max(found.start(), found.end() - 1)) - 1
        # An empty match at the end of a line touches the next one's start too.
        for number in range(max(first, done + 1), min(last + 1, len(lines) - 1) + 1):
            yield number
            done = number


def match_across(pattern: str, lines: Sequence[str], *, ignore_case: bool) -> Iterator[LineMatch]:
    """Lines on which a match begins, where a space in the pattern matches any white space, also a line end."""
    compiled = compile_pattern(tolerant(pattern), ignore_case=ignore_case)
    starts = line_starts(lines)
    spans: dict[int, list[tuple[int, int]]] = {}
    for found in compiled.finditer("\n".join(lines)):
        number = bisect_right(starts, found.start()) - 1
        start = found.start() - starts[number]
        spans.setdefault(number, []).append((start, min(found.end() - starts[number], len(lines[number]))))
    for number in sorted(spans):
        yield LineMatch(number + 1, tuple(spans[number]))


def line_starts(lines: Sequence[str] | Sequence[bytes]) -> list[int]:
    """Offset of each line in the text they make."""
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    return starts


_TOKEN = re.compile(r"\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\[:[^\]]*:\]|\\.|[^\]\\])*\]|.", re.DOTALL)


def tolerant(pattern: str) -> str:
    """`pattern` with every run of literal spaces able to match any white space, line ends included.

    A space with a quantifier keeps it. What else could run over a line end is kept from it: sets that exclude
    something, and classes such as `\\W`. A pattern without a literal space stays as it is.
    """
    tokens = _TOKEN.findall(pattern)
    if not any(" " in token for token in tokens):
        return pattern
    parts: list[str] = []
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if token not in {" ", "\\ "}:
            parts.append(_tolerant_token(token))
        elif after in _QUANTIFIERS or after.startswith("{"):
            parts.append(f"[{_WHITE_IN_SET}]")
        elif not parts or parts[-1] != _WHITE:
            parts.append(_WHITE)
    return "".join(parts)


def _tolerant_token(token: str) -> str:
    if token.startswith("\\Q"):
        return _WHITE.join(re.escape(part) for part in token[2:].removesuffix("\\E").split(" "))
    if token.startswith("[^"):
        return f"{token[:-1]}\\n]"
    if token.startswith("["):
        return token.replace(" ", _WHITE_IN_SET)
    return _WITHIN_LINE.get(token, token)
