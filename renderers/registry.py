"""Finds renderers by name: ours and those of other distributions, all by the entry points `linkly.renderers.v1`.

`importlib.metadata` takes 80 ms to import and 12 to 25 ms to search a hundred distributions. Here metadata folders are
read directly: 1 ms for a name of ours, 7 ms for another. `importlib.metadata`, which also knows zip files and custom
importers, is asked only for a name that the folders do not have, and for the list of names.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import UnavailableError, UsageError
from renderers.base import Renderer

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUP = "linkly.renderers.v1"
OWN = "linkly"
"""Our distribution; no other can take its names."""


class _Declaration(NamedTuple):
    distribution: str
    name: str
    value: str  # "module:attribute"


def _metadata_folders() -> Iterator[tuple[str, str]]:
    """Distribution name and metadata folder, in the order of the import path; the first of a name counts, as there."""
    seen = set()
    for folder in sys.path:
        try:
            entries = sorted(entry.path for entry in os.scandir(folder or "."))
        except OSError:
            continue
        for path in entries:
            if path.endswith((".dist-info", ".egg-info")):
                name = path.rpartition(os.sep)[2].partition("-")[0].lower().replace("_", "-")
                if name not in seen:
                    seen.add(name)
                    yield name, path


def _section(text: str) -> Iterator[tuple[str, str]]:
    """Names and values of our group in an `entry_points.txt` (an INI file, by the entry points specification)."""
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{GROUP}]"
        elif inside and line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield name.strip(), value.partition("[")[0].strip()


def _own_first(name: str) -> bool:
    return name != OWN


def _declared() -> Iterator[_Declaration]:
    """What distributions in folders of the import path declare, ours first and the others read only if it goes on."""
    for distribution, folder in sorted(_metadata_folders(), key=lambda found: _own_first(found[0])):
        try:
            with open(f"{folder}{os.sep}entry_points.txt", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - pathlib is half of the cost
                text = file.read()
        except OSError:
            continue
        yield from (_Declaration(distribution, name, value) for name, value in _section(text))


def _declared_anywhere() -> list[_Declaration]:
    """What all distributions declare, ours first."""
    from importlib.metadata import entry_points

    found = [(point.dist.name if point.dist else "", point) for point in entry_points(group=GROUP)]
    found.sort(key=lambda one: _own_first(one[0]))
    return [_Declaration(distribution, point.name, f"{point.module}:{point.attr}") for distribution, point in found]


def _find(name: str) -> _Declaration | None:
    for declarations in (_declared, _declared_anywhere):
        for one in declarations():
            if one.name == name:
                return one
    return None


def renderer_names() -> list[str]:
    """Every registered name, sorted."""
    return sorted({one.name for one in _declared_anywhere()})


@cache
def load_renderer(name: str) -> Renderer:
    """The renderer registered as `name`.

    Raises UsageError listing the names if there is none, UnavailableError if its plug-in cannot be loaded.
    """
    found = _find(name)
    if found is None:
        raise UsageError(f'Unknown format: "{name}". Known: {", ".join(renderer_names())}.')
    return _load(found)


def _load(found: _Declaration) -> Renderer:
    module, _, attribute = found.value.partition(":")
    try:
        renderer = getattr(import_module(module), attribute)()
    except Exception as exc:
        raise _broken(found, f"{type(exc).__name__}: {exc}") from exc
    if not isinstance(renderer, Renderer):
        raise _broken(found, f"{found.value} is not a renderers.base.Renderer")
    return renderer


def _broken(found: _Declaration, reason: str) -> UnavailableError:
    return UnavailableError(
        f'The format "{found.name}" of the package {found.distribution} cannot be loaded: {reason}',
        hint=f"pip install --upgrade {found.distribution}, or choose another --format",
    )
