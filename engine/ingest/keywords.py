"""Bringing the keyword index to the state of the catalogue, in steps that a crash between them cannot harm.

The index is changed and committed first; only then does the catalogue note which revisions it holds. A run that dies in
between repeats the step, and because a document is removed before it is added, repeating it changes nothing.
"""

from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from engine.errors import IndexDamagedError
from engine.store.base import KeywordDocument
from engine.store.catalog import KEYWORD_SEAL
from engine.store.keyword import WhooshKeywordIndex
from engine.store.seal import broken_files, decode_seal, encode_seal, seal_files

if TYPE_CHECKING:
    from pathlib import Path

    from engine.store.base import KeywordIndex, KeywordWriter
    from engine.store.catalog_writer import CatalogWriter

_STEP = 2_000
"""Documents between two commits."""
_STEP_WORDS = 20_000_000


class KeywordFeeder:
    """Feeds what has changed in the catalogue to the keyword index in `directory`; a damaged index is made anew."""

    def __init__(self, catalog: CatalogWriter, directory: Path) -> None:
        self._catalog = catalog
        self._directory = directory
        self._index = self._open()

    def _open(self) -> KeywordIndex:
        """The index, unless it is damaged or has lost what the catalogue says it holds; then an empty one."""
        try:
            index = WhooshKeywordIndex.open(self._directory)
        except IndexDamagedError:
            return self._start_over()
        seal = decode_seal(self._catalog.meta(KEYWORD_SEAL))
        lost = index.generation() < int(self._catalog.meta("keyword_generation") or 0)
        if lost or broken_files(self._directory, seal, thorough=False):
            index.close()
            return self._start_over()
        return index

    def _start_over(self) -> KeywordIndex:
        with self._catalog.transaction():
            self._catalog.forget_keywords()
            self._catalog.set_meta(KEYWORD_SEAL, encode_seal({}))
        return WhooshKeywordIndex.create(self._directory)

    def sync(self, *, at_least: int = 1) -> None:
        """Feed everything that is pending, if it is at least so many changes."""
        if self._catalog.pending_keywords() < at_least:
            return
        try:
            self._feed_all()
        except IndexDamagedError:
            self._index.close()
            self._index = self._start_over()
            self._feed_all()

    def _feed_all(self) -> None:
        with self._index.writer() as writer:
            while self._step(writer):
                pass

    def rebuild(self) -> None:
        """Make the whole index anew at the next `sync`."""
        self._index.close()
        self._index = self._start_over()

    def close(self) -> None:
        """Release the index."""
        self._index.close()

    def _step(self, writer: KeywordWriter) -> bool:
        """One commit's worth of changes; whether there were any."""
        catalog = self._catalog
        work, removed = catalog.keyword_work(_STEP), catalog.keyword_removals()
        if not work and not removed:
            return False
        for doc_id in removed:
            writer.remove(doc_id)
        done: list[tuple[int, int]] = []
        words = 0
        for doc_id, revision in work:
            words += self._feed(writer, doc_id)
            done.append((doc_id, revision))
            if words > _STEP_WORDS:
                break
        writer.commit()
        seal = seal_files(self._directory, decode_seal(catalog.meta(KEYWORD_SEAL)))
        with catalog.transaction():
            catalog.keywords_done(done, removed, self._index.generation())
            catalog.set_meta(KEYWORD_SEAL, encode_seal(seal))
        return True

    def _feed(self, writer: KeywordWriter, doc_id: int) -> int:
        document = self._catalog.document(doc_id)
        path = PurePosixPath(os.fsencode(document.path).decode("utf-8", "replace"))
        writer.remove(doc_id)
        writer.add(
            KeywordDocument(
                doc_id=doc_id,
                title=document.title,
                name=path.name,
                path=str(path.parent),
                text=self._catalog.text(doc_id),
            )
        )
        return document.word_count
