"""Manual pages, completions and the command reference: as committed, as shells use them, as `linkly man` shows them."""

from __future__ import annotations

import os
import pty
import select
import shlex
import shutil
import subprocess
import time
import tomllib
from pathlib import Path

import pytest
import typer.main
from rich.text import Text

from engine.config import SETTING_NAMES
from engine.models import DocType, Outcome
from linkly_cli.app import app
from linkly_cli.reference.__main__ import ROOT, main
from linkly_cli.reference.artefacts import artefacts, stale, write
from linkly_cli.reference.cli_markdown import write_markdown
from linkly_cli.reference.examples import EXAMPLES, Example
from linkly_cli.reference.manpage import write_roff
from linkly_cli.reference.page import Page, Paragraph, Section, Span, Style, manual_page
from linkly_cli.reference.plain_text import write_text
from linkly_cli.reference.tree import Argument, Command, Option, read_tree
from linkly_cli.reference.values import FORMATS, valued_names

TREE = app
PROGRAM = read_tree(TREE)
COMMANDS = tuple(PROGRAM.walk())
LEAVES = tuple(command for command in COMMANDS if not command.commands)
GENERATED = artefacts()


def needs(program: str) -> str:
    """The path of an outside program; the test is skipped where there is none."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


# --- what is committed ----------------------------------------------------------------------------------------------


def test_committed_files_are_what_the_tree_says():
    assert stale(ROOT, GENERATED) == []


def test_there_is_a_page_for_every_command_and_nothing_else_generated():
    pages = {f"man/{'-'.join(('linkly', *command.path))}.1" for command in COMMANDS}
    scripts = {f"completions/{name}" for name in ("linkly.bash", "_linkly", "linkly.fish", "linkly.ps1")}
    assert set(GENERATED) == pages | scripts | {"docs/cli.md"}


def test_generating_twice_gives_the_same():
    assert artefacts() == GENERATED


def test_writing_removes_what_no_command_asks_for(tmp_path: Path):
    (tmp_path / "man").mkdir()
    (tmp_path / "man/linkly-gone.1").write_text("old")
    write(tmp_path, {"man/linkly.1": "page\n", "docs/cli.md": "text\n"})
    written = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {"man/linkly.1": "page\n", "docs/cli.md": "text\n"}


def test_stale_names_missing_changed_and_left_over_files(tmp_path: Path):
    write(tmp_path, {"man/a.1": "a\n", "man/b.1": "b\n", "completions/c": "c\n"})
    (tmp_path / "man/a.1").write_text("edited")
    assert stale(tmp_path, {"man/a.1": "a\n", "man/b.1": "b\n", "man/d.1": "d\n"}) == [
        "completions/c",
        "man/a.1",
        "man/d.1",
    ]


def test_the_module_checks_and_refuses_other_arguments(capsys: pytest.CaptureFixture[str]):
    assert main(["--check"]) == 0
    assert main(["--chekc"]) == 2
    assert capsys.readouterr() == ("", "Usage: python -m linkly_cli.reference [--check]\n")


# --- the tree -------------------------------------------------------------------------------------------------------


def test_the_tree_of_a_small_program():
    small = typer.Typer(add_completion=False)

    @small.command("greet", rich_help_panel="Talk")
    def greet(
        names: list[str],
        tone: str = typer.Option("warm", "-t", "--tone", help="How it\n  sounds \\[loud]."),
        shout: bool = typer.Option(True, "--shout/--whisper"),
        secret: bool = typer.Option(False, "--secret", hidden=True),
    ):
        """Say hello. To everybody.

        With `feeling`,
        if wanted.
        """

    @small.command("hidden", hidden=True)
    def hidden():
        """Not for the public."""

    root = read_tree(typer.main.get_command(small))
    help_option = Option(
        names=("--help",), off_names=(), metavar="", choices=(), default="", help="Show this message and exit.",
        is_global=True, repeatable=False,
    )  # fmt: skip
    assert root.commands == (
        Command(
            path=("greet",),
            summary="Say hello.",
            description=("Say hello. To everybody.", "With `feeling`, if wanted."),
            panel="Talk",
            arguments=(Argument(metavar="NAMES", help="", choices=(), repeatable=True),),
            options=(
                Option(
                    names=("-t", "--tone"), off_names=(), metavar="VALUE", choices=(), default="warm",
                    help="How it sounds [loud].", is_global=False, repeatable=False,
                ),
                Option(
                    names=("--shout",), off_names=("--whisper",), metavar="", choices=(), default="--shout", help="",
                    is_global=False, repeatable=False,
                ),
                help_option,
            ),
            commands=(),
        ),
    )  # fmt: skip


def test_no_option_takes_a_value_in_one_command_and_none_in_another():
    switches = {name for one in COMMANDS for option in one.options if not option.metavar for name in option.all_names}
    assert switches.isdisjoint(valued_names(PROGRAM))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_everything_has_a_help_text_that_ends_in_a_full_stop(command: Command):
    own = [option for option in command.options if not option.is_global]
    texts = [command.summary, *(one.help for one in own), *(one.help for one in command.arguments)]
    assert [text for text in texts if not text.endswith(".")] == []


def test_no_help_text_loses_a_bracket_to_rich_markup():
    parameters = [one for command in _typer_commands(TREE) for one in command.params if one.expose_value]
    lost = {one.help for one in parameters if Text.from_markup(one.help).plain != one.help.replace("\\[", "[")}
    assert lost == set()


def _typer_commands(command):
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from _typer_commands(below)


def test_the_formats_are_the_renderers_we_ship():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert sorted(FORMATS) == sorted(project["entry-points"]["linkly.renderers.v1"])


# --- examples -------------------------------------------------------------------------------------------------------


def test_every_command_has_examples():
    assert {" ".join(command.path) for command in COMMANDS} == set(EXAMPLES)


@pytest.mark.parametrize(
    ("command", "line"), [(name, example.line) for name, examples in EXAMPLES.items() for example in examples]
)
def test_every_example_is_understood(command: str, line: str):
    words = line.replace("$(", "| ").replace(')"', "").replace('"| ', "| ")  # what a substitution runs is a command too
    calls = [part for part in _pipeline(words) if part[:1] == ["linkly"]]
    assert calls
    for call in calls:
        assert _parse(call[1:]) == [], call


def _pipeline(line: str) -> list[list[str]]:
    """The simple commands of a pipeline, without redirections."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    parts: list[list[str]] = [[]]
    for word in lexer:
        if word in {"|", ">"}:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _parse(arguments: list[str]) -> list[str]:
    """Let the real parser read the arguments; what it leaves over."""
    command, parent = TREE, None
    while True:
        context = command.make_context("linkly", list(arguments), parent=parent)
        if not hasattr(command, "commands"):
            return context.args
        rest = [*context._protected_args, *context.args]
        _, command, arguments = command.resolve_command(context, rest)
        parent = context


# --- bash -----------------------------------------------------------------------------------------------------------

SCRIPT = ROOT / "completions/linkly.bash"
DRIVER = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _linkly; printf "%s\\n" "${COMPREPLY[@]}"'


def bash(*words: str, cwd: Path = ROOT) -> list[str]:
    """What bash offers for the last word."""
    command = [needs("bash"), "--norc", "-c", DRIVER, str(SCRIPT), "linkly", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    assert done.stderr == ""
    return done.stdout.splitlines() if done.stdout != "\n" else []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_bash_offers_every_option_of_every_command(command: Command):
    names = [name for option in command.options for name in option.all_names]
    assert bash(*command.path, "-") == names


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.commands], ids=lambda command: command.name)
def test_bash_offers_every_command(command: Command):
    assert bash(*command.path, "") == [one.path[-1] for one in command.commands]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("--json", "list"), ["list-libraries", "list"]),
        (("--format", "json", "--data-dir", "x", "sea"), ["search"]),
        (("--format", "j"), ["json"]),
        (("search", "--format", ""), list(FORMATS)),
        (("search", "--mode", ""), ["hybrid", "keyword", "semantic"]),
        (("grep", "--mode", ""), ["content", "count"]),
        (("search", "--mode", "=", "k"), ["keyword"]),
        (("search", "--mode", "="), ["hybrid", "keyword", "semantic"]),
        (("search", "--mode=k"), ["--mode=keyword"]),
        (("search", "--mode", "=", "keyword", "--ex"), ["--explain", "--exit-code"]),
        (("search", "--time-sort", "n"), ["newest"]),
        (("list", "--sort", ""), ["recent", "oldest", "name"]),
        (("grep", "--fuzzy-whitespace", ""), ["true", "false"]),
        (("search", "--type", ""), list(DocType)),
        (("list", "--type", "pdf,docx,p"), ["pdf,docx,pptx"]),
        (("list", "--type", "pdf,p"), ["pdf,pptx"]),
        (("list", "--outcome", "ok,"), [f"ok,{one}" for one in Outcome if one is not Outcome.OK]),
        (("list", "--outcome=ok,par",), ["--outcome=ok,partial"]),
        (("library", "r"), ["remove", "rename"]),
        (("library", "--json", "r"), ["remove", "rename"]),
        (("library", "add", ""), []),
        (("config", "get", ""), list(SETTING_NAMES)),
        (("config", "set", "jo"), ["jobs"]),
        (("config", "set", "jobs", ""), []),
        (("completions", "p"), ["powershell"]),
        (("man", "library-s"), ["library-set"]),
        (("search", ""), []),
        (("search", "search", ""), []),
        (("search", "--limit", ""), []),
        (("search", "--", "--mo"), []),
        (("grep", "-C", "3", "--mo"), ["--mode"]),
        (("outline", "-", "--exp"), ["--expand"]),
        (("nonsense", "--js"), ["--json"]),
    ],
)  # fmt: skip
def test_bash_offers(words: tuple[str, ...], offered: list[str]):
    assert bash(*words) == offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("index", ""), ["My Notes", "plan.md"]),
        (("index", "--jobs", "2", "My"), ["My Notes"]),
        (("index", "My Notes/"), ["My Notes/tide.md"]),
        (("index", "--", "pl"), ["plan.md"]),
        (("library", "add", "Work", ""), ["My Notes", "plan.md"]),
        (("library", "set", "Work", "x", "p"), ["plan.md"]),
        (("list", "--path", ""), ["My Notes"]),
        (("list", "--path=M",), ["--path=My Notes"]),
        (("--data-dir", ""), ["My Notes"]),
        (("read", "--data-dir", "M"), ["My Notes"]),
    ],
)  # fmt: skip
def test_bash_offers_files_and_folders(tmp_path: Path, words: tuple[str, ...], offered: list[str]):
    (tmp_path / "My Notes").mkdir()
    (tmp_path / "My Notes/tide.md").touch()
    (tmp_path / "plan.md").touch()
    assert sorted(bash(*words, cwd=tmp_path)) == offered


# --- other shells ---------------------------------------------------------------------------------------------------


def fish(line: str, cwd: Path) -> list[str]:
    """What fish offers at the end of a command line, each with its description after a tab."""
    code = f"source {ROOT}/completions/linkly.fish; complete -C {shlex.quote(line)}"
    home = cwd / ".home"
    home.mkdir(exist_ok=True)
    variables = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C"}
    done = subprocess.run(
        [needs("fish"), "--no-config", "-c", code], capture_output=True, text=True, check=True, cwd=cwd, env=variables
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_fish_offers_every_option_with_its_help(tmp_path: Path, command: Command):
    offered = {line for prefix in ("-", "--") for line in fish(f"{command.name} {prefix}", tmp_path)}
    assert offered == {f"{name}\t{option.help}" for option in command.options for name in option.all_names}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("linkly --format json lib", ["library"]),
        ("linkly library ", ["add", "remove", "rename", "set"]),
        ("linkly search --mode ", ["hybrid", "keyword", "semantic"]),
        ("linkly search --mode=k", ["--mode=keyword"]),
        ("linkly list --type pdf,d", ["pdf,docx"]),
        ("linkly config get ", sorted(SETTING_NAMES)),
        ("linkly config set jobs ", []),
        ("linkly completions ", ["bash", "fish", "powershell", "zsh"]),
        ("linkly search -- --mo", []),
        ("linkly index ", ["Notes/", "plan.md"]),
        ("linkly library add ", []),
        ("linkly library add Work ", ["Notes/", "plan.md"]),
        ("linkly list --path ", ["Notes/"]),
    ],
)
def test_fish_offers(tmp_path: Path, line: str, offered: list[str]):
    (tmp_path / "Notes").mkdir()
    (tmp_path / "plan.md").touch()
    assert [one.partition("\t")[0] for one in fish(line, tmp_path)] == offered


class Zsh:
    """An interactive zsh with our completion and nothing else."""

    def __init__(self, folder: Path) -> None:
        self._master, slave = pty.openpty()
        variables = {"HOME": str(folder), "PATH": os.environ["PATH"], "TERM": "dumb", "LC_ALL": "C"}
        self._process = subprocess.Popen(
            [needs("zsh"), "-f", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=variables,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.send(f"PS1=; unsetopt auto_list beep; fpath=({ROOT}/completions $fpath); autoload -Uz compinit\r")
        self.send("compinit -u -D; show() { print -r -- \"<$BUFFER>\"; BUFFER= }; zle -N show; bindkey '^X' show\r")
        self.send("bindkey '^I' complete-word; print READY$((1))\r")
        self.wait("READY1")

    def send(self, text: str) -> None:
        os.write(self._master, text.encode())

    def wait(self, text: str) -> str:
        """Everything printed until `text` comes."""
        seen, end = "", time.monotonic() + 20
        while text not in seen and time.monotonic() < end:
            if select.select([self._master], [], [], 0.1)[0]:
                seen += os.read(self._master, 65536).decode(errors="replace")
        assert text in seen
        return seen

    def complete(self, line: str) -> str:
        """The line as it is after the tabulator key."""
        self.send(f"{line}\t\x18")
        return self.wait(">").rpartition("<")[2].partition(">")[0].rstrip()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)


def test_zsh_completes(tmp_path: Path):
    needs("zsh")
    (tmp_path / "Notes").mkdir()
    lines = {
        "linkly sea": "linkly search",
        "linkly --format json sea": "linkly --format json search",
        "linkly --format j": "linkly --format json",
        "linkly search --format json --mo": "linkly search --format json --mod",
        "linkly search --exp": "linkly search --explain",
        "linkly search --mode k": "linkly search --mode keyword",
        "linkly search --mode=k": "linkly search --mode=keyword",
        "linkly grep --mode cou": "linkly grep --mode count",
        "linkly list --type pdf,do": "linkly list --type pdf,docx,",
        "linkly library --json ren": "linkly library --json rename",
        "linkly config set jo": "linkly config set jobs",
        "linkly completions po": "linkly completions powershell",
        "linkly man library-rem": "linkly man library-remove",
        "linkly index No": "linkly index Notes/",
        "linkly library add Work No": "linkly library add Work Notes/",
        "linkly list --path No": "linkly list --path Notes/",
        "linkly search -- --exp": "linkly search -- --exp",
    }
    shell = Zsh(tmp_path)
    try:
        assert {line: shell.complete(line) for line in lines} == lines
    finally:
        shell.close()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_zsh_and_powershell_know_every_option(command: Command):
    zsh_escapes = str.maketrans({"'": r"'\''", "[": r"\[", "]": r"\]", "\\": r"\\"})
    zsh, powershell = GENERATED["completions/_linkly"], GENERATED["completions/linkly.ps1"]
    function = zsh.split(f"\n{'_'.join(('_linkly', *command.path)).replace('-', '_')}() {{\n")[1].split("\n}\n")[0]
    block = powershell.split(f"\n                '{command.name}' {{\n")[1].split("\n                }\n")[0]
    for option in command.options:
        assert f"[{option.help.translate(zsh_escapes)}]" in function
        for name in option.all_names:
            assert name in function
            offered = f"Offer '{name}' '{option.help.replace(chr(39), chr(39) * 2)}' 'ParameterName'"
            assert [line.strip() for line in block.splitlines()].count(offered) == 1


def powershell(line: str, cwd: Path) -> list[str]:
    """What PowerShell offers at the end of a command line."""
    code = (
        f". '{ROOT}/completions/linkly.ps1'; $line = '{line}';"
        " ([System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null))"
        ".CompletionMatches | ForEach-Object { $_.CompletionText }"
    )
    done = subprocess.run(
        [needs("pwsh"), "-NoProfile", "-Command", code], capture_output=True, text=True, check=True, cwd=cwd
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("linkly sea", ["search"]),
        ("linkly --format json library re", ["remove", "rename"]),
        ("linkly search --mode ", ["hybrid", "keyword", "semantic"]),
        ("linkly search --exp", ["--explain"]),
        ("linkly config get jo", ["jobs"]),
    ],
)
def test_powershell_offers(tmp_path: Path, line: str, offered: list[str]):
    assert powershell(line, tmp_path) == offered


@pytest.mark.parametrize(("shell", "file"), [("zsh", "_linkly"), ("fish", "linkly.fish"), ("bash", "linkly.bash")])
def test_the_shells_accept_the_scripts(shell: str, file: str):
    done = subprocess.run([needs(shell), "-n", str(ROOT / "completions" / file)], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# --- manual pages ---------------------------------------------------------------------------------------------------

NASTY = Page(
    name="linkly-x",
    sections=(
        Section("NAME", (Paragraph((Span(".so it's a \\ back-slash \u2014 `x` ^~"),)),)),
        Section("EXAMPLES", (Example("'Say':", '.cmd "a\\n"'), Example("Then:", "--x"))),
        Section("SEE ALSO", (Paragraph((Span(".a", Style.LITERAL), Span(" b", Style.VARIABLE))),
                             Paragraph((Span("c"),)))),
    ),
)  # fmt: skip


def test_roff_of_nasty_text():
    assert write_roff(NASTY, "1.0") == (
        '.\\" Generated from the command tree by python -m linkly_cli.reference; do not edit.\n'
        '.TH LINKLY\\-X 1 "" "linkly 1.0" "linkly manual"\n'
        '.SH "NAME"\n'
        "\\&.so it\\(aqs a \\e back\\-slash \\[u2014] \\(gax\\(ga \\(ha\\(ti\n"
        '.SH "EXAMPLES"\n'
        "\\(aqSay\\(aq:\n"
        ".PP\n.RS 4\n.nf\n\\&.cmd \\(dqa\\en\\(dq\n.fi\n.RE\n"
        ".PP\nThen:\n"
        ".PP\n.RS 4\n.nf\n\\-\\-x\n.fi\n.RE\n"
        '.SH "SEE ALSO"\n'
        "\\fB.a\\fR\\fI b\\fR\n"
        ".PP\nc\n"
    )


def test_groff_shows_nasty_text_as_it_stands():
    source = write_roff(NASTY, "1.0").encode()
    done = subprocess.run(
        [needs("groff"), "-man", "-ww", "-Tascii", "-P-cbou"], input=source, capture_output=True, check=True
    )
    assert done.stderr == b""
    shown = done.stdout.decode()
    assert ".so it's a \\ back-slash -- `x` ^~" in shown
    assert '.cmd "a\\n"' in shown


@pytest.mark.parametrize("page", [path for path in GENERATED if path.startswith("man/")])
def test_groff_has_no_complaint(page: str):
    done = subprocess.run(
        [needs("groff"), "-man", "-ww", "-z", "-Tascii", str(ROOT / page)], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_mandoc_complains_of_nothing_but_the_date_we_leave_out():
    pages = [str(ROOT / page) for page in GENERATED if page.startswith("man/")]
    done = subprocess.run([needs("mandoc"), "-Tlint", "-Wwarning", *pages], capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if 'missing date, using ""' not in line] == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_pages_have_every_option_and_the_sections_in_order(command: Command):
    page = manual_page(PROGRAM, command)
    titles = [section.title for section in page.sections if not section.title.startswith("COMMANDS")]
    expected = [
        "NAME", "SYNOPSIS", "DESCRIPTION", "ARGUMENTS", "OPTIONS", "GLOBAL OPTIONS", "EXIT STATUS", "ENVIRONMENT",
        "EXAMPLES", "SEE ALSO",
    ]  # fmt: skip
    if not command.arguments:
        expected.remove("ARGUMENTS")
    if all(option.is_global for option in command.options):
        expected.remove("OPTIONS")
    assert titles == expected
    text = write_text(page, 80).splitlines()
    for option in command.options:
        names = ", ".join(option.all_names)
        assert f"    {names} {option.metavar}".rstrip() in text


SMALL = Command(
    path=("greet",),
    summary="Say hello.",
    description=("Say hello. Then `linkly part` says good-bye to everybody who was greeted.",),
    panel="",
    arguments=(Argument(metavar="NAME...", help="Whom to greet; *anybody*.", choices=(), repeatable=True),),
    options=(
        Option(
            names=("-t", "--tone"), off_names=(), metavar="warm|cool", choices=("warm", "cool"), default="warm",
            help="How it sounds.", is_global=False, repeatable=False,
        ),
        Option(
            names=("--json",), off_names=(), metavar="", choices=(), default="", help="Print JSON.", is_global=True,
            repeatable=False,
        ),
    ),
    commands=(),
)  # fmt: skip
ROOT_OF_SMALL = Command(
    path=(), summary="Be polite.", description=("Be polite.",), panel="", arguments=(), options=(SMALL.options[1],),
    commands=(SMALL,),
)  # fmt: skip
EXIT_AND_ENVIRONMENT = """\
EXIT STATUS
    0
        Success, also when nothing was found.

    1
        Failure. With `--exit-code`: nothing was found
        (search, grep, find-paths, list).

    2
        The command line was not understood. With
        `--exit-code`: any failure.

    130
        Interrupted.

ENVIRONMENT
    LINKLY_DATA_DIR
        Where the index is kept, unless `--data-dir`
        says otherwise.

    NO_COLOR
        No colours if set and not empty.

    COLUMNS
        Width of the output in characters, instead of
        that of the terminal.

    TERM
        No colours if it is `dumb`.
"""


def test_a_page_as_text(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(
        EXAMPLES, "greet", (Example("A warm one:", "linkly greet --tone warm somebody-with-a-very-long-name"),)
    )
    assert write_text(manual_page(ROOT_OF_SMALL, SMALL), 56) == (
        """\
NAME
    linkly-greet - say hello

SYNOPSIS
    linkly greet [OPTION]... NAME...

DESCRIPTION
    Say hello. Then `linkly part` says good-bye to
    everybody who was greeted.

ARGUMENTS
    NAME...
        Whom to greet; *anybody*.

OPTIONS
    -t, --tone warm|cool
        How it sounds. Default: warm.

GLOBAL OPTIONS
    --json
        Print JSON.

"""
        + EXIT_AND_ENVIRONMENT
        + """\

EXAMPLES
    A warm one:
        linkly greet --tone warm somebody-with-a-very-long-name

SEE ALSO
    linkly(1)
"""
    )


def test_the_command_reference_of_a_small_program(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(EXAMPLES, "greet", (Example("A warm one:", "linkly greet -t warm Ada"),))
    chapter = write_markdown(ROOT_OF_SMALL).partition("## linkly greet\n")[2].partition("## Exit status")[0]
    assert (
        chapter
        == """
```
linkly greet [OPTION]... NAME...
```

Say hello. Then `linkly part` says good-bye to everybody who was greeted.

Arguments:

- `NAME...`: Whom to greet; \\*anybody\\*.

Options:

- `-t, --tone warm|cool`: How it sounds. Default: warm.

Examples:

- A warm one:
  ```
  linkly greet -t warm Ada
  ```

## Global options

- `--json`: Print JSON.

"""
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_command_reference_has_every_option(command: Command):
    reference = f"\n{GENERATED['docs/cli.md']}"
    chapter = reference.partition(f"\n## {command.name}\n")[2].partition("\n## ")[0] if command.path else ""
    shared = reference.partition("\n## Global options\n")[2]
    for option in command.options:
        line = f"- `{', '.join(option.all_names)}{' ' * bool(option.metavar)}{option.metavar}`: "
        assert line in (shared if option.is_global else chapter)


# --- linkly man and linkly completions ------------------------------------------------------------------------------


def page_text(*path: str, width: int = 100) -> str:
    command = next(one for one in COMMANDS if one.path == path)
    return write_text(manual_page(PROGRAM, command), width)


def fake_man(folder: Path, body: str) -> dict[str, str]:
    """Variables with a `man` of our own as the only program."""
    program = folder / "bin/man"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    return {"PATH": str(program.parent)}


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ((), ()),
        (("linkly",), ()),
        (("search",), ("search",)),
        (("linkly-search",), ("search",)),
        (("library", "add"), ("library", "add")),
        (("library-add",), ("library", "add")),
    ],
)
def test_man_in_a_pipe_prints_text(linkly, words: tuple[str, ...], path: tuple[str, ...]):
    ran = linkly("man", *words)
    assert (ran.status, ran.out, ran.err) == (0, page_text(*path), "")


def test_man_follows_the_width(linkly):
    assert linkly("man", "grep", variables={"COLUMNS": "60"}).out == page_text("grep", width=60)
    assert linkly("man", "grep", variables={"COLUMNS": "10"}).out == page_text("grep", width=40)


def test_man_at_a_terminal_opens_the_page(linkly, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    ran = linkly("man", "library", "add", tty=True, variables=fake_man(tmp_path, 'echo "$@"'))
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert capfd.readouterr().out == f"-l {ROOT}/man/linkly-library-add.1\n"


def test_man_at_a_terminal_without_a_usable_man_prints_text(linkly, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    ran = linkly("man", "read", tty=True, variables={"PATH": str(tmp_path)})
    assert (ran.status, ran.out, ran.err) == (0, page_text("read"), "")
    ran = linkly("man", "read", tty=True, variables=fake_man(tmp_path, "exit 1"))
    assert (ran.status, ran.out, ran.err) == (0, page_text("read"), "")


def test_man_names_the_pages_there_are(linkly):
    ran = linkly("man", "library", "ad")
    names = ", ".join(" ".join(command.path) for command in COMMANDS[1:])
    error = f'Error: There is no manual page "library ad". Pages: {names}.\nHint: linkly man search\n'
    assert (ran.status, ran.out, ran.err) == (2, "", error)


@pytest.mark.parametrize(
    ("shell", "file"),
    [("bash", "linkly.bash"), ("zsh", "_linkly"), ("fish", "linkly.fish"), ("powershell", "linkly.ps1")],
)
def test_completions_prints_the_committed_script(linkly, shell: str, file: str):
    ran = linkly("completions", shell)
    assert (ran.status, ran.out, ran.err) == (0, GENERATED[f"completions/{file}"], "")
