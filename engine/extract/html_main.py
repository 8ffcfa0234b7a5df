"""The main content of a page: prose decides where it is, names and roles of elements decide what is left out of it.

Recall goes before precision: what holds a good share of the prose stays whatever it is called, and pages without prose
(indexes, forms, a few words) lose only what is surely beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from engine.extract.html_tree import outermost, remove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TINY = 600
"""A page with less text than this, in characters, is not weighed."""
_LARGEST = 400_000
"""Elements of a page that is weighed; a larger one is a book or a listing, not an article with a menu."""
_PROSE = 60
"""Characters outside links that make a block prose."""
_LEAST_SHARE = 0.35
"""Less of a page than this is not trusted to be its content."""
_LEAST_SHARE_OF_TINY = 0.2
_CONTAINER_SHARE = 0.9
_KEEP_SHARE = 0.3
_KEEP_TEXT_SHARE = 0.5

_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "html", "li", "main",
    "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
))  # fmt: skip
# Classes of inline elements style words, and custom elements are named after the script that draws them.
_NAMED = _BLOCKS - frozenset(("body", "html", "main", "article", "h1", "h2", "h3", "h4", "h5", "h6"))
_FURNITURE_TAGS = frozenset(("nav", "aside", "footer", "menu", "dialog"))
_FURNITURE_ROLES = frozenset((
    "navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "toolbar", "dialog",
    "alertdialog", "tablist",
))  # fmt: skip
_FURNITURE = frozenset((
    "nav", "navbar", "navheader", "navfooter", "navigation", "navbox", "menu", "submenu", "megamenu", "breadcrumb",
    "breadcrumbs", "sidebar", "footer", "cookie", "cookies", "consent", "gdpr", "share", "sharing", "sharebar",
    "social", "addthis", "comment", "comments", "commentlist", "disqus", "respond", "related", "recommend",
    "recommended", "recommendation", "recommendations", "recirc", "newsletter", "subscribe", "subscription",
    "promo", "promos", "promotion", "advert", "adverts", "ad", "ads", "advertisement", "advertising", "sponsor",
    "sponsored", "banner", "popup", "modal", "overlay", "lightbox", "pagination", "pager", "toolbar", "login",
    "signin", "signup", "widget", "widgets", "skip", "taboola", "outbrain", "masthead", "topbar", "ticker",
    "trending", "teaser", "teasers", "rail", "catlinks", "editsection", "printfooter", "noprint", "jump", "paywall",
))  # fmt: skip
# What the text itself sets aside: documentation has its notes and warnings in such elements.
_NOTES = frozenset(("admonition", "callout", "caution", "danger", "important", "note", "tip", "warning"))
_CERTAIN = frozenset((
    "breadcrumb", "breadcrumbs", "consent", "cookie", "cookies", "gdpr", "modal", "nav", "navbar", "navfooter",
    "navheader", "navigation", "popup",
))  # fmt: skip
_COOKIES = frozenset(("cookie", "cookies"))
_ASKING = frozenset((
    "accept", "agree", "alert", "banner", "bar", "box", "consent", "container", "dialog", "disclaimer", "eu", "gdpr",
    "hint", "info", "law", "layer", "message", "modal", "note", "notice", "notification", "overlay", "panel", "policy",
    "popup", "privacy", "prompt", "root", "settings", "wall", "warning", "widget", "wrapper",
))  # fmt: skip
# A page of which comments are the greater part is a discussion.
_TALK = frozenset(("comment", "comments", "commentlist"))
_TALK_SHARE = 0.5
_MOST_NAME_PARTS = 3
_IDEOGRAPH = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(slots=True)
class _Weight:
    """Characters below an element: all, inside links, and in blocks of prose; and the number of links."""

    text: int = 0
    linked: int = 0
    prose: int = 0
    links: int = 0


def main_content(root: etree._Element) -> list[etree._Element]:
    """The elements to read, in order: usually one, with what surrounds the content emptied. Changes `root`."""
    # The root, not its `body`: parsers leave text of broken pages outside it.
    body = root
    if sum(1 for _ in body.iter()) > _LARGEST:
        return [body]
    weights = _weigh(body)
    total = weights[body]
    if total.text < _TINY:
        return _whole(body, weights, _LEAST_SHARE_OF_TINY)
    if total.prose < _TINY / 2:
        return _whole(body, weights, _LEAST_SHARE)
    furniture = outermost(body, lambda e: _is_furniture(e, weights[e], total))
    talk = {e for e in furniture if not _TALK.isdisjoint(_name_parts(e))}
    if sum(weights[e].prose for e in talk) > _TALK_SHARE * total.prose:
        furniture = [e for e in furniture if e not in talk]
    least = _LEAST_SHARE * total.text
    if total.text - _text(furniture, weights) < least:
        return _whole(body, weights, _LEAST_SHARE)
    remove(furniture)
    weights = _weigh(body)
    container = _container(body, weights)
    if weights[container].text < least:
        return [body]
    links = outermost(container, lambda e: _is_link_list(e, weights[e], weights[container]))
    if weights[container].text - _text(links, weights) >= least:
        remove(links)
    return [*_heading_before(body, container, weights), container]


def _whole(body: etree._Element, weights: dict[etree._Element, _Weight], share: float) -> list[etree._Element]:
    """A page that is not weighed further: without its menus, footer and banners, if a `share` of it is left."""
    total = weights[body]
    certain = outermost(body, _is_certain)
    if total.text - _text(certain, weights) >= share * total.text:
        remove(certain)
    return [body]


def _text(elements: list[etree._Element], weights: dict[etree._Element, _Weight]) -> int:
    return sum(weights[element].text for element in elements)


def _weigh(body: etree._Element) -> dict[etree._Element, _Weight]:
    """The weight of every element of `body`."""
    weights: dict[etree._Element, _Weight] = {}
    own: list[_Weight] = []
    link_depth = 0
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if event == "start":
            weights[element] = _Weight()
            if element.tag == "a":
                link_depth += 1
                weights[element].links = 1
            if element.tag in _BLOCKS or not own:
                own.append(_Weight())
            _count(weights[element], own[-1], element.text, linked=link_depth > 0)
            continue
        weight = weights[element]
        if element.tag == "a":
            link_depth -= 1
        if element.tag in _BLOCKS or element is body:
            block = own.pop()
            if block.text - block.linked >= _PROSE:
                weight.prose += block.text - block.linked
        if element is not body:
            parent = weights[element.getparent()]
            _add(parent, weight)
            _count(parent, own[-1], element.tail, linked=link_depth > 0)
    return weights


def _count(weight: _Weight, block: _Weight, text: str | None, *, linked: bool) -> None:
    length = _length(text) if text else 0
    for each in (weight, block):
        each.text += length
        each.linked += length if linked else 0


def _length(text: str) -> int:
    """Characters, an ideograph or kana counted as the three letters that it stands for."""
    text = text.strip()
    return len(text) if text.isascii() else len(text) + 2 * len(_IDEOGRAPH.findall(text))


def _add(parent: _Weight, child: _Weight) -> None:
    parent.text += child.text
    parent.linked += child.linked
    parent.prose += child.prose
    parent.links += child.links


def _is_furniture(element: etree._Element, weight: _Weight, total: _Weight) -> bool:
    if weight.prose > _KEEP_SHARE * total.prose or weight.text > _KEEP_TEXT_SHARE * total.text:
        return False
    if element.tag in _FURNITURE_TAGS or element.get("role", "").lower() in _FURNITURE_ROLES:
        return element.tag != "aside" or _NOTES.isdisjoint(_name_parts(element))
    if element.tag == "header":
        return next(element.iterdescendants("h1"), None) is None and weight.linked > weight.text / 2
    return element.tag in _NAMED and any(part in _FURNITURE for part in _name_parts(element))


def _is_certain(element: etree._Element) -> bool:
    """Whether an element is beside the content by what it is, not by how much is in it."""
    role = element.get("role", "").lower()
    if element.tag == "nav" or role in {"navigation", "menu", "menubar"}:
        return True
    if element.tag == "footer" or role == "contentinfo":
        # Quotations and articles have footers of their own.
        return next(element.iterancestors("article", "blockquote", "figure", "li", "main", "section"), None) is None
    return element.tag in _NAMED and any(part in _CERTAIN for part in _name_parts(element))


def _name_parts(element: etree._Element) -> Iterator[str]:
    """The words in class and id. A long name is the slug of a heading (`sharing-with-a-friend`) and says nothing."""
    for name in f"{element.get('class', '')} {element.get('id', '')}".split():
        parts = [part.lower() for part in _NAME_PART.findall(name)]
        if len(parts) <= _MOST_NAME_PARTS and not _is_about_cookies(parts):
            yield from parts


def _is_about_cookies(parts: Sequence[str]) -> bool:
    """Whether a name such as `cookie-recipes` speaks of cookies without asking for leave to store some."""
    return len(parts) > 1 and not _COOKIES.isdisjoint(parts) and _ASKING.isdisjoint(parts)


def _container(body: etree._Element, weights: dict[etree._Element, _Weight]) -> etree._Element:
    """The smallest element that holds nearly all prose."""
    needed = _CONTAINER_SHARE * weights[body].prose
    element = body
    while True:
        child = next((c for c in element if weights[c].prose >= needed and c.tag in _BLOCKS), None)
        if child is None or child.tag in {"p", "tr", "tbody", "ul", "ol", "dl"}:
            return element
        element = child


def _is_link_list(element: etree._Element, weight: _Weight, total: _Weight) -> bool:
    """Whether an element is nothing but links, and not so many that they are what the page is about."""
    return (
        element.tag in {"ul", "ol", "div", "section", "table", "p"}
        and weight.links >= 4
        and weight.linked > 0.8 * weight.text
        and weight.prose == 0
        and weight.text < 0.2 * total.text
    )


def _heading_before(
    body: etree._Element, container: etree._Element, weights: dict[etree._Element, _Weight]
) -> list[etree._Element]:
    """The page's `h1` if it stands outside the container; with the `header` around it, where a summary may stand."""
    headings = list(body.iter("h1"))
    inside = next(container.iter("h1"), None) is not None
    if inside or container is body or len(headings) != 1:
        return []
    header = next(headings[0].iterancestors("header"), None)
    if header is None or weights[header].linked > weights[header].text / 2 or container in header.iterdescendants():
        return headings
    return [header]
