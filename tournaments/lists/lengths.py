"""Texts that are longer than may be kept."""

from __future__ import annotations

from collections.abc import Mapping

from scoring import Problem, Text, say
from scoring.text import mark as _


def too_long(most: int) -> Text:
    """The sentence about it."""
    return say(_("At most {high} letters."), high=most)


def lengths_refused(texts: Mapping[str, str], most: Mapping[str, int]) -> list[Problem]:
    """What is too long, by field; `most` letters each."""
    return [
        Problem(field, "length", too_long(most[field]))
        for field, text in texts.items()
        if len(text) > most[field]
    ]
