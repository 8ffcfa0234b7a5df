"""Any text model that fastembed offers, from files in the data directory."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.errors import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from engine.store.embedding_models import EmbeddingModel

_BATCH = 16
_SPECIAL_TOKENS = 2
_USUAL_WINDOW = 510


class FastembedEmbedder:
    """A model through fastembed, with the prefixes it wants for queries and passages."""

    def __init__(self, model: EmbeddingModel, directory: Path, threads: int, **options: Any) -> None:  # noqa: ANN401
        """Raises UnavailableError when the files are not there or cannot be run. `options` go to fastembed."""
        with _errors_of(model.name, f"linkly model download {model.name}"):
            self._model = _open(model.name, directory, threads=threads, local_files_only=True, **options)
            from tokenizers import Tokenizer

            self._counter = Tokenizer.from_str(self._model.model.tokenizer.to_str())
        truncation = self._counter.truncation
        self._counter.no_truncation()
        self._counter.no_padding()
        self._prefixes = (model.query_prefix, model.passage_prefix)
        self.name = model.name
        self.dimensions = model.dimensions
        room = min(truncation["max_length"] if truncation else _USUAL_WINDOW, _USUAL_WINDOW + _SPECIAL_TOKENS)
        self.window = room - _SPECIAL_TOKENS - len(self._counter.encode(model.passage_prefix, add_special_tokens=False))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Number of tokens of each text, without special ones and the prefix."""
        return [len(encoding) for encoding in self._counter.encode_batch(list(texts), add_special_tokens=False)]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, of unit length. Similar lengths run together, because fastembed pads to the longest."""
        import numpy as np

        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        with _errors_of(self.name, "linkly model list"):
            passages = (self._prefixes[1] + texts[index] for index in order)
            for index, vector in zip(order, self._model.passage_embed(passages, batch_size=_BATCH), strict=True):
                vectors[index] = vector
        return _unit(vectors)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a query."""
        import numpy as np

        with _errors_of(self.name, "linkly model list"):
            vector = next(iter(self._model.query_embed(self._prefixes[0] + text)))
        unit: NDArray[np.float32] = _unit(np.asarray([vector], dtype=np.float32))[0]
        return unit


def download(name: str, directory: Path) -> None:
    """Fetch the files of a model from the hub; fastembed draws its own progress. Raises UnavailableError."""
    with _errors_of(name, "the hub must be reachable; without it: linkly model use packaged"):
        _open(name, directory, lazy_load=False)


def _open(name: str, directory: Path, **options: Any) -> Any:  # noqa: ANN401 - fastembed's own type would import it
    from fastembed import TextEmbedding
    from loguru import logger

    logger.disable("fastembed")  # it would print every attempt; what fails is raised as well
    return TextEmbedding(model_name=name, cache_dir=str(directory), **options)


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    lengths: NDArray[np.float32] = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, np.maximum(lengths, np.float32(1e-12)))


@contextmanager
def _errors_of(name: str, hint: str) -> Iterator[None]:
    """fastembed, its hub client and onnxruntime raise what they like."""
    try:
        yield
    except Exception as exc:
        reason = (str(exc).strip() or type(exc).__name__).splitlines()[0]
        raise UnavailableError(f"The model {name} is not available: {reason}", hint=hint) from exc
