"""What can go wrong, as one tree. Each class has a stable `code` that JSON output carries.

LinklyError
├── UsageError            usage               the request itself is wrong (exit status 2)
│   └── PatternError      invalid_pattern     a regular expression RE2 refuses
├── NoIndexError          no_index            nothing has been indexed yet
├── LibraryNotFoundError  library_not_found
├── LibraryError          library             a library cannot be made or changed as asked
├── DocumentNotFoundError document_not_found
├── NoContentError        no_content          the document is known but has no text
├── NodeNotFoundError     node_not_found      an outline has no such node
├── PathNotFoundError     path_not_found
├── ConfigError           config
├── LockedError           locked              another process is writing
├── StorageError          storage             the index cannot be read or written
│   └── IndexDamagedError index_damaged
└── UnavailableError      unavailable         an ability is missing on this machine
"""

from __future__ import annotations

from typing import ClassVar

from engine.models import Failure


class LinklyError(Exception):
    """Base of every error a caller is meant to see: a message for a person, and perhaps what to type next."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, hint: str | None = None, doc_id: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.doc_id = doc_id

    def as_failure(self) -> Failure:
        """The same error as a value."""
        return Failure(code=self.code, message=self.message, hint=self.hint, doc_id=self.doc_id)


class UsageError(LinklyError):
    """The request is wrong: a value out of range, a missing or unknown argument."""

    code = "usage"


class PatternError(UsageError):
    """The regular expression is not valid RE2."""

    code = "invalid_pattern"


class NoIndexError(LinklyError):
    """There is no library yet."""

    code = "no_index"


class LibraryNotFoundError(LinklyError):
    """No library has that name."""

    code = "library_not_found"


class LibraryError(LinklyError):
    """A library cannot be made or changed as asked."""

    code = "library"


class DocumentNotFoundError(LinklyError):
    """No document has that id."""

    code = "document_not_found"


class NoContentError(LinklyError):
    """The document is in the catalogue, but no text could be read from its file."""

    code = "no_content"


class NodeNotFoundError(LinklyError):
    """None of the outlines has that node."""

    code = "node_not_found"


class PathNotFoundError(LinklyError):
    """A path to index does not exist."""

    code = "path_not_found"


class ConfigError(LinklyError):
    """A setting is unknown or its value is wrong."""

    code = "config"


class LockedError(LinklyError):
    """Another process is writing to the index."""

    code = "locked"


class StorageError(LinklyError):
    """The index cannot be read or written."""

    code = "storage"


class IndexDamagedError(StorageError):
    """Stored data is not what it should be."""

    code = "index_damaged"


class UnavailableError(LinklyError):
    """Something this ability needs is missing or broken on this machine."""

    code = "unavailable"
