"""An OCR engine that reads bars instead of letters: red where a line begins, blue where it ends, green for which one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from engine.extract.ocr import Quad, Recognised

_STEP = 40


class BarReader:
    """Reads the bars `draw` makes; `texts` is what they say, in the order of their numbers."""

    name = "bars"
    reliable = 0.7

    def __init__(self, *texts: str, unsure: Sequence[str] = ()) -> None:
        self.texts = texts
        self.unsure = unsure
        self.pictures: list[Image.Image] = []

    def find(self, picture: Image.Image) -> list[Quad]:
        """Every bar, whichever way it lies."""
        self.pictures.append(picture)
        red, green, blue = np.moveaxis(np.asarray(picture).astype(int), 2, 0)
        bar = abs(red - blue) > 240  # paler are the edges, where green says nothing
        quads: list[Quad] = []
        for number in range(len(self.texts)):
            ys, xs = np.nonzero(bar & (abs(green - number * _STEP) < _STEP / 3))
            if len(xs):
                left, top, right, bottom = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
                quads.append(((left, top), (right, top), (right, bottom), (left, bottom)))
        return quads

    def read(self, lines: Sequence[Image.Image]) -> list[Recognised]:
        """The text of a bar that begins on the left; nonsense, unsurely, of any other."""
        return [self._read(line) for line in lines]

    def _read(self, line: Image.Image) -> Recognised:
        pixels = np.asarray(line).astype(int)
        height, width, _ = pixels.shape
        begin, end = pixels[height // 4, width // 5], pixels[height // 4, width * 4 // 5]
        text = self.texts[round(begin[1] / _STEP)]
        if begin[0] > begin[2] and end[2] > end[0]:
            return Recognised(text=text, confidence=0.4 if text in self.unsure else 0.99)
        return Recognised(text=text[::-1], confidence=0.3)


def draw(*bars: tuple[int, int, int, int], size: tuple[int, int] = (1200, 1000)) -> Image.Image:
    """A white picture with bars at (left, top, width, height), numbered from 0."""
    picture = Image.new("RGB", size, "white")
    pencil = ImageDraw.Draw(picture)
    for number, (left, top, width, height) in enumerate(bars):
        if not width:
            continue
        middle = left + width // 2
        pencil.rectangle((left, top, middle, top + height), (255, number * _STEP, 0))
        pencil.rectangle((middle + 1, top, left + width, top + height), (0, number * _STEP, 255))
    return picture
