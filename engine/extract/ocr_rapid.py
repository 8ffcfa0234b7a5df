"""RapidOCR: PP-OCR models out of its wheel, run by onnxruntime. Nothing is downloaded.

The recogniser reads Chinese, Japanese and languages in Latin letters at once; there is nothing to switch.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import rapidocr
from PIL.Image import Resampling
from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError
from rapidocr.main import RapidOCRError
from rapidocr.utils.model_resolver import list_supported_langs
from rapidocr.utils.typings import ModelType, OCRVersion, TaskType

from engine.extract.ocr import OcrError, OcrUnavailableError, Quad, Recognised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PIL.Image import Image

_DETECTOR_PIXELS = 1400 * 1400
"""Of what the detector sees: 350 MB. Its own limits would let it take gigabytes."""
_LANGUAGES = {"zh": "ch", "ch_sim": "ch", "ch_tra": "chinese_cht", "ja": "japan"}


class RapidOcr:
    """RapidOCR with the models of its wheel."""

    name = "rapidocr"
    reliable = 0.7

    def __init__(self, languages: tuple[str, ...], threads: int) -> None:
        """Load the models. Raises OcrUnavailableError for a language they do not know, or if they are missing."""
        _check(languages)
        models = Path(rapidocr.__file__).parent / "models"
        self._engine = rapidocr.RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "Global.use_vertical_padding": False,
                "EngineConfig.onnxruntime.intra_op_num_threads": threads,
                # A path keeps it from asking a hub.
                "Det.model_path": _model(models, "det"),
                "Det.limit_type": "max",
                "Det.limit_side_len": 100_000,
                "Rec.model_path": _model(models, "rec"),
                # Batches cost memory for each line as much as for the widest, and save no time on a CPU.
                "Rec.rec_batch_num": 1,
            }
        )

    def find(self, picture: Image) -> list[Quad]:
        """Where there are lines of text. Raises OcrError."""
        scale = min(1.0, math.sqrt(_DETECTOR_PIXELS / (picture.width * picture.height)))
        size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
        try:
            _, found = self._engine.detect_and_crop(_array(picture.resize(size, Resampling.BILINEAR)), {})
        except RapidOCRError:  # what it raises when there is no text
            return []
        except ONNXRuntimeError as exc:
            raise OcrError(_last_line(exc)) from exc
        boxes = () if found.boxes is None else (found.boxes / scale).tolist()
        return [((a, b), (c, d), (e, f), (g, h)) for (a, b), (c, d), (e, f), (g, h) in boxes]

    def read(self, lines: Sequence[Image]) -> list[Recognised]:
        """The text of upright lines. Raises OcrError."""
        if not lines:
            return []
        try:
            found = self._engine.recognize_txt([_array(line) for line in lines])
        except ONNXRuntimeError as exc:
            raise OcrError(_last_line(exc)) from exc
        pairs = zip(found.txts or (), found.scores or (), strict=True)
        return [Recognised(text=text.strip(), confidence=float(score)) for text, score in pairs]


def _check(languages: tuple[str, ...]) -> None:
    known = set(list_supported_langs(TaskType.REC, OCRVersion.PPOCRV6, ModelType.SMALL))
    unknown = [language for language in languages if _LANGUAGES.get(language, language) not in known]
    if unknown:
        raise OcrUnavailableError(
            f"RapidOCR's packaged model does not read: {', '.join(unknown)}",
            hint="pip install 'linkly[easyocr]', then choose the engine easyocr",
        )


def _model(folder: Path, task: str) -> str:
    found = sorted(folder.glob(f"*_{task}_*.onnx"))
    if not found:
        raise OcrUnavailableError(
            f"RapidOCR's {task} model is missing from its package", hint="pip install --force-reinstall rapidocr"
        )
    return str(found[-1])


def _array(picture: Image) -> NDArray[Any]:
    # PP-OCR was trained on pictures in OpenCV's order of colours: blue first.
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def _last_line(exc: Exception) -> str:
    return str(exc).strip().rpartition("\n")[2]
