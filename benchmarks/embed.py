"""How fast passages are embedded, beside bare onnxruntime on the same model and texts.

    python -m benchmarks.embed [--texts N] [--rounds N]

The texts are passages cut as the index cuts them, from the example library's English documents and, to have enough,
from shuffled copies of their sentences. The bare side is what one would write first: texts sorted by length, batches
of 16, all threads in one session, no tokeniser, no pooling. Rounds alternate; the median ratio is printed, and the
speed of the packaged graph as it comes.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import BertWordPieceTokenizer

from engine.store.embed_onnx import PackagedEmbedder, packaged_model, prepare
from engine.text.chunk import chunk_text

EXAMPLES = Path(__file__).parents[1] / "examples" / "library"
VOCABULARY = Path(__file__).parents[1] / "engine" / "store" / "minilm" / "vocab.txt"
BATCH = 16


def passages(embedder: PackagedEmbedder, number: int) -> list[str]:
    """Passages of English text as the index cuts them."""
    texts = [path.read_text("utf-8") for path in sorted(EXAMPLES.rglob("*.md"))]
    sentences = re.split(r"(?<=[.!?])\s+", "\n".join(texts))
    cut: list[str] = []
    shuffle = random.Random(1)
    while len(cut) < number:
        shuffle.shuffle(sentences)
        text = "\n\n".join(sentences)
        chunks = chunk_text(text, (), "Notes", embedder.count_tokens, embedder.window)
        cut += [f"{chunk.context}\n{text[chunk.start : chunk.end]}" for chunk in chunks]
    return cut[:number]


def bare_batches(texts: list[str]) -> list[dict[str, np.ndarray]]:
    """The inputs of the bare side, made beforehand."""
    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    tokenizer.enable_truncation(256)
    ids = sorted((encoding.ids for encoding in tokenizer.encode_batch(texts)), key=len)
    batches = []
    for start in range(0, len(ids), BATCH):
        rows = ids[start : start + BATCH]
        tokens = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for index, row in enumerate(rows):
            tokens[index, : len(row)], mask[index, : len(row)] = row, 1
        batches.append({"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)})
    return batches


def bare_seconds(model: Path, batches: list[dict[str, np.ndarray]], threads: int) -> float:
    """Time of the bare side, without opening the model."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    started = time.perf_counter()
    for batch in batches:
        session.run(None, batch)
    return time.perf_counter() - started


def our_seconds(embedder: PackagedEmbedder, texts: list[str]) -> float:
    """Time of ours: tokenising, running, pooling."""
    started = time.perf_counter()
    embedder.embed(texts)
    return time.perf_counter() - started


def main() -> None:
    """Print the speeds and the ratio."""
    parser = argparse.ArgumentParser(description="Speed of embedding.")
    parser.add_argument("--texts", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    threads = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="linkly-embed-") as scratch:
        prepared = Path(scratch) / "model.onnx"
        prepare(prepared)
        embedder = PackagedEmbedder(prepared, threads)
        texts = passages(embedder, chosen.texts)
        batches = bare_batches(texts)
        rounds = [
            (our_seconds(embedder, texts), bare_seconds(prepared, batches, threads)) for _ in range(chosen.rounds)
        ]
        ours, bare = (statistics.median(each) for each in zip(*rounds, strict=True))
        ratio = statistics.median(theirs / mine for mine, theirs in rounds)
        packaged = bare_seconds(packaged_model(), batches[::4], threads) * len(batches) / len(batches[::4])
    print(f"passages\t{len(texts) / ours:.0f}/s\tbare onnxruntime {len(texts) / bare:.0f}/s\tratio {ratio:.2f}")
    print(f"the packaged graph as it comes\t{len(texts) / packaged:.0f}/s")


if __name__ == "__main__":
    main()
