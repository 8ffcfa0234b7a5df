"""Chunks cover the text, fit the model, and end where a reader would end them."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.documents import Heading
from engine.text.chunk import Chunk, chunk_text


def count(texts):
    """Words, long ones in pieces of four letters: like a model's tokenizer, and easy to foresee."""
    return [sum(-(-len(word) // 4) for word in text.split()) for text in texts]


def cut(text: str, headings: tuple[Heading, ...] = (), title: str = "T", window: int = 40) -> list[Chunk]:
    return list(chunk_text(text, headings, title, count, window))


def given_to_model(text: str, chunk: Chunk) -> str:
    return f"{chunk.context}\n{text[chunk.start : chunk.end]}"


WORDS = st.text("abcdé漢 .!\n", max_size=400)


@given(WORDS, st.integers(16, 60), st.data())
def test_chunks_cover_what_is_visible_once_and_fit(text: str, window: int, data: st.DataObject) -> None:
    lines = text.count("\n") + 1
    numbers = data.draw(st.lists(st.integers(1, lines), unique=True, max_size=5))
    headings = tuple(Heading(level=1 + n % 3, title=f"heading {n} of many words", line=n) for n in sorted(numbers))
    chunks = cut(text, headings, "a title " * 10, window)
    assert "".join("".join(text[c.start : c.end].split()) for c in chunks) == "".join(text.split())
    assert all(a.end <= b.start for a, b in itertools.pairwise(chunks))
    assert all(count([given_to_model(text, chunk)])[0] <= window for chunk in chunks)


def test_a_short_text_is_one_chunk() -> None:
    assert cut("one line\n\nand another") == [Chunk(start=0, end=21, context="T")]


def test_nothing_visible_has_no_chunk() -> None:
    assert cut("") == cut(" \n\n\t\n") == []


def test_a_section_begins_a_chunk_once_the_last_one_is_long_enough() -> None:
    text = "# A\n" + "word " * 20 + "\n# B\nother"
    chunks = cut(text, (Heading(level=1, title="A", line=1), Heading(level=1, title="B", line=3)))
    assert [text[c.start : c.end].split()[:2] for c in chunks] == [["#", "A"], ["#", "B"]]


def test_short_sections_share_a_chunk() -> None:
    text = "# A\none\n# B\ntwo\n# C\nthree"
    headings = tuple(Heading(level=1, title=name, line=line) for name, line in (("A", 1), ("B", 3), ("C", 5)))
    assert len(cut(text, headings)) == 1


def test_a_chunk_ends_with_a_paragraph_rather_than_within_one() -> None:
    first, second = "alpha " * 12, "beta\n" * 25
    chunks = cut(f"{first}\n\n{second}")
    assert len(chunks) == 2
    assert chunks[1].start == len(first) + 2


def test_the_context_names_title_and_headings_above() -> None:
    text = "# Boats\n## Repairs\n" + "word " * 25 + "\n" + "more " * 25
    headings = (Heading(level=1, title="Boats", line=1), Heading(level=2, title="Repairs", line=2))
    assert [chunk.context for chunk in cut(text, headings, "Manual")] == ["Manual", "Manual › Boats › Repairs"]


def test_a_heading_ends_the_sections_at_its_level_and_below() -> None:
    text = "# A\n## B\nb\n# C\n" + "word " * 25 + "\n" + "more " * 25
    headings = tuple(
        Heading(level=level, title=name, line=line) for level, name, line in ((1, "A", 1), (2, "B", 2), (1, "C", 4))
    )
    assert cut(text, headings)[-1].context == "T › C"


def test_a_heading_that_is_the_title_is_named_once() -> None:
    text = "# Manual\n" + "word " * 25 + "\n" + "more " * 25
    assert cut(text, (Heading(level=1, title="Manual", line=1),), "Manual")[1].context == "Manual"


def test_a_line_without_end_is_cut_between_words() -> None:
    text = "lorem ipsum " * 5_000
    chunks = cut(text, window=60)
    assert all(text[chunk.start : chunk.end].split(maxsplit=1)[0] in {"lorem", "ipsum"} for chunk in chunks)
    assert max(count([given_to_model(text, chunk)])[0] for chunk in chunks) <= 60


def test_a_word_without_end_is_cut_too() -> None:
    chunks = cut("x" * 10_000)
    assert sum(chunk.end - chunk.start for chunk in chunks) == 10_000
    assert len(chunks) > 60
