"""Walking a root folder: which files may be indexed, what was left out and why, and what could not be looked at."""

from __future__ import annotations

import os
import stat
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.documents import SourceFile
from engine.extract.registry import doc_type_of
from engine.ingest.ignore import GIT_IGNORE, LINKLY_IGNORE, IgnoreRules, read_rules
from engine.text.glob import compile_glob

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.store.records import Library

_PRUNED = frozenset(
    {".git", ".hg", ".svn", ".bzr", "node_modules", "bower_components", "__pycache__", "__MACOSX", "$RECYCLE.BIN",
     "System Volume Information"}
)  # fmt: skip


@dataclass(slots=True)
class Walk:
    """What a walk found. `skipped` counts files and folders by reason; what is in `unreadable` folders is unknown."""

    files: dict[str, SourceFile] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)
    unreadable: list[str] = field(default_factory=list)
    missing: bool = False
    empty: bool = False
    """The root is a folder without any entry, as the mount point of a disk that is not there."""


@dataclass(frozen=True, slots=True)
class _Folder:
    path: str
    ignored: IgnoreRules | None
    in_git: bool
    is_root: bool = False


def _start(root: str, *, no_ignore: bool) -> _Folder:
    return _Folder(root, None if no_ignore else _rules_above(root), _git_top(root) is not None, is_root=True)


class Walker:
    """Walks roots by the rules of one library. Symbolic links are not followed; `data_dir` is never indexed."""

    def __init__(self, library: Library, data_dir: str) -> None:
        self._hidden = library.hidden
        self._no_ignore = library.no_ignore
        self._roots = frozenset(library.roots)
        self._excluded: list[Callable[[str], bool]] = [compile_glob(glob) for glob in library.excludes]
        self._data_dir = data_dir

    def walk(self, root: str, scope: str | None = None) -> Walk:
        """The files of `root`, a folder or a file; with `scope`, a path in it, only those in or below that path."""
        walk = Walk()
        try:
            status = os.stat(root)  # noqa: PTH116 - paths are str here
        except OSError:
            walk.missing = True
            return walk
        scope = root if scope is None else scope
        if stat.S_ISDIR(status.st_mode):
            self._walk_folder(root, scope, walk)
        else:
            self._consider_file(root, status, walk)
        return walk

    def reaches(self, root: str, path: str) -> bool:
        """Whether a walk of `root` comes to `path`, or the rules leave it out on the way."""
        folder: _Folder | None = _start(root, no_ignore=self._no_ignore)
        while folder is not None and folder.path != path:
            walk = Walk()
            inner = list(self._scan(folder, path, walk))
            if path in walk.files:
                return True
            folder = next((child for child in inner if is_within(path, child.path)), None)
        return folder is not None

    def _walk_folder(self, root: str, scope: str, walk: Walk) -> None:
        pending = [_start(root, no_ignore=self._no_ignore)]
        while pending:
            pending += reversed(list(self._scan(pending.pop(), scope, walk)))

    def _scan(self, folder: _Folder, scope: str, walk: Walk) -> Iterator[_Folder]:
        """Note the files of one folder; yield the folders to go on with."""
        try:
            with os.scandir(folder.path) as entries:
                children = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            walk.skipped["unreadable"] += 1
            walk.unreadable.append(folder.path)
            return
        walk.empty = not children and folder.is_root
        names = {child.name for child in children}
        if "pyvenv.cfg" in names and folder.path not in self._roots:
            walk.skipped["excluded_folder"] += 1
            return
        rules, in_git = self._rules(folder, names)
        for child in children:
            if not _related(child.path, scope):
                continue
            reason, is_dir = self._judge(child, rules)
            if reason is not None:
                walk.skipped[reason] += 1
            elif is_dir:
                yield _Folder(child.path, rules, in_git)
            else:
                self._note(child, walk)

    def _rules(self, folder: _Folder, names: set[str]) -> tuple[IgnoreRules | None, bool]:
        in_git = folder.in_git or ".git" in names
        if self._no_ignore:
            return None, in_git
        files = _git_files(folder.path) if in_git and names & {".git", GIT_IGNORE} else []
        if LINKLY_IGNORE in names:
            files.append(f"{folder.path.rstrip('/')}/{LINKLY_IGNORE}")
        return read_rules(folder.path, files, folder.ignored) if files else folder.ignored, in_git

    def _judge(self, child: os.DirEntry[str], rules: IgnoreRules | None) -> tuple[str | None, bool]:
        """Why an entry is left out (None: it is not), and whether it is a folder."""
        try:
            if child.is_symlink():
                return "symlink", False
            is_dir = child.is_dir(follow_symlinks=False)
            is_file = is_dir or child.is_file(follow_symlinks=False)
        except OSError:
            return "unreadable", False
        return self._reason(child, rules, is_dir=is_dir, is_file=is_file), is_dir

    def _reason(self, child: os.DirEntry[str], rules: IgnoreRules | None, *, is_dir: bool, is_file: bool) -> str | None:
        path = child.path
        if not is_file:
            return "special"
        if path == self._data_dir or (is_dir and child.name in _PRUNED and path not in self._roots):
            return "excluded_folder"
        if path in self._roots:
            return None
        if child.name.startswith(".") and not self._hidden:
            return "hidden"
        if not is_dir and doc_type_of(_suffix(child.name)) is None:
            return "unsupported_type"
        if rules is not None and rules.ignores(path, is_dir=is_dir):
            return "ignored"
        if any(matches(path + "/" if is_dir else path) for matches in self._excluded):
            return "excluded"
        return None

    def _note(self, child: os.DirEntry[str], walk: Walk) -> None:
        try:
            status = child.stat(follow_symlinks=False)
        except OSError:
            walk.skipped["unreadable"] += 1
            return
        walk.files[child.path] = SourceFile.of(child.path, status)

    def _consider_file(self, path: str, status: os.stat_result, walk: Walk) -> None:
        if not stat.S_ISREG(status.st_mode):
            walk.skipped["special"] += 1
        elif doc_type_of(_suffix(path)) is None:
            walk.skipped["unsupported_type"] += 1
        else:
            walk.files[path] = SourceFile.of(path, status)


def _suffix(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def is_within(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or below it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _related(path: str, scope: str) -> bool:
    """Whether `path` lies on the way to `scope`, or in it."""
    return is_within(path, scope) or is_within(scope, path)


def _git_top(path: str) -> str | None:
    """The folder at or above `path` that holds a git work tree."""
    while True:
        if os.path.exists(f"{path.rstrip('/')}/.git"):  # noqa: PTH110 - paths are str here
            return path
        parent = path.rpartition("/")[0] or "/"
        if parent == path:
            return None
        path = parent


def _git_files(folder: str) -> list[str]:
    """Git's ignore files of a folder, the ones that decide last."""
    return [f"{folder.rstrip('/')}/.git/info/exclude", f"{folder.rstrip('/')}/{GIT_IGNORE}"]


def _rules_above(root: str) -> IgnoreRules | None:
    """The rules that a git work tree around `root` lays down; those in `root` itself are read when it is scanned."""
    folder, rules = _git_top(root), None
    if folder is None:
        return None
    for part in root[len(folder.rstrip("/")) :].strip("/").split("/"):
        if folder != root:
            rules = read_rules(folder, _git_files(folder), rules)
        folder = f"{folder.rstrip('/')}/{part}"
    return rules
