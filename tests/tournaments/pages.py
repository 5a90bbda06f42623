"""Answers of the test client, and what stands in them."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    from django.http import HttpResponse as Answer

__all__ = ["Answer", "captured", "text"]


def text(answer: Answer) -> str:
    """The page as people read it: with its letters, and every space a plain one."""
    return unescape(answer.text).replace("\N{NO-BREAK SPACE}", " ")


def captured(pattern: str, page: str) -> str:
    """What the first group of the pattern holds where it is first met."""
    match = re.search(pattern, page)
    assert match is not None, pattern
    return match[1]
