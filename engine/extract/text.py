"""Plain text: as written, every line where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.documents import ExtractedDocument
from engine.extract.base import ExtractionError, Limits
from engine.extract.foreign import foreign
from engine.models import DocType, Outcome
from engine.text.encoding import declared_charset, decode, foreign_content
from engine.text.normalise import clean_text, trim_end

if TYPE_CHECKING:
    from pathlib import Path


class TextExtractor:
    """Reads text files. Their line numbers are the file's own; only a title could be guessed, so there is none."""

    doc_type = DocType.TXT

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The text of `path`. Raises ExtractionError (UNSUPPORTED, TOO_LARGE) or OSError."""
        text = trim_end(clean_text(read_text(path, limits)))  # never as a list of lines: a large file has millions
        if not text:
            return ExtractedDocument(
                doc_type=self.doc_type, text="", outcome=Outcome.NO_TEXT, reason="the file holds no text"
            )
        return ExtractedDocument(doc_type=self.doc_type, text=text)


def read_text(path: Path, limits: Limits, *, html: bool = False) -> str:
    """The decoded text of a file; `html` heeds the charset that it declares. Raises ExtractionError or OSError."""
    with path.open("rb") as file:
        data = file.read(limits.max_file_size + 1)
    if len(data) > limits.max_file_size:
        raise ExtractionError(Outcome.TOO_LARGE, f"larger than {limits.max_file_size >> 20} MB")
    if what := foreign_content(data):
        raise foreign(what, "a web page" if html else "text")
    return decode(data, declared_charset(data) if html else None)
