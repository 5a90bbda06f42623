"""Sentences without a language, said plainly: for terminals and files, where nobody needs names."""

from __future__ import annotations

from collections.abc import Callable

from scoring.fields import Option
from scoring.text import Text
from scoring.text import mark as _

MINUS = "\N{MINUS SIGN}"


def plain(text: Text, translate: Callable[[str], str] = str) -> str:
    """The sentence; in English unless somebody translates its message."""
    words = {key: _word(value, translate) for key, value in text.values.items()}
    return translate(text.message).format(**words)


def _word(value: object, translate: Callable[[str], str]) -> str:
    """As `speech.wording.Wording.word`, as far as there are no seats."""
    match value:
        case Text():
            return plain(value, translate)
        case Option():
            return translate(value.label)
        case bool():
            return translate(_("yes")) if value else translate(_("no"))
        case int():
            return f"{MINUS}{-value}" if value < 0 else str(value)
        case tuple():
            words = [_word(item, translate) for item in value]
            if len(words) < 2:
                return "".join(words)
            joined = ", ".join(words[:-1])
            return translate(_("{first} and {last}")).format(first=joined, last=words[-1])
        case _:
            return str(value)
