"""Several halls in one list: nobody's points change by what another hall plays."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.standings.builders import table
from tests.standings.events import competitions
from tournaments.engines.results.joining import HallPlayed, joined, joint_standings
from tournaments.engines.standings import By, Competition, Competitor, RankingRules
from tournaments.engines.standings.turnbook import TurnBook

APART = 100


def moved(competition: Competition) -> Competition:
    """The same with other keys, as a second hall has them in one database."""
    return replace(
        competition,
        entrants=tuple(replace(each, id=each.id + APART) for each in competition.entrants),
        played=tuple(
            replace(
                each,
                walkover=None if each.walkover is None else each.walkover + APART,
                accounts=tuple(
                    replace(account, entrants=tuple(who + APART for who in account.entrants))
                    for account in each.accounts
                ),
            )
            for each in competition.played
        ),
        rests=tuple(replace(rest, entrant=rest.entrant + APART) for rest in competition.rests),
        adjustments=tuple(replace(each, entrant=each.entrant + APART) for each in competition.adjustments),
        playoffs=(),
        lots=(),
    )


@given(st.data())
def test_everybody_has_the_points_of_his_own_hall(data: st.DataObject) -> None:
    matched = data.draw(st.booleans())
    first = data.draw(competitions(By.POINTS, matched=matched))
    second = moved(replace(data.draw(competitions(By.POINTS, matched=matched)), rules=first.rules))
    together = TurnBook(joined([HallPlayed(1, first), HallPlayed(2, second)], first.rules))
    for hall in (first, second):
        alone = TurnBook(hall)
        for entrant in alone.entrants:
            assert together.points(entrant) == alone.points(entrant)
            assert together.match_points(entrant) == alone.match_points(entrant)
            assert together.scores[entrant] == alone.scores[entrant]


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=5))
def test_places_are_those_of_the_plain_sums(rounds: list[list[int]]) -> None:
    """Two halls play these rounds, the second one with everything the other way round."""
    rules = RankingRules(criteria=(By.POINTS,))
    halls = []
    for number, sign in ((1, 1), (2, -1)):
        people = [number * APART + place for place in range(3)]
        tables = [
            table(count, {who: sign * points for who, points in zip(people, scores, strict=True)})
            for count, scores in enumerate(rounds, start=1)
        ]
        entrants = tuple(Competitor(who, number=place + 1) for place, who in enumerate(people))
        halls.append(HallPlayed(number, Competition(entrants, tuple(tables), rules=rules)))
    sums = [sum(scores[place] for scores in rounds) for place in range(3)]
    totals = {APART + place: sums[place] for place in range(3)}
    totals |= {2 * APART + place: -sums[place] for place in range(3)}
    result = joint_standings(joined(halls, rules), "seed")
    assert {row.entrant: row.values[0].first for row in result.rows} == totals
    assert {row.entrant: row.rank for row in result.rows} == {
        who: 1 + sum(other > mine for other in totals.values()) for who, mine in totals.items()
    }
