"""The catalogue's tables. A change here raises VERSION and adds the way there from the last one to UPGRADES."""

from __future__ import annotations

APPLICATION_ID = 0x6C6E6B6C  # "lnkl"
VERSION = 2

_BASE = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

CREATE TABLE library (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,           -- the name without case and Unicode form
    description TEXT NOT NULL,
    hidden INTEGER NOT NULL,            -- hidden files take part
    no_ignore INTEGER NOT NULL          -- ignore files do not count
) STRICT;
CREATE TABLE library_root (
    library_id INTEGER NOT NULL REFERENCES library(id) ON DELETE CASCADE,
    path BLOB NOT NULL, PRIMARY KEY (library_id, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE library_exclude (
    library_id INTEGER NOT NULL REFERENCES library(id) ON DELETE CASCADE,
    glob TEXT NOT NULL, PRIMARY KEY (library_id, glob)
) STRICT, WITHOUT ROWID;

-- Paths are bytes: file systems know no encoding. The root folder is the empty path.
CREATE TABLE folder (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE document (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again for another file
    folder_id INTEGER NOT NULL REFERENCES folder(id),
    name BLOB NOT NULL,
    doc_type TEXT NOT NULL,
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
    content_hash BLOB,                  -- BLAKE2b of the file, null if it could not be read
    text_hash BLOB,                     -- BLAKE2b of the extracted text, null without text
    extractor INTEGER NOT NULL,         -- version of the extraction that made the rest
    title TEXT NOT NULL, author TEXT,
    outcome TEXT NOT NULL, reason TEXT,
    needs_ocr INTEGER NOT NULL,         -- 1: a page or the image waits for OCR
    word_count INTEGER NOT NULL, total_lines INTEGER NOT NULL,
    has_outline INTEGER NOT NULL, outline_source TEXT,
    keywords TEXT NOT NULL,             -- separated by newlines
    revision INTEGER NOT NULL,          -- of the catalogue when this document changed last
    keyword_revision INTEGER NOT NULL DEFAULT 0,    -- the revision the keyword index holds
    UNIQUE (folder_id, name)
) STRICT;
CREATE INDEX document_text ON document(text_hash) WHERE text_hash IS NOT NULL;
CREATE INDEX document_content ON document(content_hash);
CREATE INDEX document_pending ON document(id) WHERE keyword_revision <> revision;
CREATE INDEX document_ocr ON document(id) WHERE needs_ocr;
CREATE TABLE membership (
    library_id INTEGER NOT NULL REFERENCES library(id) ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    PRIMARY KEY (library_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX membership_document ON membership(document_id);

-- Text in blocks, so that a page of a large document costs its own blocks only.
CREATE TABLE text_block (
    document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    first_line INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (document_id, first_line)
) STRICT;
-- Headings and places, as JSON: {"headings": [[level, title, line]], "places": [[line, {"page": 1}]]}
CREATE TABLE structure (
    document_id INTEGER PRIMARY KEY REFERENCES document(id) ON DELETE CASCADE, data BLOB NOT NULL
) STRICT;

-- Ids of documents that left, so that a file that comes back has its old one.
CREATE TABLE retired (
    id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, content_hash BLOB
) STRICT;
CREATE INDEX retired_content ON retired(content_hash);
-- What OCR made of a content, so that copies, moves and rebuilds do not cost it again. `engine`: with its languages.
CREATE TABLE ocr_result (
    content_hash BLOB NOT NULL, engine TEXT NOT NULL, extractor INTEGER NOT NULL, report BLOB NOT NULL,
    PRIMARY KEY (content_hash, engine)
) STRICT;
-- Documents that left and that the keyword index may still hold.
CREATE TABLE keyword_removal (document_id INTEGER PRIMARY KEY) STRICT;
"""

_VECTORS = """
CREATE TABLE model (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
-- Which revision of a document has been cut into chunks for a model.
CREATE TABLE chunked (
    model_id INTEGER NOT NULL REFERENCES model(id) ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    text_hash BLOB,                     -- of the text it had then
    PRIMARY KEY (document_id, model_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    model_id INTEGER NOT NULL REFERENCES model(id) ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL,  -- characters of the text: first is included, last is not
    context TEXT NOT NULL,
    length INTEGER NOT NULL,            -- characters the model is given, to sort by
    key BLOB NOT NULL,                  -- BLAKE2b of what the model is given
    vector BLOB,                        -- float16, of unit length; null while it waits
    UNIQUE (document_id, model_id, ordinal)
) STRICT;
CREATE INDEX chunk_key ON chunk(model_id, key);
CREATE INDEX chunk_pending ON chunk(model_id) WHERE vector IS NULL;
"""

UPGRADES = {1: _VECTORS}
"""Version to the statements that make the next one of it."""
SCHEMA = _BASE + _VECTORS
