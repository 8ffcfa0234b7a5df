"""The catalogue: texts in blocks, ids, snapshots, damage, one writer."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import ExtractedDocument, Heading, SourceFile
from engine.errors import DocumentNotFoundError, IndexDamagedError, LockedError, NoIndexError, StorageError
from engine.models import DocType, Place, PlaceMark
from engine.requests import Filter
from engine.store import blocks, schema
from engine.store.blocks import decode_structure, encode_structure, join_blocks, split_blocks
from engine.store.catalog import Catalog
from engine.store.catalog_vectors import VectorCatalog
from engine.store.catalog_writer import CatalogWriter, StoredFile
from engine.store.lock import is_locked, writer_lock
from engine.store.records import Library, Structure


def stored(path: str, text: str, *, content: bytes = b"h", mtime_ns: int = 10**18) -> StoredFile:
    return StoredFile(
        source=SourceFile(path=path, suffix="txt", size=len(text), mtime_ns=mtime_ns, inode=1),
        content_hash=content,
        extractor=1,
        document=ExtractedDocument(doc_type=DocType.TXT, text=text),
        title="T",
        word_count=len(text.split()),
        keywords=(),
    )


def add(catalog: CatalogWriter, path: str, text: str = "words", **more: object) -> int:
    with catalog.transaction():
        doc_id = catalog.save_file(stored(path, text, **more), doc_id=None)  # type: ignore[arg-type]
        libraries = catalog.libraries()
        library = libraries[0].library_id if libraries else catalog.save_library(Library(name="all", roots=("/r",)))
        catalog.set_membership(doc_id, [library])
    return doc_id


@pytest.fixture
def writer(tmp_path: Path):
    with CatalogWriter.open(tmp_path / "catalog.sqlite3") as catalog:
        yield catalog


@given(st.lists(st.text("ab\u00e9", max_size=5), min_size=1, max_size=40), st.integers(1, 12))
def test_blocks_give_back_every_line_at_its_number(lines: list[str], size: int) -> None:
    text = "\n".join(lines)
    before, blocks.BLOCK = blocks.BLOCK, size
    try:
        parts = list(split_blocks(text))
    finally:
        blocks.BLOCK = before
    if text:
        assert join_blocks([data for _, data in parts]) == text
        for first, data in parts:
            inside = join_blocks([data]).split("\n")
            assert lines[first - 1 : first - 1 + len(inside)] == inside


@pytest.mark.parametrize(("first", "last"), [(1, 1), (1, 10_000), (4999, 5003), (9_999, 20_000), (10_001, 10_002)])
def test_a_page_is_the_same_as_the_slice(writer: CatalogWriter, first: int, last: int) -> None:
    lines = [f"line {number} " + "x" * (number % 50) for number in range(1, 10_001)]
    doc_id = add(writer, "/r/a.txt", "\n".join(lines))
    assert writer.lines(doc_id, first, last) == lines[first - 1 : last]
    assert writer.text(doc_id) == "\n".join(lines)


def test_structures_survive() -> None:
    structure = Structure(
        headings=(Heading(level=1, title="é \u2028", line=3),),
        places=(PlaceMark(line=1, place=Place(page=1)), PlaceMark(line=4, place=Place(chapter="x"))),
    )
    assert decode_structure(encode_structure(structure)) == structure


def test_a_path_gets_its_id_back_and_no_other_file_does(writer: CatalogWriter) -> None:
    first, second = add(writer, "/r/a.txt"), add(writer, "/r/b.txt")
    with writer.transaction():
        writer.set_membership(second, [])
        assert writer.retire_orphans() == 1
    third = add(writer, "/r/c.txt")
    assert len({first, second, third}) == 3
    assert add(writer, "/r/b.txt") == second
    assert writer.keyword_removals() == [second]


def test_bytes_that_are_no_text_survive_in_paths(writer: CatalogWriter) -> None:
    path = "/r/\udcff\udcfe/caf\u00e9\n\x1b[31m.txt"
    doc_id = add(writer, path)
    assert writer.document(doc_id).path == path
    assert [known.path for known in writer.known_files()] == [path]


def test_a_file_in_the_root_folder(writer: CatalogWriter) -> None:
    doc_id = add(writer, "/a.txt")
    assert writer.document(doc_id).path == "/a.txt"
    assert writer.folder_counts(None) == [("/", 1)]


def test_a_failed_transaction_leaves_nothing(writer: CatalogWriter) -> None:
    with pytest.raises(KeyError), writer.transaction():
        writer.save_library(Library(name="x", roots=("/r",)))
        raise KeyError
    assert writer.libraries() == ()


def test_a_reader_keeps_its_state_while_a_writer_goes_on(writer: CatalogWriter, tmp_path: Path) -> None:
    first = add(writer, "/r/a.txt")
    with Catalog.open(tmp_path / "catalog.sqlite3") as reader:
        assert reader.select(Filter()) == [first]
        second = add(writer, "/r/b.txt")
        assert reader.select(Filter()) == [first]
        with pytest.raises(DocumentNotFoundError):
            reader.document(second)
    with Catalog.open(tmp_path / "catalog.sqlite3") as reader:
        assert reader.select(Filter()) == [first, second]


def test_a_reader_cannot_write(writer: CatalogWriter, tmp_path: Path) -> None:
    with Catalog.open(tmp_path / "catalog.sqlite3") as reader, pytest.raises(StorageError):
        reader._rows("INSERT INTO meta VALUES ('a', 1)")


def test_equal_texts_are_known(writer: CatalogWriter) -> None:
    first, _, third = (
        add(writer, f"/r/{name}.txt", text) for name, text in (("a", "same"), ("b", "other"), ("c", "same"))
    )
    assert set(writer.same_texts()) == {first, third}


def test_nothing_there_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(NoIndexError):
        Catalog.open(tmp_path / "catalog.sqlite3")
    (tmp_path / "catalog.sqlite3").touch()
    with pytest.raises(NoIndexError):
        Catalog.open(tmp_path / "catalog.sqlite3")


@pytest.mark.parametrize(
    "content", [b"not a database at all, but long enough to be one" * 100, b"SQLite format 3\x00" + b"\xff" * 5000]
)
def test_damage_is_said(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "catalog.sqlite3"
    path.write_bytes(content)
    for kind in (Catalog, CatalogWriter):
        with pytest.raises(IndexDamagedError):
            kind.open(path)
    assert path.read_bytes() == content


def test_another_program_s_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "catalog.sqlite3"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE x (y)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(IndexDamagedError, match="not a linkly catalogue"):
        CatalogWriter.open(path)
    assert path.read_bytes() == before


def test_a_format_from_the_future_is_refused(writer: CatalogWriter, tmp_path: Path) -> None:
    writer._change("PRAGMA user_version = 99")
    with pytest.raises(StorageError, match="format 99"):
        Catalog.open(tmp_path / "catalog.sqlite3")


def test_files_are_private(tmp_path: Path) -> None:
    with CatalogWriter.open(tmp_path / "new" / "catalog.sqlite3"):
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
        for file in (tmp_path / "new").iterdir():
            assert file.stat().st_mode & 0o077 == 0, file


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    script = f"from pathlib import Path\nfrom engine.store.lock import writer_lock\nwith writer_lock(Path({str(path)!r})):\n print('held', flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdin is not None
    try:
        assert holder.stdout.readline() == "held\n"
        assert is_locked(path)
        with pytest.raises(LockedError, match=str(holder.pid)), writer_lock(path):
            pass
        holder.kill()
        holder.wait()
        assert not is_locked(path)
        with writer_lock(path):
            assert is_locked(path)
    finally:
        holder.kill()
        holder.wait()
        holder.stdin.close()
        holder.stdout.close()


def test_a_catalogue_of_the_first_format_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "catalog.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            f"{schema._BASE} PRAGMA application_id = {schema.APPLICATION_ID}; PRAGMA user_version = 1;"
        )
        connection.execute("INSERT INTO library VALUES (1, 'all', 'all', '', 0, 0)")
    connection.close()
    with pytest.raises(StorageError, match="from an earlier linkly") as caught:
        Catalog.open(path)
    assert caught.value.hint == "bring it up to date: linkly index"
    with VectorCatalog.open(path) as catalog:
        assert [library.name for library in catalog.libraries()] == ["all"]
        assert catalog.vector_progress("m").pending == 0
    with Catalog.open(path) as catalog:
        assert [library.name for library in catalog.libraries()] == ["all"]
