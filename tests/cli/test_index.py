"""`index` and `library`: incremental runs, moves, several libraries, bad files, interruption."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harness import Linkly

Write = Callable[..., Path]


def counts(linkly: Linkly, *arguments: str) -> dict[str, int]:
    """What an index run over one library did."""
    ran = linkly("index", *arguments, "--json")
    assert ran.status == 0, ran.out + ran.err
    [library] = ran.json["libraries"]
    return {name: library[name] for name in ("added", "updated", "moved", "removed", "unchanged") if library[name]}


def documents(linkly: Linkly) -> dict[str, str]:
    """Ids by file name."""
    listed = linkly("list", "--limit", "200", "--json").json["documents"]
    return {document["path"].rpartition("/")[2]: document["doc_id"] for document in listed}


def hits(linkly: Linkly, query: str, *arguments: str) -> list[str]:
    """File names of the hits."""
    return [hit["path"].rpartition("/")[2] for hit in linkly("search", query, "--json", *arguments).json["results"]]


def test_one_command_is_enough(linkly: Linkly, write: Write) -> None:
    write("Documents/a.md", "# Tides\n\nHigh water.\n")
    ran = linkly("index", "Documents")
    assert ran.status == 0
    assert "Next: linkly search" in ran.out
    assert [library["name"] for library in linkly("list-libraries", "--json").json["libraries"]] == ["Documents"]
    assert hits(linkly, "tides") == ["a.md"]


def test_a_second_run_does_nothing(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "one")
    assert counts(linkly, "d") == {"added": 1}
    assert counts(linkly) == {"unchanged": 1}
    assert counts(linkly, str(linkly.cwd / "d")) == {"unchanged": 1}
    assert counts(linkly, "d/../d/") == {"unchanged": 1}
    assert len(linkly("list-libraries", "--json").json["libraries"]) == 1


def test_an_edit_keeps_the_id(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "one")
    counts(linkly, "d")
    before = documents(linkly)
    write("d/a.txt", "two", modified=2_000_000_000)
    assert counts(linkly) == {"updated": 1}
    assert documents(linkly) == before
    assert (hits(linkly, "two"), hits(linkly, "one")) == (["a.txt"], [])


def test_a_touched_file_with_the_same_content_is_unchanged(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "one")
    counts(linkly, "d")
    write("d/a.txt", "one", modified=2_000_000_000)
    assert counts(linkly) == {"unchanged": 1}
    assert linkly("list", "--json").json["documents"][0]["modified_at"] == "2033-05-18T03:33:20Z"


def test_a_hidden_change_is_found_by_verify(linkly: Linkly, write: Write) -> None:
    path = write("d/a.txt", "one")
    counts(linkly, "d")
    inode = path.stat().st_ino
    with path.open("r+") as file:
        file.write("two")
    os.utime(path, (1772352000, 1772352000))
    assert path.stat().st_ino == inode
    assert counts(linkly) == {"unchanged": 1}
    assert counts(linkly, "--verify") == {"updated": 1}
    assert hits(linkly, "two") == ["a.txt"]


def test_a_move_keeps_the_id_and_the_new_name_is_found(linkly: Linkly, write: Write) -> None:
    path = write("d/old.txt", "some words")
    counts(linkly, "d")
    doc_id = documents(linkly)["old.txt"]
    (linkly.cwd / "d" / "sub").mkdir()
    path.rename(linkly.cwd / "d" / "sub" / "fresh.txt")
    assert counts(linkly) == {"moved": 1}
    assert documents(linkly) == {"fresh.txt": doc_id}
    assert (hits(linkly, "fresh"), hits(linkly, "old")) == (["fresh.txt"], [])
    assert linkly("search", "fresh", "--json").json["results"][0]["title"] == "fresh"


def test_a_copy_is_a_new_document_and_a_path_gets_its_id_back(linkly: Linkly, write: Write) -> None:
    path = write("d/a.txt", "words")
    counts(linkly, "d")
    doc_id = documents(linkly)["a.txt"]
    shutil.copy(path, path.with_name("b.txt"))
    assert counts(linkly) == {"added": 1, "unchanged": 1}
    path.unlink()
    assert counts(linkly) == {"removed": 1, "unchanged": 1}
    assert "a.txt" not in documents(linkly)
    assert linkly("read", doc_id).status == 1
    write("d/a.txt", "other words")
    assert counts(linkly) == {"added": 1, "unchanged": 1}
    assert documents(linkly)["a.txt"] == doc_id


def test_ids_survive_a_rebuild(linkly: Linkly, write: Write) -> None:
    for name in "abc":
        write(f"d/{name}.txt", f"words {name}")
    counts(linkly, "d")
    before = documents(linkly)
    assert counts(linkly, "--rebuild") == {"updated": 3}
    assert documents(linkly) == before
    assert hits(linkly, "words")


def test_a_lost_keyword_index_is_made_again(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "words")
    counts(linkly, "d")
    shutil.rmtree(linkly.data_dir / "keyword")
    ran = linkly("search", "words", "--json")
    assert (ran.status, ran.json["code"]) == (1, "index_damaged")
    assert linkly("doctor").status == 1
    assert counts(linkly) == {"unchanged": 1}
    assert hits(linkly, "words") == ["a.txt"]
    assert linkly("doctor").status == 0


def test_two_libraries_share_a_file(linkly: Linkly, write: Write) -> None:
    write("d/sub/a.txt", "words")
    write("d/b.txt", "words too")
    counts(linkly, "d")
    assert linkly("library", "add", "Inner", "d/sub", "--description", "the inner one").status == 0
    assert counts(linkly, "Inner") == {"unchanged": 1}
    [document] = [d for d in linkly("list", "--json").json["documents"] if d["path"].endswith("a.txt")]
    assert document["libraries"] == ["d", "Inner"]
    assert hits(linkly, "words", "--library", "inner") == ["a.txt"]
    assert linkly("library", "remove", "d").status == 0
    assert documents(linkly) == {"a.txt": document["doc_id"]}
    assert hits(linkly, "words") == ["a.txt"]
    assert linkly("library", "remove", "local://INNER").status == 0
    assert linkly("search", "words", "--json").json["code"] == "no_index"


def test_a_path_inside_a_root_makes_no_library(linkly: Linkly, write: Write) -> None:
    write("d/sub/a.txt", "words")
    write("d/b.txt", "words")
    counts(linkly, "d")
    write("d/sub/c.txt", "more")
    write("d/e.txt", "not now")
    assert counts(linkly, "d/sub") == {"added": 1, "unchanged": 1}
    assert sorted(documents(linkly)) == ["a.txt", "b.txt", "c.txt"]
    assert counts(linkly, "d/e.txt") == {"added": 1}
    assert len(linkly("list-libraries", "--json").json["libraries"]) == 1


def test_a_path_the_rules_leave_out_becomes_a_library(linkly: Linkly, write: Write) -> None:
    write("d/.secret/a.txt", "words")
    write("d/b.txt", "words")
    counts(linkly, "d")
    assert counts(linkly, "d/.secret") == {"added": 1}
    assert sorted(documents(linkly)) == ["a.txt", "b.txt"]
    assert linkly("index").status == 0
    assert sorted(documents(linkly)) == ["a.txt", "b.txt"]


def test_a_taken_name_is_numbered_and_said(linkly: Linkly, write: Write) -> None:
    write("x/notes/a.txt", "one")
    write("y/Notes/b.txt", "two")
    counts(linkly, "x/notes")
    ran = linkly("index", "y/Notes", "--json")
    [library] = ran.json["libraries"]
    assert library["name"] == "Notes-2"
    assert library["notes"] == ['The name "Notes" is taken or not allowed, so the library is called "Notes-2".']


def test_a_word_is_a_library_first_and_a_path_second(linkly: Linkly, write: Write) -> None:
    write("a/one.txt", "x")
    write("b/two.txt", "x")
    linkly("library", "add", "b", "a")
    counts(linkly, "b")
    assert sorted(documents(linkly)) == ["one.txt"]
    linkly("index", "./b")
    assert sorted(documents(linkly)) == ["one.txt", "two.txt"]


@pytest.mark.parametrize("state", ["missing", "empty"])
def test_a_root_that_vanished_keeps_its_documents(linkly: Linkly, write: Write, state: str) -> None:
    write("d/a.txt", "words")
    counts(linkly, "d")
    shutil.rmtree(linkly.cwd / "d")
    if state == "empty":
        (linkly.cwd / "d").mkdir()
    ran = linkly("index", "--json")
    [library] = ran.json["libraries"]
    assert (ran.status, library["removed"]) == (0, 0)
    assert "--prune" in library["notes"][0]
    assert linkly("search", "words", "--json").json["results"][0]["stale"] == "missing"
    assert counts(linkly, "--prune") == {"removed": 1}
    assert hits(linkly, "words") == []


def test_a_dry_run_changes_nothing(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "words")
    write("d/b.txt", "more")
    ran = linkly("index", "d", "--dry-run", "--json")
    assert (ran.json["dry_run"], ran.json["libraries"][0]["added"]) == (True, 2)
    assert linkly("list-libraries", "--json").json["libraries"] == []
    counts(linkly, "d")
    (linkly.cwd / "d" / "a.txt").unlink()
    write("d/b.txt", "changed", modified=2_000_000_000)
    [library] = linkly("index", "--dry-run", "--json").json["libraries"]
    assert (library["removed"], library["updated"]) == (1, 1)
    assert sorted(documents(linkly)) == ["a.txt", "b.txt"]


def test_a_bad_file_is_reported_and_found_by_its_name(linkly: Linkly, write: Write) -> None:
    write("d/good.txt", "words")
    write("d/ledger.docx", b"PK\x03\x04 not really")
    write("d/binary.txt", bytes(range(256)) * 20)
    ran = linkly("index", "d", "--json")
    assert ran.status == 0
    outcomes = {f["path"].rpartition("/")[2]: f["outcome"] for f in ran.json["libraries"][0]["failed"]}
    assert outcomes == {"ledger.docx": "corrupt", "binary.txt": "unsupported"}
    assert hits(linkly, "ledger") == ["ledger.docx"]
    status = linkly("status", "--json").json
    assert status["outcomes"] == {"corrupt": 1, "ok": 1, "unsupported": 1}
    assert {f["path"].rpartition("/")[2] for f in status["failed"]} == {"ledger.docx", "binary.txt"}


def test_names_of_any_bytes(linkly: Linkly, write: Write) -> None:
    names = ("\udcff\udcfe.txt", "a\nb.txt", "\x1b[31mred.txt", "cafe\u0301.md", "caf\u00e9.md", "x" * 251 + ".txt")
    for number, name in enumerate(names):
        write(f"d/{name}", f"anchor {number}")
    ran = linkly("index", "d")
    assert ran.status == 0
    ran = linkly("search", "anchor", "--json")
    assert ran.json["total"] == 6
    ran.out.encode("utf-8")
    for form in ("markdown", "plain"):
        text = linkly("search", "anchor", "--format", form).out
        text.encode("utf-8")
        assert "\x1b" not in text
    assert os.fsencode("\udcff\udcfe.txt") in linkly("list", "-0").out.encode("utf-8", "surrogateescape")
    assert len(linkly("search", "café", "--json").json["results"]) == 2


def test_a_name_that_is_neither_library_nor_file_says_which_there_are(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "x")
    assert "there is no library yet" in linkly("index", "nope").err
    linkly("index", "d", "--no-vectors")
    ran = linkly("index", "nope", "--json")
    assert (ran.status, ran.json["code"]) == (1, "path_not_found")
    assert 'no library "nope"' in ran.json["message"]
    assert ran.json["hint"].endswith("libraries: d")


@pytest.mark.parametrize(
    ("arguments", "code", "status"),
    [
        (["index", "nowhere/at/all"], "path_not_found", 1),
        (["index", ""], "usage", 2),
        (["index", "a\0b"], "usage", 2),
        (["index", "d", "--jobs", "0"], "usage", 2),
        (["index"], "no_index", 1),
        (["index", "/"], "usage", 2),
        (["library", "add", "a/b", "d"], "usage", 2),
        (["library", "add", "-x", "d"], "usage", 2),
        (["library", "add", "", "d"], "usage", 2),
        (["library", "add", "x" * 65, "d"], "usage", 2),
        (["library", "add", "a\nb", "d"], "usage", 2),
        (["library", "add", "x", "nowhere"], "path_not_found", 1),
        (["library", "remove", "nope"], "library_not_found", 1),
        (["library", "rename", "nope", "x"], "library_not_found", 1),
        (["search", "x"], "no_index", 1),
        (["read", "1"], "no_index", 1),
        (["explore"], "no_index", 1),
    ],
)
def test_errors_name_the_thing(linkly: Linkly, write: Write, arguments: list[str], code: str, status: int) -> None:
    write("d/a.txt", "x")
    ran = (
        linkly("--json", *arguments)
        if arguments[:3] != ["library", "add", "-x"]
        else linkly("--json", "library", "add", "--", "-x", "d")
    )
    assert (ran.json["code"], ran.status) == (code, status)


def test_a_library_can_be_changed(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "x")
    write("d/drafts/b.txt", "x")
    write("d/.h.txt", "x")
    linkly("library", "add", "One", "d", "--exclude", "/drafts/")
    assert counts(linkly, "One") == {"added": 1}
    assert linkly("library", "set", "one", "--hidden", "--exclude", "", "--description", "all").status == 0
    assert counts(linkly, "One") == {"added": 2, "unchanged": 1}
    assert linkly("library", "rename", "one", "Uno").status == 0
    assert linkly("library", "add", "UNO", "d").status == 1
    [library] = linkly("list-libraries", "--json").json["libraries"]
    assert (library["name"], library["description"], library["doc_count"]) == ("Uno", "all", 3)
    assert linkly("library", "set", "Uno", "--no-hidden", "--exclude", "/drafts/").status == 0
    assert counts(linkly, "Uno") == {"removed": 2, "unchanged": 1}


def test_a_library_that_is_away_is_offline(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "x")
    counts(linkly, "d")
    (linkly.cwd / "d").rename(linkly.cwd / "gone")
    assert linkly("list-libraries", "--json").json["libraries"][0]["state"] == "offline"
    assert linkly("library", "rename", "d", "away").status == 0


def test_a_second_writer_is_refused_by_name(linkly: Linkly, write: Write) -> None:
    from engine.store.lock import writer_lock

    write("d/a.txt", "x")
    counts(linkly, "d")
    with writer_lock(linkly.data_dir / "lock"):
        ran = linkly("index", "--json")
        assert (ran.status, ran.json["code"]) == (1, "locked")
        assert str(os.getpid()) in ran.json["message"]
        assert hits(linkly, "a")
        assert linkly("status", "--json").json["index_status"] == "indexing"


def start(linkly: Linkly, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "linkly_cli", "--data-dir", str(linkly.data_dir), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=linkly.cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip


def wait_for_documents(linkly: Linkly, least: int) -> None:
    for _ in range(300):
        ran = linkly("status", "--json")
        if ran.status == 0 and ran.json["documents"] >= least:
            return
        time.sleep(0.05)
    pytest.fail("indexing did not get on")


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_cut_off_is_finished_by_the_next(linkly: Linkly, write: Write, signal_number: int) -> None:
    for number in range(600):
        write(f"d/{number}.txt", f"anchor number{number} " + "word " * 500)
    process = start(linkly, "index", "d", "--jobs", "1")
    wait_for_documents(linkly, 100)
    process.send_signal(signal_number)
    _, err = process.communicate(timeout=120)
    assert process.returncode == (130 if signal_number == signal.SIGINT else -signal.SIGKILL), err
    assert "Traceback" not in err
    done = linkly("status", "--json").json["documents"]
    assert 100 <= done < 600
    if signal_number == signal.SIGINT:
        assert linkly("search", "anchor", "--json").json["total"] == done
    result = counts(linkly)
    assert sum(result.values()) == 600
    assert result["unchanged"] == done
    fresh = Linkly(linkly.cwd / "fresh", linkly.cwd)
    counts(fresh, "d")
    assert hits(linkly, "number77") == hits(fresh, "number77") == ["77.txt"]
    for query in ("anchor", "number77", "word number5"):
        assert linkly("search", query, "--json").json["total"] == fresh("search", query, "--json").json["total"]


def test_reading_goes_on_while_a_run_writes(linkly: Linkly, write: Write) -> None:
    for number in range(300):
        write(f"d/{number}.txt", f"anchor number{number} " + "word " * 300)
    write("e/first.txt", "the first one")
    counts(linkly, "e")
    process = start(linkly, "index", "d", "--jobs", "1")
    while process.poll() is None:
        ran = linkly("search", "first", "--json")
        assert (ran.status, ran.json["results"][0]["path"].endswith("first.txt")) == (0, True)
    _, err = process.communicate()
    assert process.returncode == 0, err
    assert linkly("search", "anchor", "--json").json["total"] == 300


@pytest.mark.parametrize("modified", [10_500_000_000, -3_000_000_000, 0])
def test_times_far_away_are_stored(linkly: Linkly, write: Write, modified: int) -> None:
    write("d/a.txt", "anchor", modified=modified)
    assert counts(linkly, "d") == {"added": 1}
    assert counts(linkly) == {"unchanged": 1}
    [hit] = linkly("search", "anchor", "--json").json["results"]
    assert "stale" not in hit


@pytest.mark.parametrize("damage", ["delete", "truncate", "zero"])
@pytest.mark.parametrize("suffix", ["trm", "pst", "col"])
def test_a_damaged_keyword_index_is_noticed_and_made_again(
    linkly: Linkly, write: Write, suffix: str, damage: str
) -> None:
    for number in range(30):
        write(f"d/{number}.txt", f"anchor number{number}")
    counts(linkly, "d")
    [file] = (linkly.data_dir / "keyword").glob(f"*.{suffix}")
    size = file.stat().st_size
    if damage == "delete":
        file.unlink()
    else:
        file.write_bytes(b"" if damage == "truncate" else bytes(size))
    assert any(not check["ok"] for check in linkly("doctor", "--json").json["checks"])
    assert counts(linkly) == {"unchanged": 30}
    assert linkly("search", "anchor", "--json").json["total"] == 30
    assert linkly("doctor").status == 0


def test_rot_that_leaves_the_times_alone_is_noticed_by_doctor(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "anchor")
    counts(linkly, "d")
    [file] = (linkly.data_dir / "keyword").glob("*.pst")
    status = file.stat()
    file.write_bytes(bytes(status.st_size))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    [wrong] = [check for check in linkly("doctor", "--json").json["checks"] if not check["ok"]]
    assert (wrong["name"], file.name in wrong["detail"]) == ("keyword index", True)
    shutil.rmtree(linkly.data_dir / "keyword")
    counts(linkly)
    assert hits(linkly, "anchor") == ["a.txt"]


def test_a_move_between_scopes_and_libraries_keeps_the_id(linkly: Linkly, write: Write) -> None:
    write("d/a/x.md", "wandering words")
    write("d/b/y.md", "staying words")
    write("e/z.md", "other words")
    linkly("index", "d", "e")
    doc_id = documents(linkly)["x.md"]
    (linkly.cwd / "d" / "a" / "x.md").rename(linkly.cwd / "d" / "b" / "x.md")
    assert counts(linkly, "d/b") == {"moved": 1, "unchanged": 1}
    assert documents(linkly)["x.md"] == doc_id
    (linkly.cwd / "d" / "b" / "x.md").rename(linkly.cwd / "e" / "x.md")
    assert counts(linkly, "e") == {"moved": 1, "unchanged": 1}
    [moved] = [d for d in linkly("list", "--json").json["documents"] if d["path"].endswith("x.md")]
    assert (moved["doc_id"], moved["libraries"]) == (doc_id, ["e"])
    assert hits(linkly, "wandering") == ["x.md"]


def test_a_copy_of_a_file_on_a_disk_that_is_away_is_new(linkly: Linkly, write: Write) -> None:
    path = write("d/x.md", "words")
    counts(linkly, "d")
    doc_id = documents(linkly)["x.md"]
    shutil.copytree(path.parent, linkly.cwd / "e")
    path.parent.rename(linkly.cwd / "unplugged")
    assert counts(linkly, "e") == {"added": 1}
    (linkly.cwd / "unplugged").rename(path.parent)
    assert doc_id in {d["doc_id"] for d in linkly("list", "--json").json["documents"] if d["path"] == str(path)}


def test_the_copy_that_is_there_leads(linkly: Linkly, write: Write) -> None:
    newer = write("d/newer.txt", "same words", modified=1_800_000_000)
    write("d/older.txt", "same words")
    counts(linkly, "d")
    newer.unlink()
    [hit] = linkly("search", "same", "--json").json["results"]
    assert (hit["path"].rpartition("/")[2], "stale" in hit) == ("older.txt", False)


def test_a_root_that_became_a_file_keeps_its_documents(linkly: Linkly, write: Write) -> None:
    write("d/a.txt", "words")
    counts(linkly, "d")
    shutil.rmtree(linkly.cwd / "d")
    write("d", "no folder")
    [library] = linkly("index", "--json").json["libraries"]
    assert (library["removed"], "is no folder any more" in library["notes"][0]) == (0, True)


def test_one_root_of_several_away_is_not_offline(linkly: Linkly, write: Write) -> None:
    write("a/x.txt", "x")
    write("b/y.txt", "y")
    linkly("library", "add", "both", "a", "b")
    counts(linkly, "both")
    shutil.rmtree(linkly.cwd / "b")
    assert linkly("list-libraries", "--json").json["libraries"][0]["state"] == "ok"


def test_an_unwritable_data_directory_can_be_read(
    linkly: Linkly, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("d/a.txt", "anchor")
    counts(linkly, "d")
    for log in linkly.data_dir.glob("catalog.sqlite3-*"):
        log.unlink()
    real = os.access
    monkeypatch.setattr("engine.store.catalog.os.access", lambda path, mode: mode != os.W_OK and real(path, mode))
    assert hits(linkly, "anchor") == ["a.txt"]
    assert not list(linkly.data_dir.glob("catalog.sqlite3-*"))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--data-dir", "a.txt/x", "status"], "storage"),
        (["--data-dir", "a.txt", "index", "a.txt"], "storage"),
        (["--data-dir", "/proc/x", "index", "a.txt"], "storage"),
        (["--data-dir", "~nobodyatall/x", "status"], "usage"),
        (["list", "--offset", "9223372036854775808"], "usage"),
        (["library", "add", "x", "a.txt", "--description", "\udcff"], "usage"),
        (["search", "x", "-l"], "usage"),
    ],
)
def test_odd_requests_are_errors_of_their_kind(linkly: Linkly, write: Write, arguments: list[str], code: str) -> None:
    write("a.txt", "x")
    assert linkly(*arguments, "--json").json["code"] == code


def test_standard_input_that_is_no_list_of_ids(linkly: Linkly, write: Write) -> None:
    write("a.txt", "x")
    counts(linkly, "a.txt")
    assert linkly("read", "-", stdin="1" * 5000).status == 2


@pytest.mark.parametrize("columns", ["²", "0", "9" * 5000, "-1", "x"])
def test_odd_widths_do_no_harm(linkly: Linkly, columns: str) -> None:
    assert linkly("list-libraries", "--format", "terminal", variables={"COLUMNS": columns}).status == 0
