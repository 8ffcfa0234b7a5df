"""What libraries log while a server runs."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from harness import NOW, Stream
from linkly_cli.environment import Environment
from linkly_cli.invocation import Invocation
from linkly_cli.mcp.logs import logged_to_standard_error


def logged(tmp_path: Path, **options: bool) -> str:
    environment = Environment(
        arguments=(), stdin=Stream(), stdout=Stream(), stderr=Stream(), variables={}, clock=lambda: NOW,
        timer=lambda: 0.0, cwd=tmp_path,
    )  # fmt: skip
    logger = logging.getLogger("some.library")
    with logged_to_standard_error(Invocation(environment, **options)):
        logger.info("quiet")
        logger.warning("odd \x1b[31m name")
        for error in (ZeroDivisionError("x"), asyncio.CancelledError()):
            try:
                raise error
            except BaseException:
                logger.exception("it failed\n")
    logger.warning("afterwards")
    assert environment.stdout.text == ""
    return environment.stderr.text


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "some.library: odd \\x1b[31m name\nsome.library: it failed (ZeroDivisionError)\n"),
        ({"quiet": True}, ""),
    ],
)
def test_warnings_are_a_line_each(tmp_path: Path, options: dict[str, bool], text: str):
    assert logged(tmp_path, **options) == text


def test_traces_are_shown_for_debugging(tmp_path: Path):
    assert "Traceback (most recent call last)" in logged(tmp_path, debug=True)
