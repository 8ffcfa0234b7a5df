"""From a picture to text: which way up it is, how long to read, what to believe."""

from __future__ import annotations

import math
import time
from statistics import median
from typing import TYPE_CHECKING

from PIL.Image import Resampling, Transform

from engine.extract.ocr_lines import Box, join_boxes
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.Image import Image

    from engine.extract.ocr import OcrEngine, Point, Quad, Recognised

_SAMPLE = 5
_SURE = 0.9
"""Mean confidence of a sample that leaves no doubt which way up a picture is."""
_BATCH = 8
_SIDEWAYS = 1.5
_MAX_SKEW = 0.2


@value
class Reading(Value):
    """The text in a picture, line by line; what was too uncertain is not in it.

    `unreliable`: there were such lines. `complete` is False if time ran out before all was read.
    """

    text: str
    unreliable: bool = False
    complete: bool = True


def read_picture(engine: OcrEngine, picture: Image, deadline: float) -> Reading:
    """The text in an RGB picture that may lie on any side; `deadline` is a moment of `time.monotonic`.

    Raises OcrError.
    """
    if time.monotonic() >= deadline:
        return Reading(text="", complete=False)
    quads = sorted(engine.find(picture), key=_length, reverse=True)
    sideways = sum(_length(q) for q in quads if _is_sideways(q)) > sum(_length(q) for q in quads) / 2
    level = [q for q in quads if _is_sideways(q) == sideways or _is_square(q)]
    upright, read = _which_way_up(engine, picture, level[:_SAMPLE], int(sideways))
    readings = [*zip(level, read, strict=False), *_read_on(engine, picture, level[len(read) :], upright, deadline)]
    believed = [(quad, r.text) for quad, r in readings if r.text and r.confidence >= engine.reliable]
    text = join_boxes(_boxes(picture, believed, upright))
    across = [q for q in quads if q not in level]
    aside = list(_read_across(engine, picture, across, upright, deadline))
    stamps = "\n".join(r.text for _, r in aside if r.confidence >= engine.reliable)
    every = [*readings, *aside]
    return Reading(
        text="\n\n".join(part for part in (text, stamps) if part),
        unreliable=any(r.text and r.confidence < engine.reliable for _, r in every),
        complete=len(every) == len(quads),
    )


def _which_way_up(engine: OcrEngine, picture: Image, sample: Sequence[Quad], turn: int) -> tuple[int, list[Recognised]]:
    """Quarter turns to the left that set the picture upright, `turn` or half a turn more, and what the sample reads."""
    read = engine.read([_cut(picture, quad, turn) for quad in sample])
    if not read or sum(r.confidence for r in read) >= _SURE * len(read):
        return turn, read
    other = engine.read([_cut(picture, quad, turn + 2) for quad in sample])
    return (turn + 2, other) if _worth(other, engine.reliable) > _worth(read, engine.reliable) else (turn, read)


def _worth(read: Sequence[Recognised], reliable: float) -> tuple[int, float]:
    letters = sum(len(r.text) for r in read if r.confidence >= reliable)
    return letters, sum(r.confidence * len(r.text) for r in read)


def _read_on(
    engine: OcrEngine, picture: Image, quads: Sequence[Quad], turn: int, deadline: float
) -> Iterator[tuple[Quad, Recognised]]:
    for start in range(0, len(quads), _BATCH):
        if time.monotonic() >= deadline:
            return
        batch = quads[start : start + _BATCH]
        yield from zip(batch, engine.read([_cut(picture, quad, turn) for quad in batch]), strict=True)


def _read_across(
    engine: OcrEngine, picture: Image, quads: Sequence[Quad], turn: int, deadline: float
) -> Iterator[tuple[Quad, Recognised]]:
    """Lines that run across the others, like a stamp in the margin: each is read both ways."""
    for quad in quads:
        if time.monotonic() >= deadline:
            return
        ways = engine.read([_cut(picture, quad, turn + 1), _cut(picture, quad, turn + 3)])
        yield quad, max(ways, key=lambda r: r.confidence)


def _cut(picture: Image, quad: Quad, turn: int) -> Image:
    """What `quad` encloses, turned by so many quarters to the left."""
    first, second, third, fourth = _turned(quad, turn)
    size = max(1, round(math.dist(first, second))), max(1, round(math.dist(first, fourth)))
    corners = (*first, *fourth, *third, *second)
    return picture.transform(size, Transform.QUAD, corners, Resampling.BICUBIC)


def _turned(quad: Quad, turn: int) -> Quad:
    first, second, third, fourth = (quad[(corner + turn) % 4] for corner in range(4))
    return first, second, third, fourth


def _sides(quad: Quad) -> tuple[float, float]:
    return math.dist(quad[0], quad[1]), math.dist(quad[0], quad[3])


def _length(quad: Quad) -> float:
    return max(_sides(quad))


def _is_sideways(quad: Quad) -> bool:
    width, height = _sides(quad)
    return height > width * _SIDEWAYS


def _is_square(quad: Quad) -> bool:
    width, height = _sides(quad)
    return max(width, height) <= min(width, height) * _SIDEWAYS


def _boxes(picture: Image, lines: Sequence[tuple[Quad, str]], turn: int) -> list[Box]:
    """The lines where they are once the picture stands upright and level."""
    placed = [([_upright(p, picture.size, turn) for p in _turned(quad, turn)], text) for quad, text in lines]
    skew = _skew([corners for corners, _ in placed])
    boxes = []
    for corners, text in placed:
        xs, ys = [x + skew * y for x, y in corners], [y - skew * x for x, y in corners]
        boxes.append(Box(left=min(xs), top=min(ys), right=max(xs), bottom=max(ys), text=text))
    return boxes


def _upright(point: Point, size: tuple[int, int], turn: int) -> Point:
    (x, y), (width, height) = point, size
    return ((x, y), (y, width - x), (width - x, height - y), (height - y, x))[turn % 4]


def _skew(lines: Sequence[Sequence[Point]]) -> float:
    """Slope of the lines: the median of the long ones, 0 if it is none a scanner makes."""
    slopes = [
        (second[1] - first[1]) / (second[0] - first[0])
        for first, second, _, fourth in lines
        if second[0] - first[0] > 5 * math.dist(first, fourth)
    ]
    slope = median(slopes) if len(slopes) >= 3 else 0.0
    return slope if abs(slope) < _MAX_SKEW else 0.0
