"""Reading the catalogue: one SQLite snapshot per `Catalog`, opened read-only."""

from __future__ import annotations

import os
import sqlite3
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from engine.documents import storable
from engine.errors import DocumentNotFoundError, IndexDamagedError, LibraryNotFoundError, NoIndexError, StorageError
from engine.models import DocType, Outcome, OutlineSource, VectorProgress
from engine.store.blocks import decode_structure, join_blocks
from engine.store.records import Document, FolderRow, Library, Structure, name_key, text_key
from engine.store.schema import APPLICATION_ID, VERSION
from engine.text.glob import compile_glob

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from engine.requests import Filter, ListRequest

KEYWORD_SEAL = "keyword_seal"
"""Key under which `meta` has what the files of the keyword index should be."""
_REPAIR = "linkly doctor"
_CHUNK_WORDS = 170
"""About as many words as a chunk has."""
_DOCUMENT = """SELECT d.id, f.path, d.name, d.doc_type, d.size, d.mtime_ns, d.title, d.author, d.outcome, d.reason,
    d.word_count, d.total_lines, d.has_outline, d.outline_source, d.keywords, d.text_hash
    FROM document d JOIN folder f ON f.id = d.folder_id"""
_ORDER = {
    "recent": "d.mtime_ns DESC, d.id",
    "oldest": "d.mtime_ns, d.id",
    "name": "d.name, f.path",
}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours, but for those that only a bug of ours can cause."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, UnicodeEncodeError):
        raise
    except OSError as exc:
        raise StorageError(f"The index cannot be opened: {path}: {exc.strerror}.", hint=_REPAIR) from exc
    except (sqlite3.DatabaseError, zlib.error, ValueError, KeyError) as exc:
        raise _translate(path, exc) from exc


def _translate(path: Path, exc: Exception) -> StorageError:
    text = str(exc)
    if "full" in text or "disk I/O" in text:
        return StorageError(f"The index cannot be written: {path}: {text}.", hint="free some space and run it again")
    if isinstance(exc, sqlite3.OperationalError) and ("unable to open" in text or "readonly" in text):
        return StorageError(f"The index cannot be opened: {path}: {text}.", hint=_REPAIR)
    if "locked" in text:
        return StorageError(f"The index is busy: {path}: {text}.", hint="try again in a moment")
    return IndexDamagedError(f"The catalogue {path} is damaged: {text or type(exc).__name__}.", hint=_REPAIR)


def join_path(folder: bytes, name: bytes) -> str:
    """The absolute path of a document, undecodable bytes as surrogate escapes."""
    return os.fsdecode(folder + b"/" + name)


def split_path(path: str) -> tuple[bytes, bytes]:
    """The inverse of `join_path`."""
    folder, _, name = os.fsencode(path).rpartition(b"/")
    return folder, name


class Catalog:
    """A consistent view of libraries, documents and their texts, until it is closed."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @classmethod
    def open(cls, path: Path) -> Self:
        """The catalogue in `path` as it is now. Raises NoIndexError, StorageError or IndexDamagedError."""
        if not path.exists():
            raise no_index()
        with translated(path):
            uri = f"{path.absolute().as_uri()}?mode=ro{_immutability(path)}"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=10)
            try:
                check_version(connection, path)
                connection.execute("BEGIN")
            except BaseException:
                connection.close()
                raise
        return cls(connection, path)

    def close(self) -> None:
        """Give the snapshot back."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with translated(self._path):
            return self._connection.execute(sql, values).fetchall()

    # libraries

    def libraries(self) -> tuple[Library, ...]:
        """All libraries, by name."""
        roots, excludes = self._per_library("library_root", "path"), self._per_library("library_exclude", "glob")
        return tuple(
            Library(
                library_id=row[0],
                name=row[1],
                description=row[2],
                hidden=bool(row[3]),
                no_ignore=bool(row[4]),
                roots=tuple(os.fsdecode(path) for path in roots.get(row[0], ())),
                excludes=tuple(excludes.get(row[0], ())),
            )
            for row in self._rows("SELECT id, name, description, hidden, no_ignore FROM library ORDER BY key")
        )

    def _per_library(self, table: str, column: str) -> dict[int, list[Any]]:
        values: dict[int, list[Any]] = {}
        for library_id, value in self._rows(f"SELECT library_id, {column} FROM {table} ORDER BY 1, 2"):  # noqa: S608
            values.setdefault(library_id, []).append(value)
        return values

    def library(self, name: str) -> Library:
        """The library called `name`, or `local://name`. Raises LibraryNotFoundError listing the names."""
        libraries = self.libraries()
        if name.startswith("cloud://"):
            raise LibraryNotFoundError(f'"{name}" is a cloud library; only libraries on this disk can be used.')
        wanted = name_key(name.removeprefix("local://"))
        for library in libraries:
            if name_key(library.name) == wanted:
                return library
        names = ", ".join(library.name for library in libraries) or "none yet"
        raise LibraryNotFoundError(f'No library is called "{name}". Libraries: {names}.', hint="linkly list-libraries")

    def library_counts(self) -> dict[int, tuple[int, int]]:
        """Documents and folders of each library, by id."""
        rows = self._rows(
            """SELECT m.library_id, count(*), count(DISTINCT d.folder_id)
               FROM membership m JOIN document d ON d.id = m.document_id GROUP BY 1"""
        )
        return {library_id: (documents, folders) for library_id, documents, folders in rows}

    # documents

    def document(self, doc_id: int) -> Document:
        """The document with that id. Raises DocumentNotFoundError."""
        documents = self.documents([doc_id])
        if not documents:
            raise DocumentNotFoundError(
                f"No document has the id {doc_id}.", hint='linkly search "words" prints ids', doc_id=str(doc_id)
            )
        return documents[doc_id]

    def documents(self, ids: Sequence[int]) -> dict[int, Document]:
        """Those of the documents that exist, by id."""
        found: dict[int, Document] = {}
        for start in range(0, len(ids), 500):
            part = list(ids[start : start + 500])
            marks = ",".join("?" * len(part))
            memberships = self._memberships(f"WHERE m.document_id IN ({marks})", part)
            for row in self._rows(f"{_DOCUMENT} WHERE d.id IN ({marks})", part):
                found[row[0]] = _document(row, memberships)
        return found

    def _memberships(self, where: str, values: Sequence[object]) -> dict[int, tuple[str, ...]]:
        names: dict[int, tuple[str, ...]] = {}
        sql = "SELECT m.document_id, l.name FROM membership m JOIN library l ON l.id = m.library_id"
        for doc_id, name in self._rows(f"{sql} {where} ORDER BY l.key", values):
            names[doc_id] = (*names.get(doc_id, ()), name)
        return names

    def list_documents(self, request: ListRequest) -> tuple[int, tuple[Document, ...]]:
        """How many documents a list request selects, and its page of them."""
        joins, where, values = self._conditions(request.filter)
        if request.path is not None:
            root = os.fsencode(request.path).rstrip(b"/")
            where.append("(f.path = ? OR substr(f.path, 1, ?) = ? OR CAST(f.path || x'2f' || d.name AS BLOB) = ?)")
            values += [root, len(root) + 1, root + b"/", root]
        if request.outcomes:
            where.append(f"d.outcome IN ({','.join('?' * len(request.outcomes))})")
            values += sorted(request.outcomes)
        clause = f"{joins} {'WHERE ' + ' AND '.join(where) if where else ''} ORDER BY {_ORDER[request.sort]}"
        if request.filter.path_glob is None:
            base = f"FROM document d JOIN folder f ON f.id = d.folder_id {clause}"
            total = self._rows(f"SELECT count(*) {base}", values)[0][0]
            ids = [r[0] for r in self._rows(f"SELECT d.id {base} LIMIT ? OFFSET ?",
                                            [*values, request.limit, request.offset])]  # fmt: skip
        else:
            matching = self._matching(request.filter.path_glob, clause, values)
            total, ids = len(matching), matching[request.offset : request.offset + request.limit]
        documents = self.documents(ids)
        return total, tuple(documents[doc_id] for doc_id in ids)

    def _conditions(self, chosen: Filter) -> tuple[str, list[str], list[object]]:
        """Joins, conditions and values that stand for a filter, the path glob aside."""
        joins, where, values = "", list[str](), list[object]()
        if chosen.library is not None:
            joins = "JOIN membership m ON m.document_id = d.id"
            where.append("m.library_id = ?")
            values.append(self.library(chosen.library).library_id)
        if chosen.doc_types:
            where.append(f"d.doc_type IN ({','.join('?' * len(chosen.doc_types))})")
            values += sorted(chosen.doc_types)
        if chosen.after is not None:
            where.append("d.mtime_ns >= ?")
            values.append(_nanoseconds(chosen.after))
        if chosen.before is not None:
            where.append("d.mtime_ns < ?")
            values.append(_nanoseconds(chosen.before + 1))
        return joins, where, values

    def _matching(self, glob: str, clause: str, values: Sequence[object]) -> list[int]:
        matches = compile_glob(glob)
        sql = f"SELECT d.id, f.path, d.name FROM document d JOIN folder f ON f.id = d.folder_id {clause}"  # noqa: S608
        return [row[0] for row in self._rows(sql, values) if matches(join_path(row[1], row[2]))]

    def select(self, chosen: Filter) -> list[int]:
        """Ids of the documents that pass a filter, ascending."""
        joins, where, values = self._conditions(chosen)
        clause = f"{joins} {'WHERE ' + ' AND '.join(where) if where else ''} ORDER BY d.id"
        if chosen.path_glob is not None:
            return self._matching(chosen.path_glob, clause, values)
        return [row[0] for row in self._rows(f"SELECT d.id FROM document d {clause}", values)]  # noqa: S608

    def same_texts(self) -> dict[int, tuple[bytes, int]]:
        """Documents that share their text with another one: its hash and the modification time, by id."""
        rows = self._rows(
            """SELECT id, text_hash, mtime_ns FROM document WHERE text_hash IN (
                   SELECT text_hash FROM document WHERE text_hash IS NOT NULL GROUP BY 1 HAVING count(*) > 1)"""
        )
        return {doc_id: (text_hash, mtime) for doc_id, text_hash, mtime in rows}

    # texts

    def text(self, doc_id: int) -> str:
        """The whole text of a document; empty if it has none."""
        rows = self._rows("SELECT data FROM text_block WHERE document_id = ? ORDER BY first_line", (doc_id,))
        with translated(self._path):
            return join_blocks([row[0] for row in rows])

    def lines(self, doc_id: int, first: int, last: int) -> list[str]:
        """Lines `first` to `last` of a document, as far as they exist."""
        rows = self._rows(
            """SELECT first_line, data FROM text_block WHERE document_id = ?1 AND first_line <= ?3 AND first_line >=
                   (SELECT max(first_line) FROM text_block WHERE document_id = ?1 AND first_line <= ?2)
               ORDER BY first_line""",
            (doc_id, first, last),
        )
        if not rows:
            return []
        with translated(self._path):
            lines = join_blocks([row[1] for row in rows]).split("\n")
        skip = first - rows[0][0]
        return lines[skip : skip + last - first + 1]

    def structure(self, doc_id: int) -> Structure:
        """Headings and places of a document."""
        rows = self._rows("SELECT data FROM structure WHERE document_id = ?", (doc_id,))
        with translated(self._path):
            return decode_structure(rows[0][0]) if rows else Structure()

    # overviews

    def folder_counts(self, library: Library | None) -> list[tuple[str, int]]:
        """Every folder that holds documents, with their number."""
        join = "JOIN membership m ON m.document_id = d.id AND m.library_id = ?" if library else ""
        rows = self._rows(
            f"""SELECT f.path, count(*) FROM document d JOIN folder f ON f.id = d.folder_id {join}
                GROUP BY d.folder_id ORDER BY f.path""",  # noqa: S608
            (library.library_id,) if library else (),
        )
        return [(os.fsdecode(path) or "/", count) for path, count in rows]

    def folder_rows(self, library: Library | None) -> Iterator[FolderRow]:
        """What an overview needs of every document."""
        join = "JOIN membership m ON m.document_id = d.id AND m.library_id = ?" if library else ""
        rows = self._rows(
            f"""SELECT f.path, d.doc_type, d.word_count, d.has_outline, d.mtime_ns, d.keywords
                FROM document d JOIN folder f ON f.id = d.folder_id {join} ORDER BY f.path, d.name""",  # noqa: S608
            (library.library_id,) if library else (),
        )
        for folder, doc_type, words, has_outline, mtime, keywords in rows:
            yield FolderRow(
                folder=os.fsdecode(folder) or "/",
                doc_type=DocType(doc_type),
                word_count=words,
                has_outline=bool(has_outline),
                mtime_ns=mtime,
                keywords=_words(keywords),
            )

    def keywords(self) -> set[str]:
        """Every keyword of any document, as it is written there."""
        rows = self._rows("SELECT keywords FROM document WHERE keywords <> ''")
        return {keyword for row in rows for keyword in _words(row[0])}

    def outcomes(self) -> dict[str, int]:
        """Number of documents by outcome."""
        return dict(self._rows("SELECT outcome, count(*) FROM document GROUP BY 1 ORDER BY 2 DESC, 1"))

    def failed(self, limit: int) -> tuple[Document, ...]:
        """Documents that gave no text or not all of it, by path, at most `limit`."""
        rows = self._rows(f"{_DOCUMENT} WHERE d.outcome <> 'ok' ORDER BY f.path, d.name LIMIT ?", (limit,))
        return tuple(_document(row, {}) for row in rows)

    def ocr_pending(self) -> int:
        """Number of documents with a page or an image that waits for OCR."""
        return int(self._rows("SELECT count(*) FROM document WHERE needs_ocr")[0][0])

    def meta(self, key: str) -> str | None:
        """A value kept about the catalogue itself."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    def pending_keywords(self) -> int:
        """Number of changes the keyword index has not seen yet."""
        rows = self._rows(
            """SELECT (SELECT count(*) FROM document WHERE keyword_revision <> revision)
                    + (SELECT count(*) FROM keyword_removal)"""
        )
        return int(rows[0][0])

    def vector_revision(self) -> int:
        """A number that grows with every change of the chunks and vectors."""
        return int(self.meta("vector_revision") or 0)

    def vector_progress(self, model: str) -> VectorProgress:
        """Chunks that have a vector of `model`, and those waiting; documents not cut yet count as by their words."""
        known = self._rows("SELECT id FROM model WHERE name = ?", (model,))
        model_id = known[0][0] if known else 0
        # Both are counted in indexes; to look at the vectors would read all of them.
        chunks, waiting = self._rows(
            """SELECT (SELECT count(*) FROM chunk INDEXED BY chunk_key WHERE model_id = ?1),
                      (SELECT count(*) FROM chunk INDEXED BY chunk_pending WHERE model_id = ?1 AND vector IS NULL)""",
            (model_id,),
        )[0]
        uncut = self._rows(
            """SELECT coalesce(sum(1 + d.word_count / ?), 0) FROM document d
               LEFT JOIN chunked c ON c.document_id = d.id AND c.model_id = ?
               WHERE (d.total_lines > 0 OR c.revision > 0) AND c.revision IS NOT d.revision""",
            (_CHUNK_WORDS, model_id),
        )[0][0]
        return VectorProgress(done=chunks - waiting, pending=waiting + uncut)

    def outgrown_vectors(self) -> list[int]:
        """Documents whose text is another one than that their chunks were cut from."""
        rows = self._rows(
            """SELECT c.document_id FROM chunked c JOIN document d ON d.id = c.document_id
               WHERE c.text_hash IS NOT d.text_hash"""
        )
        return [row[0] for row in rows]

    def integrity_problems(self) -> list[str]:
        """What SQLite's own check finds wrong; nothing if all is well."""
        return [row[0] for row in self._rows("PRAGMA quick_check(5)") if row[0] != "ok"]


def no_index() -> NoIndexError:
    """The error for a data directory in which nothing has been indexed."""
    return NoIndexError("Nothing has been indexed yet.", hint="linkly index ~/Documents")


def _immutability(path: Path) -> str:
    """SQLite reads a folder it cannot write to only when told that nobody writes there."""
    log = path.with_name(f"{path.name}-wal")
    unwritten = not log.exists() or log.stat().st_size == 0
    return "&immutable=1" if unwritten and not os.access(path.parent, os.W_OK) else ""


def is_blank(connection: sqlite3.Connection) -> bool:
    """Whether the database has no tables: just created, or left so by a crash at that very moment."""
    return not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raise unless the open database is a catalogue of this version."""
    if is_blank(connection):
        raise no_index()
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION_ID:
        raise IndexDamagedError(f"{path} is not a linkly catalogue.", hint=f"move {path} away and index again")
    if version < VERSION:
        raise StorageError(f"The catalogue {path} is from an earlier linkly.", hint="bring it up to date: linkly index")
    if version != VERSION:
        raise StorageError(
            f"The catalogue {path} has format {version}; this linkly knows format {VERSION}.",
            hint="use the linkly version that wrote it, or another --data-dir",
        )


def _document(row: Sequence[Any], memberships: dict[int, tuple[str, ...]]) -> Document:
    return Document(
        doc_id=row[0],
        path=join_path(row[1], row[2]),
        doc_type=DocType(row[3]),
        size=row[4],
        mtime_ns=row[5],
        title=row[6],
        author=row[7],
        outcome=Outcome(row[8]),
        reason=row[9],
        word_count=row[10],
        total_lines=row[11],
        has_outline=bool(row[12]),
        outline_source=OutlineSource(row[13]) if row[13] else None,
        keywords=_words(row[14]),
        text_key=text_key(row[15]),
        libraries=memberships.get(row[0], ()),
    )


def _words(joined: str) -> tuple[str, ...]:
    return tuple(joined.split("\n")) if joined else ()


def _nanoseconds(seconds: int) -> int:
    return storable(seconds * 1_000_000_000)
