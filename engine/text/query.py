"""Queries: plain text, quoted phrases, ` -word` exclusions. There is no grammar, so there is no invalid query."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from engine.text.analyse import Tokens, analyse, is_unspaced

_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\uff02": '"'})
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_PIECE = re.compile(r'(?P<minus>(?<=\s)-(?![-\s]))?(?:"(?P<phrase>[^"]*)"|(?P<words>[^\s"]+))|"')


# What each list is worth: docs/quality.md. Words that mean something in another of these languages are left out.
_FUNCTION_WORDS = """
a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was
will with how what when where who whom whose why which do does did can could should would
le la les l de des du d un une et est en que qui quoi quel quelle quels quelles dans pour sur au aux ce cette ces il
elle ne se sa ses avec sont a été où comment quand pourquoi combien
der das und in von zu mit dem nicht ein eine einer eines einem als auch es an werden aus er dass sie nach wird bei im
ist auf für des wie was wer wo wann warum welche welcher welches wurde wurden haben sind
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What to search for, in analysed terms.

    `terms`: distinct, those of phrases included. `light`: those of them that say little, because they are function
    words or only repeat other terms joined. `phrases`: terms that must follow one another; a document must contain
    every phrase. `excluded`: phrases no document may contain, often of one term. `supporting`: terms that add to the
    score of a document but do not make it a hit, the single ideographs of longer runs. `wording`: the text without
    what is excluded and without quotation marks.
    """

    text: str
    terms: tuple[str, ...]
    light: frozenset[str] = frozenset()
    phrases: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[tuple[str, ...], ...] = ()
    supporting: tuple[str, ...] = ()
    wording: str = ""

    def telling(self) -> Query:
        """The same query without the terms that say little."""
        return replace(self, terms=tuple(term for term in self.terms if term not in self.light), light=frozenset())

    def relaxed(self) -> Query:
        """The same query with its phrases as mere words."""
        return replace(self, phrases=())


def parse_query(text: str) -> Query:
    """The query a person typed. Every string is valid; one without letters, digits or symbols has no terms.

    ` -word` excludes after a space and beside something to search for; otherwise its minus sign means nothing.
    """
    pieces = list(_PIECE.finditer(text.translate(_QUOTES)))
    excluding = any(piece["minus"] for piece in pieces) and any(_analysed(p).terms for p in pieces if not p["minus"])
    terms: list[str] = []
    light: set[str] = set()
    singles: list[str] = []
    phrases: list[tuple[str, ...]] = []
    excluded: list[tuple[str, ...]] = []
    wording: list[str] = []
    for piece in pieces:
        tokens = _analysed(piece)
        if excluding and piece["minus"]:
            excluded.append(_row(tokens))
            continue
        wording.append(piece["words"] or piece["phrase"] or "")
        terms += searched_terms(tokens)
        light |= _joined(tokens)
        singles += [
            term for term in (*tokens.terms, *(term for _, term in tokens.extras)) if _IDEOGRAPH.fullmatch(term)
        ]
        if piece["phrase"]:
            phrases.append(_row(tokens))
    return Query(
        text=text,
        terms=tuple(dict.fromkeys(terms)),
        light=frozenset(light & set(terms)) | _function_terms().intersection(terms),
        phrases=tuple(row for row in dict.fromkeys(phrases) if row),
        excluded=tuple(row for row in dict.fromkeys(excluded) if row),
        supporting=tuple(term for term in dict.fromkeys(singles) if term not in terms),
        wording=" ".join(part for part in wording if part),
    )


@cache
def _function_terms() -> frozenset[str]:
    return frozenset(term for word in _FUNCTION_WORDS.split() for term in analyse(word).terms)


def _analysed(piece: re.Match[str]) -> Tokens:
    return analyse(piece["words"] or piece["phrase"] or "")


def _joined(tokens: Tokens) -> set[str]:
    """Wholes that are no more than their parts written together: `snakecase`, but neither `20.04` nor `c++`."""
    return {term for _, term in tokens.extras if term.isalnum()}


def searched_terms(tokens: Tokens) -> list[str]:
    """Terms to look up: parts and wholes, but no single character whose pairs are there."""
    kept = [term for index, term in enumerate(tokens.terms) if not _ends_pair(tokens.terms, index)]
    return kept + [term for _, term in tokens.extras if not is_unspaced(term)]


def _row(tokens: Tokens) -> tuple[str, ...]:
    """Terms at consecutive positions; `C++` is `c++` here, not `c`."""
    row = list(tokens.terms)
    for position, term in tokens.extras:
        if term[0] in "@#." or term[-1] in "+#":
            row[position] = term
    return tuple(row)


def _ends_pair(terms: list[str], index: int) -> bool:
    term, before = terms[index], terms[index - 1] if index else ""
    return len(before) > len(term) and before.endswith(term) and is_unspaced(term) and is_unspaced(before)
