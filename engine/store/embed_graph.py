"""The packaged model as a graph that runs fast on a processor.

The package stores the weights of all-MiniLM-L6-v2 as 8-bit integers with a scale per output, and a graph that turns
them into floating point before it multiplies. This graph multiplies the integers themselves (dynamic quantisation of
the inputs), has attention as one operator, and leaves out checks that cannot strike, since every text begins with
[CLS]. It opens in a quarter of the time and embeds three times as fast; docs/adr/0006-embeddings.md has the figures.

Architecture: BERT (Devlin et al. 2019) with 6 layers, 12 heads and 384 dimensions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

if TYPE_CHECKING:
    from pathlib import Path

LAYERS = 6
HEADS = 12
DIMENSIONS = 384
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "last_hidden_state"
_EPSILON = 1e-12
_MICROSOFT = "com.microsoft"
_EMBEDDINGS = "inner.embeddings."


def fast_graph(packaged: Path) -> bytes:
    """The serialised model, made of the weights in the `packaged` one. Same inputs, same output."""
    return bytes(_Builder(onnx.load(str(packaged))).model().SerializeToString())


class _Builder:
    """Adds operators one by one; a value is named by a string."""

    def __init__(self, source: Any) -> None:  # noqa: ANN401 - onnx has no types
        self._stored = {tensor.name: tensor for tensor in source.graph.initializer}
        quantised = (node.input[1] for node in source.graph.node if node.op_type == "MatMul")
        # The six multiplications of a layer, in order: query, key, value, output, up, down.
        self._weights = [name for name in quantised if f"{name}_q" in self._stored]
        if len(self._weights) != 6 * LAYERS:
            raise ValueError("the packaged model does not have the weights of six layers")
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def model(self) -> Any:  # noqa: ANN401
        value = self._embeddings()
        self._add("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        for layer in range(LAYERS):
            value = self._layer(layer, value)
        self._add("Identity", [value], OUTPUT)
        shape = ["batch", "sequence"]
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in INPUTS],
            [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [*shape, DIMENSIONS])],
            self._constants,
        )
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=8)

    def _embeddings(self) -> str:
        words = self._lookup("word_embeddings.weight", "input_ids", "words")
        self._constant("zero", np.array(0, np.int64))
        self._constant("one", np.array(1, np.int64))
        self._add("Shape", ["input_ids"], "shape", start=1, end=2)
        self._add("Squeeze", ["shape"], "length")
        self._add("Range", ["zero", "length", "one"], "numbers")
        positions = self._lookup("position_embeddings.weight", "numbers", "positions")
        types = self._add(
            "Gather", [self._use(f"{_EMBEDDINGS}token_type_embeddings.weight"), "zero"], "segment", axis=0
        )
        placed = self._add("Add", [words, positions], "placed")
        return self._normalise(self._add("Add", [placed, types], "embedded"), f"{_EMBEDDINGS}LayerNorm")

    def _lookup(self, table: str, indices: str, name: str) -> str:
        """Rows of an embedding table, of which only those that are needed become floating point."""
        for part in ("q", "scale"):
            self._add("Gather", [self._use(f"{_EMBEDDINGS}{table}_{part}"), indices], f"{name}_{part}", axis=0)
        self._add("Cast", [f"{name}_q"], f"{name}_float", to=TensorProto.FLOAT)
        return self._add("Mul", [f"{name}_float", f"{name}_scale"], name)

    def _layer(self, number: int, value: str) -> str:
        query, key, content, output, up, down = self._weights[6 * number : 6 * number + 6]
        prefix = f"inner.encoder.layer.{number}."
        quantised = self._quantise(value)
        attention = self._add(
            "MultiHeadAttention",
            [
                self._linear(quantised, query, f"{prefix}attention.self.query"),
                self._linear(quantised, key, f"{prefix}attention.self.key"),
                self._linear(quantised, content, f"{prefix}attention.self.value"),
                "",
                "mask",
            ],
            f"attention_{number}",
            domain=_MICROSOFT,
            num_heads=HEADS,
        )
        mixed = self._linear(self._quantise(attention), output, f"{prefix}attention.output.dense")
        value = self._normalise(
            self._add("Add", [mixed, value], f"attended_{number}"), f"{prefix}attention.output.LayerNorm"
        )
        wide = self._linear(self._quantise(value), up, f"{prefix}intermediate.dense")
        active = self._add("Gelu", [wide], f"active_{number}", domain=_MICROSOFT)
        narrow = self._linear(self._quantise(active), down, f"{prefix}output.dense")
        return self._normalise(self._add("Add", [narrow, value], f"layer_{number}"), f"{prefix}output.LayerNorm")

    def _quantise(self, value: str) -> str:
        outputs = [f"{value}_u8", f"{value}_scale", f"{value}_zero"]
        self._nodes.append(helper.make_node("DynamicQuantizeLinear", [value], outputs))
        return value

    def _linear(self, quantised: str, weight: str, name: str) -> str:
        """A linear layer over what `_quantise` made."""
        product = self._add(
            "MatMulInteger", [f"{quantised}_u8", self._use(f"{weight}_q"), f"{quantised}_zero"], f"{name}.integers"
        )
        self._add("Cast", [product], f"{name}.floats", to=TensorProto.FLOAT)
        self._add("Mul", [f"{quantised}_scale", self._use(f"{weight}_scale", flat=True)], f"{name}.scale")
        self._add("Mul", [f"{name}.floats", f"{name}.scale"], f"{name}.product")
        return self._add("Add", [f"{name}.product", self._use(f"{name}.bias")], f"{name}.result")

    def _normalise(self, value: str, name: str) -> str:
        inputs = [value, self._use(f"{name}.weight"), self._use(f"{name}.bias")]
        return self._add("LayerNormalization", inputs, f"{name}.result", axis=-1, epsilon=_EPSILON)

    def _add(self, operator: str, inputs: list[str], output: str, *, domain: str = "", **attributes: Any) -> str:  # noqa: ANN401
        self._nodes.append(helper.make_node(operator, inputs, [output], domain=domain, **attributes))
        return output

    def _constant(self, name: str, value: Any) -> None:  # noqa: ANN401
        self._constants.append(numpy_helper.from_array(value, name))

    def _use(self, name: str, *, flat: bool = False) -> str:
        """A stored tensor; `flat`: without its leading dimension of one."""
        tensor = self._stored[name]
        if flat:
            del tensor.dims[0]
        self._constants.append(tensor)
        return name
