"""Which models can turn text into vectors, and what is known about each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.errors import UsageError
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Mapping

OFF = "off"
"""In place of a model's name: no vectors."""


@value
class EmbeddingModel(Value):
    """A model. `floor`: the cosine from which on a passage counts as a hit.

    `gigabytes`: what has to be downloaded; 0 for the packaged model.
    """

    name: str
    dimensions: int
    floor: float
    query_prefix: str = ""
    passage_prefix: str = ""
    gigabytes: float = 0.0
    description: str = ""


PACKAGED = EmbeddingModel(
    name="all-MiniLM-L6-v2",
    dimensions=384,
    floor=0.3,
    description="English; comes with linkly, works offline",
)

_PREFIXES: tuple[tuple[str, str, str], ...] = (
    ("intfloat/multilingual-e5", "query: ", "passage: "),
    ("nomic-ai/nomic-embed-text", "search_query: ", "search_document: "),
    ("google/embeddinggemma", "task: search result | query: ", "title: none | text: "),
    (
        "Qwen/Qwen3-Embedding",
        "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
        "",
    ),
    ("BAAI/bge-small-zh", "为这个句子生成表示以用于检索相关文章：", ""),
    ("BAAI/bge-", "Represent this sentence for searching relevant passages: ", ""),
    ("mixedbread-ai/mxbai-embed", "Represent this sentence for searching relevant passages: ", ""),
    ("snowflake/snowflake-arctic-embed", "Represent this sentence for searching relevant passages: ", ""),
)
"""Beginning of a model's name, prefix of queries, prefix of passages: what the models' own pages ask for."""

_ANISOTROPIC = ("intfloat/", "thenlper/gte", "BAAI/bge", "snowflake/", "Qwen/")
"""Models whose unrelated texts have cosines far above zero."""
_HALF_MODELS = re.compile(r"Query-side|Document side|Multimodal")


def known_models() -> tuple[EmbeddingModel, ...]:
    """The packaged model, and every text model that fastembed offers. Imports fastembed."""
    from fastembed import TextEmbedding

    offered = TextEmbedding.list_supported_models()
    models = (_offered(entry) for entry in offered if not _HALF_MODELS.search(str(entry["description"])))
    return (PACKAGED, *sorted(models, key=lambda model: model.name.casefold()))


def find_model(name: str) -> EmbeddingModel:
    """The model called `name`. Raises UsageError with what to type to see them all."""
    if name.casefold() in {PACKAGED.name.casefold(), "packaged"}:
        return PACKAGED
    for model in known_models():
        if model.name.casefold() == name.casefold():
            return model
    raise UsageError(f'Unknown model: "{name}".', hint="linkly model list")


def _offered(entry: Mapping[str, object]) -> EmbeddingModel:
    name, description = str(entry["model"]), str(entry["description"])
    query, passage = next(((q, p) for start, q, p in _PREFIXES if name.startswith(start)), ("", ""))
    return EmbeddingModel(
        name=name,
        dimensions=int(str(entry["dim"])),
        floor=0.6 if name.startswith(_ANISOTROPIC) else PACKAGED.floor,
        query_prefix=query,
        passage_prefix=passage,
        gigabytes=float(str(entry["size_in_GB"])),
        description=description.partition(", ")[2].partition(", Prefixes")[0] or description,
    )
