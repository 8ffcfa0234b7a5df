"""Numbers of list items as Word and PowerPoint spell them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docx2python import numbering_formats as spelling

if TYPE_CHECKING:
    from collections.abc import Callable

_CJK_DIGITS = "〇一二三四五六七八九"
# ECMA-376 part 1, 20.1.10.61: what is counted with, and what stands around it.
_AUTOMATIC = re.compile(r"(?P<kind>[a-zA-Z0-9]+?)(?P<shape>Period|ParenBoth|ParenR|Minus|Plain)")
_KINDS = {
    "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman",
    "circleNumDb": "decimalEnclosedCircle", "circleNumWdWhite": "decimalEnclosedCircle",
    "circleNumWdBlack": "decimalEnclosedCircle", "ea1Chs": "chineseCounting", "ea1Cht": "chineseCounting",
    "ea1JpnChsDb": "chineseCounting", "ea1JpnKor": "chineseCounting",
}  # fmt: skip
_SHAPES = {"Period": "{}.", "ParenBoth": "({})", "ParenR": "{})", "Minus": "{}-", "Plain": "{}"}


def spell_automatic(n: int, scheme: str) -> str:
    """`n` in one of PowerPoint's numbering schemes (`alphaLcParenR`); in an unknown one as `1.`."""
    match = _AUTOMATIC.fullmatch(scheme)
    if match is None:
        return f"{n}."
    return _SHAPES[match["shape"]].format(spell_number(n, _KINDS.get(match["kind"], "decimal")))


def _chinese(n: int) -> str:
    tens, ones = divmod(n, 10)
    if n > 99:
        return str(n)
    head = ("" if tens == 1 else _CJK_DIGITS[tens]) + "十" if tens else ""
    return head + (_CJK_DIGITS[ones] if ones or not tens else "")


_SPELLINGS: dict[str, Callable[[int], str]] = {
    "lowerLetter": spelling.lower_letter,
    "upperLetter": spelling.upper_letter,
    "lowerRoman": spelling.lower_roman,
    "upperRoman": spelling.upper_roman,
    "decimalZero": "{:02d}".format,
    "decimalEnclosedCircle": lambda n: chr(0x245F + n) if n <= 20 else str(n),
    "chineseCounting": _chinese,
    "chineseCountingThousand": _chinese,
    "japaneseCounting": _chinese,
    "taiwaneseCountingThousand": _chinese,
    "none": lambda _: "",
    "bullet": lambda _: "",
}


def spell_number(n: int, style: str) -> str:
    """`n` in a number format of ECMA-376 17.18.59; decimal where the format is unknown or undefined for `n`."""
    # Letters and Roman numerals grow with n, and n comes from the file.
    return _SPELLINGS[style](n) if style in _SPELLINGS and 0 < n < 4000 else str(n)
