"""The flat file of vectors and its scan, against plain arithmetic over the same vectors."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from engine.errors import IndexDamagedError, StorageError
from engine.store.catalog_vectors import VectorRow
from engine.store.embedding_models import EmbeddingModel
from engine.store.query_vectors import QueryVectors
from engine.store.vectors import VectorFile, write_vectors

MODEL = EmbeddingModel(name="toy", dimensions=8, floor=0.25)


def unit(rng: np.random.Generator, rows: int) -> np.ndarray:
    vectors = rng.normal(size=(rows, MODEL.dimensions))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float16)


def rows(owners: list[int], vectors: np.ndarray) -> list[VectorRow]:
    return [
        VectorRow(doc_id=owner, text_key=100 + owner, first=10 * n, last=10 * n + 9, vector=vector.tobytes())
        for n, (owner, vector) in enumerate(zip(owners, vectors, strict=True))
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors" / "vectors.bin"


@pytest.mark.parametrize("size", [1, 7, 500, 20_000])
def test_the_scan_finds_the_best_chunk_of_every_document(path: Path, size: int) -> None:
    rng = np.random.default_rng(size)
    owners = sorted(rng.integers(1, max(2, size // 3), size).tolist())
    vectors, query = unit(rng, size), unit(rng, 1)[0].astype(np.float32)
    write_vectors(path, MODEL, 7, rows(owners, vectors))
    found = VectorFile(path).search(query)
    cosines = vectors.astype(np.float32) @ query
    expected = {}
    for number, owner in enumerate(owners):
        if owner not in expected or cosines[number] > cosines[expected[owner]]:
            expected[owner] = number
    assert found.doc_ids.tolist() == sorted(expected)
    np.testing.assert_allclose(found.similarities, [cosines[expected[owner]] for owner in sorted(expected)], atol=1e-5)
    assert [owners[row] for row in found.rows.tolist()] == sorted(expected)
    loaded = VectorFile(path)
    loaded.load()
    np.testing.assert_allclose(loaded.search(query).similarities, found.similarities, atol=1e-5)
    assert loaded.is_intact()


def test_a_file_says_what_it_holds(path: Path) -> None:
    write_vectors(path, MODEL, 7, rows([3, 3, 9], unit(np.random.default_rng(1), 3)))
    file = VectorFile(path)
    assert (file.model, file.dimensions, file.count, file.revision) == ("toy", 8, 3, 7)
    assert file.floor == pytest.approx(0.25)
    assert file.rows[2].tolist() == (9, 109, 20, 29)
    assert file.is_intact()
    assert path.stat().st_mode & 0o077 == 0


def test_no_vectors_at_all(path: Path) -> None:
    write_vectors(path, MODEL, 1, [])
    assert VectorFile(path).search(np.ones(8, dtype=np.float32)).doc_ids.tolist() == []
    assert VectorFile(path).is_intact()


def test_an_open_file_stays_when_a_newer_one_takes_its_place(path: Path) -> None:
    rng = np.random.default_rng(2)
    write_vectors(path, MODEL, 1, rows([1, 2], unit(rng, 2)))
    old = VectorFile(path)
    write_vectors(path, MODEL, 2, rows([5], unit(rng, 1)))
    assert old.search(np.ones(8, dtype=np.float32)).doc_ids.tolist() == [1, 2]
    assert VectorFile(path).search(np.ones(8, dtype=np.float32)).doc_ids.tolist() == [5]


@pytest.mark.parametrize("length", [0, 5, 71, 100, -1, -40])
def test_a_cut_file_is_damaged(path: Path, length: int) -> None:
    write_vectors(path, MODEL, 1, rows([1, 2], unit(np.random.default_rng(3), 2)))
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(IndexDamagedError, match="are damaged"):
        VectorFile(path)


@pytest.mark.parametrize("offset", [0, 9, 13, 17])
def test_a_wrong_head_is_damaged(path: Path, offset: int) -> None:
    write_vectors(path, MODEL, 1, rows([1, 2], unit(np.random.default_rng(3), 2)))
    data = bytearray(path.read_bytes())
    data[offset] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(IndexDamagedError):
        VectorFile(path)


def test_a_changed_byte_is_noticed_and_never_an_error(path: Path) -> None:
    """In the vectors by the thorough look, anywhere else at once; only the padding means nothing."""
    write_vectors(path, MODEL, 1, rows([1, 2, 2], unit(np.random.default_rng(3), 3)))
    intact = path.read_bytes()
    vectors = {*range(128, 128 + 3 * 2 * MODEL.dimensions), *range(40, 44)}  # and their checksum
    padding = {*range(48, 72), *range(75, 128)}
    for offset, flipped in itertools.product(range(len(intact)), (0x01, 0x7C, 0xFF)):
        data = bytearray(intact)
        data[offset] ^= flipped
        path.write_bytes(data)
        if offset in vectors:
            file = VectorFile(path)
            assert not file.is_intact()
            found = file.search(np.ones(8, dtype=np.float32))
            assert found.doc_ids.tolist() == [1, 2]
            assert np.isfinite(found.similarities).all()
        elif offset not in padding:
            with pytest.raises(IndexDamagedError):
                VectorFile(path)


def test_what_a_killed_writer_left_is_cleared_away(path: Path) -> None:
    path.parent.mkdir()
    (path.parent / ".vectors.bin.4711").write_bytes(b"half")
    write_vectors(path, MODEL, 1, rows([1], unit(np.random.default_rng(3), 1)))
    assert [file.name for file in path.parent.iterdir()] == ["vectors.bin"]


def test_some_documents_can_be_left_out(path: Path) -> None:
    write_vectors(path, MODEL, 1, rows([1, 2, 3], unit(np.random.default_rng(3), 3)))
    found = VectorFile(path).search(np.ones(8, dtype=np.float32))
    rest = found.without([2, 7])
    assert rest.doc_ids.tolist() == [1, 3]
    assert rest.similarities.tolist() == [found.similarities[0], found.similarities[2]]


def test_what_cannot_be_written_leaves_the_old_file(path: Path) -> None:
    write_vectors(path, MODEL, 1, rows([1], unit(np.random.default_rng(3), 1)))

    def full():
        yield from rows([2], unit(np.random.default_rng(4), 1))
        raise OSError(28, "No space left on device")

    with pytest.raises(StorageError, match="No space left"):
        write_vectors(path, MODEL, 2, full())
    assert VectorFile(path).revision == 1
    assert [file.name for file in path.parent.iterdir()] == ["vectors.bin"]


def test_query_vectors_are_kept_the_latest_first_and_without_the_words(tmp_path: Path) -> None:
    kept = QueryVectors(tmp_path / "q.bin", "toy", 8)
    vectors = unit(np.random.default_rng(5), 300).astype(np.float32)
    for number, vector in enumerate(vectors):
        kept.put(f"secret {number}", vector)
    np.testing.assert_array_equal(kept.get("secret 299"), vectors[299])
    assert kept.get("secret 0") is None
    assert QueryVectors(tmp_path / "q.bin", "other", 8).get("secret 299") is None
    assert b"secret" not in (tmp_path / "q.bin").read_bytes()
    assert (tmp_path / "q.bin").stat().st_mode & 0o077 == 0


def test_a_broken_cache_of_queries_is_no_cache(tmp_path: Path) -> None:
    path = tmp_path / "q.bin"
    path.write_bytes(b"rubbish")
    kept = QueryVectors(path, "toy", 8)
    assert kept.get("x") is None
    kept.put("x", unit(np.random.default_rng(5), 1)[0].astype(np.float32))
    assert kept.get("x") is not None
    kept.put("x", np.full(8, 3e38, dtype=np.float32))
    assert kept.get("x") is None


def test_a_cache_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    QueryVectors(tmp_path / "file" / "q.bin", "toy", 8).put("x", np.ones(8, dtype=np.float32))
