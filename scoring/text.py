"""Sentences without a language and without people.

`scoring/` never finishes a sentence: it hands out a message (English, the key of the translation
catalogues) and the values that belong in it. Names and languages are added by whoever speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def mark(message: str) -> str:
    """Mark a message for the translation catalogues and return it unchanged."""
    return message


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence not yet spoken.

    `message` has `{named}` places; `values` fills them with ints, strings, Seats, Sides, Options,
    tuples of those, or further Texts.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict)


def say(message: str, **values: object) -> Text:
    """Put a message and its values together; mark the message with `mark` where it is written."""
    return Text(message, values)
