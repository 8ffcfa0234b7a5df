"""Bytes to text: byte order mark, declaration, strict UTF-8, then a detector. Text never fails to decode.

`foreign_content` says first whether the bytes are text at all.
"""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"\x7fELF", "a program"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an OLE file (old Office)"),
    (b"{\\rtf", "an RTF document"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"OggS\x00", "an audio or video file"),
)
_PROBE = 1 << 15
_MAX_CONTROL_SHARE = 0.05
_MAX_NUL_SHARE = 0.0001
_MAX_NUL_SHARE_IN_MARKUP = 0.05
_MAX_WRONG_SHARE = 0.1
_MARKUP = re.compile(rb"\s*<(?:!doctype\s+html|html|head|body|\?xml)\b", re.IGNORECASE)
# Escape (terminal colours, ISO-2022), backspace (overstrike) and DOS end of file are found in ordinary text.
_CONTROLS = bytes(c for c in range(0x20) if c not in b"\t\n\v\f\r\b\x1a\x1b") + b"\x7f"

_ASCII = bytes(range(0x80))

_META = re.compile(rb"""<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"""\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)""")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_DECLARATION_WITHIN = 1 << 16
# https://encoding.spec.whatwg.org/#names-and-labels: what browsers read under these names.
_LABELS = {
    "ascii": "cp1252", "us-ascii": "cp1252", "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "latin1": "cp1252",
    "latin-1": "cp1252", "l1": "cp1252", "x-user-defined": "cp1252", "ansi": "cp1252",
    "iso-8859-9": "cp1254", "latin5": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874",
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "ms_kanji": "cp932",
    "gb2312": "gb18030", "gb_2312-80": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "cp936": "gb18030",
    "big5": "big5hkscs", "x-x-big5": "big5hkscs", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "x-euc-jp": "euc_jp",
    "unicode": "utf-8", "utf8mb4": "utf-8", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman",
}  # fmt: skip
# A page whose declaration could be read byte by byte is not in these, whatever it says.
_NOT_DECLARABLE = re.compile(r"utf[-_]?(16|32|7)|.*(escape|punycode|idna|undefined|mbcs|oem)", re.IGNORECASE)
_CANDIDATES = [
    "cp1252", "cp932", "euc_jp", "gb18030", "big5", "cp949", "koi8_r", "cp1251", "cp1250", "cp1253", "cp1254",
    "cp1256", "cp874", "cp866", "mac_roman", "utf_16_le", "utf_16_be",
]  # fmt: skip
_LATIN = ["cp1252", "cp1250", "cp1254", "mac_roman"]
_SAMPLE = 1 << 15
_NEIGHBOUR = 40
_BLANKS = (b" ", b"\n", b"\r", b"\t")
_NON_ASCII = re.compile(rb"[\x80-\xff]")
_NON_ASCII_RUN = re.compile(rb"[\x80-\xff]+")
_BESIDE_LETTER = re.compile(rb"(?<=[A-Za-z])[\x80-\xff]+|(?<![\x80-\xff])[\x80-\xff]+(?=[A-Za-z])")
_WORD_REST = re.compile(rb"\S{1,4096}\s*(?:[\x21-\x7e]{1,40}\s+){0,3}")
_SHIFT_TO_JAPANESE = re.compile(rb"\x1b\$[@B]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_WIDE = re.compile("[^\x00-\x7f]")
_BAD_WIDE = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\ue000-\uf8ff\ufffd-\uffff]")


def foreign_content(data: bytes) -> str | None:
    """What `data` is instead of text, as the end of a sentence; None for text in any encoding."""
    if known := known_format(data):
        return known
    if _by_mark(data) or _wide_encoding(data):
        return None
    probe = _probe(data)
    if probe.count(0) > (_MAX_NUL_SHARE_IN_MARKUP if _MARKUP.match(data) else _MAX_NUL_SHARE) * len(probe):
        return "binary data"
    controls = len(probe) - len(probe.translate(None, _CONTROLS))
    return "binary data" if controls > _MAX_CONTROL_SHARE * len(probe) else None


def known_format(data: bytes) -> str | None:
    """The binary format, or RTF, that `data` begins like, with an article."""
    head = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    return next((what for magic, what in _MAGIC if head.startswith(magic)), None)


def decode(data: bytes, declared: str | None = None) -> str:
    """The text of `data`, without its byte order mark; `declared` is the charset that the document itself names."""
    if mark := _by_mark(data):
        return data[len(mark[0]) :].decode(mark[1], errors="replace")
    if wide := _wide_encoding(data):
        return data.decode(wide, errors="replace")
    if _SHIFT_TO_JAPANESE.search(data, 0, _PROBE) and (text := _strict(data, "iso2022_jp")) is not None:
        return text
    utf8 = _nearly(data, "utf-8", 0.4 if declared == "utf-8" else _MAX_WRONG_SHARE)
    if utf8 is not None and (declared is None or _surely_utf8(utf8, declared)):
        return utf8
    if declared and (text := _nearly(data, declared)) is not None:
        return text
    if utf8 is not None:
        return utf8
    return data.decode(_detect(data), errors="replace")


def declared_charset(data: bytes) -> str | None:
    """The Python codec of the first usable charset that an XML declaration or an HTML `meta` names."""
    head = _COMMENT.sub(b"", data[:_DECLARATION_WITHIN])
    names = [m[1] for m in (_XML_DECLARATION.match(head),) if m] + _META.findall(head)
    return next(filter(None, (_codec(name.decode("ascii", "replace")) for name in names)), None)


def _codec(label: str) -> str | None:
    label = label.strip().lower()
    name = _LABELS.get(label, label)
    if _NOT_DECLARABLE.match(name):
        return None
    try:
        b"a".decode(name)
    except (LookupError, ValueError):
        return None
    return codecs.lookup(name).name


def _by_mark(data: bytes) -> tuple[bytes, str] | None:
    return next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), None)


def _probe(data: bytes) -> bytes:
    """Beginning, middle and end, cut so that positions keep their remainder by four."""
    if len(data) <= 3 * _PROBE:
        return data
    middle = len(data) // 2 // 4 * 4
    end = (len(data) - _PROBE) // 4 * 4
    return data[:_PROBE] + data[middle : middle + _PROBE] + data[end : end + _PROBE]


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark, by where the zero bytes of its Latin letters, spaces and line ends stand."""
    probe = _probe(data)
    zeros = [probe[i::4].count(0) for i in range(4)]
    total = sum(zeros)
    if total == 0 or len(data) % 2:
        return None
    odd, even = zeros[1] + zeros[3], zeros[0] + zeros[2]
    quarter = len(probe) // 4
    if len(data) % 4 == 0 and quarter and min(zeros[1:]) >= 0.9 * quarter and zeros[0] < 0.1 * quarter:
        return _plausible(probe, "utf-32-le")
    if len(data) % 4 == 0 and quarter and min(zeros[:3]) >= 0.9 * quarter and zeros[3] < 0.1 * quarter:
        return _plausible(probe, "utf-32-be")
    if total < 0.002 * len(probe) or (total < 0.1 * len(probe) and _mostly_ascii(probe)):
        return None
    return _plausible(probe, "utf-16-le") if odd > 20 * even else _utf16_be(probe, odd, even)


def _mostly_ascii(probe: bytes) -> bool:
    return len(probe.translate(None, _ASCII)) < 0.05 * len(probe)


def _utf16_be(probe: bytes, odd: int, even: int) -> str | None:
    return _plausible(probe, "utf-16-be") if even > 20 * odd else None


def _plausible(probe: bytes, encoding: str) -> str | None:
    text = probe.decode(encoding, errors="replace")
    return encoding if len(_BAD_WIDE.findall(text)) <= 0.01 * len(text) else None


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _surely_utf8(text: str, declared: str) -> bool:
    """Whether (nearly) valid UTF-8 is that against its declaration: pages saved by browsers keep the old one.

    A few two-byte sequences could be an accident in other encodings, hardly in Latin-1 and never ten of them.
    """
    wide = len(_WIDE.findall(text, 0, 1 << 20))
    return declared == "utf-8" or wide >= 10 or (wide > 0 and declared in {"cp1252", "iso8859-1", "iso8859-15"})


def _nearly(data: bytes, encoding: str, wrong_share: float = _MAX_WRONG_SHARE) -> str | None:
    """The text, if so few bytes are wrong that this must be the encoding: a cut log, a stray byte.

    `wrong_share`: of the characters outside ASCII. Pages are put together from templates in several encodings.
    """
    if (text := _strict(data, encoding)) is not None:
        return text
    text = data.decode(encoding, errors="replace")
    wrong = text.count("\ufffd")
    return text if wrong <= wrong_share * (len(text) - len(text.encode("ascii", "ignore"))) else None


def _detect(data: bytes) -> str:
    sample = _sample(data)
    if encoding := _japanese(sample):
        return encoding
    if _is_latin(sample):
        return _best(sample, _LATIN) or "cp1252"
    return _hebrew(sample) or _best(sample, _CANDIDATES) or "cp1252"


def _sample(data: bytes) -> bytes:
    """Words with non-ASCII bytes and some of their neighbours, cut where no multi-byte character can be."""
    parts: list[bytes] = []
    size = position = 0
    while size < _SAMPLE and (high := _NON_ASCII.search(data, position)):
        start = max(position, high.start() - _NEIGHBOUR)
        start = max(data.rfind(blank, start, high.start()) + 1 for blank in _BLANKS) or start
        rest = _WORD_REST.match(data, high.start())
        position = rest.end() if rest else high.end()
        parts.append(data[start:position])
        size += position - start
    sample = b"".join(parts)
    # Cut off what may be half a character; without ASCII there are only pairs, and the size is even.
    cut = max(sample.rfind(stop) for stop in (*_BLANKS, b",", b".")) if size >= _SAMPLE else 0
    return sample[:cut] if cut > size // 2 else sample


def _japanese(sample: bytes) -> str | None:
    """EUC-JP or Shift-JIS: what decodes strictly and shows kana as dense as only Japanese has them."""
    for encoding in ("euc_jp", "cp932"):
        text = _strict(sample, encoding) or ""
        wide = len(_WIDE.findall(text))
        # Half-width katakana, which any Latin-1 text turns into, are not counted.
        if wide >= 4 and len(_KANA.findall(text)) > 0.25 * wide:
            return encoding
    return None


def _is_latin(sample: bytes) -> bool:
    """Whether non-ASCII bytes are accented letters, single ones among ASCII letters, and not whole words or pairs."""
    runs = _NON_ASCII_RUN.findall(sample)
    beside = sum(1 for _ in _BESIDE_LETTER.finditer(sample))
    return sum(map(len, runs)) <= 1.6 * len(runs) and beside >= 0.6 * len(runs)


def _hebrew(sample: bytes) -> str | None:
    """Windows-1255, which the detector takes for Cyrillic: high letters only where Hebrew has its 27."""
    high = sample.translate(None, bytes(range(0x80)))
    letters = len(high) - len(high.translate(None, bytes(range(0xE0, 0xFB))))
    others = len(high) - len(high.translate(None, bytes(range(0xC0, 0xE0)) + bytes(range(0xFB, 0x100))))
    return "cp1255" if letters >= 20 and letters > 0.9 * len(high) and not others else None


def _best(sample: bytes, candidates: list[str]) -> str | None:
    from charset_normalizer import from_bytes

    matches = list(from_bytes(sample, cp_isolation=candidates, preemptive_behaviour=False))
    if not matches:
        return None
    # Near ties are the detector tossing a coin between neighbours (Latin-1 and Latin-2): the commoner one wins.
    near = [
        m.encoding for m in matches if m.chaos <= matches[0].chaos + 0.02 and m.coherence >= matches[0].coherence - 0.05
    ]
    return min(near, key=candidates.index) if near else matches[0].encoding
