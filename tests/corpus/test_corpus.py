"""Real documents nobody here wrote: outcomes as their manifest expects, and no `ok` without text.

Runs when `LINKLY_CORPUS` points to a folder with `files/` and `MANIFEST.tsv` (path, type, expected outcome, golden, note,
words). Every fifth file is taken, so that the whole takes less than a minute.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from harness import Linkly

pytestmark = pytest.mark.corpus
READABLE = {"ok", "partial", "no_text"}
ALLOWED = {"ok": READABLE, "ok-or-partial": READABLE, "encrypted": {"encrypted"}}


@pytest.fixture(scope="module")
def listed(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[list[str], dict[str, object]]]:
    """Rows of the manifest with the document that was made of the file."""
    folder = tmp_path_factory.mktemp("corpus")
    linkly = Linkly(folder / "data", folder)
    rows = [row.split("\t") for row in (corpus / "MANIFEST.tsv").read_text("utf-8").splitlines()[1::5]]
    rows = [row for row in rows if (corpus / "files" / row[0]).stat().st_size]
    paths = [str((corpus / "files" / row[0]).resolve()) for row in rows]
    assert linkly("library", "add", "sample", *paths).status == 0
    ran = linkly("index", "sample", "--no-vectors", "--json")
    assert ran.status == 0, ran.err
    documents: dict[str, dict[str, object]] = {}
    for offset in range(0, len(paths), 200):
        page = linkly("list", "--json", "--limit", "200", "--offset", str(offset)).json["documents"]
        documents |= {document["path"]: document for document in page}
    return [(row, documents[path]) for row, path in zip(rows, paths, strict=True)]


def test_outcomes_are_as_expected(listed: list[tuple[list[str], dict[str, object]]]) -> None:
    wrong = [
        (row[0], row[2], document["outcome"])
        for row, document in listed
        if row[2] in ALLOWED and document["outcome"] not in ALLOWED[row[2]]
    ]
    assert wrong == []


def test_what_is_called_readable_has_text(listed: list[tuple[list[str], dict[str, object]]]) -> None:
    empty = [
        row[0] for row, document in listed if document["outcome"] in {"ok", "partial"} and not document["word_count"]
    ]
    assert empty == []


def test_what_has_text_is_not_called_empty(listed: list[tuple[list[str], dict[str, object]]]) -> None:
    missed = [
        row[0]
        for row, document in listed
        if document["outcome"] == "no_text" and row[2] == "ok" and "scan" not in row[4] and int(row[5])
    ]
    assert missed == []
