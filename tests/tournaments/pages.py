"""Answers of the test client, and what stands in them."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    from django.http import HttpResponse as Answer

__all__ = ["Answer", "text"]


def text(answer: Answer) -> str:
    """The page as people read it: with its letters, and every space a plain one."""
    return unescape(answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")
