"""The package of an EPUB: rights, metadata, reading order, table of contents.

https://www.w3.org/TR/epub-33/ and, for NCX, https://idpf.org/epub/20/spec/OPF_2.0_final_spec.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from lxml import etree

from engine.extract.base import ExtractionError
from engine.extract.container import member_path
from engine.extract.foreign import foreign, kind_of_archive
from engine.extract.html_tree import parse_xhtml, text_of
from engine.models import Outcome
from engine.text.encoding import declared_charset, decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.extract.container import Container

BOOK = "an EPUB book"
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
# Adobe's and Apple's keys; neither is there without encrypted chapters.
_RIGHTS = ("META-INF/rights.xml", "META-INF/sinf.xml")
# https://www.w3.org/TR/epub-33/#sec-font-obfuscation, and Adobe's older way: readable without a key.
_OBFUSCATION = frozenset(("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"))
_CONTENT_SUFFIXES = (".xhtml", ".html", ".htm", ".xml", ".svg", ".opf", ".ncx")
_PICTURE = ("image/", "audio/", "video/", "font/")


class Item(NamedTuple):
    """A file of the reading order, and whether it is the navigation document."""

    path: str
    is_nav: bool = False


class Entry(NamedTuple):
    """A line of the table of contents; `path` is None where it only groups others."""

    level: int
    title: str
    path: str | None
    fragment: str = ""


class Package(NamedTuple):
    """What the package document says; `missing` are the names that its reading order could not resolve."""

    title: str | None
    author: str | None
    spine: tuple[Item, ...]
    contents: tuple[Entry, ...]
    missing: tuple[str, ...] = ()


class _Resource(NamedTuple):
    path: str
    media_type: str
    properties: frozenset[str]


def refuse_protected(container: Container) -> None:
    """Raise ExtractionError (ENCRYPTED) if the chapters cannot be read without a key."""
    if any(name in container for name in _RIGHTS):
        raise ExtractionError(Outcome.ENCRYPTED, "protected with DRM")
    if _ENCRYPTION not in container:
        return
    for block in _every(container.xml(_ENCRYPTION, recover=True), "EncryptedData"):
        methods = [e.get("Algorithm", "") for e in block if _name(e) == "EncryptionMethod"]
        targets = [e.get("URI", "") for e in _every(block, "CipherReference")]
        content = any(unquote(t).lower().endswith(_CONTENT_SUFFIXES) for t in targets)
        if content and not _OBFUSCATION.issuperset(methods):
            raise ExtractionError(Outcome.ENCRYPTED, "protected with DRM: its chapters are encrypted")


def read_package(container: Container) -> Package:
    """The package document and its table of contents. Raises ExtractionError (CORRUPT) if there is none."""
    name = _package_name(container)
    root = container.xml(name, recover=True)
    resources: dict[str, _Resource] = {}
    for item in _every(root, "item"):
        properties = frozenset((item.get("properties") or "").split())
        path = member_path(name, item.get("href", ""))
        resources.setdefault(item.get("id", ""), _Resource(path, item.get("media-type", "").lower(), properties))
    spine, missing = _spine(root, resources)
    return Package(
        title=next(iter(_metadata(root, "title")), None),
        author=", ".join(dict.fromkeys(_metadata(root, "creator"))) or None,
        spine=tuple(spine) or _all_chapters(container, resources),
        contents=_contents(container, root, resources),
        missing=tuple(missing),
    )


def _package_name(container: Container) -> str:
    names = []
    if _CONTAINER in container:
        try:
            names = [e.get("full-path", "") for e in _every(container.xml(_CONTAINER, recover=True), "rootfile")]
        except ExtractionError as exc:
            if exc.outcome is not Outcome.CORRUPT:
                raise
    names = [unquote(n).lstrip("/") for n in names] + [n for n in container.names if n.lower().endswith(".opf")]
    found = next((n for n in names if n in container), None)
    if found is None:
        kind = kind_of_archive(container)
        raise foreign(kind, BOOK) if kind != BOOK else ExtractionError(Outcome.CORRUPT, "it has no package document")
    return found


def _metadata(root: etree._Element, name: str) -> list[str]:
    block = next(_every(root, "metadata"), None)
    return [] if block is None else [t for e in _every(block, name) if (t := text_of(e))]


def _spine(root: etree._Element, resources: dict[str, _Resource]) -> tuple[list[Item], list[str]]:
    items: dict[str, Item] = {}
    missing = []
    for reference in _every(root, "itemref"):
        resource = resources.get(reference.get("idref", ""))
        if resource is None:
            missing.append(reference.get("idref", ""))
        elif resource.media_type.startswith("image/svg") or not resource.media_type.startswith(_PICTURE):
            items.setdefault(resource.path.casefold(), Item(resource.path, "nav" in resource.properties))
    return list(items.values()), missing


def _all_chapters(container: Container, resources: dict[str, _Resource]) -> tuple[Item, ...]:
    """Every page, for a package without a reading order."""
    listed = [Item(r.path, "nav" in r.properties) for r in resources.values() if "html" in r.media_type]
    if not listed:
        listed = [Item(n) for n in container.names if n.lower().endswith((".xhtml", ".html", ".htm"))]
    return tuple(listed)


# --- table of contents ----------------------------------------------------------------------------------------------


def _contents(container: Container, root: etree._Element, resources: dict[str, _Resource]) -> tuple[Entry, ...]:
    navs = [r.path for r in resources.values() if "nav" in r.properties]
    spine = next(_every(root, "spine"), None)
    named = resources.get(spine.get("toc", "")) if spine is not None else None
    ncxs = [named.path] if named else []
    ncxs += [r.path for r in resources.values() if "ncx" in r.media_type or r.path.lower().endswith(".ncx")]
    for path, reader in [*((p, _nav_entries) for p in navs), *((p, _ncx_entries) for p in ncxs)]:
        if path in container and (entries := reader(container, path)):
            return entries
    return ()


def _nav_entries(container: Container, path: str) -> tuple[Entry, ...]:
    try:
        root = parse_page(container.read(path))
    except ExtractionError as exc:
        return _nothing_of(exc)
    navs = list(root.iter("nav"))
    nav = next((n for n in navs if "toc" in epub_type(n)), navs[0] if navs else None)
    if nav is None:
        return ()
    entries: list[Entry] = []
    level, labelled = 0, True
    for event, element in etree.iterwalk(nav, events=("start", "end")):
        if element.tag == "ol":
            level += 1 if event == "start" else -1
        elif event == "start" and element.tag == "li":
            labelled = False
        elif event == "start" and element.tag in {"a", "span"} and level and not labelled:
            labelled = True
            entries.append(_entry(level, text_of(element), path, element.get("href")))
    return tuple(e for e in entries if e.title)


def _ncx_entries(container: Container, path: str) -> tuple[Entry, ...]:
    try:
        root = container.xml(path, recover=True)
    except ExtractionError as exc:
        return _nothing_of(exc)
    entries: list[Entry] = []
    level = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if _name(element) != "navPoint":
            continue
        level += 1 if event == "start" else -1
        if event == "start":
            label = next((c for c in element if _name(c) == "navLabel"), None)
            source = next((c.get("src") for c in element if _name(c) == "content"), None)
            entries.append(_entry(level, "" if label is None else text_of(label), path, source))
    return tuple(e for e in entries if e.title)


def _nothing_of(exc: ExtractionError) -> tuple[Entry, ...]:
    if exc.outcome is not Outcome.CORRUPT:
        raise exc
    return ()


def _entry(level: int, title: str, base: str, href: str | None) -> Entry:
    if not href:
        return Entry(level, title, None)
    target, _, fragment = href.partition("#")
    return Entry(level, title, member_path(base, target) if target else base, unquote(fragment))


def epub_type(element: etree._Element) -> list[str]:
    """The values of `epub:type`, however the document was parsed."""
    value = element.get("{http://www.idpf.org/2007/ops}type") or element.get("epub:type") or ""
    return value.split()


def parse_page(data: bytes) -> etree._Element:
    """The tree of an XHTML, HTML or SVG member."""
    return parse_xhtml(decode(data, declared_charset(data)))


def _every(root: etree._Element, name: str) -> Iterator[etree._Element]:
    return root.iter(f"{{*}}{name}")


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname
