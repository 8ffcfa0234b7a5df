"""Posting lists as bytes: how they lie in a segment, and how they are put together without being unpacked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_TYPES: dict[str, np.dtype[Any]] = {"B": np.dtype("u1"), "H": np.dtype("<u2"), "I": np.dtype("<u4")}


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """One term in one field of one segment: documents ascending, how often each has it, all positions in that order."""

    docs: NDArray[np.int64]
    frequencies: NDArray[np.int64]
    positions: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PackedList:
    """A posting list.

    `gaps`: differences of its ascending document numbers, the first from 0; bytes where all are below 256. `last`: the
    last number. `rest`: type codes of the frequencies and of the positions (B, H, I: 8, 16, 32 bits, little-endian),
    then both.
    """

    gaps: bytes | tuple[int, ...]
    last: int
    rest: bytes

    def unpack(self) -> Postings:
        """The list as arrays."""
        gaps = np.frombuffer(self.gaps, dtype=np.uint8) if isinstance(self.gaps, bytes) else np.array(self.gaps)
        return Postings(np.cumsum(gaps, dtype=np.int64), *unpack_rest(self.rest, len(gaps)))


def pack_rest(frequencies: NDArray[Any], positions: NDArray[Any], widest: tuple[int, int]) -> bytes:
    """The `rest` of a list; `widest` are the largest frequency and position."""
    first, second = ("B" if number < 2**8 else "H" if number < 2**16 else "I" for number in widest)
    packed = frequencies.astype(_TYPES[first]).tobytes() + positions.astype(_TYPES[second]).tobytes()
    return f"{first}{second}".encode() + packed


def unpack_rest(rest: bytes, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Frequencies and positions of a list of `count` documents."""
    first, second = _TYPES[chr(rest[0])], _TYPES[chr(rest[1])]
    frequencies = np.frombuffer(rest, dtype=first, count=count, offset=2)
    positions = np.frombuffer(rest, dtype=second, offset=2 + count * first.itemsize)
    return frequencies.astype(np.int64), positions.astype(np.int64)


def pack_gaps(gaps: NDArray[Any], widest: int) -> bytes | tuple[int, ...]:
    """The `gaps` of a list; `widest` is the largest of them."""
    return gaps.astype(np.uint8).tobytes() if widest < 2**8 else tuple(gaps.tolist())


def without_removed(packed: PackedList, numbers: NDArray[np.int64]) -> PackedList | None:
    """The list with `numbers[document]` for each document and without those where that is negative; None if empty."""
    postings = packed.unpack()
    docs = numbers[postings.docs]
    keep = docs >= 0
    docs = docs[keep]
    if not len(docs):
        return None
    frequencies = postings.frequencies[keep]
    positions = postings.positions[np.repeat(keep, postings.frequencies)]
    gaps = np.diff(docs, prepend=0)
    rest = pack_rest(frequencies, positions, (int(frequencies.max()), int(positions.max())))
    return PackedList(pack_gaps(gaps, int(gaps.max())), int(docs[-1]), rest)


def concatenate(lists: Sequence[tuple[int, PackedList]]) -> PackedList:
    """The lists in a row, their documents counted on from the number that stands before each."""
    base, only = lists[0]
    if len(lists) == 1 and not base:
        return only
    gaps: list[bytes | tuple[int, ...]] = []
    last = 0
    for base, packed in lists:
        gaps += [_pack_number(packed.gaps[0] + base - last), packed.gaps[1:]]
        last = packed.last + base
    return PackedList(_join_gaps(gaps), last, _join_rests([packed for _, packed in lists]))


def _pack_number(number: int) -> bytes | tuple[int, ...]:
    return bytes((number,)) if number < 2**8 else (number,)


def _join_gaps(gaps: Sequence[bytes | tuple[int, ...]]) -> bytes | tuple[int, ...]:
    small = [part for part in gaps if isinstance(part, bytes)]
    return b"".join(small) if len(small) == len(gaps) else tuple(chain.from_iterable(gaps))


def _join_rests(lists: Sequence[PackedList]) -> bytes:
    codes = {packed.rest[:2] for packed in lists}
    if len(codes) == 1:
        code = codes.pop()
        width = _TYPES[chr(code[0])].itemsize
        cuts = [2 + width * len(packed.gaps) for packed in lists]
        frequencies = [packed.rest[2:cut] for packed, cut in zip(lists, cuts, strict=True)]
        positions = [packed.rest[cut:] for packed, cut in zip(lists, cuts, strict=True)]
        return b"".join((code, *frequencies, *positions))
    unpacked = [unpack_rest(packed.rest, len(packed.gaps)) for packed in lists]
    merged = [np.concatenate(parts) for parts in zip(*unpacked, strict=True)]
    return pack_rest(merged[0], merged[1], (int(merged[0].max()), int(merged[1].max())))
