"""Images: a readable image is a document without text until an OCR engine reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.documents import ExtractedDocument
from engine.extract.base import ExtractionError, Limits
from engine.models import DocType, Outcome

if TYPE_CHECKING:
    from pathlib import Path

_MAGIC = {b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG", b"BM": "BMP", b"RIFF": "WebP"}


class ImageExtractor:
    """Recognises images by their first bytes."""

    doc_type = DocType.IMAGE

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:  # noqa: ARG002 - the protocol's signature
        """A document without text. Raises ExtractionError for content that is not an image."""
        with path.open("rb") as file:
            head = file.read(12)
        if not head:
            raise ExtractionError(Outcome.CORRUPT, "the file is empty")
        if not any(head.startswith(magic) for magic in _MAGIC):
            raise ExtractionError(Outcome.UNSUPPORTED, "the content is not a PNG, JPEG, BMP or WebP image")
        return ExtractedDocument(
            doc_type=self.doc_type, text="", outcome=Outcome.NO_TEXT, reason="no text: images are not read by OCR"
        )
