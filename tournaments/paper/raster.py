"""A page that was drawn for paper as a picture for screens."""

from __future__ import annotations

import io

import pypdfium2


def as_png(pdf: bytes, scale: float = 1.0) -> bytes:
    """The first page as PNG, `scale` pixels for each point."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[0].render(scale=scale).to_pil()
    finally:
        document.close()
    out = io.BytesIO()
    picture.quantize(256).save(out, "PNG", optimize=True)
    return out.getvalue()
