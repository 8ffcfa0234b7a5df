"""The analyser: text to the terms that are indexed and searched. Documents and queries go through the same code.

A chunk is a run of letters, digits and marks with the connectors inside it (`multi-agent`, `snake_case`, `don't`). What
a chunk becomes is computed once and remembered, so plain prose costs one regular expression and one dictionary look-up
a word. Chunks become parts, which follow one another and serve phrases, and wholes, which stand beside the first part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.text.normalise import normalised

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TERM = 64
"""Longer terms are cut: no word is longer, but base64 data is."""

_CACHE_SIZE = 200_000
_CACHED_LENGTH = 40

# Vowel signs and other marks that `\w` leaves out, joiners and the soft hyphen: they belong to the word around them.
_MARKS = (
    "\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u0816-\u082d\u0900-\u0903"
    "\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3\u0a01-\u0a03"
    "\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2\u0ae3\u0b01-\u0b03\u0b3c\u0b3e-\u0b57\u0b82"
    "\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0d00-\u0d03\u0d3b\u0d3c"
    "\u0d3e-\u0d4d\u0d57\u0d81-\u0d83\u0dca-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece"
    "\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86-\u0fbc\u102b-\u103e\u1056-\u1060\u135d-\u135f"
    "\u17b4-\u17d3\u17dd\u18a9\u1920-\u193b\u1a17-\u1a1b\u1b00-\u1b04\u1b34-\u1b44\u1ab0-\u1aff\u1dc0-\u1dff\u200c"
    "\u200d\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufb1e\ufe20-\ufe2f"
)
_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0eff\u1000-\u103f\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u17dd\u2e80-\u2fdf"
    "\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3131-\u318e\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\uff66-\uff9f\uffa0-\uffdc"
    "\U00020000-\U0003ffff"
)
"""Scripts written without spaces between words, and Korean, whose words carry their particles."""

_SYMBOLS = (
    "\u00a7\u00a9\u00ae\u20a0-\u20c0\u2100-\u214f\u2190-\u23ff\u2460-\u24ff\u2600-\u27bf\u2b00-\u2bff"
    "\U0001f000-\U0001faff"
)


def _chunk_pattern(word: str, hyphen: str, quote: str, symbols: str) -> re.Pattern[str]:
    connected = rf"[{hyphen}{quote}.&@]{word}+|[{hyphen}]\n[ \t]*{word}+|(?<=\d),\d\d\d(?!\d)"
    return re.compile(rf"[@#.]?{word}+(?:{connected})*(?:\+\+|#(?!\w))?{symbols}")


_ASCII_CHUNK = _chunk_pattern("[0-9A-Za-z_]", "-", "'", "")
_CHUNK = _chunk_pattern(rf"[\w{_MARKS}]", "-\u2010\u2011", "'\u2019", rf"|[{_SYMBOLS}]")
_TYPOGRAPHY = (("\u2019", "'"), ("\u201c", '"'), ("\u201d", '"'), ("\u2018", " "), ("\u2013", " "), ("\u2014", " "),
               ("\u2026", " "), ("\u2022", " "), ("\u00a0", " "))  # fmt: skip

_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_RUN = re.compile(f"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_CLUSTER = re.compile(f"[\u0e40-\u0e44]?[^{_MARKS}][{_MARKS}]*|[{_MARKS}]+")
_SEPARATOR = re.compile(r"[-\u2010\u2011]\n[ \t]*|[-\u2010\u2011.'\u2019&@_,\u2044\n\t ]+")
_BREAK = re.compile(r"\n[ \t]*")
_SUFFIX = re.compile(r"(?:\+\+|#)$")
_GLUED_SENTENCES = re.compile(r"[^\W\d_][.][A-Z][a-z]+$|[^\W\d_]{4,}[.][A-Z][a-z]")
_POSSESSIVE = re.compile(r"['\u2019][sS]$")
_CONTRACTION = re.compile(r"['\u2019](?:ll|re|ve|d|m)$", re.IGNORECASE)
_NOT = re.compile(r"(?<=[nN])['\u2019](?=[tT]$)")
_CAMEL = re.compile(
    r"(?<=[^\W\d_A-Z])(?=[A-Z][^\W\d_A-Z])|(?<=[^\W\d_A-Z][^\W\d_A-Z])(?=[A-Z]{2})|(?<=[A-Z]{2})(?=[A-Z][^\W\d_A-Z]{2})"
)
_SCRIPTS = re.compile(
    "(?P<latin>[0-9A-Za-z\u00aa\u00b5\u00ba\u00c0-\u024f\u0250-\u02af\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\u0300-\u036f]+)"
    "|(?P<greek>[0-9\u0370-\u03ff\u1f00-\u1fff\u0300-\u036f]+)"
    "|(?P<russian>[0-9\u0400-\u052f\u0300-\u036f\u0483-\u0487]+)"
    "|(?P<arabic>[0-9\u0610-\u06ff\u0750-\u077f\u08a0-\u08ff]+)"
    "|(?P<hindi>[0-9\u0900-\u097f\u200c\u200d]+)"
    "|(?P<other>[^0-9A-Za-z\u00c0-\u024f\u0370-\u052f\u0610-\u06ff\u0900-\u097f]+|.)"
)
_STRIPPED = {
    "latin": re.compile("[\u0300-\u036f]"),
    "greek": re.compile("[\u0300-\u036f]"),
    "russian": re.compile("[\u0300-\u0305\u0307\u0309-\u036f\u0483-\u0487]"),
    "arabic": re.compile("[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]"),
    "hindi": re.compile("[\u093c\u200c\u200d]"),
    "other": re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u200c\u200d]"),
}
_FOLDED = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d",
                         "þ": "th", "ё": "е", "\u2010": "-", "\u2011": "-", "ँ": "ं"})  # fmt: skip
_STEMMERS = {"latin": "english", "greek": "greek", "russian": "russian", "arabic": "arabic", "hindi": "hindi"}


@dataclass(frozen=True, slots=True)
class Tokens:
    """Terms of a text. The index of a term in `terms` is its position; `extras` are (position, term) beside them."""

    terms: list[str]
    extras: list[tuple[int, str]]


class _Expansion(NamedTuple):
    """What one chunk becomes: parts in a row, and (offset in the row, term) beside them."""

    parts: tuple[str, ...]
    extras: tuple[tuple[int, str], ...]


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the name is snowballstemmer's


_stemmers: dict[str, _Stemmer] = {}
_stemmer_lock = Lock()  # a Snowball stemmer keeps the word it works on in itself


class _Expansions(dict[str, "str | _Expansion"]):
    """Chunk to its term, or to its expansion where it is not exactly one term. Emptied when it grows too large."""

    def __missing__(self, chunk: str) -> str | _Expansion:
        expansion = _expand(chunk)
        value = expansion.parts[0] if len(expansion.parts) == 1 and not expansion.extras else expansion
        if len(chunk) <= _CACHED_LENGTH:
            if len(self) >= _CACHE_SIZE:
                self.clear()
            self[chunk] = value
        return value


_expansions = _Expansions()
_PART = 1_000_000
"""Characters that `analyse_parts` analyses at once."""


def analyse(text: str) -> Tokens:
    """The terms of `text`, folded and stemmed, with their positions. Any string is accepted."""
    chunks = _split_chunks(text)
    expanded = [_expansions[chunk] for chunk in chunks]
    terms: list[str] = []
    extras: list[tuple[int, str]] = []
    append = terms.append
    for item in expanded:
        if isinstance(item, str):
            append(item)
        else:
            base = len(terms)
            terms.extend(item[0])
            extras.extend((base + offset, term) for offset, term in item[1])
    return Tokens(terms, extras)


def analyse_parts(text: str) -> Iterator[Tokens]:
    """The terms of `text` part by part, cut at line ends or spaces: a large one needs little memory at once."""
    start = 0
    while start < len(text):
        end = start + _PART
        if end < len(text):
            cut = max(text.rfind("\n", start, end), text.rfind(" ", start, end))
            end = cut + 1 if cut > start else end
        yield analyse(text[start:end])
        start = end


def _split_chunks(text: str) -> list[str]:
    if not text.isascii():
        for mark, plain in _TYPOGRAPHY:  # most English texts are then ASCII, whose pattern is twice as fast
            text = text.replace(mark, plain)
    return (_ASCII_CHUNK if text.isascii() else _CHUNK).findall(text)


def fold(text: str) -> str:
    """`text` without differences of case, accents, width, ligatures and soft hyphens; marks that are letters stay."""
    if text.isascii():
        return text.lower()
    text = normalised("NFKC", text.replace("\u00ad", "")).casefold()
    return "".join(_fold_script(match) for match in _SCRIPTS.finditer(text))


def is_unspaced(term: str) -> bool:
    """Whether `term` is from a script that is indexed by characters and their pairs instead of words."""
    return _HAS_UNSPACED.match(term) is not None


def _expand(chunk: str) -> _Expansion:
    if chunk.isascii() and chunk.isalnum() and (chunk.islower() or chunk.istitle() or chunk.isupper()):
        return _Expansion((_stem(chunk.lower(), "latin"),), ())
    chunk = normalised("NFKC", chunk.replace("\u00ad", ""))
    if _HAS_UNSPACED.search(chunk):
        return _expand_runs(chunk)
    return _expand_words(chunk)


def _expand_runs(chunk: str) -> _Expansion:
    """Split at the borders of scripts without spaces; those runs become pairs of characters."""
    parts: list[str] = []
    extras: list[tuple[int, str]] = []
    for run in _RUN.findall(chunk):
        part, extra = _pairs(run) if is_unspaced(run) else _expand_words(run)
        extras.extend((len(parts) + offset, term) for offset, term in extra)
        parts.extend(part)
    return _Expansion(tuple(parts), tuple(extras))


def _pairs(run: str) -> _Expansion:
    """Overlapping pairs in a row, each with its first character beside it; the last character ends the row."""
    units = _CLUSTER.findall(run)
    parts = [first + second for first, second in pairwise(units)]
    return _Expansion((*parts, units[-1]), tuple(enumerate(units[:-1])))


def _expand_words(chunk: str) -> _Expansion:
    lead, core, tail = _strip_affixes(chunk)
    core = _NOT.sub("", _CONTRACTION.sub("", _POSSESSIVE.sub("", core)))
    if core.replace(",", "").isdigit():
        core = core.replace(",", "")
    words = [word for word in _SEPARATOR.split(core) if word]
    parts = [part for word in words for part in _split_word(word)]
    if not parts:
        return _Expansion((), ())
    wholes = _wholes(core, words, parts)
    if lead or tail:
        wholes.append(lead + fold("".join(words)) + tail)
    terms = tuple(term for part in parts if (term := _stem_folded(part)))
    if not terms:
        return _Expansion((), ())  # nothing but marks, which fold away
    return _Expansion(terms, tuple((0, whole[:MAX_TERM]) for whole in wholes if whole not in terms))


def _strip_affixes(chunk: str) -> tuple[str, str, str]:
    """(`@`, `#` or `.` before it, the chunk, `++` or `#` after it)."""
    lead = chunk[0] if chunk[:1] in {"@", "#", "."} else ""
    tail = _SUFFIX.search(chunk)
    return lead, chunk[len(lead) : tail.start() if tail else None], tail[0] if tail else ""


def _split_word(word: str) -> list[str]:
    parts = _CAMEL.split(word) if not word.islower() else [word]
    if word.isascii():
        return parts
    return [match[0] for part in parts for match in _SCRIPTS.finditer(part)]


def _wholes(core: str, words: list[str], parts: list[str]) -> list[str]:
    """The chunk in one piece. Numbers keep their separators: `20.04` is not `2004`. An elision (`l'eau`) has none."""
    if len(parts) == 1 or (len(words) == 1 and not core.isascii()):
        return []
    if "'" in core or "\u2019" in core or _GLUED_SENTENCES.search(core):
        return []
    if "@" in core or all(word.isdigit() for word in words):
        return [fold(_BREAK.sub("", core))]
    return [_stem_folded("".join(words))]


def _fold_script(match: re.Match[str]) -> str:
    script = match.lastgroup or "other"
    word = match[0]
    if script in {"latin", "greek", "russian"}:
        word = normalised("NFD", word)
    return normalised("NFC", _STRIPPED[script].sub("", word)).translate(_FOLDED)


def _stem_folded(word: str) -> str:
    if word.isascii():
        return _stem(word.lower(), "latin")
    match = _SCRIPTS.match(word)
    return _stem(fold(word), (match and match.lastgroup) or "other")


def _stem(word: str, script: str) -> str:
    if script not in _STEMMERS or len(word) > _CACHED_LENGTH or (script == "latin" and not word.isalpha()):
        return word[:MAX_TERM]
    with _stemmer_lock:
        return _stemmer(_STEMMERS[script]).stemWord(word)


def _stemmer(language: str) -> _Stemmer:
    if language not in _stemmers:
        import snowballstemmer

        stemmer: _Stemmer = snowballstemmer.stemmer(language)
        _stemmers[language] = stemmer
    return _stemmers[language]
