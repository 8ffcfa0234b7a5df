"""How much of the words on images and scans is recognised, how fast, and in how much memory.

    python -m benchmarks.ocr --corpus DIR [--engine rapidocr] [--languages en] [--threads 2] [--seconds 600]

Every image and PDF file in DIR that has a text beside it, `scan.pdf` and `scan.pdf.txt`, is read; recall is the share
of that text's words that were recognised, however they are ordered.
"""

from __future__ import annotations

import argparse
import re
import resource
import time
import unicodedata
from collections import Counter
from pathlib import Path

from engine.extract.base import Limits
from engine.extract.ocr import OcrEngine, make_ocr_engine
from engine.extract.registry import doc_type_of, extractor_for
from engine.models import DocType

MEGABYTE = 1024
"""In the unit of `ru_maxrss`."""


def words(text: str) -> Counter[str]:
    """The words of a text and how often each occurs, whatever its case and width."""
    return Counter(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold()))


def recall(expected: str, found: str) -> float:
    """The share of the expected words that were found."""
    wanted = words(expected)
    return (wanted & words(found)).total() / max(1, wanted.total())


def samples(corpus: Path) -> list[tuple[Path, Path]]:
    """Files to read and their texts."""
    pairs = ((text.with_suffix(""), text) for text in sorted(corpus.rglob("*.txt")))
    return [(path, text) for path, text in pairs if _is_picture(path)]


def _is_picture(path: Path) -> bool:
    return path.is_file() and doc_type_of(path.suffix[1:].lower()) in {DocType.PDF, DocType.IMAGE}


def read(path: Path, engine: OcrEngine, seconds: float) -> str:
    """What the product reads from the file in so much time."""
    doc_type = doc_type_of(path.suffix[1:].lower())
    return "" if doc_type is None else extractor_for(doc_type, engine, seconds).extract(path, Limits()).text


def main() -> None:
    """Read every sample and print a line for each, then the mean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--engine", default="rapidocr")
    parser.add_argument("--languages", default="en")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=600.0)
    options = parser.parse_args()
    engine = make_ocr_engine(options.engine, tuple(options.languages.split(",")), options.threads)
    found, begin = [], time.monotonic()
    for path, text in samples(options.corpus):
        start = time.monotonic()
        found.append(recall(text.read_text("utf-8"), read(path, engine, options.seconds)))
        print(f"{found[-1]:.3f}  {time.monotonic() - start:6.1f} s  {path.relative_to(options.corpus)}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MEGABYTE
    seconds = (time.monotonic() - begin) / max(1, len(found))
    print(f"{sum(found) / max(1, len(found)):.3f}  {seconds:6.1f} s  mean of {len(found)}; {peak} MB at most")


if __name__ == "__main__":
    main()
