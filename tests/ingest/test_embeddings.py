"""Embedding in steps: interrupted and taken up again, each text once, one model after another."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from engine.documents import ExtractedDocument, Heading, SourceFile
from engine.ingest import embeddings
from engine.ingest.embeddings import VectorFeeder
from engine.models import DocType
from engine.requests import IndexRequest
from engine.store.catalog_vectors import VectorCatalog
from engine.store.catalog_writer import StoredFile
from engine.store.embedding_models import EmbeddingModel
from engine.store.records import Library
from engine.store.vectors import VectorFile
from toy_embedder import TOY, ToyEmbedder


class Wish:
    """A wish to stop, for one run."""

    def __init__(self) -> None:
        self.made = False

    def make(self) -> None:
        self.made = True


@pytest.fixture
def catalog(tmp_path: Path):
    with VectorCatalog.open(tmp_path / "catalog.sqlite3") as catalog:
        with catalog.transaction():
            catalog.save_library(Library(name="all", roots=("/r",)))
        yield catalog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.bin"


def add(catalog: VectorCatalog, name: str, text: str, doc_id: int | None = None) -> int:
    document = ExtractedDocument(doc_type=DocType.TXT, text=text, headings=(Heading(level=1, title="H", line=1),))
    stored = StoredFile(
        source=SourceFile(path=f"/r/{name}", suffix="txt", size=len(text), mtime_ns=1, inode=1),
        content_hash=text.encode(),
        extractor=1,
        document=document,
        title="T",
        word_count=len(text.split()),
        keywords=(),
    )
    with catalog.transaction():
        doc_id = catalog.save_file(stored, doc_id=doc_id)
        catalog.set_membership(doc_id, [1])
    return doc_id


def request(wish: Wish | None = None, progress=None) -> IndexRequest:
    stopped = None if wish is None else lambda: wish.made
    return IndexRequest(
        now=datetime(2026, 5, 8, tzinfo=UTC), timer=lambda: 0.0, cwd=Path("/"), stopped=stopped, progress=progress
    )


def feed(catalog: VectorCatalog, path: Path, embedder: ToyEmbedder, wish: Wish | None = None, model=TOY) -> bool:
    return VectorFeeder(catalog, path, model, lambda: embedder).feed(request(wish))


def contents(path: Path) -> dict[tuple[int, int], np.ndarray]:
    """The vectors of a file by document and place."""
    file = VectorFile(path)
    return {
        (int(row["doc_id"]), int(row["first"])): np.asarray(vector, dtype=np.float32)
        for row, vector in zip(file.rows, file._matrix, strict=True)
    }


def fill(catalog: VectorCatalog) -> None:
    for number in range(6):
        add(catalog, f"{number}.txt", "\n\n".join(f"passage {number} {n} " + "word " * 20 for n in range(number * 7)))


def test_everything_is_embedded_and_searchable(catalog: VectorCatalog, path: Path) -> None:
    doc_id = add(catalog, "a.txt", "the ferry leaves at noon")
    add(catalog, "b.txt", "a loaf of bread")
    assert feed(catalog, path, ToyEmbedder()) is False
    found = VectorFile(path).search(ToyEmbedder().embed_query("ferry noon"))
    assert found.doc_ids[found.similarities.argmax()] == doc_id
    assert (catalog.vector_progress("toy").done, catalog.vector_progress("toy").pending) == (2, 0)


@pytest.mark.parametrize("budget", [1, 10, 64, 70, 100])
def test_an_interrupted_run_is_taken_up_where_it_ended(
    catalog: VectorCatalog, path: Path, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embeddings, "_STEP", 8)
    fill(catalog)
    whole = path.with_name("whole.bin")
    feed(catalog, whole, ToyEmbedder())
    expected = contents(whole)
    with catalog.transaction():
        catalog.forget_vectors()
    wish = Wish()
    first, second = ToyEmbedder(budget, wish.make), ToyEmbedder()
    assert feed(catalog, path, first, wish) is True
    progress = catalog.vector_progress("toy")
    assert progress.pending > 0
    assert VectorFile(path).count == progress.done > 0
    assert feed(catalog, path, second) is False
    found = contents(path)
    assert found.keys() == expected.keys()
    for key, vector in found.items():
        np.testing.assert_allclose(vector, expected[key], atol=1e-3)
    again = {text for batch in first.batches for text in batch} & {text for batch in second.batches for text in batch}
    assert not again


def test_an_interrupted_run_that_had_nothing_left_is_complete(catalog: VectorCatalog, path: Path) -> None:
    wish = Wish()
    add(catalog, "a.txt", "one")
    assert feed(catalog, path, ToyEmbedder(1, wish.make), wish) is False


def test_equal_passages_are_embedded_once(catalog: VectorCatalog, path: Path) -> None:
    for name in "abc":
        add(catalog, f"{name}.txt", "the same words everywhere")
    embedder = ToyEmbedder()
    feed(catalog, path, embedder)
    assert [len(batch) for batch in embedder.batches] == [1]
    assert VectorFile(path).count == 3


def test_a_changed_document_keeps_the_vectors_of_what_is_the_same(catalog: VectorCatalog, path: Path) -> None:
    paragraphs = [f"paragraph {number} " + "word " * 25 for number in range(5)]
    doc_id = add(catalog, "a.txt", "\n\n".join(paragraphs))
    feed(catalog, path, ToyEmbedder())
    paragraphs[3] = "something else " + "entirely " * 20
    add(catalog, "a.txt", "\n\n".join(paragraphs), doc_id)
    embedder = ToyEmbedder()
    feed(catalog, path, embedder)
    assert sum(map(len, embedder.batches)) == 1
    assert VectorFile(path).count == 5


def test_documents_that_leave_take_their_vectors_along(catalog: VectorCatalog, path: Path) -> None:
    gone, stays = add(catalog, "a.txt", "one two"), add(catalog, "b.txt", "three four")
    feed(catalog, path, ToyEmbedder())
    with catalog.transaction():
        catalog.set_membership(gone, [])
        catalog.retire_orphans()
    embedder = ToyEmbedder()
    feed(catalog, path, embedder)
    assert embedder.batches == []
    assert VectorFile(path).rows["doc_id"].tolist() == [stays]


def test_nothing_new_opens_no_model_and_writes_nothing(catalog: VectorCatalog, path: Path) -> None:
    add(catalog, "a.txt", "one two")
    feed(catalog, path, ToyEmbedder())
    before = path.stat()

    def no_model():
        raise AssertionError("the model was opened")

    VectorFeeder(catalog, path, TOY, no_model).feed(request())
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino


def test_a_damaged_file_is_written_again(catalog: VectorCatalog, path: Path) -> None:
    add(catalog, "a.txt", "one two")
    feed(catalog, path, ToyEmbedder())
    path.write_bytes(b"rubbish")
    feed(catalog, path, ToyEmbedder())
    assert VectorFile(path).count == 1


def test_the_old_model_answers_until_the_new_one_is_complete(catalog: VectorCatalog, path: Path) -> None:
    fill(catalog)
    feed(catalog, path, ToyEmbedder())
    other = EmbeddingModel(name="other", dimensions=64, floor=0.3)
    wish = Wish()
    assert feed(catalog, path, ToyEmbedder(5, wish.make), wish, model=other) is True
    assert VectorFile(path).model == "toy"
    assert catalog.vector_progress("toy").pending == 0
    feed(catalog, path, ToyEmbedder(), model=other)
    assert VectorFile(path).model == "other"
    assert catalog.vector_progress("toy").done == 0


def test_progress_is_told(catalog: VectorCatalog, path: Path) -> None:
    fill(catalog)
    told = []
    VectorFeeder(catalog, path, TOY, ToyEmbedder).feed(request(progress=told.append))
    assert {one.stage for one in told} == {"Embedding"}
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert all(one.done <= one.total for one in told)


def test_small_documents_come_first(catalog: VectorCatalog, path: Path) -> None:
    add(catalog, "large.txt", "\n\n".join("many words here " * 8 for _ in range(20)))
    small = add(catalog, "small.txt", "tiny")
    assert catalog.unchunked(catalog.model_id("toy"), 10)[0][0] == small
