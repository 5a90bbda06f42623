"""What robots tell of their evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

LINES = {
    "here": _("Robots here: {people}."),
    "round": _("Round {number}: tables {tables}, hands so far {hands}."),
    "twice": _("Everything was computed twice."),
    "papers": _("All papers are made as PDF, certificates too: {size} KB."),
}


class Tell(Protocol):
    """Hears how far it is: a code, and what stands in its sentence."""

    def __call__(self, code: str, **values: int) -> object: ...


def nobody_listens(code: str, **values: int) -> None:
    """For whoever waits for the end."""


def spoken(code: str, values: Mapping[str, object]) -> str:
    """The line, in the reader's language."""
    return gettext(LINES[code]).format(**values)
