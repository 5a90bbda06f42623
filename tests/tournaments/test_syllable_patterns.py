"""Our reading of pyphen's dictionaries breaks words where pyphen does."""

from __future__ import annotations

import re
from pathlib import Path

import pyphen
import pytest

from tests.tournaments.event_samples import people
from tournaments.templatetags.names import DICTIONARIES, LEAST_PART
from tournaments.templatetags.patterns import patterns

HANDBOOK = Path(__file__).parents[2] / "docs" / "handbuch.md"


@pytest.mark.parametrize("language", DICTIONARIES.values())
def test_words_break_where_pyphen_breaks_them(language: str) -> None:
    text = HANDBOOK.read_text()[:20_000] + " ".join(people(200))
    words = sorted(set(re.findall(r"[^\W\d_]{5,}", text)))[::4]
    library = pyphen.Pyphen(lang=language, left=LEAST_PART, right=LEAST_PART)
    ours = {word: patterns(language).positions(word, LEAST_PART) for word in words}
    assert ours == {word: library.positions(word) for word in words}
    assert any(ours.values())
