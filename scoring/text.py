"""Sentences without a language and without people.

`scoring/` never finishes a sentence: it hands out a message (English, the key of the translation
catalogues) and the values that belong in it. Names and languages are added by whoever speaks.

A message belongs to a vocabulary, the context of the catalogues: “Light” of one game is not “Light” of
another, nor that of the pages. Every game has one (`_ = vocabulary("cego")`), what holds for all games is
in that of "scoring"; messages of the rest of the program have none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self


class Message(str):
    """A marked message that knows its vocabulary; everything else about it is its English text."""

    __slots__ = ("vocabulary",)

    vocabulary: str

    def __new__(cls, text: str, vocabulary: str = "") -> Self:
        message = super().__new__(cls, text)
        message.vocabulary = vocabulary
        return message


def mark(message: str) -> str:
    """Mark a message for the translation catalogues and return it unchanged."""
    return message


def vocabulary(key: str, part: str = "") -> Callable[[str], str]:
    """What marks the messages of one vocabulary: of a game, or of a part of it that needs its own words.

    `part` keeps apart what one game says in two meanings: `_of_rules = vocabulary("cego", "rules")`. The
    keys are written out, so that the catalogues can be collected without running anything.
    """
    name = f"{key}.{part}" if part else key

    def mark_in(message: str) -> str:
        return Message(message, name)

    return mark_in


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
