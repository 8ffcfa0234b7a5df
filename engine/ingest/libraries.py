"""Making and changing libraries, and finding out which of them an `index` argument means."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import LibraryError, NoIndexError, PathNotFoundError, UsageError
from engine.ingest.walk import Walker, is_within
from engine.store.records import Library, name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MAX_NAME = 64
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Task:
    """One library to bring up to date: as a whole, or only what is in or below `scope`."""

    library: Library
    scope: str | None = None
    note: str | None = None


def check_name(name: str) -> str:
    """`name` if a library may have it. Raises UsageError saying why not."""
    problem = None
    if not name.strip():
        problem = "it is empty"
    elif len(name) > _MAX_NAME:
        problem = f"it has {len(name)} characters, at most {_MAX_NAME} are allowed"
    elif any(_is_control(char) for char in name):
        problem = "it contains control or undecodable characters"
    elif "/" in name:
        problem = 'it contains "/"'
    elif name.startswith("-"):
        problem = 'it begins with "-"'
    elif name in {".", ".."}:
        problem = "it means a folder"
    if problem:
        raise UsageError(f"{name!r} cannot be the name of a library: {problem}.")
    return name


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cs"} or char in _BIDI or char in "\u2028\u2029"


def name_for(path: str, taken: Iterable[str]) -> str:
    """A library name made from the last part of `path`, numbered if it is taken. Raises UsageError for `/`."""
    base = path.rstrip("/").rpartition("/")[2]
    if not base:
        raise UsageError('The root folder "/" has no name to call a library by.', hint="linkly library add NAME /")
    base = "".join("_" if _is_control(char) else char for char in base).lstrip("-").strip()[:_MAX_NAME] or "library"
    keys = {name_key(name) for name in taken}
    name, number = base, 2
    while name_key(name) in keys:
        suffix = f"-{number}"
        name, number = base[: _MAX_NAME - len(suffix)] + suffix, number + 1
    return name


def resolve_path(cwd: Path, text: str) -> str:
    """The absolute path of `text`, symbolic links resolved. Raises PathNotFoundError."""
    path = cwd / Path(text)
    try:
        return str(path.resolve(strict=True))
    except (FileNotFoundError, NotADirectoryError):
        raise PathNotFoundError(f"There is no file or folder {path}.", hint="check the spelling") from None
    except (OSError, RuntimeError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) else "it is a loop of symbolic links"
        raise PathNotFoundError(f"{path} cannot be opened: {reason}.") from exc


def checked_library(draft: Library, cwd: Path, known_roots: Sequence[str] = ()) -> Library:
    """`draft` with its name checked and its roots resolved; `known_roots` need not be there at the moment.

    Raises UsageError or PathNotFoundError.
    """
    if not draft.roots:
        raise UsageError("A library needs at least one folder.", hint="linkly library add NAME ~/Documents")
    for text in (draft.description, *draft.excludes):
        if not text.isascii() and any(unicodedata.category(char) == "Cs" for char in text):
            raise UsageError(f"{text!r} contains bytes that are not UTF-8, which cannot be stored.")
    roots = (root if root in known_roots else resolve_path(cwd, root) for root in draft.roots)
    return replace(draft, name=check_name(draft.name), roots=tuple(dict.fromkeys(roots)))


def resolve_targets(targets: Sequence[str], libraries: Sequence[Library], cwd: Path, data_dir: str) -> list[Task]:
    """What to index for the arguments of `index`; every library if there are none.

    Raises NoIndexError, PathNotFoundError, or UsageError for a path that cannot name a library.
    """
    if not targets:
        if not libraries:
            raise NoIndexError("There is no library yet.", hint="linkly index ~/Documents")
        return [Task(library) for library in libraries]
    tasks: list[Task] = []
    for target in targets:
        tasks += _tasks_of(target, [*libraries, *(t.library for t in tasks if not t.library.library_id)], cwd, data_dir)
    return _without_repeats(tasks)


def _tasks_of(target: str, libraries: Sequence[Library], cwd: Path, data_dir: str) -> list[Task]:
    if "/" not in target.removeprefix("local://") and target not in {".", ".."}:
        wanted = name_key(target.removeprefix("local://"))
        named = [library for library in libraries if name_key(library.name) == wanted]
        if named:
            return [Task(named[0])]
        if not os.path.lexists(cwd / target):
            known = ", ".join(library.name for library in libraries)
            raise PathNotFoundError(
                f'There is no library "{target}", and no file or folder {cwd / target}.',
                hint=f"check the spelling; {f'libraries: {known}' if known else 'there is no library yet'}",
            )
    path = resolve_path(cwd, target)
    containing = [task for library in libraries for task in _subtree(library, path, data_dir)]
    if containing:
        return containing
    if not (os.path.isdir(path) or os.path.isfile(path)):  # noqa: PTH112, PTH113 - paths are str here
        raise LibraryError(f"{path} is neither a folder nor a file with text.")
    name = name_for(path, [library.name for library in libraries])
    plain = path.rstrip("/").rpartition("/")[2]
    note = f'The name "{plain}" is taken or not allowed, so the library is called "{name}".' if name != plain else None
    return [Task(Library(name=name, roots=(path,)), note=note)]


def _subtree(library: Library, path: str, data_dir: str) -> list[Task]:
    """The library limited to `path`, if it has a root around it and its rules do not leave `path` out."""
    for root in library.roots:
        if path == root and len(library.roots) == 1:
            return [Task(library)]
        if is_within(path, root) and Walker(library, data_dir).reaches(root, path):
            return [Task(library, scope=path)]
    return []


def _without_repeats(tasks: Sequence[Task]) -> list[Task]:
    """Each library once if it is wanted as a whole, else each of its scopes once."""
    whole = {name_key(task.library.name) for task in tasks if task.scope is None}
    kept: dict[tuple[str, str | None], Task] = {}
    for task in tasks:
        key = name_key(task.library.name)
        kept.setdefault(
            (key, None if key in whole else task.scope), replace(task, scope=None) if key in whole else task
        )
    return list(kept.values())
