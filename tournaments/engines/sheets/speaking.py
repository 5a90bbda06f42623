"""Sentences without a language, said plainly: for files and terminals, where nobody needs names."""

from __future__ import annotations

from collections.abc import Callable

from scoring.text import Text


def plain(text: Text, translate: Callable[[str], str] = str) -> str:
    """The sentence; in English unless somebody translates its message."""
    words = {
        key: plain(value, translate) if isinstance(value, Text) else value
        for key, value in text.values.items()
    }
    return translate(text.message).format(**words)
