"""Opening the embedder of a model."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from engine.errors import UnavailableError, UsageError
from engine.store.embedding_models import PACKAGED, find_model
from engine.store.files import make_private_dir

if TYPE_CHECKING:
    from pathlib import Path

    from engine.store.base import Embedder


def indexing_embedder(name: str, directory: Path, threads: int) -> Embedder:
    """The embedder that makes the vectors of passages; model files lie in `directory`. Raises UnavailableError."""
    if name == PACKAGED.name:
        from engine.store.embed_onnx import PackagedEmbedder

        return PackagedEmbedder.for_indexing(packaged_file(directory), threads)
    from engine.store.embed_fastembed import FastembedEmbedder

    return FastembedEmbedder(find_model(name), directory, threads)


class QueryEmbedders:
    """Embedders for queries, each opened once: a process that answers many queries opens a model for the first."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._opened: dict[str, Embedder] = {}
        self._lock = Lock()

    def get(self, name: str) -> Embedder:
        """The embedder of a model. Raises UnavailableError."""
        with self._lock:
            if name not in self._opened:
                self._opened[name] = query_embedder(name, self._directory)
            return self._opened[name]


def query_embedder(name: str, directory: Path) -> Embedder:
    """The embedder for a query against vectors of that model; writes nothing. Raises UnavailableError."""
    if name == PACKAGED.name:
        from engine.store.embed_onnx import PackagedEmbedder

        return PackagedEmbedder.for_queries(packaged_file(directory))
    from engine.store.embed_fastembed import FastembedEmbedder

    try:
        model = find_model(name)
    except UsageError as exc:
        message = f"The vectors are of a model that is not known any more: {name}."
        raise UnavailableError(message, hint="linkly index") from exc
    return FastembedEmbedder(model, directory, threads=1)


def check_model(name: str, directory: Path) -> None:
    """Raise UnavailableError when it shows at a glance that a model cannot be used."""
    if name != PACKAGED.name or packaged_file(directory).exists():
        return
    from engine.store.embed_onnx import packaged_model

    packaged_model()


def fetch_model(name: str, directory: Path) -> str:
    """Make the files of a model ready in `directory`; its full name. Raises UsageError, UnavailableError."""
    model = find_model(name)
    make_private_dir(directory)
    if model.name == PACKAGED.name:
        from engine.store.embed_onnx import prepare

        prepare(packaged_file(directory))
    else:
        from engine.store.embed_fastembed import download

        download(model.name, directory)
    return model.name


def packaged_file(directory: Path) -> Path:
    """Where the prepared graph of the packaged model lies. The number changes with what is prepared."""
    return directory / PACKAGED.name / "model-1.onnx"
