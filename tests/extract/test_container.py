"""The zip container: limits on what is really inflated, kinds of files that are none, XML without entities."""

from __future__ import annotations

import io
import zipfile

import pytest

from engine.extract.base import ExtractionError, Limits
from engine.extract.container import member_path, open_container, parse_xml
from engine.models import Outcome

WORD = "a Word document"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return target.getvalue()


def written(tmp_path, data):
    path = tmp_path / "file.docx"
    path.write_bytes(data)
    return path


def refusal(path, limits=None, name=None):
    with pytest.raises(ExtractionError) as caught, open_container(path, limits or Limits(), WORD) as container:
        container.read(name)
    return caught.value.outcome, caught.value.reason


def test_members_are_found_whatever_their_case_and_slashes(tmp_path):
    path = written(tmp_path, zipped({"Word\\Document.xml": b"<a/>", "word/media/": b"", "b.txt": b"B"}))
    with open_container(path, Limits(), WORD) as container:
        assert container.names == ("Word/Document.xml", "b.txt")
        assert container.read("word/document.xml") == b"<a/>"
        assert container.xml("word/document.xml").tag == "a"
        assert "/B.TXT" in container
        assert "c.txt" not in container
        with pytest.raises(KeyError):
            container.read("c.txt")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", (Outcome.CORRUPT, "the file is empty")),
        (b"PK\x03\x04 cut short", (Outcome.CORRUPT, "not a readable zip archive: File is not a zip file")),
        (bytes(range(32)) * 20, (Outcome.CORRUPT, "not a readable zip archive: File is not a zip file")),
        (b"%PDF-1.7\n", (Outcome.UNSUPPORTED, "this is a PDF, not a Word document")),
        (OLE, (Outcome.UNSUPPORTED, "this is an OLE file, not a Word document")),
        (
            OLE + "EncryptedPackage".encode("utf-16-le"),
            (Outcome.ENCRYPTED, "a password is needed to open the file"),
        ),
        (
            OLE + "WordDocument".encode("utf-16-le"),
            (Outcome.UNSUPPORTED, "this is an old Word document (.doc), not a Word document"),
        ),
    ],
)
def test_what_is_no_zip_says_what_it_is(tmp_path, data, expected):
    assert refusal(written(tmp_path, data)) == expected


def test_too_many_members(tmp_path):
    path = written(tmp_path, zipped({f"{n}": b"" for n in range(4)}))
    assert refusal(path, Limits(max_entries=3)) == (Outcome.TOO_LARGE, "the archive has 4 members; at most 3")


def test_inflated_bytes_add_up_over_all_reads(tmp_path):
    path = written(tmp_path, zipped({"a": bytes(700_000), "b": bytes(700_000)}, zipfile.ZIP_STORED))
    with open_container(path, Limits(max_inflated=1 << 20), WORD) as container:
        assert len(container.read("a")) == 700_000
        with pytest.raises(ExtractionError) as caught:
            container.read("b")
    assert (caught.value.outcome, caught.value.reason) == (
        Outcome.TOO_LARGE,
        "the archive inflates to more than 1 MB",
    )


def test_a_bomb_is_refused_by_its_ratio(tmp_path):
    path = written(tmp_path, zipped({"bomb.xml": bytes(8 << 20)}))
    assert refusal(path, name="bomb.xml") == (
        Outcome.TOO_LARGE,
        "bomb.xml inflates to more than 200 times its packed size",
    )


def test_small_members_may_have_any_ratio(tmp_path):
    path = written(tmp_path, zipped({"a": bytes(1 << 20)}))
    with open_container(path, Limits(max_ratio=2), WORD) as container:
        assert len(container.read("a")) == 1 << 20


def test_a_member_that_fails_its_checksum_is_corrupt(tmp_path):
    data = bytearray(zipped({"a": b"0123456789" * 9}, zipfile.ZIP_STORED))
    data[40] ^= 1
    outcome, reason = refusal(written(tmp_path, bytes(data)), name="a")
    assert (outcome, reason[:22]) == (Outcome.CORRUPT, "a cannot be unpacked: ")


def test_a_member_encrypted_by_zip_is_encrypted(tmp_path):
    data = bytearray(zipped({"a": b"text"}, zipfile.ZIP_STORED))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    assert refusal(written(tmp_path, bytes(data)), name="a") == (
        Outcome.ENCRYPTED,
        "the archive is encrypted with a password",
    )


def test_a_copy_empties_what_is_not_kept_or_cannot_be_read(tmp_path):
    data = bytearray(zipped({"bad.xml": b"0123456789" * 9, "good.xml": b"good", "b.png": b"PNG"}, zipfile.ZIP_STORED))
    data[45] ^= 1
    with open_container(written(tmp_path, bytes(data)), Limits(), WORD) as container:
        copied = zipfile.ZipFile(container.copy(lambda name: name.endswith(".xml"), bytes.upper))
    assert {name: copied.read(name) for name in copied.namelist()} == {
        "bad.xml": b"",
        "good.xml": b"GOOD",
        "b.png": b"",
    }


def test_a_copy_keeps_to_the_limits(tmp_path):
    path = written(tmp_path, zipped({"a.xml": bytes(3 << 20)}, zipfile.ZIP_STORED))
    with (
        open_container(path, Limits(max_inflated=1 << 20), WORD) as container,
        pytest.raises(ExtractionError, match="inflates to more than 1 MB"),
    ):
        container.copy(lambda _: True)


def test_entities_stay_unexpanded(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    root = parse_xml(
        f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret.as_uri()}"><!ENTITY y "expanded">]><a>1&x;2&y;3</a>'.encode()
    )
    assert "secret" not in "".join(root.itertext())
    assert "expanded" not in (root.text or "")


def test_entities_cannot_grow_in_attributes():
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 20}">' for n in range(1, 9))
    with pytest.raises(ExtractionError, match="not well-formed"):
        parse_xml(f'<!DOCTYPE a [<!ENTITY e0 "0123456789">{levels}]><a b="&e8;"/>'.encode())


def test_malformed_xml_is_corrupt_unless_mended():
    with pytest.raises(ExtractionError) as caught:
        parse_xml(b"<a><b>text</a>", what="word/document.xml")
    assert caught.value.outcome is Outcome.CORRUPT
    assert caught.value.reason.startswith("word/document.xml is not well-formed XML: ")
    assert "".join(parse_xml(b"<a><b>text</a>", recover=True).itertext()) == "text"
    with pytest.raises(ExtractionError):
        parse_xml(b"", recover=True)


def test_deep_documents_are_read():
    root = parse_xml(b"<a>" * 1000 + b"text" + b"</a>" * 1000)
    assert "".join(root.itertext()) == "text"


@pytest.mark.parametrize(
    ("base", "target", "expected"),
    [
        ("word/document.xml", "header1.xml", "word/header1.xml"),
        ("word/document.xml", "../customXml/item.xml", "customXml/item.xml"),
        ("word/document.xml", "/word/styles.xml", "word/styles.xml"),
        ("", "word/document.xml", "word/document.xml"),
        ("OPS/book.opf", "a%20b.xhtml#part", "OPS/a b.xhtml"),
        ("a.xml", "../../../etc/passwd", "etc/passwd"),
    ],
)
def test_references_are_resolved_inside_the_archive(base, target, expected):
    assert member_path(base, target) == expected
