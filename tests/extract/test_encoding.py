import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.encoding import declared_charset, decode, foreign_content

FRENCH = "Le café est fermé à l’été, où les élèves mangent des gâteaux. “Déjà vu” — señor, mañana, Straße."
RUSSIAN = "Все люди рождаются свободными и равными в своём достоинстве и правах."
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"
SIMPLIFIED = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神互相对待。"
TRADITIONAL = "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神互相對待。"
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."
HEBREW = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "cp1252"),
        ("Die Straße nach Köln führt über Münster; das Gebäude wurde für Bürger geöffnet.", "latin-1"),
        ("proximately 12 µsec per double", "cp1252"),
        ("Não há negócios sem contratação; a doação não é contabilizada, são práticas comuns às nações.", "cp1252"),
        ("Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Žluťoučký kůň.", "cp1250"),
        ("Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.", "cp1253"),
        ("يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.", "cp1256"),
        ("テストとカタカナ", "cp932"),
        (RUSSIAN, "koi8_r"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "cp866"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (SIMPLIFIED, "gb18030"),
        (TRADITIONAL, "big5"),
        (KOREAN, "cp949"),
        (HEBREW, "cp1255"),
        ("Latin letters and Größe", "utf-16-le"),
        ("Latin letters and Größe", "utf-16-be"),
        (JAPANESE + "\n", "utf-16-le"),
        ("Latin letters and Größe", "utf-32-le"),
        ("Latin letters and Größe", "utf-32-be"),
    ],
)
@pytest.mark.parametrize("times", [1, 2000])
def test_encodings_without_a_mark_are_detected(text: str, encoding: str, times: int) -> None:
    data = (text * times).encode(encoding)
    assert foreign_content(data) is None
    assert decode(data) == text * times


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff")))
def test_utf8_is_read_back(text: str) -> None:
    data = text.encode()
    # Zero bytes make it UTF-16 or binary.
    assert b"\0" in data or b"\x1b$" in data or decode(data) == text


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_a_mark_decides_and_is_dropped(mark: bytes, encoding: str, text: str) -> None:
    data = mark + text.encode(encoding)
    assert foreign_content(data) is None
    assert decode(data, "koi8-r") == text


@given(st.binary())
def test_nothing_fails_to_decode(data: bytes) -> None:
    assert isinstance(decode(data), str)


@pytest.mark.parametrize("data", [b"\xff " + b"a" * 3_000_000, b"\xff\xa0" * 1_000_000, b"\xff \n" * 500_000])
def test_hostile_input_has_an_end(data: bytes) -> None:
    assert len(decode(data)) == len(data)


def test_one_wrong_byte_in_a_utf8_log_does_not_change_its_encoding() -> None:
    assert decode("größer ".encode() * 100 + b"\xff end") == "größer " * 100 + "\ufffd end"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n", "a PDF"),
        (b"PK\x03\x04rest", "a zip archive"),
        (b"\x89PNG\r\n\x1a\nrest", "a PNG image"),
        (b"\x7fELF\x02\x01", "a program"),
        (b"{\\rtf1\\ansi", "an RTF document"),
        (b"abc\0def", "binary data"),
        (bytes(range(256)) * 40, "binary data"),
        (b"\x01\x02\x03\x04text", "binary data"),
        (b"<html>" + b"\0" * 60, "binary data"),
    ],
)
def test_foreign_content_is_named(data: bytes, what: str) -> None:
    assert foreign_content(data) == what


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"plain",
        b"\x1b[31mred\x1b[0m and b\x08bold\x0cpage\x1a",
        b"<html>" + b"text " * 100 + b"\0",
        b"line\n" * 9999 + b"\0",
        "naïve".encode("latin-1"),
    ],
)
def test_ordinary_text_is_not_foreign(data: bytes) -> None:
    assert foreign_content(data) is None


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        (b'<meta charset="shift_jis">', "cp932"),
        (b"<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=KOI8-R'>", "koi8-r"),
        (b'<?xml version="1.0" encoding="ISO-8859-1"?><html>', "cp1252"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=gb2312>", "gb18030"),
        (b"<!-- <meta charset=koi8-r> ", None),
        (b"<!--" * 20_000, None),
        (b"<meta " * 20_000, None),
        (b"<meta charset=nonsense><meta charset=big5>", "big5hkscs"),
        (b"<meta charset=utf-16>", None),
        (b"<meta charset=unicode_escape>", None),
        (b"<meta charset=hex>", None),
        (b"no declaration", None),
    ],
)
def test_declared_charset(head: bytes, codec: str | None) -> None:
    assert declared_charset(head) == codec


def test_a_declaration_is_heeded_before_detection() -> None:
    assert decode("да".encode("koi8_r"), "koi8-r") == "да"
    assert decode("日本".encode("euc_jp"), "euc_jp") == "日本"


def test_utf8_under_an_old_declaration_is_utf8() -> None:
    assert decode("é".encode(), "cp1252") == "é"
    assert decode(("日本語テキスト" * 3).encode(), "gb18030") == "日本語テキスト" * 3


def test_a_declaration_that_the_bytes_contradict_is_ignored() -> None:
    assert decode(JAPANESE.encode("cp932"), "utf-8") == JAPANESE


def test_a_page_of_templates_in_two_encodings_is_read_as_it_declares() -> None:
    page = "Über uns und fünf größere Gärten für Köln ".encode() + "Münster, Mühle".encode("cp1252")
    assert decode(page, "utf-8") == "Über uns und fünf größere Gärten für Köln M\ufffdnster, M\ufffdhle"
    assert "Ãœ" in decode(page, "cp1252")
