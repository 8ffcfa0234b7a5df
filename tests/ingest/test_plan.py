"""Planning: every known document and every file is in exactly one list, and moves keep ids."""

from hypothesis import given
from hypothesis import strategies as st

from engine.documents import SourceFile
from engine.ingest.plan import Plan, make_plan
from engine.store.records import KnownFile


def source(path: str, state: int = 0, size: int = 1) -> SourceFile:
    return SourceFile(path=path, suffix="txt", size=size, mtime_ns=state, inode=0)


def known(
    doc_id: int, path: str, state: int = 0, size: int = 1, content: bytes | None = b"h", extractor: int = 1
) -> KnownFile:
    return KnownFile(
        doc_id=doc_id, path=path, size=size, mtime_ns=state, inode=0, extractor=extractor, content_hash=content
    )


def plan(documents: list[KnownFile], files: list[SourceFile], content: bytes | None = None, **options: bool) -> Plan:
    return make_plan(documents, {file.path: file for file in files}, extractor=1, hash_of=lambda _: content, **options)


STATES = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 1), max_size=6)


@given(STATES, STATES, st.sampled_from([None, b"h"]), st.booleans(), st.booleans())
def test_everything_is_in_one_list(
    before: dict[str, int], after: dict[str, int], content: bytes | None, verify: bool, rebuild: bool
) -> None:
    documents = [known(number, path, state) for number, (path, state) in enumerate(before.items(), start=1)]
    result = plan(
        documents, [source(path, state) for path, state in after.items()], content, verify=verify, rebuild=rebuild
    )
    readings = [(r.known.doc_id if r.known else None, r.source.path) for r in result.readings]
    seen_ids = (
        [k.doc_id for k in result.unchanged] + [k.doc_id for k in result.gone] + [m.known.doc_id for m in result.moves]
    )
    assert sorted([*seen_ids, *(doc_id for doc_id, _ in readings if doc_id)]) == list(range(1, len(before) + 1))
    paths = [k.path for k in result.unchanged] + [m.source.path for m in result.moves] + [path for _, path in readings]
    assert sorted(paths) == sorted(after)
    assert all(move.known.path not in after and move.source.path not in before for move in result.moves)


def test_unchanged_files_are_not_opened() -> None:
    assert plan([known(1, "a")], [source("a")]).readings == []


def test_a_changed_file_is_compared_by_its_hash() -> None:
    [reading] = plan([known(1, "a")], [source("a", state=5)]).readings
    assert reading.expected_hash == b"h"


def test_a_new_extraction_or_a_rebuild_reads_without_comparing() -> None:
    assert plan([known(1, "a", extractor=0)], [source("a")]).readings[0].expected_hash is None
    assert plan([known(1, "a")], [source("a")], rebuild=True).readings[0].expected_hash is None
    assert plan([known(1, "a")], [source("a")], verify=True).readings[0].expected_hash == b"h"


def test_a_move_keeps_the_document() -> None:
    result = plan([known(1, "a")], [source("b")], content=b"h")
    assert [(move.known.doc_id, move.source.path) for move in result.moves] == [(1, "b")]
    assert result.gone == []


def test_a_copy_is_a_new_document() -> None:
    result = plan([known(1, "a")], [source("a"), source("b")], content=b"h")
    assert [reading.known for reading in result.readings] == [None]


def test_of_two_copies_one_is_the_move() -> None:
    result = plan([known(1, "a")], [source("c"), source("b")], content=b"h")
    assert [move.source.path for move in result.moves] == ["b"]
    assert [reading.source.path for reading in result.readings] == ["c"]


def test_another_content_is_no_move() -> None:
    result = plan([known(1, "a")], [source("b")], content=b"other")
    assert [k.doc_id for k in result.gone] == [1]
