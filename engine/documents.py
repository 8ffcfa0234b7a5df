"""Values on the way into the catalogue: a file as the file system shows it, and what was read from it."""

from __future__ import annotations

import os

from engine.models import DocType, Outcome, OutlineSource, PlaceMark
from engine.values import Value, value

_CHUNK = 1024 * 1024


def storable(number: int) -> int:
    """`number`, or the nearest that fits into 64 bits with a sign: file systems know times beyond the year 2262."""
    return max(-(2**63), min(number, 2**63 - 1))


@value
class SourceFile(Value):
    """A file that may be indexed. `suffix` is lower-case, without the dot."""

    path: str
    suffix: str
    size: int
    mtime_ns: int
    inode: int

    @classmethod
    def of(cls, path: str, stat: os.stat_result) -> SourceFile:
        """The file at `path`, whose `stat` has been taken."""
        name = path.rpartition("/")[2]
        suffix = name.rpartition(".")[2].lower() if "." in name else ""
        return cls(
            path=path,
            suffix=suffix,
            size=stat.st_size,
            mtime_ns=storable(stat.st_mtime_ns),
            inode=storable(stat.st_ino),
        )

    def same_state(self, stat: os.stat_result) -> bool:
        """Whether the file still has this size and modification time."""
        return self.size == stat.st_size and self.mtime_ns == storable(stat.st_mtime_ns)


def hash_file(path: str, size: int) -> bytes:
    """BLAKE2b of the first `size` bytes, so that a file that grows without end is still read to an end."""
    import hashlib

    digest = hashlib.blake2b(digest_size=20)
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - paths are str here
        while size > 0 and (chunk := file.read(min(size, _CHUNK))):
            digest.update(chunk)
            size -= len(chunk)
    return digest.digest()


def title_from_name(path: str) -> str:
    """The title of a document that states none: its file name without the extension, undecodable bytes replaced."""
    name = path.rpartition("/")[2]
    stem = name.rpartition(".")[0] or name
    return os.fsencode(stem).decode("utf-8", "replace")


@value
class Heading(Value):
    """A heading at a line (from 1) of the extracted text; levels count from 1."""

    level: int
    title: str
    line: int


@value
class ExtractedDocument(Value):
    """Everything taken from one file. `text` is normalised; its lines are `text.split("\\n")`, none if it is empty."""

    doc_type: DocType
    text: str
    title: str | None = None
    author: str | None = None
    headings: tuple[Heading, ...] = ()
    outline_source: OutlineSource | None = None
    places: tuple[PlaceMark, ...] = ()
    outcome: Outcome = Outcome.OK
    reason: str | None = None
    needs_ocr: bool = False
    """Some page, or the image, has no text, and no OCR engine was there to read it."""
