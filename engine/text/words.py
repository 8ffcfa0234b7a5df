"""How many words a text has, as a person would count them, whatever its script."""

from __future__ import annotations

import re

# Letters of scripts that put no spaces between words, per word: a mean of dictionary and running text.
_LETTERS_PER_WORD = 4
_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
_IDEOGRAPH = f"\u3005-\u3007{_KANA}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3"
# Vowel signs and accents are no `\w` in Python, but do not end a word.
_MARK = "\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06dc\u0900-\u0963\u0970-\u0dff"
_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_UNIT = re.compile(f"([{_UNSPACED}]+)|[{_IDEOGRAPH}]|(?:[^\\W{_IDEOGRAPH}{_UNSPACED}]|[{_MARK}])+")
_SPACED = re.compile(f"[\\w{_MARK}]+")
_OTHER_SCRIPT = re.compile(f"[{_IDEOGRAPH}{_UNSPACED}]")


def count_words(text: str) -> int:
    """Number of words: runs of letters and digits; an ideograph or kana is one, four Thai or Lao letters are one."""
    if text.isascii():
        return sum(1 for _ in _ASCII_WORD.finditer(text))
    if not _OTHER_SCRIPT.search(text):
        return sum(1 for _ in _SPACED.finditer(text))
    return sum(-(-len(m[1]) // _LETTERS_PER_WORD) if m[1] else 1 for m in _UNIT.finditer(text))
