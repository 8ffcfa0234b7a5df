"""Whole outputs of every kind of result in every format.

To accept a change: `LINKLY_UPDATE_GOLDENS=1 pytest tests/render`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GOLDENS = Path(__file__).parent / "goldens"
ACTIVE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
COLOR = re.compile("\x1b\\[[0-9;]+m")


@pytest.mark.parametrize("format_name", ["markdown", "terminal", "plain", "json"])
def test_output_is_the_golden_one(format_name, sample, spell, golden):
    name, result = sample
    golden(f"{format_name}/{name}.txt", spell(format_name, result()))


@pytest.mark.parametrize("name", ["search_nasty", "grep", "grep_mixed", "read", "outline", "status", "doctor", "index"])
def test_coloured_output_is_the_golden_one(name, make, spell, golden):
    golden(f"terminal-color/{name}.txt", spell("terminal", make(name), color=True))


def test_colour_changes_nothing_but_colour(sample, spell):
    _, result = sample
    assert COLOR.sub("", spell("terminal", result(), color=True)) == spell("terminal", result())


@pytest.mark.parametrize("format_name", ["markdown", "terminal", "json"])
def test_nothing_from_documents_acts_on_a_terminal(format_name, sample, spell):
    assert ACTIVE.findall(spell(format_name, sample[1]())) == []


def test_plain_acts_on_no_terminal_either(sample, spell):
    assert ACTIVE.findall(spell("plain", sample[1](), tty=True)) == []


def test_every_golden_belongs_to_a_test():
    names = {path.stem for path in (GOLDENS / "json").iterdir()}
    for folder in GOLDENS.iterdir():
        assert {path.stem for path in folder.iterdir()} <= names
    assert {folder.name for folder in GOLDENS.iterdir()} == {"markdown", "terminal", "terminal-color", "plain", "json"}
