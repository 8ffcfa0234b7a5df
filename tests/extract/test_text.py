from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import ExtractedDocument
from engine.extract.base import ExtractionError, Limits
from engine.extract.text import TextExtractor
from engine.models import DocType, Outcome


def extract(path: Path, data: bytes, limits: Limits | None = None) -> ExtractedDocument:
    path.write_bytes(data)
    return TextExtractor().extract(path, limits or Limits())


def test_text_is_as_written_and_only_line_ends_end_lines(tmp_path: Path) -> None:
    data = "one\r\ntwo\rthree\n\n  four\x0cstill\u2028four\u0085too\u00ad\n\n".encode()
    document = extract(tmp_path / "a.txt", data)
    assert document == ExtractedDocument(
        doc_type=DocType.TXT, text="one\ntwo\nthree\n\n  four\x0cstill\u2028four\u0085too"
    )


@pytest.mark.parametrize("data", [b"", b"\n \r\n", b"\xef\xbb\xbf"])
def test_empty_files_have_no_text(tmp_path: Path, data: bytes) -> None:
    document = extract(tmp_path / "a.txt", data)
    assert (document.outcome, document.text) == (Outcome.NO_TEXT, "")


def test_encodings_are_detected(tmp_path: Path) -> None:
    text = "Все люди рождаются свободными и равными"
    assert extract(tmp_path / "a.txt", text.encode("koi8_r")).text == text
    assert extract(tmp_path / "a.txt", text.encode("utf-16")).text == text


def test_binary_content_is_unsupported(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as error:
        extract(tmp_path / "a.txt", b"%PDF-1.4 ...")
    assert (error.value.outcome, error.value.reason) == (Outcome.UNSUPPORTED, "this is a PDF, not text")


def test_files_over_the_limit_are_too_large(tmp_path: Path) -> None:
    limits = Limits(max_file_size=10)
    assert extract(tmp_path / "a.txt", b"0123456789", limits).outcome is Outcome.OK
    with pytest.raises(ExtractionError) as error:
        extract(tmp_path / "a.txt", b"0123456789+", limits)
    assert error.value.outcome is Outcome.TOO_LARGE


@given(st.lists(st.text("ab \t\x0c\u2028"), min_size=1))
def test_lines_keep_their_numbers(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    document = extract(tmp_path_factory.getbasetemp() / "lines.txt", ("\r\n".join([*lines, "end"])).encode())
    assert document.text.split("\n") == [*lines, "end"]
