"""An index that stays open follows what other processes do to it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Barrier, Thread

import pytest

from engine.errors import NoIndexError
from engine.requests import SearchRequest
from engine.resident import ResidentIndex
from harness import Linkly


@pytest.fixture
def index(linkly: Linkly) -> Iterator[ResidentIndex]:
    one = ResidentIndex(linkly.data_dir)
    yield one
    one.close()


def titles(index: ResidentIndex, query: str) -> list[str]:
    return [hit.title for hit in index.engine().search(SearchRequest(query=query)).results]


def test_an_index_that_is_made_changed_and_made_anew(linkly: Linkly, index: ResidentIndex, write: Callable[..., Path]):
    with pytest.raises(NoIndexError):
        titles(index, "stones")
    for name in ("Mole", "Quay"):
        write(f"docs/{name}.md", f"# {name}\n\nOld stones.\n")
        assert linkly("index", "docs").status == 0
    assert sorted(titles(index, "stones")) == ["Mole", "Quay"]
    shutil.rmtree(linkly.data_dir)
    with pytest.raises(NoIndexError):
        titles(index, "stones")
    shutil.rmtree(linkly.cwd / "docs")
    for name in ("Pier", "Weir"):  # as many commits as before, so the number of the last one is no sign
        write(f"docs/{name}.md", f"# {name}\n\nNew stones.\n")
        assert linkly("index", "docs").status == 0
    assert sorted(titles(index, "stones")) == ["Pier", "Weir"]
    assert titles(index, "old") == []


def test_settings_are_read_again_when_they_change(linkly: Linkly, index: ResidentIndex):
    before = index.engine()
    assert index.engine() is before
    assert linkly("config", "set", "file_timeout", "60").status == 0
    assert index.engine() is not before


def test_searches_from_many_threads_while_the_index_changes(
    linkly: Linkly, index: ResidentIndex, write: Callable[..., Path]
):
    write("docs/a.md", "# A\n\nharbour\n")
    linkly("index", "docs")
    found: list[list[str]] = []
    begin = Barrier(5)

    def search() -> None:
        begin.wait()
        for _ in range(30):
            found.append(titles(index, "harbour"))

    threads = [Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    begin.wait()
    for word in ("b", "c"):
        write(f"docs/{word}.md", f"# {word}\n\nnothing\n")
        linkly("index", "docs")
    for thread in threads:
        thread.join()
    assert found == [["A"]] * 120


def test_vectors_are_taken_over_when_they_are_made_and_left_when_they_are_off(
    tmp_path: Path, write: Callable[..., Path]
):
    write("docs/policy.md", "# Policy\n\nIt covers theft of the vehicle.\n")
    linkly = Linkly(tmp_path / "data", tmp_path)
    linkly("index", "docs")
    index = ResidentIndex(linkly.data_dir)
    assert titles(index, "automobile burglary") == []
    linkly.vectors = True
    linkly("index")
    assert titles(index, "automobile burglary") == ["Policy"]
    write("docs/claim.md", "# Claim\n\nBurglars took the car.\n")
    linkly("index")
    assert "Claim" in titles(index, "somebody stole an automobile")
    linkly("model", "use", "off")
    assert titles(index, "automobile burglary") == []
    index.close()
