"""What goes to a worker process and what comes back, and how both are written on a pipe.

A message is JSON and, beside it, the text of a document as UTF-8; the lengths of both go before them in eight bytes
each, most significant first. Unlike a pickle it cannot run code in the process that reads it, whatever a hostile
document did to the worker. The text is not in the JSON, because an encoder takes many times its size to escape it.
"""

from __future__ import annotations

import os
import struct
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import orjson

from engine.documents import ExtractedDocument, Heading, SourceFile, title_from_name
from engine.models import DocType, Outcome, OutlineSource, Place, PlaceMark
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Callable

_LENGTHS = struct.Struct(">QQ")


@value
class OcrSetup(Value):
    """Which OCR engine a worker starts, for which languages, and for how many seconds it may read one document."""

    engine: str
    languages: tuple[str, ...]
    seconds: float

    @property
    def key(self) -> str:
        """Names what the text depends on."""
        return f"{self.engine}:{','.join(self.languages)}"


@value
class WorkerSetup(Value):
    """How a worker process is started: its limits, and its OCR engine if it has one."""

    memory: int
    timeout: int
    max_file_size: int
    ocr: OcrSetup | None = None

    def text(self) -> str:
        """As one command-line argument."""
        return orjson.dumps(asdict(self)).decode()

    @classmethod
    def parse(cls, text: str) -> WorkerSetup:
        """The inverse of `text`."""
        values = orjson.loads(text)
        ocr = values.pop("ocr")
        languages = tuple(ocr.pop("languages")) if ocr else ()
        return cls(**values, ocr=OcrSetup(**ocr, languages=languages) if ocr else None)


@value
class Job(Value):
    """One file to read. A file whose hash is among `known_hashes` is not extracted."""

    path: str
    doc_type: DocType
    known_hashes: tuple[bytes, ...] = ()


@value
class Report(Value):
    """What became of a job. `source` is None if the file is gone; `document` is None if its content was known.

    `unavailable`: why the worker's OCR engine could not be started; then nothing was read.
    """

    path: str
    source: SourceFile | None
    content_hash: bytes | None = None
    document: ExtractedDocument | None = None
    title: str = ""
    word_count: int = 0
    keywords: tuple[str, ...] = ()
    unavailable: str | None = None


def failed_report(
    job: Job, source: SourceFile, outcome: Outcome, reason: str, content_hash: bytes | None = None
) -> Report:
    """The report on a file that gave no text."""
    document = ExtractedDocument(doc_type=job.doc_type, text="", outcome=outcome, reason=reason)
    title = title_from_name(job.path)
    return Report(path=job.path, source=source, content_hash=content_hash, document=document, title=title)


def write_frame(write: Callable[[bytes], object], message: dict[str, Any], text: bytes = b"") -> None:
    """Put a message on a pipe."""
    head = orjson.dumps(message)
    write(_LENGTHS.pack(len(head), len(text)))
    write(head)
    write(text)


def read_frame(read: Callable[[int], bytes]) -> tuple[dict[str, Any], bytes] | None:
    """The next message and its text; None at the end of input. `read(n)` gives n bytes, fewer only at the end."""
    lengths = read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head_length, text_length = _LENGTHS.unpack(lengths)
    head, text = read(head_length), read(text_length)
    if len(head) < head_length or len(text) < text_length:
        return None
    message: dict[str, Any] = orjson.loads(head)
    return message, text


def encode_job(job: Job) -> dict[str, Any]:
    """A job as a message."""
    return {
        "path": os.fsencode(job.path).hex(),
        "doc_type": job.doc_type,
        "known": [known.hex() for known in job.known_hashes],
    }


def decode_job(message: dict[str, Any]) -> Job:
    """The inverse of `encode_job`."""
    return Job(
        path=os.fsdecode(bytes.fromhex(message["path"])),
        doc_type=DocType(message["doc_type"]),
        known_hashes=tuple(bytes.fromhex(known) for known in message["known"]),
    )


def encode_report(report: Report) -> tuple[dict[str, Any], bytes]:
    """A report as a message and its text."""
    source, document = report.source, report.document
    message = {
        "path": os.fsencode(report.path).hex(),
        "source": None if source is None else [source.suffix, source.size, source.mtime_ns, source.inode],
        "hash": report.content_hash.hex() if report.content_hash else None,
        "document": None if document is None else replace(document, text=""),
        "title": report.title,
        "word_count": report.word_count,
        "keywords": report.keywords,
        "unavailable": report.unavailable,
    }
    return message, document.text.encode() if document is not None else b""


def decode_report(message: dict[str, Any], text: bytes) -> Report:
    """The inverse of `encode_report`."""
    path = os.fsdecode(bytes.fromhex(message["path"]))
    source, document = message["source"], message["document"]
    return Report(
        path=path,
        source=None if source is None else _source(path, *source),
        content_hash=bytes.fromhex(message["hash"]) if message["hash"] else None,
        document=None if document is None else _document(document, text.decode()),
        title=message["title"],
        word_count=message["word_count"],
        keywords=tuple(message["keywords"]),
        unavailable=message["unavailable"],
    )


def _source(path: str, suffix: str, size: int, mtime_ns: int, inode: int) -> SourceFile:
    return SourceFile(path=path, suffix=suffix, size=size, mtime_ns=mtime_ns, inode=inode)


def _document(values: dict[str, Any], text: str) -> ExtractedDocument:
    source = values["outline_source"]
    return ExtractedDocument(
        doc_type=DocType(values["doc_type"]),
        text=text,
        title=values["title"],
        author=values["author"],
        headings=tuple(Heading(**heading) for heading in values["headings"]),
        outline_source=OutlineSource(source) if source else None,
        places=tuple(PlaceMark(line=mark["line"], place=Place(**mark["place"])) for mark in values["places"]),
        outcome=Outcome(values["outcome"]),
        reason=values["reason"],
        needs_ocr=values["needs_ocr"],
    )
