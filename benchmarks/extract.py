"""How fast text is extracted: PDF pages beside bare pypdfium2, and documents a second by type.

    python -m benchmarks.extract [FOLDER]

Both are measured in one run over the files of FOLDER (default: the example library), without worker processes and
OCR. A PDF that either side cannot read is left out. The first file of each type is read once before, untimed, so that
imports cost neither side.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import pypdfium2

from engine.extract.base import ExtractionError, Limits
from engine.extract.registry import doc_type_of, extractor_for
from engine.models import DocType

EXAMPLES = Path(__file__).parents[1] / "examples" / "library"


def bare_pages(path: Path) -> int:
    """Read every page with pypdfium2 alone; how many there are. Raises PdfiumError."""
    document = pypdfium2.PdfDocument(path)
    try:
        for page in document:
            text = page.get_textpage()
            text.get_text_range()
            text.close()
            page.close()
        return len(document)
    finally:
        document.close()


def extract_seconds(path: Path, doc_type: DocType) -> float | None:
    """CPU time of one extraction, None if the file gives no text."""
    start = time.process_time()
    try:
        extractor_for(doc_type).extract(path, Limits())
    except ExtractionError:
        return None
    return time.process_time() - start


def warm_up(files: list[Path]) -> None:
    """Read the first file of each type with the product, and the first PDF bare."""
    first = {doc_type: path for path in reversed(files) if (doc_type := doc_type_of(path.suffix[1:].lower()))}
    for doc_type, path in first.items():
        extract_seconds(path, doc_type)
    if DocType.PDF in first:
        with suppress(pypdfium2.PdfiumError):
            bare_pages(first[DocType.PDF])


def main() -> None:
    """Print a line for PDF pages and one a type."""
    parser = argparse.ArgumentParser(description="Speed of extraction.")
    parser.add_argument("folder", nargs="?", type=Path, default=EXAMPLES)
    files = sorted(path for path in parser.parse_args().folder.rglob("*") if path.is_file())
    warm_up(files)
    seconds: defaultdict[DocType, list[float]] = defaultdict(list)
    ours = bare = 0.0
    pages = 0
    for path in files:
        doc_type = doc_type_of(path.suffix[1:].lower())
        spent = extract_seconds(path, doc_type) if doc_type is not None else None
        if doc_type is None or spent is None:
            continue
        seconds[doc_type].append(spent)
        if doc_type is DocType.PDF:
            start = time.process_time()
            try:
                pages += bare_pages(path)
            except pypdfium2.PdfiumError:
                continue
            bare += time.process_time() - start
            ours += spent
    if pages:
        print(f"pdf pages\t{pages / ours:.0f}/s\tbare pypdfium2 {pages / bare:.0f}/s\tratio {bare / ours:.2f}")
    for doc_type, spent_on in sorted(seconds.items()):
        print(f"{doc_type}\t{len(spent_on) / sum(spent_on):.1f} documents/s\t{len(spent_on)} documents")


if __name__ == "__main__":
    main()
