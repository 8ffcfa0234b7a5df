"""PDF files changed in memory so that pdfium can read what it would otherwise refuse or leave out."""

from __future__ import annotations

import mmap
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_OBJECT = re.compile(rb"(?<!\d)(\d{1,7})\s+(\d{1,5})\s+obj\b")
_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_VERTICAL = re.compile(rb"(/Encoding\s*/[A-Za-z0-9-]{1,40}-)V\b")
_HEADER = b"%PDF-1.7\n"


def rebuilt(data: bytes) -> bytes:
    """`data` with a new cross-reference table and trailer for the objects found in it; the last of a number counts.

    Objects in compressed streams stay out of reach. Nothing is returned when there is no catalogue, or when the file
    was encrypted: the keys went with the trailer.
    """
    if b"/Encrypt" in data:
        return b""
    data = data if b"%PDF-" in data[:1024] else _HEADER + data
    objects = {int(m[1]): (m.start(), int(m[2]), m.end()) for m in _OBJECT.finditer(data)}
    starts = sorted(start for start, _, _ in objects.values())
    following = dict(zip(starts, [*starts[1:], len(data)], strict=False))
    roots = [n for n, (start, _, end) in objects.items() if _CATALOG.search(data, end, following[start])]
    if not roots:
        return b""
    table = b"".join(b"%d 1\n%010d %05d n \n" % (n, start, generation) for n, (start, generation, _) in objects.items())
    trailer = b"trailer\n<< /Size %d /Root %d %d R >>" % (max(objects) + 1, roots[-1], objects[roots[-1]][1])
    return b"%s\nxref\n%s%s\nstartxref\n%d\n%%%%EOF\n" % (data, table, trailer, len(data) + 1)


def written_across(path: Path) -> bytes:
    """The file with its vertical fonts made horizontal; nothing if it has none.

    pdfium measures vertical text by its glyphs and leaves out what has no size. Old Japanese files name fonts that are
    neither in the file nor on this machine.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return _VERTICAL.sub(rb"\1H", data[:]) if _VERTICAL.search(data) else b""
