"""How the terminal format looks: colours, and words of the query picked out of a passage."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# A word of a query, unless it is excluded (` -word`); quotes and other signs only separate words.
_QUERY_WORD = re.compile(r"(?:(?<=\s)-\w+)|(\w+)")

_UNSPACED = re.compile("[\u0e00-\u0e7f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\U00020000-\U0003ffff]")


class Ink:
    """Paints text by what it means. Without colour it returns the text as it is. Codes: ECMA-48 SGR."""

    __slots__ = ("_color",)

    def __init__(self, *, color: bool) -> None:
        self._color = color

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._color and text else text

    def title(self, text: str) -> str:
        """A heading or the name of a thing."""
        return self._paint("1", text)

    def path(self, text: str) -> str:
        """Where a thing is."""
        return self._paint("36", text)

    def faint(self, text: str) -> str:
        """What is there to be looked up, not read."""
        return self._paint("2", text)

    def match(self, text: str) -> str:
        """What was searched for."""
        return self._paint("1;31", text)

    def number(self, text: str) -> str:
        """The number of a line that matches, of a hit or of a section."""
        return self._paint("32", text)

    def warning(self, text: str) -> str:
        """What needs attention."""
        return self._paint("33", text)

    def good(self, text: str) -> str:
        """What is as it should be."""
        return self._paint("32", text)


def _word_pattern(word: str) -> str:
    # Chinese, Japanese, Korean and Thai text has no spaces: a word has no border to look for and no ending to take in.
    return re.escape(word) if _UNSPACED.search(word) else rf"\b{re.escape(word)}\w*"


def word_marker(query: str, mark: Callable[[str], str]) -> Callable[[str], str]:
    """A function that marks, in a line, the words that begin with a word of the query, in any case."""
    words = sorted({word for word in _QUERY_WORD.findall(query) if word}, key=len, reverse=True)
    if not words:
        return str
    pattern = re.compile("|".join(map(_word_pattern, words)), re.IGNORECASE)
    return lambda line: pattern.sub(lambda match: mark(match[0]), line)
