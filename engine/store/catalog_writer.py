"""Changing the catalogue. The caller holds the writer lock; every change is part of a transaction."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from engine.documents import title_from_name
from engine.errors import LibraryError
from engine.models import DocType
from engine.store.blocks import encode_structure, split_blocks
from engine.store.catalog import Catalog, check_version, is_blank, join_path, split_path, translated
from engine.store.files import make_private_dir
from engine.store.records import KnownFile, Structure, name_key
from engine.store.schema import APPLICATION_ID, SCHEMA, UPGRADES, VERSION
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from engine.documents import ExtractedDocument, SourceFile
    from engine.store.records import Library


@value
class StoredFile(Value):
    """A file with what was read from it, ready to be stored. `keywords` and `word_count` belong to the text."""

    source: SourceFile
    content_hash: bytes | None
    extractor: int
    document: ExtractedDocument
    title: str
    word_count: int
    keywords: tuple[str, ...]


class CatalogWriter(Catalog):
    """A catalogue that can be changed. Its reads see its own uncommitted changes."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """The catalogue in `path`, created if absent. Raises StorageError or IndexDamagedError."""
        with translated(path):
            make_private_dir(path.parent)
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
            try:
                _prepare(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(connection, path)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes made inside become durable together, or none does. May not be nested."""
        with translated(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        with translated(self._path):
            try:
                self._connection.execute("COMMIT")
            except sqlite3.Error:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _change(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        with translated(self._path):
            return self._connection.execute(sql, values)

    def _change_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        with translated(self._path):
            self._connection.executemany(sql, rows)

    def set_meta(self, key: str, value: str | int) -> None:
        """Keep a value about the catalogue itself."""
        self._change("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def next_revision(self) -> int:
        """A number greater than that of every change so far."""
        revision = int(self.meta("revision") or 0) + 1
        self.set_meta("revision", revision)
        return revision

    # libraries

    def save_library(self, library: Library) -> int:
        """Store a new library, or a changed one; its id. Raises LibraryError when the name is taken."""
        key = name_key(library.name)
        taken = self._rows("SELECT name FROM library WHERE key = ? AND id <> ?", (key, library.library_id))
        if taken:
            raise LibraryError(f'A library called "{taken[0][0]}" exists already.', hint="linkly list-libraries")
        cursor = self._change(
            """INSERT INTO library(id, name, key, description, hidden, no_ignore) VALUES (?, ?, ?, ?, ?, ?)
               ON CONFLICT(id) DO UPDATE SET name = excluded.name, key = excluded.key,
               description = excluded.description, hidden = excluded.hidden, no_ignore = excluded.no_ignore
               RETURNING id""",
            (library.library_id or None, library.name, key, library.description, library.hidden, library.no_ignore),
        )
        library_id = int(cursor.fetchone()[0])
        for table, values in (
            ("library_root", [os.fsencode(root) for root in library.roots]),
            ("library_exclude", library.excludes),
        ):
            self._change(f"DELETE FROM {table} WHERE library_id = ?", (library_id,))  # noqa: S608
            self._change_many(f"INSERT INTO {table} VALUES (?, ?)", [(library_id, value) for value in values])  # noqa: S608
        return library_id

    def remove_library(self, library: Library) -> int:
        """Forget a library and the documents that are in no other one; how many those were."""
        self._change("DELETE FROM library WHERE id = ?", (library.library_id,))
        return self.retire_orphans()

    # documents

    def known_files(self) -> list[KnownFile]:
        """Every document, as planning needs it."""
        members: dict[int, set[int]] = {}
        for library_id, doc_id in self._rows("SELECT library_id, document_id FROM membership"):
            members.setdefault(doc_id, set()).add(library_id)
        rows = self._rows(
            """SELECT d.id, f.path, d.name, d.size, d.mtime_ns, d.inode, d.extractor, d.content_hash
               FROM document d JOIN folder f ON f.id = d.folder_id"""
        )
        return [
            KnownFile(
                doc_id=row[0],
                path=join_path(row[1], row[2]),
                size=row[3],
                mtime_ns=row[4],
                inode=row[5],
                extractor=row[6],
                content_hash=row[7],
                library_ids=frozenset(members.get(row[0], ())),
            )
            for row in rows
        ]

    def left_behind(self, content_hash: bytes) -> list[tuple[int, str]]:
        """Ids and paths of documents with that content, those that left first, the latest before earlier ones."""
        rows = self._rows(
            """SELECT id, path FROM (
                   SELECT id, path, 0 AS stays FROM retired WHERE content_hash = ?1
                   UNION ALL
                   SELECT d.id, CAST(f.path || x'2f' || d.name AS BLOB), 1 FROM document d
                   JOIN folder f ON f.id = d.folder_id WHERE d.content_hash = ?1)
               ORDER BY stays, id DESC""",
            (content_hash,),
        )
        return [(doc_id, os.fsdecode(path)) for doc_id, path in rows]

    def retired_id(self, path: str) -> int | None:
        """The id of a document that left `path`."""
        rows = self._rows("SELECT id FROM retired WHERE path = ?", (os.fsencode(path),))
        return int(rows[0][0]) if rows else None

    def save_file(self, stored: StoredFile, *, doc_id: int | None) -> int:
        """Store a file's document; its id: the one given, the one its path had before, or a new one."""
        source, extracted = stored.source, stored.document
        doc_id = doc_id or self.retired_id(source.path)
        text_hash = hashlib.blake2b(extracted.text.encode(), digest_size=16).digest() if extracted.text else None
        folder, name = split_path(source.path)
        values = {
            "folder_id": self._folder(folder),
            "name": name,
            "doc_type": extracted.doc_type,
            "size": source.size,
            "mtime_ns": source.mtime_ns,
            "inode": source.inode,
            "content_hash": stored.content_hash,
            "text_hash": text_hash,
            "extractor": stored.extractor,
            "title": stored.title,
            "author": extracted.author,
            "outcome": extracted.outcome,
            "reason": extracted.reason,
            "needs_ocr": extracted.needs_ocr,
            "word_count": stored.word_count,
            "total_lines": extracted.text.count("\n") + 1 if extracted.text else 0,
            "has_outline": bool(extracted.headings),
            "outline_source": extracted.outline_source,
            "keywords": "\n".join(stored.keywords),
            "revision": self.next_revision(),
        }
        doc_id = self._upsert(doc_id, values)
        self._change("DELETE FROM retired WHERE id = ?", (doc_id,))
        self._save_text(doc_id, extracted)
        return doc_id

    def _upsert(self, doc_id: int | None, values: dict[str, object]) -> int:
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        changes = ", ".join(f"{name} = excluded.{name}" for name in values)
        cursor = self._change(
            f"""INSERT INTO document(id, {names}) VALUES (?, {marks})
                ON CONFLICT(id) DO UPDATE SET {changes} RETURNING id""",  # noqa: S608
            (doc_id, *values.values()),
        )
        return int(cursor.fetchone()[0])

    def _folder(self, path: bytes) -> int:
        rows = self._rows("SELECT id FROM folder WHERE path = ?", (path,))
        if rows:
            return int(rows[0][0])
        return int(self._change("INSERT INTO folder(path) VALUES (?) RETURNING id", (path,)).fetchone()[0])

    def _save_text(self, doc_id: int, extracted: ExtractedDocument) -> None:
        self._change("DELETE FROM text_block WHERE document_id = ?", (doc_id,))
        blocks = ((doc_id, line, data) for line, data in split_blocks(extracted.text))
        self._change_many("INSERT INTO text_block VALUES (?, ?, ?)", blocks)
        self._change("DELETE FROM structure WHERE document_id = ?", (doc_id,))
        if extracted.headings or extracted.places:
            data = encode_structure(Structure(headings=extracted.headings, places=extracted.places))
            self._change("INSERT INTO structure VALUES (?, ?)", (doc_id, data))

    def touch(self, doc_id: int, source: SourceFile) -> None:
        """Note new file times of a document whose content is the same."""
        self._change(
            "UPDATE document SET size = ?, mtime_ns = ?, inode = ? WHERE id = ?",
            (source.size, source.mtime_ns, source.inode, doc_id),
        )

    def move(self, doc_id: int, source: SourceFile) -> None:
        """A document's file is now at the path of `source`; a title that came from the old file name goes with it."""
        document = self.document(doc_id)
        from_name = document.title == title_from_name(document.path)
        folder, name = split_path(source.path)
        values = {
            "folder_id": self._folder(folder),
            "name": name,
            "title": title_from_name(source.path) if from_name else document.title,
            "size": source.size,
            "mtime_ns": source.mtime_ns,
            "inode": source.inode,
            "revision": self.next_revision(),
        }
        changes = ", ".join(f"{column} = ?" for column in values)
        self._change(f"UPDATE document SET {changes} WHERE id = ?", (*values.values(), doc_id))  # noqa: S608

    def set_membership(self, doc_id: int, library_ids: Iterable[int]) -> None:
        """Which libraries a document belongs to."""
        self._change("DELETE FROM membership WHERE document_id = ?", (doc_id,))
        self._change_many("INSERT INTO membership VALUES (?, ?)", [(lib, doc_id) for lib in sorted(library_ids)])

    def retire_orphans(self) -> int:
        """Let every document go that is in no library; how many went. Their ids stay reserved for their paths."""
        orphans = self._rows(
            """SELECT d.id, CAST(f.path || x'2f' || d.name AS BLOB), d.content_hash
               FROM document d JOIN folder f ON f.id = d.folder_id
               WHERE NOT EXISTS (SELECT 1 FROM membership m WHERE m.document_id = d.id)"""
        )
        self._change_many("INSERT OR REPLACE INTO retired VALUES (?, ?, ?)", orphans)
        ids = [(row[0],) for row in orphans]
        self._change_many("INSERT OR IGNORE INTO keyword_removal VALUES (?)", ids)
        self._change_many("DELETE FROM document WHERE id = ?", ids)
        self._change("DELETE FROM folder WHERE id NOT IN (SELECT folder_id FROM document)")
        return len(orphans)

    # text from images

    def ocr_work(self) -> list[tuple[KnownFile, DocType]]:
        """Documents with a page or an image that waits for OCR."""
        types = {row[0]: DocType(row[1]) for row in self._rows("SELECT id, doc_type FROM document WHERE needs_ocr")}
        return [(known, types[known.doc_id]) for known in self.known_files() if known.doc_id in types]

    def give_up_ocr(self, doc_id: int, reason: str) -> None:
        """OCR failed on a document; what is known of it stays, with the reason, until its file changes."""
        self._change("UPDATE document SET needs_ocr = 0, reason = ? WHERE id = ?", (reason, doc_id))

    def ocr_report(self, content_hash: bytes, engine: str, extractor: int) -> bytes | None:
        """What `save_ocr_report` stored for a content, engine and version of extraction."""
        rows = self._rows(
            "SELECT report FROM ocr_result WHERE content_hash = ? AND engine = ? AND extractor = ?",
            (content_hash, engine, extractor),
        )
        return rows[0][0] if rows else None

    def save_ocr_report(self, content_hash: bytes, engine: str, extractor: int, report: bytes) -> None:
        """Keep what OCR made of a content."""
        self._change("INSERT OR REPLACE INTO ocr_result VALUES (?, ?, ?, ?)", (content_hash, engine, extractor, report))

    # the keyword index's share

    def keyword_work(self, limit: int) -> list[tuple[int, int]]:
        """Documents the keyword index has not seen in their present revision: ids and revisions, at most `limit`."""
        return self._rows(
            "SELECT id, revision FROM document WHERE keyword_revision <> revision ORDER BY id LIMIT ?", (limit,)
        )

    def keyword_removals(self) -> list[int]:
        """Documents the keyword index has to forget."""
        return [row[0] for row in self._rows("SELECT document_id FROM keyword_removal ORDER BY 1")]

    def keywords_done(self, done: Iterable[tuple[int, int]], removed: Iterable[int], generation: int) -> None:
        """The keyword index holds these revisions since its commit `generation`, and no longer those documents."""
        self._change_many("UPDATE document SET keyword_revision = ?2 WHERE id = ?1", done)
        self._change_many("DELETE FROM keyword_removal WHERE document_id = ?", [(doc_id,) for doc_id in removed])
        self.set_meta("keyword_generation", generation)

    def forget_keywords(self) -> None:
        """The keyword index is empty: everything has to go into it again."""
        self._change("UPDATE document SET keyword_revision = 0")
        self._change("DELETE FROM keyword_removal")
        self.set_meta("keyword_generation", 0)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    if is_blank(connection):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(
            f"BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
        )
    while (version := connection.execute("PRAGMA user_version").fetchone()[0]) in UPGRADES:
        connection.executescript(f"BEGIN; {UPGRADES[version]} PRAGMA user_version = {version + 1}; COMMIT;")
    check_version(connection, path)
    connection.execute("PRAGMA synchronous = NORMAL")
