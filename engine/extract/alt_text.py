"""Alternative texts of pictures: those that a person wrote, not the names that programs put there."""

from __future__ import annotations

import re

_GENERATED = re.compile(
    r"(?:description automatically generated|automatisch generierte beschreibung|description générée automatiquement"
    r"|descripción generada automáticamente|descrizione generata automaticamente|descrição gerada automaticamente"
    r"|描述已自动生成|自動的に生成された説明)(?: (?:with|mit|avec|con|com) [^.]{1,60})?[\s.)]*$",
    re.IGNORECASE,
)
_WARNING = re.compile(r"AI-generated content may be incorrect[\s.)]*$", re.IGNORECASE)
_FILE = re.compile(
    r"(?:[A-Za-z]:[\\/]|\\\\|/|(?:https?|file|cid|data|mhtml):).*"
    r"|.*\.(?:png|jpe?g|jfif|gif|bmp|tiff?|[we]mf|svg|webp|ico|pdf|eps|ai|psd|heic|vsdx?|pptx?|docx?|xlsx?|mp4|mov)",
    re.IGNORECASE | re.DOTALL,
)
# What Office in its larger languages, and other programs, call an object that nobody named.
_NAME = re.compile(
    r"(?:(?:inserted )?(?:picture|image|photo|graphic|figure|icon|shape|object|group|diagram|chart|table|screen ?shot"
    r"|content placeholder|picture placeholder|placeholder|text ?box|rectangle|oval|line|arrow|freeform|clip ?art"
    r"|pic|img)|bild|grafik|gruppe|objekt|diagramm|rechteck|bildplatzhalter|groupe|imagen|gráfico|grupo|immagine|gruppo"
    r"|imagem|afbeelding|bilde|billede|kuva|obraz|obrázek|рисунок|изображение|图片|圖片|图像|図|画像|그림|صورة|תמונה)"
    r"[\s_:-]*(?:\d+|clipart|placeholder)?",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?=[^\s]*\d{3}|[^\s]*_)[\w.()-]+", re.ASCII)
_WORDS = re.compile(r"[^\W\d_]{2}|[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LONGEST = 5000


def written_alt(text: str | None) -> str:
    """`text` on one line without what recognition adds at its end; empty if no person wrote it."""
    line = " ".join((text or "")[:_LONGEST].split())
    for tail in (_WARNING, _GENERATED):
        line = tail.sub("", line).rstrip(" ,;:(-")
    if not _WORDS.search(line) or any(p.fullmatch(line) for p in (_FILE, _NAME, _CODE)):
        return ""
    return line


def names_file(alt: str) -> bool:
    """Whether an alternative text is the name or address of the picture, or the picture itself as data."""
    return len(alt) <= _LONGEST and _FILE.fullmatch(alt.strip()) is not None
