"""Ranking quality through the product: nDCG@10 on sets of documents, queries and relevance judgements.

    python -m benchmarks.quality --ir DIR [--modes keyword,semantic,hybrid,grep] [--sets a,b] [--volumes N] [--runs DIR]

Each folder of `--ir` is a set:

    docs.jsonl    {"id": "7", "ext": "md", "text": "…"} a line; written out as 7.md, then indexed as a folder
    queries.tsv   query id, tab, query
    qrels.tsv     query id, tab, document id, tab, grade; absent or 0: not relevant

The mode `grep` is what a person could do without an index: the files that have most of the query's words, those with
most occurrences first.

`--runs` writes SET.MODE.tsv: query id, tab, file stem, best first. Gain is the grade, the discount log2(rank + 1).
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.models import Outcome, SearchMode
from engine.requests import IndexRequest, SearchRequest
from engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GREP = "grep"
LIMIT = 50
"""Hits asked for; the most that `search` gives."""
CUT = 10

Run = dict[str, list[str]]
"""Query id to file stems, best first."""


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """Documents (id, extension, text), and queries with the grades of their relevant documents."""

    name: str
    documents: list[tuple[str, str, str]]
    queries: dict[str, str]
    grades: dict[str, dict[str, int]]

    @classmethod
    def read(cls, folder: Path) -> RetrievalSet:
        """The set in `folder`; only queries with a relevant document."""
        with (folder / "docs.jsonl").open(encoding="utf-8") as lines:
            values = [json.loads(line) for line in lines]
        grades: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for query_id, document, grade in _rows(folder / "qrels.tsv"):
            if float(grade) > 0:
                grades[query_id][document] = int(float(grade))
        queries = {query_id: text for query_id, text in _rows(folder / "queries.tsv") if query_id in grades}
        return cls(folder.name, [(each["id"], each["ext"], each["text"]) for each in values], queries, dict(grades))

    def with_volumes(self, size: int) -> RetrievalSet:
        """The set with every other run of `size` documents bound into one: long documents among short ones.

        A volume is as relevant as the most relevant document in it.
        """
        documents: list[tuple[str, str, str]] = []
        bound: dict[str, str] = {}
        for start in range(0, len(self.documents), size):
            run = self.documents[start : start + size]
            if start // size % 2:
                documents += run
                continue
            volume = f"volume{start}"
            documents.append((volume, run[0][1], "\n\n".join(text for _, _, text in run)))
            bound |= {name: volume for name, _, _ in run}
        grades: dict[str, dict[str, int]] = {}
        for query_id, given in self.grades.items():
            grades[query_id] = {}
            for name, grade in given.items():
                kept = bound.get(name, name)
                grades[query_id][kept] = max(grade, grades[query_id].get(kept, 0))
        return RetrievalSet(f"{self.name}-volumes{size}", documents, self.queries, grades)

    def write_documents(self, target: Path) -> int:
        """Write the documents as files named after their ids; the number of bytes."""
        target.mkdir(parents=True)
        return sum((target / f"{name}.{ext}").write_bytes(text.encode()) for name, ext, text in self.documents)


def _rows(path: Path) -> Iterable[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return (line.split("\t") for line in lines if line)


def ndcg(found: Sequence[str], grades: Mapping[str, int]) -> float:
    """Normalised discounted cumulative gain of the first ten documents, from 0 to 1."""
    return _gain([grades.get(name, 0) for name in found]) / _gain(sorted(grades.values(), reverse=True))


def _gain(grades: Sequence[int]) -> float:
    return sum(grade / math.log2(rank + 2) for rank, grade in enumerate(grades[:CUT]))


def index_folder(engine: Engine, folder: Path, *, vectors: bool) -> None:
    """Index `folder` as `linkly index FOLDER` does. Exits when a text fails: the figures would be wrong."""
    request = IndexRequest(
        now=datetime.now(UTC), timer=time.monotonic, cwd=folder, targets=(str(folder),), vectors=vectors, ocr=False
    )
    failed = [file for library in engine.index(request).libraries for file in library.failed]
    failed = [file for file in failed if file.outcome is not Outcome.UNSUPPORTED]
    if failed:
        sys.exit(f"{len(failed)} files failed, the first of them {failed[0].path}: {failed[0].reason}")


def search_all(engine: Engine, queries: Mapping[str, str], mode: SearchMode) -> Run:
    """Search every query as `linkly search --limit 50` does."""
    run: Run = {}
    for query_id, text in queries.items():
        result = engine.search(SearchRequest(query=text, limit=LIMIT, mode=mode))
        if result.mode is not mode:
            sys.exit(f"asked for {mode} mode, answered in {result.mode} mode")
        run[query_id] = [Path(path).stem for hit in result.results for path in _paths(hit.path, hit.also_at)]
    return run


def grep_all(folder: Path, queries: Mapping[str, str]) -> Run:
    """Rank the files of a folder by how many words of each query occur in them, then by how often they do."""
    texts = {path.stem: path.read_text("utf-8").lower() for path in sorted(folder.iterdir())}
    run: Run = {}
    for query_id, query in queries.items():
        words = dict.fromkeys(re.findall(r"\w+", query.lower()))
        counts = {name: [text.count(word) for word in words] for name, text in texts.items()}
        found = [name for name, each in counts.items() if any(each)]
        found.sort(key=lambda name: (-sum(map(bool, counts[name])), -sum(counts[name])))
        run[query_id] = found[:LIMIT]
    return run


def _paths(path: str, others: Iterable[object]) -> list[str]:
    return [path, *(str(getattr(other, "path", "")) for other in others)]


def measure(retrieval_set: RetrievalSet, modes: Sequence[str], runs: Path | None) -> None:
    """Index one set, search it in each mode, print a line a mode."""
    name = retrieval_set.name
    with tempfile.TemporaryDirectory(prefix="linkly-quality-") as scratch:
        folder = Path(scratch) / name
        size = retrieval_set.write_documents(folder)
        engine = Engine.open(Path(scratch) / "data")
        started = time.perf_counter()
        if set(modes) != {GREP}:
            index_folder(engine, folder, vectors=not {SearchMode.HYBRID, SearchMode.SEMANTIC}.isdisjoint(modes))
        indexed = time.perf_counter() - started
        for mode in modes:
            started = time.perf_counter()
            if mode == GREP:
                run = grep_all(folder, retrieval_set.queries)
            else:
                run = search_all(engine, retrieval_set.queries, SearchMode(mode))
            each = (time.perf_counter() - started) / len(run)
            score = sum(ndcg(found, retrieval_set.grades[query]) for query, found in run.items()) / len(run)
            print(
                f"{name}\t{mode}\tqueries={len(run)}\tnDCG@10={score:.4f}"
                f"\tindex={size / 1e6 / indexed:.2f} MB/s\tquery={each * 1000:.0f} ms",
                flush=True,
            )
            if runs is not None:
                write_run(runs / f"{name}.{mode}.tsv", run)


def write_run(path: Path, run: Run) -> None:
    """Write a run file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{query_id}\t{name}\n" for query_id, found in run.items() for name in found)
    path.write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Measure the sets that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--ir", type=Path, required=True, help="folder with one folder a set")
    parser.add_argument(
        "--modes", default="keyword,semantic,hybrid", help="comma-separated: keyword, semantic, hybrid, grep"
    )
    parser.add_argument("--sets", help="comma-separated names; all by default")
    parser.add_argument("--volumes", type=int, metavar="N", help="bind every other N documents into one")
    parser.add_argument("--runs", type=Path, help="folder for run files")
    options = parser.parse_args()
    names = (
        options.sets.split(",")
        if options.sets
        else sorted(path.parent.name for path in options.ir.glob("*/queries.tsv"))
    )
    modes = [mode if mode == GREP else SearchMode(mode) for mode in options.modes.split(",")]
    for name in names:
        retrieval_set = RetrievalSet.read(options.ir / name)
        measure(retrieval_set.with_volumes(options.volumes) if options.volumes else retrieval_set, modes, options.runs)


if __name__ == "__main__":
    main()
