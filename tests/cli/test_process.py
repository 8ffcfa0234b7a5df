"""The installed program as a process: streams, signals, locales, terminals, stray modules."""

from __future__ import annotations

import errno
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from harness import Linkly

ROOT = Path(__file__).parents[2]


def command(shore: Linkly, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "linkly_cli", "--data-dir", str(shore.data_dir), *arguments]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(shore: Linkly, *arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    options.setdefault("env", environment())
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run(command(shore, *arguments), timeout=120, **options)  # type: ignore[call-overload]


def test_a_closed_pipe_is_silent_success(shore: Linkly, tmp_path: Path) -> None:
    script = f"{' '.join(command(shore, 'read', *['1'] * 3000))} 2>err | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment(), cwd=tmp_path)
    assert done.stdout.splitlines()[1:] == ["0"]
    assert (tmp_path / "err").read_text() == ""


@pytest.mark.parametrize("form", ["markdown", "json", "plain"])
def test_a_full_disk_behind_the_output_is_failure(shore: Linkly, form: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(shore, "search", "ferry", "--format", form, stdout=full)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    if form != "json":
        assert done.stderr == b"Error: The output cannot be written: no space is left on the device.\n"


@pytest.mark.parametrize("redirection", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_do_no_harm(shore: Linkly, redirection: str) -> None:
    script = f"{' '.join(command(shore, 'search', 'ferry'))} {redirection}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment())
    assert (done.returncode, done.stderr) == (0, "")


def test_an_ascii_locale_still_gets_utf8(shore: Linkly) -> None:
    env = environment(LC_ALL="C", PYTHONIOENCODING="ascii")
    done = run(shore, "search", "満潮", "--json", env=env)
    assert orjson.loads(done.stdout)["results"][0]["title"] == "潮の満ち引き"


def test_modules_of_the_same_name_in_the_folder_are_not_taken(shore: Linkly, tmp_path: Path) -> None:
    for name in ("engine", "renderers", "typer", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('stray module')")
    (tmp_path / "a.txt").write_text("words")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = Path(sys.executable).with_name("linkly")
    for arguments in (["index", "a.txt"], ["search", "words"]):
        done = subprocess.run(
            [program, "--data-dir", tmp_path / "data", *arguments],
            capture_output=True,
            text=True,
            env=env,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_ctrl_c_ends_quietly(shore: Linkly) -> None:
    process = subprocess.Popen(
        command(shore, "read", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    process.stdin.write(b"1\n")
    process.stdin.flush()
    for _ in range(200):
        status = Path(f"/proc/{process.pid}/wchan")
        if status.exists() and "pipe" in status.read_text():
            break
        signal.sigtimedwait([], 0.05)
    else:
        signal.sigtimedwait([], 1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, b"")


def terminal(shore: Linkly, *arguments: str, **variables: str) -> str:
    """What a terminal is sent."""
    pid, descriptor = pty.fork()
    if pid == 0:
        os.execvpe(sys.executable, command(shore, *arguments), environment(TERM="xterm", **variables))
    sent = bytearray()
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError as exc:
            if exc.errno != errno.EIO:  # which is how Linux says that the other side was closed
                raise
            break
        if not part:
            break
        sent += part
    os.close(descriptor)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, sent.decode()
    return sent.decode("utf-8")


def test_a_terminal_gets_the_terminal_format(shore: Linkly) -> None:
    shown = terminal(shore, "search", "ferry")
    assert "# Search Results" not in shown
    assert "\x1b[" in shown
    assert "\x1b[" not in terminal(shore, "search", "ferry", NO_COLOR="1")


def test_a_terminal_sees_progress_and_a_summary(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    for number in range(30):
        (tmp_path / "d" / f"{number}.txt").write_text(f"words {number}")
    shown = terminal(Linkly(tmp_path / "data", tmp_path), "index", str(tmp_path / "d"))
    assert "30/30" in shown
    assert "Next: linkly search" in shown


def test_the_installed_command_is_this_program(shore: Linkly) -> None:
    done = subprocess.run([Path(sys.executable).with_name("linkly"), "--version"], capture_output=True, text=True)
    assert done.stdout == "linkly 0.1.0\n"
