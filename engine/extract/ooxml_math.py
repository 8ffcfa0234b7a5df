"""Office equations as text: the structure in LaTeX, the symbols in Unicode (ECMA-376 part 1, 22.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_BARE = frozenset({"sSup", "sSub", "sSubSup", "sPre", "limLow", "limUpp", "nary"})


def math_text(element: _Element) -> str:
    """The equation below an `m:oMath` element, or any part of one, on one line."""
    return "".join(_node(child) for child in element if isinstance(child.tag, str))


def _node(node: _Element) -> str:
    name = node.tag.rpartition("}")[2]
    if name == "t":
        return node.text or ""
    if name in _BARE:
        return _scripts(node, name)
    if name == "f":
        bar = node.find(f"{M}fPr/{M}type")
        shape = r"\binom{%s}{%s}" if bar is not None and bar.get(f"{M}val") == "noBar" else r"\frac{%s}{%s}"
        return shape % (_part(node, "num"), _part(node, "den"))
    if name == "rad":
        degree = _part(node, "deg")
        return rf"\sqrt{f'[{degree}]' if degree else ''}{{{_part(node, 'e')}}}"
    if name == "d":
        return _delimited(node)
    if name == "func":
        argument = _part(node, "e")
        return _part(node, "fName") + (argument if argument.startswith("(") else f"({argument})")
    if name in {"m", "eqArr"}:
        return "; ".join(_row(row) for row in node.iterfind(f"{M}mr" if name == "m" else f"{M}e"))
    return "" if name.endswith("Pr") else math_text(node)


def _part(node: _Element, name: str) -> str:
    child = node.find(M + name)
    return "" if child is None else math_text(child).strip()


def _row(row: _Element) -> str:
    cells = row.findall(f"{M}e")
    return ", ".join(map(math_text, cells)) if cells else math_text(row)


def _scripts(node: _Element, name: str) -> str:
    low, high = _part(node, "sub"), _part(node, "sup")
    if name.startswith("lim"):
        low, high = (_part(node, "lim"), "") if name == "limLow" else ("", _part(node, "lim"))
    scripts = (f"_{{{low}}}" if low else "") + (f"^{{{high}}}" if high else "")
    if name == "nary":
        sign = _property(node, "naryPr", "chr", "∫")
        return f"{sign}{scripts} {_part(node, 'e')}"
    return f"{scripts}{_part(node, 'e')}" if name == "sPre" else f"{_part(node, 'e')}{scripts}"


def _delimited(node: _Element) -> str:
    left, right = _property(node, "dPr", "begChr", "("), _property(node, "dPr", "endChr", ")")
    between = _property(node, "dPr", "sepChr", "|")
    return left + between.join(math_text(e) for e in node.iterfind(f"{M}e")) + right


def _property(node: _Element, group: str, name: str, default: str) -> str:
    found = node.find(f"{M}{group}/{M}{name}")
    return default if found is None else found.get(f"{M}val", "")
