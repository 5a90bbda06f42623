"""Texts as paper takes them, for whoever fills papers in: without the library that draws."""

from __future__ import annotations

import unicodedata

NO_BREAK = "\N{NO-BREAK SPACE}"
NARROW = {NO_BREAK: NO_BREAK, "\N{NARROW NO-BREAK SPACE}": NO_BREAK}


def clean(text: str) -> str:
    """Composed characters on one line; anything that does not print becomes a space. What is not to be broken
    stays together."""
    if text.isprintable() and text.isascii() and "  " not in text and text == text.strip(" "):
        return text
    composed = unicodedata.normalize("NFC", text)
    signs = (NARROW.get(char, char) if char in NARROW or char.isprintable() else " " for char in composed)
    return " ".join(part for part in "".join(signs).split(" ") if part)


def joined(*parts: str) -> str:
    """`Club · Title`: the parts that are there."""
    return " · ".join(part for part in map(clean, parts) if part)
