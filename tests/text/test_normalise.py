"""The stored form of text, and that making it takes no more than the text is long."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import normalise
from engine.text.analyse import analyse, fold
from engine.text.normalise import clean_text, normalised

MARKS = "\u0301\u0327\u0316\u0345\u0344\u05b8\u05bc\u0e38\u0e49\u0f71\u0f73\u1dce\u3099\uff9e\U0001d165"


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
@given(st.lists(st.one_of(st.text("aéがᄀ각\ud800", max_size=2), st.text(MARKS, max_size=60)), max_size=6).map("".join))
def test_normal_forms_are_those_of_unicode(form, text):
    assert normalised(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("marks", ["\u0301\u0327", "\u0e49\u0e38", "\u05b8\u05bc", "\uff9e\u0301"])
def test_marks_come_to_the_normaliser_in_order(monkeypatch, marks):
    exchanges = 0
    normalize = unicodedata.normalize

    class Spy:
        combining = staticmethod(unicodedata.combining)
        is_normalized = staticmethod(unicodedata.is_normalized)

        @staticmethod
        def normalize(form, text):
            nonlocal exchanges
            classes = list(map(unicodedata.combining, text))
            exchanges += sum(0 < after < before for before, after in pairwise(classes))
            return normalize(form, text)

    monkeypatch.setattr(normalise, "unicodedata", Spy)
    text = "a" + marks * 5_000
    assert clean_text(text) == normalize("NFC", text)
    assert fold(text) == fold(clean_text(text))
    assert analyse(text).terms
    assert exchanges < 20


def test_lines_stay_the_same_in_number():
    assert clean_text("one\r\ntwo\rthree\n\ufb01\u00adve\x00\ud800") == "one\ntwo\nthree\nfive\ufffd"
