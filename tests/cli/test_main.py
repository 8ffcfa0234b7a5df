"""Errors, global options and settings, through the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness import Linkly
from linkly_cli.commands.find_paths import split_patterns


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["nonsense"], "No such command"),
        (["serch", "x"], "Did you mean 'search', 'serve'?"),
        (["search"], "Missing argument"),
        (["search", "a", "b"], "Got unexpected extra argument"),
        (["search", "x", "--limit", "many"], "--limit"),
        (["search", "x", "--mode", "psychic"], "--mode"),
        (["search", "--wrong", "x"], "No such option: --wrong"),
        (["search", "x", "--format", "nope"], 'Unknown format: "nope". Known: json, markdown, plain, terminal.'),
        (["--format"], "--format"),
    ],
)
def test_a_usage_error_is_one_message(linkly: Linkly, arguments: list[str], part: str) -> None:
    ran = linkly(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Error: ")
    assert part in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("arguments", [["nonsense"], ["search"], ["search", "x", "--limit", "many"], ["--wrong"]])
@pytest.mark.parametrize("place", ["before", "after"])
def test_usage_errors_in_json_are_alone_on_standard_output(linkly: Linkly, arguments: list[str], place: str) -> None:
    ran = linkly("--json", *arguments) if place == "before" else linkly(*arguments, "--json")
    assert (ran.status, ran.err) == (2, "")
    assert (ran.json["status"], ran.json["code"]) == ("error", "usage")


def test_what_begins_with_a_dash_is_explained(linkly: Linkly) -> None:
    assert 'goes after "--"' in linkly("search", "-x").err
    assert 'goes after "--"' in linkly("grep", "-x", "1").err
    err = linkly("search", "-40").err
    assert "No such option: -40\n" in err
    assert 'linkly search -- "-40"' in err
    assert "secret" not in linkly("search", "x", "--tokn=secret").err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["search", "ferry", "timetable"], 'put several words in quotes: linkly search "harbour tides"'),
        (["search"], "linkly search --help"),
        (["search", "x", "--mode", "foo"], "linkly search --help"),
        (["search", "x", "--limit", "abc"], "linkly search --help"),
        (["search", "x", "--lib", "docs"], "linkly search --help"),
    ],
)
def test_other_usage_errors_are_not_about_dashes(linkly: Linkly, arguments: list[str], hint: str) -> None:
    assert linkly(*arguments).err.splitlines()[-1] == f"Hint: {hint}"


def test_libraries_are_listed_elsewhere(linkly: Linkly) -> None:
    assert "linkly list-libraries" in linkly("library", "list").err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json", "list-libraries"],
        ["list-libraries", "--json"],
        ["list-libraries", "--format", "json"],
        ["--format=json", "list-libraries"],
    ],
)
def test_global_options_go_before_and_after(linkly: Linkly, arguments: list[str]) -> None:
    assert linkly(*arguments).json["libraries"] == []


def test_the_data_directory_can_be_given_in_both_places(linkly: Linkly, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    other = str(tmp_path / "other")
    assert linkly("--data-dir", other, "index", "a.txt").status == 0
    assert linkly("status", "--json", "--data-dir", other).json["documents"] == 1
    assert linkly("status", "--json").json["documents"] == 0
    assert linkly("status", "--data-dir", "").status == 2


def test_no_arguments_show_the_help(linkly: Linkly, capsys: pytest.CaptureFixture[str]) -> None:
    ran = linkly()
    assert "list-libraries" in ran.out + ran.err + capsys.readouterr().out
    assert (ran.status, ran.err) == (2, "")
    assert linkly("--json").json["message"] == "Missing command."


def test_quiet_says_nothing_beside_the_answer(linkly: Linkly, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    assert linkly("library", "add", "x", "a.txt", "--quiet").err == ""
    assert linkly("library", "add", "y", "a.txt").err == 'Next: linkly index "y"\n'


def test_a_bug_is_called_one(linkly: Linkly, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object) -> object:
        raise RuntimeError("\x1b[31moops")

    monkeypatch.setattr("engine.service.Engine.list_libraries", broken)
    ran = linkly("list-libraries")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "Error: This is a bug in linkly: RuntimeError: \\x1b[31moops\nHint: run it again with --debug\n"
    assert linkly("list-libraries", "--json").json["code"] == "internal"
    with pytest.raises(RuntimeError):
        linkly("--debug", "list-libraries")


def test_settings(linkly: Linkly) -> None:
    assert linkly("config", "get", "file_timeout").out == "120\n"
    assert linkly("config", "set", "max_file_size", "300MB").out == "max_file_size = 314572800\n"
    assert linkly("config", "get", "max_file_size", "--json").out == '{"status":"success","max_file_size":314572800}\n'
    assert linkly("config", "list").out.splitlines()[0] == "max_file_size = 314572800"
    path = Path(linkly("config", "path").out.strip())
    assert path.read_text() == "max_file_size = 314572800\n"
    assert linkly("config", "set", "ocr.languages", "en,de").out == "ocr.languages = en,de\n"
    assert path.read_text() == 'max_file_size = 314572800\nocr.languages = "en,de"\n'
    assert linkly("config", "get", "ocr.languages").out == "en,de\n"
    assert linkly("config", "set", "ocr.languages", "en").status == 0
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["get", "nope"], 'Unknown setting: "nope"'),
        (["set", "nope", "1"], 'Unknown setting: "nope"'),
        (["set", "file_timeout", "soon"], 'Invalid value for file_timeout: "soon". Expected a whole number.'),
        (["set", "file_timeout", "10MB"], "Expected a whole number"),
        (["set", "file_timeout", "0"], "file_timeout must be from 1 to 3600, not 0."),
        (["set", "max_file_size", "big"], "Expected a size such as 200MB"),
        (
            ["set", "ocr.engine", "magic"],
            'Invalid value for ocr.engine: "magic". Expected auto, rapidocr, easyocr, off.',
        ),
        (["set", "ocr.languages", "en de"], "Expected codes such as en or en,de"),
    ],
)
def test_wrong_settings(linkly: Linkly, arguments: list[str], part: str) -> None:
    ran = linkly("config", *arguments)
    assert ran.status == 2
    assert part in ran.err


def test_a_damaged_settings_file_is_named(linkly: Linkly) -> None:
    linkly.data_dir.mkdir()
    (linkly.data_dir / "config.toml").write_text("= nonsense")
    ran = linkly("status")
    assert ran.status == 1
    assert str(linkly.data_dir / "config.toml") in ran.err


def test_settings_count(linkly: Linkly, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("four words of text")
    linkly("config", "set", "max_file_size", "5")
    [failed] = linkly("index", "a.txt", "--json").json["libraries"][0]["failed"]
    assert failed["outcome"] == "too_large"


def test_status_and_doctor_without_an_index(linkly: Linkly) -> None:
    status = linkly("status", "--json").json
    assert (status["documents"], status["index_status"], status["index_bytes"]) == (0, "idle", 0)
    ran = linkly("doctor", "--json")
    assert (ran.status, ran.json["issues"]) == (0, 0)
    assert not linkly.data_dir.exists()


def test_doctor_finds_what_is_wrong(linkly: Linkly, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    linkly("index", "a.txt")
    linkly.data_dir.chmod(0o755)
    (linkly.data_dir / "catalog.sqlite3").write_bytes(b"nonsense" * 1000)
    ran = linkly("doctor", "--json")
    wrong = {check["name"]: check["advice"] for check in ran.json["checks"] if not check["ok"]}
    assert (ran.status, ran.json["issues"]) == (1, 2)
    assert wrong.keys() == {"privacy", "catalogue"}
    assert "chmod 700" in wrong["privacy"]


@pytest.mark.parametrize(
    ("given", "parts"), [("a,b", ["a", "b"]), ("a\\,b", ["a,b"]), (",a,", ["a"]), ("a\\b", ["a\\b"]), ("", [])]
)
def test_patterns_are_split_at_commas(given: str, parts: list[str]) -> None:
    assert split_patterns(given) == parts
