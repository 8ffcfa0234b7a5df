"""Zip containers (OOXML, EPUB) opened with limits, and their XML parsed without entities, DTDs or network.

Every member is inflated by `Container.read` alone, which counts real bytes. Libraries that open the zip by themselves
are handed `Container.copy`, a rebuilt archive of members that have been through it.
"""

from __future__ import annotations

import io
import mmap
import posixpath
import zipfile
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING
from urllib.parse import unquote

from lxml import etree

from engine.extract.base import ExtractionError
from engine.extract.foreign import HEAD, foreign, kind_of
from engine.models import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine.extract.base import Limits

_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP_MAGIC = b"PK"
_LEGACY_STREAMS = {
    "WordDocument": "an old Word document (.doc)",
    "PowerPoint Document": "an old PowerPoint presentation (.ppt)",
    "Workbook": "an old Excel workbook (.xls)",
}
_RATIO_FROM = 1 << 20
_STEP = 1 << 18
_ENCRYPTED_FLAG = 0x1
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)


@contextmanager
def open_container(path: Path, limits: Limits, expected: str) -> Iterator[Container]:
    """The zip file at `path`, closed on exit. Raises ExtractionError if it is none or has too many members.

    An OLE file with an encrypted package is ENCRYPTED, another format than the `expected` one UNSUPPORTED.
    """
    with path.open("rb") as file:
        head = file.read(HEAD)
    if head.startswith(_OLE_MAGIC):
        raise _ole_error(path, expected)
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as exc:
        raise _not_a_zip(head, expected, exc) from exc
    with archive:
        yield Container(archive, limits)


class Container:
    """An open zip file: members by name, inflated under limits. Names are matched as OPC does, ignoring case."""

    def __init__(self, archive: zipfile.ZipFile, limits: Limits, outer: Container | None = None) -> None:
        members = archive.infolist()
        if len(members) > limits.max_entries:
            raise ExtractionError(
                Outcome.TOO_LARGE, f"the archive has {len(members)} members; at most {limits.max_entries}"
            )
        self._archive = archive
        self._limits = limits
        self._outer = outer
        self._inflated = 0
        self._members = {_key(m.filename): m for m in members if not m.is_dir()}
        self.names: tuple[str, ...] = tuple(_clean(m.filename) for m in self._members.values())
        """Member names with forward slashes, in archive order; directories left out."""

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._members

    def read(self, name: str) -> bytes:
        """The inflated bytes of member `name`. Raises KeyError if there is none, ExtractionError if it is bad.

        A member whose checksum fails, that is cut short or encrypted is an error; so is one that goes over a limit.
        """
        member = self._members[_key(name)]
        if member.flag_bits & _ENCRYPTED_FLAG:
            raise ExtractionError(Outcome.ENCRYPTED, "the archive is encrypted with a password")
        try:
            with self._archive.open(member) as stream:
                return self._drain(stream, member)
        except _UNREADABLE as exc:
            raise ExtractionError(Outcome.CORRUPT, f"{_clean(member.filename)} cannot be unpacked: {exc}") from exc

    def _drain(self, stream: IO[bytes], member: zipfile.ZipInfo) -> bytes:
        data = bytearray()
        while step := stream.read(_STEP):
            data += step
            self.charge(len(step))
            if len(data) > _RATIO_FROM and len(data) > self._limits.max_ratio * max(1, member.compress_size):
                raise ExtractionError(
                    Outcome.TOO_LARGE,
                    f"{_clean(member.filename)} inflates to more than {self._limits.max_ratio} times its packed size",
                )
        return bytes(data)

    def charge(self, size: int) -> None:
        """Count inflated bytes, also in the archive around this one. Raises ExtractionError over the limit."""
        self._inflated += size
        if self._inflated > self._limits.max_inflated:
            raise ExtractionError(
                Outcome.TOO_LARGE, f"the archive inflates to more than {self._limits.max_inflated >> 20} MB"
            )
        if self._outer is not None:
            self._outer.charge(size)

    def nested(self, data: bytes, expected: str) -> Container:
        """The archive that a member holds; what it inflates counts here too. Raises ExtractionError if it is none."""
        try:
            return Container(zipfile.ZipFile(io.BytesIO(data)), self._limits, self)
        except (zipfile.BadZipFile, NotImplementedError, ValueError) as exc:
            raise _not_a_zip(data[:HEAD], expected, exc) from exc

    def xml(self, name: str, *, recover: bool = False) -> etree._Element:
        """The root element of member `name`, as `parse_xml` makes it. Raises KeyError or ExtractionError."""
        return parse_xml(self.read(name), what=name, recover=recover)

    def copy(self, keep: Callable[[str], bool], rewrite: Callable[[bytes], bytes] | None = None) -> io.BytesIO:
        """A new archive of the same member names; members that `keep` refuses, and unreadable ones, are empty.

        What is kept goes through `rewrite`.
        For libraries that open the zip by themselves: nothing in the copy escapes the limits, and neither a damaged
        nor a huge picture stands in the way. Raises ExtractionError when a limit is passed or the archive is encrypted.
        """
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as out:
            for name in self.names:
                data = self._read_or_empty(name) if keep(name) else b""
                out.writestr(name, rewrite(data) if rewrite else data)
        target.seek(0)
        return target

    def _read_or_empty(self, name: str) -> bytes:
        try:
            return self.read(name)
        except ExtractionError as exc:
            if exc.outcome is Outcome.CORRUPT:
                return b""
            raise


def parse_xml(data: bytes, *, what: str = "the file", recover: bool = False) -> etree._Element:
    """The root element of an XML document; `recover` keeps what can be kept of a malformed one.

    Entities stay unexpanded, no DTD is loaded, nothing is fetched. Raises ExtractionError (CORRUPT), naming `what`.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
        # Deep and long documents are real; but libxml2 expands entities in attributes whatever it is told, and only
        # its ordinary limits stop them from growing. NULs are dropped to look into UTF-16 too.
        huge_tree=b"<!ENTITY" not in data.replace(b"\0", b""),
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as exc:
        raise ExtractionError(Outcome.CORRUPT, f"{what} is not well-formed XML: {exc}") from exc
    if root is None:
        raise ExtractionError(Outcome.CORRUPT, f"{what} holds no XML")
    return root


def member_path(base: str, target: str) -> str:
    """The member that a reference `target` inside member `base` points to (its fragment dropped, `%20` decoded)."""
    path = unquote(target.partition("#")[0].replace("\\", "/"))
    joined = posixpath.normpath(posixpath.join("/", posixpath.dirname(base), path))
    return joined.lstrip("/")


def _clean(name: str) -> str:
    return name.replace("\\", "/").lstrip("/")


def _key(name: str) -> str:
    return _clean(name).casefold()


def _ole_error(path: Path, expected: str) -> ExtractionError:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data.find("EncryptedPackage".encode("utf-16-le")) >= 0:
            return ExtractionError(Outcome.ENCRYPTED, "a password is needed to open the file")
        legacy = (kind for name, kind in _LEGACY_STREAMS.items() if data.find(name.encode("utf-16-le")) >= 0)
        return foreign(next(legacy, "an OLE file"), expected)


def _not_a_zip(head: bytes, expected: str, exc: Exception) -> ExtractionError:
    """A damaged archive still begins like one; anything else that is recognised was never one."""
    if not head:
        return ExtractionError(Outcome.CORRUPT, "the file is empty")
    kind = None if head.startswith(_ZIP_MAGIC) else kind_of(head)
    return foreign(kind, expected) if kind else ExtractionError(Outcome.CORRUPT, f"not a readable zip archive: {exc}")
