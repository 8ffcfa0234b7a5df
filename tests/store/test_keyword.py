"""The keyword index against a naive one over the raw texts, and what Whoosh and the file system do to it."""

from __future__ import annotations

import io
import math
import pickle
import pickletools
import stat
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whoosh.filedb.structfile import StructFile
from whoosh.index import open_dir

from engine.errors import IndexDamagedError, StorageError
from engine.store import bm25f, keyword, postings
from engine.store.base import KeywordDocument, Ranking
from engine.store.keyword import WhooshKeywordIndex
from engine.store.passages import PASSAGE
from engine.text.analyse import analyse
from engine.text.query import Query, parse_query

FIELDS = ("title", "name", "text", "path")
WORDS = ("ferry", "quay", "noon", "tide", "the", "well-known", "重跑后", "重", "C++", "20.04")


class NaiveIndex:
    """BM25F of documents and of their passages, phrases and filters by looking at every document."""

    def __init__(self) -> None:
        self.documents: dict[int, KeywordDocument] = {}

    def _terms(self, doc_id: int, field: str) -> list[tuple[int, str]]:
        tokens = analyse(getattr(self.documents[doc_id], field))
        return [*enumerate(tokens.terms), *tokens.extras]

    def _length(self, doc_id: int, field: str) -> int:
        return len(analyse(getattr(self.documents[doc_id], field)).terms)

    def _frequency(self, doc_id: int, term: str, fields: Sequence[str]) -> float:
        return sum(self._in_field(doc_id, term, field, 0, math.inf) for field in fields)

    def _in_field(self, doc_id: int, term: str, field: str, first: int, end: float) -> float:
        """Normalised frequency among the positions from `first` to before `end`."""
        lengths = {other: self._length(other, field) for other in self.documents}
        longest = math.inf
        if field == "text":
            lengths = {other: max(length, bm25f.SHORTEST) for other, length in lengths.items()}
            longest = PASSAGE
        average = sum(min(length, longest) for length in lengths.values()) / len(lengths) or 1
        weight, b = bm25f.FIELDS[field].weight, bm25f.FIELDS[field].b
        count = sum(1 for at, found in self._terms(doc_id, field) if found == term and first <= at < end)
        length = lengths[doc_id] if end == math.inf else min(lengths[doc_id], PASSAGE, bm25f.LONGEST * average)
        return weight * count / (1 - b + b * length / average)

    def _passages(self, doc_id: int) -> range:
        """Where the passages of a document begin."""
        halves = math.ceil(self._length(doc_id, "text") / (PASSAGE // 2))
        return range(0, max(1, halves - 1) * (PASSAGE // 2), PASSAGE // 2)

    def _has(self, doc_id: int, phrase: Sequence[str]) -> bool:
        return any(
            all((start + at, term) in found for at, term in enumerate(phrase))
            for field in FIELDS
            if (found := set(self._terms(doc_id, field)))
            for start, _ in found
        )

    def scores(self, query: Query, allowed: set[int] | None = None) -> dict[int, float]:
        whole: dict[int, float] = dict.fromkeys(self.documents, 0.0)
        passages = {doc_id: [0.0 for _ in self._passages(doc_id)] for doc_id in self.documents}
        hits: set[int] = set()
        for term in (*query.terms, *query.supporting):
            frequencies = {doc_id: self._frequency(doc_id, term, FIELDS) for doc_id in self.documents}
            df = sum(1 for frequency in frequencies.values() if frequency)
            idf = math.log(1 + (len(self.documents) - df + 0.5) / (df + 0.5))
            light = term in query.light or term in query.supporting
            idf *= bm25f.LIGHT if light else 1
            for doc_id, frequency in frequencies.items():
                if not frequency:
                    continue
                hits |= {doc_id} if term in query.terms else set()
                whole[doc_id] += idf * frequency / (bm25f.K1 + frequency)
                for number, first in enumerate(self._passages(doc_id)):
                    inside = frequency
                    if not light:
                        inside = self._frequency(doc_id, term, ("title", "name", "path"))
                        inside += self._in_field(doc_id, term, "text", first, first + PASSAGE)
                    passages[doc_id][number] += idf * inside / (bm25f.K1 + inside)
        found = {
            doc_id: bm25f.WHOLE * whole[doc_id] + (1 - bm25f.WHOLE) * max(passages[doc_id]) for doc_id in self.documents
        }
        kept = {
            doc_id: score
            for doc_id, score in found.items()
            if doc_id in hits
            and (allowed is None or doc_id in allowed)
            and all(self._has(doc_id, phrase) for phrase in query.phrases)
            and not any(self._has(doc_id, phrase) for phrase in query.excluded)
        }
        return kept if kept or not query.phrases else self.scores(query.relaxed(), allowed)


def document(doc_id: int, text: str, title: str = "", name: str = "", path: str = "") -> KeywordDocument:
    return KeywordDocument(doc_id=doc_id, title=title, name=name, path=path, text=text)


def add_all(index: WhooshKeywordIndex, *texts: str) -> None:
    with index.writer() as writer:
        for doc_id, text in enumerate(texts, start=1):
            writer.add(document(doc_id, text))
        writer.commit()


def found(index: WhooshKeywordIndex, query: str, allowed: Sequence[int] | None = None) -> list[int]:
    ids = None if allowed is None else np.array(allowed, dtype=np.int64)
    return index.search(parse_query(query), ids).doc_ids.tolist()


def as_dict(ranking: Ranking) -> dict[int, float]:
    return dict(zip(ranking.doc_ids.tolist(), ranking.scores.tolist(), strict=True))


@pytest.fixture
def index(tmp_path: Path) -> Iterator[WhooshKeywordIndex]:
    index = WhooshKeywordIndex.create(tmp_path / "keyword")
    yield index
    index.close()


sentences = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
filler = st.sampled_from((0, 0, 0, 145, 290, 500)).map(lambda count: "loaf " * count)
texts = st.tuples(sentences, filler, sentences, filler).map(" ".join)
documents = st.builds(document, st.integers(1, 9), texts, sentences, st.sampled_from(WORDS), st.just("/a/ferry"))
changes = st.lists(st.one_of(documents, st.integers(1, 9), st.just("commit")), max_size=25)
queries = st.one_of(
    sentences,
    st.tuples(sentences, sentences).map(lambda pair: f'{pair[0]} "{pair[1]}"'),
    st.tuples(sentences, st.sampled_from(WORDS)).map(lambda pair: f"{pair[0]} -{pair[1]}"),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes, st.lists(queries, min_size=1, max_size=4), st.sets(st.integers(1, 9)))
def test_ranking_equals_the_naive_one(
    tmp_path_factory: pytest.TempPathFactory, changes: list[object], queries: list[str], allowed: set[int]
) -> None:
    """After additions, updates, removals and commits in any order; filtered search is search, then filter."""
    index = WhooshKeywordIndex.create(tmp_path_factory.mktemp("keyword"))
    naive = NaiveIndex()
    with pytest.MonkeyPatch.context() as patch, index.writer() as writer:
        patch.setattr(keyword, "_TIER", 3)
        for change in changes:
            if isinstance(change, KeywordDocument):
                writer.remove(change.doc_id)
                writer.add(change)
                naive.documents[change.doc_id] = change
            elif isinstance(change, int):
                writer.remove(change)
                naive.documents.pop(change, None)
            else:
                writer.commit()
        writer.commit()
    for text in queries:
        query = parse_query(text)
        for ids in (None, allowed):
            ranking = index.search(query, None if ids is None else np.array(sorted(ids), dtype=np.int64))
            assert as_dict(ranking) == pytest.approx(naive.scores(query, ids), rel=1e-9)
            order = [(-score, doc_id) for doc_id, score in as_dict(ranking).items()]
            assert order == sorted(order)
            assert all(score <= ranking.bound for score in ranking.scores)
        for term in query.terms:
            expected = sum(term in {t for _, t in naive._terms(doc_id, "text")} for doc_id in naive.documents)
            assert index.document_frequency([term]) == {term: expected}
    index.close()


def test_many_segments_merge_and_rank_like_one(index: WhooshKeywordIndex, tmp_path: Path) -> None:
    texts = [f"ferry {'quay ' * (number % 7)} number{number}" for number in range(60)]
    single = WhooshKeywordIndex.create(tmp_path / "single")
    add_all(single, *texts)
    with index.writer() as writer:
        for doc_id, text in enumerate(texts, start=1):
            writer.add(document(doc_id, text))
            writer.commit()
    query = parse_query("quay number9 ferry")
    assert as_dict(index.search(query)) == as_dict(single.search(query))
    assert index.search(query).doc_ids.tolist() == single.search(query).doc_ids.tolist()
    assert len(list((tmp_path / "keyword").glob("*.trm"))) < 2 * keyword._TIER
    single.close()


def test_full_batches_leave_memory_before_the_commit(
    index: WhooshKeywordIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyword, "_BATCH_TERMS", 4)
    with index.writer() as writer:
        for doc_id in range(1, 6):
            writer.add(document(doc_id, "ferry at noon on the quay"))
        writer.remove(2)
        assert found(index, "ferry") == []
        writer.commit()
    assert found(index, "ferry") == [1, 3, 4, 5]


def test_public_matchers_give_the_same_postings(index: WhooshKeywordIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    add_all(index, *("ferry " * (number % 3) + "noon quay " * (number % 5) for number in range(400)))
    query = parse_query('ferry "noon quay" -zebra')
    by_block = index.search(query)
    monkeypatch.setattr(postings, "_has_blocks", lambda matcher: False)
    public = index.search(query)
    assert len(by_block.doc_ids) == 320
    assert as_dict(public) == as_dict(by_block)


def test_whoosh_itself_reads_the_index(index: WhooshKeywordIndex, tmp_path: Path) -> None:
    add_all(index, "ferry ferry", "quay", "ferry")
    reader = open_dir(str(tmp_path / "keyword")).reader()
    assert reader.doc_count() == 3
    assert reader.doc_frequency("text", "ferri") == 2
    assert list(reader.postings("text", "ferri").all_ids()) == [0, 2]
    reader.close()


def test_no_class_of_ours_is_pickled(index: WhooshKeywordIndex, tmp_path: Path) -> None:
    add_all(index, "ferry")
    commit = next((tmp_path / "keyword").glob("*.toc")).read_bytes()
    modules = set()
    for start in (at for at in range(len(commit)) if commit.startswith((b"\x80\x02", b"\x80\x04"), at)):
        names = [arg for _, arg, _ in pickletools.genops(io.BytesIO(commit[start:])) if isinstance(arg, str)]
        modules |= {name.split(".")[0] for name in names}
    assert "whoosh" in " ".join(modules)
    assert b"engine" not in commit
    assert b"linkly" not in commit


def test_a_phrase_that_matches_nothing_is_relaxed(index: WhooshKeywordIndex) -> None:
    add_all(index, "noon at the quay", "quay at noon")
    strict, relaxed = index.search(parse_query('"at noon"')), index.search(parse_query('"noon quay"'))
    assert (strict.doc_ids.tolist(), strict.relaxed) == ([2], False)
    assert (sorted(relaxed.doc_ids.tolist()), relaxed.relaxed) == ([1, 2], True)
    assert index.search(parse_query("noon")).relaxed is False


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("ferry -noon", [2]),
        ('ferry -"noon quay"', [1, 2]),
        ("-noon", [1, 3]),
        ("ferry -C++", [1, 2, 3]),
        ("重", [4]),
        ("gen-itgc", [4]),
        ("重跑", [4]),
        ('"重跑gen"', [4]),
        ("!", []),
        ("qqzzxv", []),
        ("🙂", [5]),
        ("", []),
    ],
)
def test_what_is_found(index: WhooshKeywordIndex, query: str, ids: list[int]) -> None:
    add_all(index, "ferry quay noon", "ferry", "ferry noon quay", "重跑gen-itgc后", "smile 🙂")
    assert sorted(found(index, query)) == ids


def test_filters(index: WhooshKeywordIndex) -> None:
    add_all(index, "ferry", "ferry", "ferry")
    assert found(index, "ferry", [2, 3, 99]) == [2, 3]
    assert found(index, "ferry", []) == []


@given(text=st.text(max_size=30))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_string_can_be_searched(index: WhooshKeywordIndex, text: str) -> None:
    assert len(index.search(parse_query(text)).doc_ids) == 0


def test_any_text_can_be_indexed_and_found(index: WhooshKeywordIndex) -> None:
    add_all(index, "\ud800 lone \U0010ffff", "x" * 500, "", "word " * 70_000 + "ferry noon")
    assert found(index, "lone") == [1]
    assert found(index, "x" * 500) == [2]
    assert found(index, '"ferry noon"') == [4]


def test_generation_grows_with_each_commit_that_changes_something(tmp_path: Path) -> None:
    index = WhooshKeywordIndex.create(tmp_path)
    assert index.generation() == 0
    with index.writer() as writer:
        writer.commit()
        assert index.generation() == 0
        writer.add(document(1, "ferry"))
        assert index.generation() == 0
        writer.commit()
        assert index.generation() == 1
        writer.remove(1)
        writer.commit()
    assert index.generation() == 2
    assert WhooshKeywordIndex.create(tmp_path).generation() == 3
    index.close()


def test_a_word_that_no_document_has_lowers_the_share_of_all(index: WhooshKeywordIndex) -> None:
    add_all(index, "a ferry", "a loaf")
    one, two = index.search(parse_query("ferry")), index.search(parse_query("ferry zeppelin"))
    assert as_dict(one) == as_dict(two)
    assert two.bound > 1.5 * one.bound


def test_a_book_is_found_for_what_one_of_its_pages_is_about(index: WhooshKeywordIndex) -> None:
    page = "cables, pipes and other parts of the station building " * 30
    book = page * 9 + "How to change the mercury lamp of the projector. " + page * 9
    notes = [f"Note {number}: the {part} is new." for number, part in enumerate(("mercury", "lamp", *["roof"] * 40))]
    add_all(index, *notes, book)
    assert found(index, "mercury lamp") == [len(notes) + 1, 1, 2]


def test_words_on_one_page_count_more_than_words_of_different_pages(index: WhooshKeywordIndex) -> None:
    page = "cables, pipes and other parts of the station building " * 40
    add_all(index, f"The mercury. {page} A lamp. {page}", f"{page} The mercury lamp. {page}", page, page)
    assert found(index, "mercury lamp") == [2, 1]


def test_a_word_nobody_has_finds_compounds_that_begin_with_it(index: WhooshKeywordIndex) -> None:
    add_all(index, "Donaudampfschifffahrt im Nebel", "Donaudelta", "Elbe", "Dona")
    found_by_prefix = index.search(parse_query("Donau"))
    assert sorted(found_by_prefix.doc_ids.tolist()) == [1, 2]
    assert sorted(found_by_prefix.extended) == ["donaudampfschifffahrt", "donaudelta"]
    assert found(index, "Elbe") == [3]
    assert index.search(parse_query("Elbe")).extended == ()
    assert found(index, "Nebe") == []


def test_compounds_are_not_looked_for_where_the_word_itself_occurs(index: WhooshKeywordIndex) -> None:
    add_all(index, "Donau", "Donaudelta")
    assert found(index, "Donau") == [1]


def test_single_ideographs_support_and_make_no_hit(index: WhooshKeywordIndex) -> None:
    add_all(index, "重跑后", "重")
    ranking = index.search(parse_query("重跑后"))
    assert ranking.doc_ids.tolist() == [1]


def test_what_is_not_committed_is_dropped(index: WhooshKeywordIndex, tmp_path: Path) -> None:
    add_all(index, "ferry")
    files = {path.name for path in (tmp_path / "keyword").iterdir()}
    with index.writer() as writer:
        writer.remove(1)
        writer.add(document(2, "quay"))
    assert found(index, "ferry quay") == [1]
    assert {path.name for path in (tmp_path / "keyword").iterdir()} == files


def test_files_are_private(index: WhooshKeywordIndex, tmp_path: Path) -> None:
    add_all(index, "ferry")
    folder = tmp_path / "keyword"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_readers_during_commits(index: WhooshKeywordIndex, tmp_path: Path) -> None:
    """A reader that opens while commits remove files sees one commit or the next, and never an error."""
    add_all(index, "ferry")
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            reader = WhooshKeywordIndex.open(tmp_path / "keyword")
            try:
                assert 1 in found(reader, "ferry")
            except BaseException as exc:  # noqa: BLE001 - reported by the main thread
                failures.append(exc)
                return
            finally:
                reader.close()

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    with index.writer() as writer:
        for doc_id in range(2, 40):
            writer.add(document(doc_id, "ferry quay"))
            writer.commit()
    done.set()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize("pattern", ["*.toc", "*.trm", "*.pst", "*.col"])
@pytest.mark.parametrize("damage", ["missing", "empty", "noise"])
def test_damaged_files_are_reported_with_the_way_out(
    index: WhooshKeywordIndex, tmp_path: Path, pattern: str, damage: str
) -> None:
    add_all(index, "ferry quay", "ferry noon")
    index.close()
    path = next((tmp_path / "keyword").glob(pattern))
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(b"" if damage == "empty" else b"\x99noise" * 100)
    with pytest.raises(IndexDamagedError) as caught:
        found(index, "ferry")
    assert caught.value.hint == "linkly index --rebuild"


def test_no_index_is_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(IndexDamagedError):
        WhooshKeywordIndex.open(tmp_path / "none")


def test_a_full_disk_is_a_storage_error(index: WhooshKeywordIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with index.writer() as writer:
        writer.add(document(1, "ferry"))
        monkeypatch.setattr(StructFile, "write", write)
        with pytest.raises(StorageError, match="No space left on device"):
            writer.commit()
        monkeypatch.undo()
    assert found(index, "ferry") == []


def test_importing_the_module_imports_neither_whoosh_nor_numpy() -> None:
    import subprocess
    import sys

    code = "import sys, engine.store.keyword as k; print(sorted({'whoosh', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    assert pickle.dumps(WhooshKeywordIndex)


def test_far_into_a_long_text_words_are_still_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.text.analyse._PART", 40)
    monkeypatch.setattr("engine.store.inversion._LONGEST", 20)
    body = " ".join(f"word{number % 50} common" for number in range(400))
    index = WhooshKeywordIndex.create(tmp_path / "long")
    with index.writer() as writer:
        writer.add(KeywordDocument(doc_id=1, title="", name="", path="", text=f"first place {body} the final needle"))
        writer.add(KeywordDocument(doc_id=2, title="", name="", path="", text="common place"))
        writer.commit()
    for text, expected in (("needle", [1]), ("word49", [1]), ('"first place"', [1]), ("common", [2, 1])):
        assert sorted(index.search(parse_query(text)).doc_ids.tolist()) == sorted(expected), text
    index.close()
