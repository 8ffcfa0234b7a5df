import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.words import count_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        (" .,;\n", 0),
        ("one two_2 three-four", 4),
        ("don't", 2),
        ("Größe à l’été", 4),
        ("cafe\u0301 e\u0301te\u0301", 2),
        ("हिन्दी भाषा", 2),
        ("日本語", 3),
        ("ひらがなとABC", 6),
        ("重跑gen-itgc后", 5),
        ("한국어 단어", 2),
        ("ภาษาไทยไม่มี", 3),
        ("ไทย", 1),
    ],
)
def test_counts_words_as_a_person_would(text: str, words: int) -> None:
    assert count_words(text) == words


@given(st.lists(st.text("abcé日", min_size=1)), st.lists(st.text("abcé日", min_size=1)))
def test_counts_add_up_over_a_space(left: list[str], right: list[str]) -> None:
    a, b = " ".join(left), " ".join(right)
    assert count_words(f"{a} {b}") == count_words(a) + count_words(b)
