"""How texts and structures are laid down: lines in compressed blocks, headings and places as JSON."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING

from engine.documents import Heading
from engine.models import Place, PlaceMark
from engine.store.records import Structure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BLOCK = 64 * 1024
"""Characters after which a block ends, at the next line end."""


def split_blocks(text: str) -> Iterator[tuple[int, bytes]]:
    """First line and compressed lines of each block of `text`; whole lines, without the line end between blocks."""
    line, start = 1, 0
    while start < len(text):
        cut = text.find("\n", start + BLOCK)
        end = len(text) if cut < 0 else cut
        part = text[start:end]
        yield line, zlib.compress(part.encode("utf-8"), 6)
        line += part.count("\n") + 1
        start = end + 1
    if text.endswith("\n") and start == len(text):
        # The last block ended right before the final line end; the empty line after it is a line too.
        yield line, zlib.compress(b"", 6)


def join_blocks(blocks: Sequence[bytes]) -> str:
    """The text of consecutive blocks."""
    return "\n".join(zlib.decompress(block).decode("utf-8") for block in blocks)


def encode_structure(structure: Structure) -> bytes:
    """Headings and places as JSON."""
    headings = [[h.level, h.title, h.line] for h in structure.headings]
    places = [[mark.line, _place_value(mark.place)] for mark in structure.places]
    return json.dumps({"headings": headings, "places": places}, ensure_ascii=False, separators=(",", ":")).encode()


def decode_structure(data: bytes) -> Structure:
    """The inverse of `encode_structure`."""
    values = json.loads(data)
    return Structure(
        headings=tuple(Heading(level=level, title=title, line=line) for level, title, line in values["headings"]),
        places=tuple(PlaceMark(line=line, place=Place(**place)) for line, place in values["places"]),
    )


def _place_value(place: Place) -> dict[str, int | str]:
    values = {"page": place.page, "slide": place.slide, "chapter": place.chapter}
    return {name: value for name, value in values.items() if value is not None}
