"""An embedder that needs no model: words are directions, so texts with the same words are near each other."""

import zlib
from functools import cache

import numpy as np

from engine.store.embedding_models import EmbeddingModel

TOY = EmbeddingModel(name="toy", dimensions=64, floor=0.3)


@cache
def direction(word: str) -> np.ndarray:
    return np.random.default_rng(zlib.crc32(word.encode())).normal(size=TOY.dimensions)


class ToyEmbedder:
    """Adds up a random direction a word. `batches` notes what was embedded; after `budget` texts it calls `exhausted`."""

    name = TOY.name
    dimensions = TOY.dimensions
    window = 30

    def __init__(self, budget: int | None = None, exhausted=lambda: None) -> None:
        self.batches: list[list[str]] = []
        self._budget = budget
        self._exhausted = exhausted

    def count_tokens(self, texts):
        return [len(text.split()) for text in texts]

    def embed(self, texts):
        self.batches.append(list(texts))
        if self._budget is not None and sum(map(len, self.batches)) >= self._budget:
            self._exhausted()
        return np.array([self._vector(text) for text in texts], dtype=np.float32)

    def embed_query(self, text):
        return self.embed([text])[0]

    def _vector(self, text):
        total = np.zeros(self.dimensions)
        for word in text.lower().split():
            total += direction(word)
        return total / (np.linalg.norm(total) or 1.0)
