"""The document says what the engine does."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scoring.fields import fields_of
from tests.prizes.builders import assert_balanced, money, rests
from tournaments.engines.prizes import PrizeRules, awarded, question_from

DOCUMENT = (Path(__file__).parents[2] / "docs" / "prizes.md").read_text(encoding="utf-8")


def test_the_example_comes_out_as_written() -> None:
    text = DOCUMENT.partition("## An example")[2].partition("\nAnna gets")[0]
    outcome = awarded(question_from(json.loads(text)))
    assert_balanced(outcome)
    assert money(outcome) == {"Anna": 9000, "Bert": 4000, "Clara": 4000, "Doris": 2500}
    assert rests(outcome) == {"left": 500}


def test_every_rule_is_in_it() -> None:
    described = set(re.findall(r"`(\w+)`", DOCUMENT.partition("## Rules")[2]))
    assert {field.name for field in fields_of(PrizeRules)} <= described
