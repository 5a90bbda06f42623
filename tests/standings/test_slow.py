"""Every criterion against a slow and obvious second reckoning, on random events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.builders import values
from tests.standings.events import competitions
from tests.standings.slow import SLOW, basis, direct
from tournaments.engines.standings import CRITERIA, By, Competition, standings
from tournaments.engines.standings.turnbook import TurnBook


def test_every_criterion_has_a_second_reckoning() -> None:
    assert set(SLOW) == {by for by, criterion in CRITERIA.items() if not criterion.among_equals}


@pytest.mark.parametrize("first", [By.POINTS, By.MATCH_POINTS, By.PLACEMENT, By.GAMES, By.MEAN, None])
@settings(max_examples=60)
@given(data=st.data())
def test_every_value_is_what_its_definition_says(first: By | None, data: st.DataObject) -> None:
    """Beside the criterion that decides first, or alone. An event takes long to make: it is asked for all."""
    field = data.draw(competitions(first or By.POINTS))
    for by in SLOW:
        criteria = tuple(dict.fromkeys((first or by, by)))
        asked = replace(field, rules=replace(field.rules, criteria=criteria))
        worth = values(standings(asked), by)
        assert worth == {entrant.id: SLOW[by](asked, entrant.id) for entrant in asked.entrants}, by


@settings(max_examples=150)
@given(
    competitions(By.MATCH_POINTS, matched=True, most=4, bye_number=1) | competitions(By.POINTS, matched=False)
)
def test_the_direct_meeting_tries_what_the_missing_meetings_could_bring(field: Competition) -> None:
    group = [entrant.id for entrant in field.entrants]
    places = CRITERIA[By.DIRECT].compute(TurnBook(field), group)
    assert places == direct(field, group)


def slow_order(field: Competition, ids: list[int], criteria: tuple[By, ...]) -> list[list[int]]:
    """Groups of equals, best first."""
    if len(ids) < 2 or not criteria:
        return [ids] if ids else []
    by, *rest = criteria
    criterion = CRITERIA[by]
    if by is By.DIRECT:
        worth: dict[int, Any] = direct(field, ids)
        if not worth:
            return slow_order(field, ids, tuple(rest))
    else:
        worth = {id_: SLOW[by](field, id_) for id_ in ids}
    if criterion.needs_all and None in worth.values():
        return slow_order(field, ids, tuple(rest))

    def ahead(id_: int, other: int) -> bool:
        mine, theirs = worth[id_], worth[other]
        pairs = list(zip(mine, theirs, strict=False)) if isinstance(mine, tuple) else [(mine, theirs)]
        for left, right in pairs:
            if left != right:
                if left is None or right is None:
                    return right is None
                return bool(left > right) == criterion.descending(field.rules, basis(field))
        return isinstance(mine, tuple) and len(mine) > len(theirs)

    places = {id_: sum(ahead(other, id_) for other in ids) for id_ in ids}
    groups = [[id_ for id_ in ids if places[id_] == place] for place in sorted(set(places.values()))]
    return [equals for group in groups for equals in slow_order(field, group, tuple(rest))]


@settings(max_examples=250)
@given(st.data())
def test_places_are_what_comparing_everybody_with_everybody_gives(data: st.DataObject) -> None:
    by = tuple(data.draw(st.lists(st.sampled_from([*SLOW, By.DIRECT]), min_size=1, max_size=4, unique=True)))
    field = data.draw(competitions(*by, most=5))
    ranking = standings(field)
    ranked = [row.entrant for row in ranking.rows if row.rank is not None]
    expected: list[tuple[int, int]] = []
    for group in slow_order(field, sorted(ranked), by):
        place = len(expected) + 1
        expected += [(place, entrant) for entrant in group]
    assert [(row.rank, row.entrant) for row in ranking.rows if row.rank is not None] == expected
