"""The packaged model: the fast graph, fastembed and the query path agree; damage is noticed before use."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import StorageError, UnavailableError, UsageError
from engine.store import embed_onnx
from engine.store.embed_fastembed import FastembedEmbedder
from engine.store.embed_onnx import PackagedEmbedder, packaged_model, prepare
from engine.store.embedders import check_model, indexing_embedder, packaged_file, query_embedder
from engine.store.embedding_models import PACKAGED, EmbeddingModel, find_model, known_models

TEXTS = [
    "The ferry leaves the old quay at noon.",
    "Boats depart from the harbour at midday.",
    "A recipe for rye bread with caraway.",
    "Die Fähre fährt um zwölf Uhr.",
    "重跑gen-itgc后",
    "x",
    "word " * 400,
]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("models")
    prepare(packaged_file(directory))
    return directory


@pytest.fixture(scope="module")
def embedder(models: Path) -> PackagedEmbedder:
    return PackagedEmbedder(packaged_file(models), threads=2)


def cosines(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    return (left * right).sum(axis=1)


def test_meaning_counts_more_than_words(embedder: PackagedEmbedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors[0] @ vectors[1] > 0.5 > 0.2 > vectors[0] @ vectors[2]
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_the_fast_graph_is_close_to_the_packaged_one(embedder: PackagedEmbedder) -> None:
    exact = PackagedEmbedder(packaged_model(), threads=2)
    assert cosines(embedder.embed(TEXTS), exact.embed(TEXTS)).min() > 0.98


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged model in the form in which fastembed takes models, known to it as linkly/packaged."""
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType
    from tokenizers import BertWordPieceTokenizer

    folder = tmp_path_factory.mktemp("foreign")
    (folder / "model.onnx").write_bytes(packaged_model().read_bytes())
    BertWordPieceTokenizer(str(embed_onnx._VOCABULARY), lowercase=True).save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text('{"pad_token_id": 0}', "utf-8")
    (folder / "special_tokens_map.json").write_text("{}", "utf-8")
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 256, "pad_token": "[PAD]"}', "utf-8")
    TextEmbedding.add_custom_model(
        model="linkly/packaged",
        pooling=PoolingType.MEAN,
        normalization=True,
        sources=ModelSource(hf="linkly/packaged"),
        dim=384,
        model_file="model.onnx",
    )
    return folder


def test_fastembed_makes_the_same_vectors(foreign: Path, tmp_path: Path) -> None:
    model = EmbeddingModel(name="linkly/packaged", dimensions=384, floor=0.3)
    theirs = FastembedEmbedder(model, tmp_path, 1, specific_model_path=str(foreign))
    exact = PackagedEmbedder(packaged_model(), threads=1)
    assert cosines(exact.embed(TEXTS), theirs.embed(TEXTS)).min() > 0.9999
    assert exact.embed_query(TEXTS[0]) @ theirs.embed_query(TEXTS[0]) > 0.9999
    assert theirs.window == exact.window == 254
    assert theirs.count_tokens(TEXTS) == exact.count_tokens(TEXTS)


def test_prefixes_are_put_where_the_model_wants_them(foreign: Path, tmp_path: Path) -> None:
    model = EmbeddingModel(
        name="linkly/packaged", dimensions=384, floor=0.3, query_prefix="query: ", passage_prefix="passage: "
    )
    theirs = FastembedEmbedder(model, tmp_path, 1, specific_model_path=str(foreign))
    exact = PackagedEmbedder(packaged_model(), threads=1)
    assert exact.embed_query("query: boats") @ theirs.embed_query("boats") > 0.9999
    assert exact.embed_query("passage: boats") @ theirs.embed(["boats"])[0] > 0.9999
    assert theirs.window == 254 - 2


def test_a_vector_does_not_depend_on_what_else_is_embedded(embedder: PackagedEmbedder) -> None:
    alone = np.array([embedder.embed_query(text) for text in TEXTS])
    np.testing.assert_array_equal(embedder.embed(TEXTS), alone)


def test_tokens_are_counted_as_the_model_reads_them(embedder: PackagedEmbedder) -> None:
    assert embedder.count_tokens(["the ferry", "", "rowlocks", "word " * 400]) == [2, 0, 3, 400]
    assert embedder.window == 254


def test_a_damaged_model_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "model.onnx"
    damaged.write_bytes(packaged_model().read_bytes()[:-1] + b"\0")
    monkeypatch.setattr(embed_onnx, "packaged_model", lambda: damaged)
    with pytest.raises(UnavailableError, match="is damaged: its checksum"):
        prepare(tmp_path / "out.onnx")
    assert not (tmp_path / "out.onnx").exists()


def test_a_missing_package_says_what_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed_onnx, "_DISTRIBUTION", "not-installed-anywhere")
    with pytest.raises(UnavailableError, match="not installed") as caught:
        check_model(PACKAGED.name, tmp_path)
    assert caught.value.hint is not None
    assert "pip install" in caught.value.hint


def test_rubbish_in_place_of_the_prepared_graph(tmp_path: Path) -> None:
    file = packaged_file(tmp_path)
    file.parent.mkdir()
    file.write_bytes(b"rubbish")
    assert query_embedder(PACKAGED.name, tmp_path).embed_query("ferry").shape == (384,)
    assert file.read_bytes() == b"rubbish"
    indexing_embedder(PACKAGED.name, tmp_path, threads=1)
    assert file.stat().st_size > 20_000_000


def test_what_cannot_be_prepared_says_what_to_type(tmp_path: Path) -> None:
    (tmp_path / PACKAGED.name).write_bytes(b"a file where a folder should be")
    with pytest.raises(StorageError, match="cannot be written") as caught:
        indexing_embedder(PACKAGED.name, tmp_path, threads=1)
    assert "then linkly index" in str(caught.value.hint)


def test_vectors_of_a_model_nobody_knows(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="not known any more: gone/model"):
        query_embedder("gone/model", tmp_path)


def test_a_query_does_without_a_prepared_graph_and_writes_nothing(tmp_path: Path) -> None:
    vector = query_embedder(PACKAGED.name, tmp_path).embed_query("ferry")
    assert vector.shape == (384,)
    assert list(tmp_path.iterdir()) == []


def test_models_are_found_by_name() -> None:
    assert find_model("packaged") == find_model("ALL-minilm-l6-v2") == PACKAGED
    names = [model.name for model in known_models()]
    assert names[0] == PACKAGED.name
    assert len(names) > 20
    assert find_model("intfloat/multilingual-e5-large").query_prefix == "query: "
    assert find_model("intfloat/multilingual-e5-large").passage_prefix == "passage: "
    with pytest.raises(UsageError, match='Unknown model: "no/such"'):
        find_model("no/such")


def test_a_model_that_is_not_there_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="bge-small-en-v1\\.5 is not available") as caught:
        indexing_embedder("BAAI/bge-small-en-v1.5", tmp_path, threads=1)
    assert caught.value.hint == "linkly model download BAAI/bge-small-en-v1.5"
