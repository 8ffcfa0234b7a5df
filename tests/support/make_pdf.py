"""PDF files written by hand: objects, content streams and pages put together."""

from __future__ import annotations

FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def pdf(objects, trailer=""):
    """A PDF of objects 1, 2, …, the first of them the catalogue."""
    data, offsets = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += (
            f"{number} 0 obj\n".encode() + (body if isinstance(body, bytes) else body.encode("latin-1")) + b"\nendobj\n"
        )
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>"
    return data + f"{end}\nstartxref\n{len(data)}\n%%EOF\n".encode()


def stream(content, entries=""):
    return f"<< /Length {len(content)} {entries} >>\nstream\n{content}\nendstream"


def lines_at(x, top, *lines):
    return f"BT /F1 12 Tf 14 TL {x} {top} Td " + " ".join(f"({line}) Tj T*" for line in lines) + " ET\n"


def pages(*contents, catalog="", more=(), page=""):
    """Objects of a document with one page a content stream: 1 catalogue, 2 page tree, 3 font, then page and content."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(contents)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>",
        FONT,
    ]
    for n, content in enumerate(contents):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {5 + 2 * n} 0 R"
            f" /Resources << /Font << /F1 3 0 R >> >> {page} >>"
        )
        objects.append(stream(content))
    return [*objects, *more]
