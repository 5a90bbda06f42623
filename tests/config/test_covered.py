"""The figure of branch coverage, and what is put into the code to see whether tests notice."""

from __future__ import annotations

import ast

import pytest

from tests import covered
from tests.mutants.operators import mutants

MODULE = '''
LIMIT = 3


def worth(points: int, *, doubled: bool = False) -> int:
    """What it is worth."""
    if points > LIMIT and not doubled:
        return points + 1
    return sum([point for point in range(points) if point], start=0)
'''


@pytest.mark.parametrize(
    ("percent", "holds", "says"),
    [(79.9, False, "Below the floor"), (80.0, True, "floor 80.00"), (80.5, True, "Time to raise it")],
)
def test_the_floor_holds_and_rises(percent: float, holds: bool, says: str) -> None:
    holding, line = covered.verdict(percent, 80.0)
    assert (holding, says in line) == (holds, True)


def test_mistakes_are_one_change_each_inside_functions() -> None:
    mistakes = list(mutants("worth.py", MODULE))
    assert {mutant.what for mutant in mistakes} >= {
        *("comparison", "and, or", "sign", "never", "always"),
        *("no answer", "calculation", "no filter", "number", "left out"),
    }
    for mutant in mistakes:
        ast.parse(mutant.source)
        assert mutant.source != MODULE
        assert mutant.source.startswith("\nLIMIT = 3\n\n\ndef worth(points: int, *, doubled: bool = False)")
        assert len(mutant.diff(MODULE).splitlines()) == 2, mutant.what
