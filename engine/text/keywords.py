"""Keywords of a document, in its own words."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.text.analyse import fold
from engine.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

_SCANNED = 200_000
"""Characters looked at: what a document is about shows in its first pages."""
_TITLE_WORTH = 4.0
_EARLY = 2_000
_LONGEST_GRAM = 4

_IDEOGRAPHS = "\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30fe"
_UNSPACED = f"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u309f{_IDEOGRAPHS}{_KATAKANA}"
_MARKS = (
    "\u0300-\u036f\u05b0-\u05c7\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0962\u0963\u0980-\u0983\u09bc-\u09cd"
    "\u0b80-\u0dff"
)
_WORD = re.compile(rf"(?:[^\W\d_{_UNSPACED}]|[{_MARKS}])(?:[^\W_{_UNSPACED}]|[{_MARKS}]|[-'\u2019](?=[^\W\d_]))*")
_RUN = re.compile(f"[{_IDEOGRAPHS}]{{2,}}|[{_KATAKANA}]{{2,}}")
_MAYBE_ADDRESS = re.compile(r"(?<!\S)[^\s@/]*[@/]\S*")
_PATH = re.compile(r"[\w/.-]+")


def extract_keywords(title: str, text: str, limit: int = 10) -> tuple[str, ...]:
    """At most `limit` words that say what the document is about, best first, as they are written in it.

    Frequent words, those in the title and those that come early; no stop words, no numbers. Runs of ideographs count as
    their frequent parts of two to four characters.
    """
    body = _MAYBE_ADDRESS.sub(_without_address, text[:_SCANNED])
    scores: defaultdict[str, float] = defaultdict(float)
    surfaces: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for part, worth in ((title, _TITLE_WORTH), (body, 1.0)):
        for surface, key, offset in _occurrences(part):
            scores[key] += worth * (1.0 + 1.0 / (1.0 + offset / _EARLY))
            spellings = surfaces[key]
            spellings[surface] = spellings.get(surface, 0) + 1
    _merge_plurals(scores)
    ranked = sorted(scores, key=lambda key: (-scores[key] * _weight(key), key))
    return tuple(_spelling(surfaces[key]) for key in _without_parts(ranked, scores, limit))


def _without_address(match: re.Match[str]) -> str:
    """What stands before a web or mail address, or a path of three segments, in a run without spaces."""
    run = match[0]
    if run.find("://", 1, -1) >= 0 or run.find("@", 1, -1) >= 0:
        return " "
    path = next((part for part in _PATH.finditer(run) if part[0].count("/") > 1), None)
    return run if path is None else f"{run[: path.start()]} "


def _occurrences(text: str) -> Iterable[tuple[str, str, int]]:
    """(spelling, key, offset) of what may be a keyword."""
    for match in _WORD.finditer(text):
        surface = match[0]
        if surface.endswith(("'s", "\u2019s")):
            surface = surface[:-2]
        if key := _key(surface):
            yield surface, key, match.start()
    if not text.isascii():
        for match in _RUN.finditer(text):
            for gram in _grams(match[0]):
                yield gram, gram, match.start()


@lru_cache(1 << 16)
def _key(surface: str) -> str:
    """What all spellings of a word have in common; empty if it is no keyword."""
    key = fold(surface)
    return key if 2 < len(key) <= 40 and key not in STOP_WORDS and not _is_elided(key) else ""


def _is_elided(key: str) -> bool:
    head, mark, tail = key.replace("\u2019", "'").partition("'")
    return bool(mark) and (len(head) < 3 or head in STOP_WORDS or tail in {"t", "re", "ll", "ve", "d", "m"})


def _grams(run: str) -> Iterable[str]:
    if "\u30a1" <= run[0] <= "\u30fe":
        return (run,)
    longest = min(_LONGEST_GRAM, len(run))
    return (run[at : at + size] for size in range(2, longest + 1) for at in range(len(run) - size + 1))


def _weight(key: str) -> float:
    """Longer words say more; so do longer runs of ideographs, of which fewer repeat."""
    return len(key) if not key.isascii() and _RUN.match(key) else min(len(key), 10) ** 0.5


def _merge_plurals(scores: dict[str, float]) -> None:
    for key in list(scores):  # of three such as pge, pges and pgess, one may be gone when its turn comes
        if key.endswith("s") and key in scores and (single := key[:-1]) in scores:
            plural = key if scores[single] >= scores[key] else single
            kept = single if plural == key else key
            scores[kept] += scores.pop(plural)


def _without_parts(ranked: Iterable[str], scores: dict[str, float], limit: int) -> list[str]:
    """The first keys, without runs of ideographs that overlap a better one, or that occur only once."""
    kept: list[str] = []
    for key in ranked:
        if len(kept) == limit:
            break
        if _RUN.match(key) and (scores[key] <= 2 or any(_overlap(key, other) for other in kept)):
            continue
        kept.append(key)
    return kept


def _overlap(gram: str, other: str) -> bool:
    return any(gram[at : at + 2] in other for at in range(len(gram) - 1))


def _spelling(surfaces: dict[str, int]) -> str:
    """The usual spelling; in lower case unless most occurrences have a capital."""
    surface, count = min(surfaces.items(), key=lambda item: (-item[1], item[0]))
    lowered = surface.lower()
    return lowered if surfaces.get(lowered, 0) * 3 >= count else surface
