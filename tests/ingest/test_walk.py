"""Walking folders: what takes part, what is left out and why."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.ingest.walk import Walk, Walker
from engine.store.records import Library


def walk(root: Path, *, scope: Path | None = None, data_dir: str = "/nowhere", **rules: object) -> Walk:
    library = Library(name="l", roots=(str(root),), **rules)  # type: ignore[arg-type]
    return Walker(library, data_dir).walk(str(root), None if scope is None else str(scope))


def names(walked: Walk, root: Path) -> list[str]:
    return sorted(os.path.relpath(path, root) for path in walked.files)


def test_known_extensions_in_any_case(tmp_path: Path, write: Callable[..., Path]) -> None:
    for name in ("a.TXT", "b/c.Pdf", "d.exe", "e", ".txt", "f.txt.bak"):
        write(name, "x")
    walked = walk(tmp_path)
    assert names(walked, tmp_path) == ["a.TXT", "b/c.Pdf"]
    assert dict(walked.skipped) == {"unsupported_type": 3, "hidden": 1}


def test_hidden_files_and_program_folders(tmp_path: Path, write: Callable[..., Path]) -> None:
    for name in (".h/a.txt", ".a.txt", "node_modules/a.txt", "v/pyvenv.cfg", "v/a.txt", "x/.git/a.txt", "ok.txt"):
        write(name, "x")
    assert names(walk(tmp_path), tmp_path) == ["ok.txt"]
    assert names(walk(tmp_path, hidden=True), tmp_path) == [".a.txt", ".h/a.txt", "ok.txt"]


def test_a_named_root_is_never_skipped(tmp_path: Path, write: Callable[..., Path]) -> None:
    write(".hidden/node_modules/a.txt", "x")
    write(".hidden/.linklyignore", "node_modules\n")
    root = tmp_path / ".hidden" / "node_modules"
    assert names(walk(root), root) == ["a.txt"]
    outer = Library(name="l", roots=(str(tmp_path), str(root)))
    assert Walker(outer, "/nowhere").walk(str(root)).files.keys() == {str(root / "a.txt")}


def test_gitignore_counts_inside_a_work_tree_only(tmp_path: Path, write: Callable[..., Path]) -> None:
    write("plain/.gitignore", "*.txt\n")
    write("plain/a.txt", "x")
    write("tree/.git/info/exclude", "excluded.txt\n")
    write("tree/.gitignore", "*.log\n/only-here.txt\nbuild/\n[\n")
    for name in ("a.txt", "a.log", "only-here.txt", "excluded.txt", "build/a.txt", "sub/only-here.txt", "sub/keep.log"):
        write(f"tree/{name}", "x")
    write("tree/sub/.gitignore", "!keep.log\n")
    walked = walk(tmp_path)
    assert names(walked, tmp_path) == ["plain/a.txt", "tree/a.txt", "tree/sub/keep.log", "tree/sub/only-here.txt"]
    assert walked.skipped["ignored"] == 4
    assert "tree/a.log" in names(walk(tmp_path, no_ignore=True), tmp_path)


def test_gitignore_above_the_root_counts(tmp_path: Path, write: Callable[..., Path]) -> None:
    (tmp_path / ".git").mkdir()
    write(".gitignore", "secret.txt\n")
    for name in ("a/b/secret.txt", "a/b/open.txt"):
        write(name, "x")
    assert names(walk(tmp_path / "a" / "b"), tmp_path / "a" / "b") == ["open.txt"]


def test_linklyignore_counts_anywhere(tmp_path: Path, write: Callable[..., Path]) -> None:
    write(".linklyignore", "drafts/\n# comment\n")
    for name in ("drafts/a.txt", "sub/drafts/b.txt", "c.txt"):
        write(name, "x")
    assert names(walk(tmp_path), tmp_path) == ["c.txt"]


def test_excludes_are_path_globs(tmp_path: Path, write: Callable[..., Path]) -> None:
    for name in ("a/drafts/x.txt", "a/x.tmp.txt", "a/y.txt"):
        write(name, "x")
    walked = walk(tmp_path, excludes=("/drafts/", "*.tmp.txt"))
    assert names(walked, tmp_path) == ["a/y.txt"]
    assert walked.skipped["excluded"] == 2


def test_what_is_not_a_file_never_hangs(tmp_path: Path, write: Callable[..., Path]) -> None:
    write("a.txt", "x")
    os.mkfifo(tmp_path / "fifo.txt")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "link.txt").symlink_to(tmp_path / "a.txt")
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    with socket.socket(socket.AF_UNIX) as server:
        old = Path.cwd()
        os.chdir(tmp_path)  # the address of a socket is limited to a hundred bytes
        try:
            server.bind("socket.txt")
        finally:
            os.chdir(old)
    walked = walk(tmp_path)
    assert names(walked, tmp_path) == ["a.txt"]
    assert dict(walked.skipped) == {"special": 2, "symlink": 3}


def test_a_root_that_is_a_file(tmp_path: Path, write: Callable[..., Path]) -> None:
    file = write("a.txt", "x")
    assert list(walk(file).files) == [str(file)]
    assert dict(walk(write("b.exe", "x")).skipped) == {"unsupported_type": 1}


def test_missing_and_empty_roots(tmp_path: Path, write: Callable[..., Path]) -> None:
    assert walk(tmp_path / "nowhere").missing
    (tmp_path / "empty").mkdir()
    assert walk(tmp_path / "empty").empty
    write("full/sub/a.exe", "x")
    assert not walk(tmp_path / "full").empty


def test_a_scope_limits_the_walk(tmp_path: Path, write: Callable[..., Path]) -> None:
    for name in ("a/x.txt", "ab/x.txt", "b/x.txt"):
        write(name, "x")
    assert names(walk(tmp_path, scope=tmp_path / "a"), tmp_path) == ["a/x.txt"]
    assert names(walk(tmp_path, scope=tmp_path / "b" / "x.txt"), tmp_path) == ["b/x.txt"]


@pytest.mark.parametrize(
    ("path", "expected"), [("a", True), ("a/x.txt", True), (".h", False), (".h/y.txt", False), ("zz", False)]
)
def test_whether_a_path_is_reached(tmp_path: Path, write: Callable[..., Path], path: str, expected: bool) -> None:
    write("a/x.txt", "x")
    write(".h/y.txt", "x")
    library = Library(name="l", roots=(str(tmp_path),))
    assert Walker(library, "/nowhere").reaches(str(tmp_path), str(tmp_path / path)) is expected


def test_the_data_directory_is_never_indexed(tmp_path: Path, write: Callable[..., Path]) -> None:
    write("data/a.txt", "x")
    write("b.txt", "x")
    assert names(walk(tmp_path, data_dir=str(tmp_path / "data")), tmp_path) == ["b.txt"]


def test_ignore_rules_meet_names_that_are_not_utf8(tmp_path: Path, write: Callable[..., Path]) -> None:
    write(".linklyignore", b"build/\n\xff*.txt\n*.log\n")
    for name in ("r\udcffw.txt", "\udcfe.log", "build/\udcff.txt"):
        write(name, "x")
    assert names(walk(tmp_path), tmp_path) == ["r\udcffw.txt"]


def test_names_of_any_bytes(tmp_path: Path, write: Callable[..., Path]) -> None:
    wanted = ["\udcff.txt", "a\nb.txt", "cafe\u0301.txt", "caf\u00e9.txt", "x" * 251 + ".txt"]
    for name in wanted:
        write(name, "x")
    assert names(walk(tmp_path), tmp_path) == sorted(wanted)


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read every folder")
def test_an_unreadable_folder_is_named(tmp_path: Path, write: Callable[..., Path]) -> None:
    write("shut/a.txt", "x")
    (tmp_path / "shut").chmod(0)
    try:
        walked = walk(tmp_path)
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert walked.unreadable == [str(tmp_path / "shut")]


def test_an_ignore_file_that_is_none_does_no_harm(tmp_path: Path, write: Callable[..., Path]) -> None:
    for name in ("fifo/a.txt", "link/a.txt", "folder/a.txt", "zero/a.txt"):
        write(name, "x")
    os.mkfifo(tmp_path / "fifo" / ".linklyignore")
    (tmp_path / "link" / ".linklyignore").symlink_to(write("patterns", "*.txt\n"))
    (tmp_path / "folder" / ".linklyignore").mkdir()
    (tmp_path / "zero" / ".linklyignore").symlink_to("/dev/zero")
    assert names(walk(tmp_path), tmp_path) == ["fifo/a.txt", "folder/a.txt", "link/a.txt", "zero/a.txt"]


@pytest.mark.parametrize(
    "rules",
    [
        "[b-a]x\n*.log\n",
        "".join(f"pat{n}*x?[a-z]\n" for n in range(1500)) + "*.log\n",
        "x" * 900_000 + "\n*.log",
        "\\\n!\n*.log\n",
    ],
)
def test_odd_ignore_rules_are_passed_over(tmp_path: Path, write: Callable[..., Path], rules: str) -> None:
    write(".linklyignore", rules)
    write("a.txt", "x")
    write("b.log", "x")
    found = names(walk(tmp_path), tmp_path)
    assert found == (["a.txt"] if len(rules) < 300_000 else ["a.txt", "b.log"])
