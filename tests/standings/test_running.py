"""Standings that go on from earlier ones are those that are computed from nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.builders import competition, table
from tests.standings.events import competitions
from tournaments.engines.standings import Adjustment, By, Competition, TableResult, standings
from tournaments.engines.standings.running import RunningStandings, changed_tables, rank
from tournaments.engines.standings.turnbook import TurnBook

ANY = st.lists(st.sampled_from([by for by in By if by is not By.LOT]), min_size=1, max_size=4, unique=True)
points = st.integers(-4, 4)


@st.composite
def anything(draw: st.DrawFn, /) -> Competition:
    return draw(competitions(*draw(ANY), By.LOT))


@st.composite
def next_moments(draw: st.DrawFn, field: Competition) -> Competition:
    """The event a moment later: a hand, a correction, a table that closes, a penalty, somebody leaves."""
    kind = draw(st.sampled_from(("hand", "hand", "hand", "hand", "penalty", "leaves", "nothing")))
    if kind == "penalty" and field.entrants:
        who = draw(st.sampled_from(field.entrants)).id
        more = Adjustment(who, draw(st.sampled_from((None, 1, 2))), draw(points), "late")
        return replace(field, adjustments=(*field.adjustments, more))
    if kind == "leaves" and field.entrants:
        place = draw(st.integers(0, len(field.entrants) - 1))
        people = list(field.entrants)
        people[place] = replace(people[place], withdrawn_after=draw(st.sampled_from((None, 1, 2))))
        return replace(field, entrants=tuple(people))
    if kind == "nothing" or not field.played:
        return replace(field)
    played = list(field.played)
    for place in draw(st.sets(st.integers(0, len(played) - 1), min_size=1, max_size=2)):
        played[place] = draw(other_contents(played[place]))
    return replace(field, played=tuple(played))


@st.composite
def other_contents(draw: st.DrawFn, was: TableResult) -> TableResult:
    """The same table with something else on its sheet: a hand more, another hand, none, handed in or not."""
    count = draw(st.integers(0, 3))
    accounts = []
    for account in was.accounts:
        hands = tuple(draw(st.lists(points, min_size=count, max_size=count)))
        accounts.append(
            replace(
                account,
                hands=hands,
                points=sum(hands) if hands else draw(points),
                games=draw(st.integers(0, 2)),
                won=sum(hand > 0 for hand in hands),
                lost=sum(hand < 0 for hand in hands),
            )
        )
    walkover = draw(st.sampled_from((None, None, was.walkover, was.accounts[0].entrants[0])))
    finished = draw(st.booleans())
    return replace(was, accounts=tuple(accounts), number=count, finished=finished, walkover=walkover)


@st.composite
def evenings(draw: st.DrawFn, /) -> list[Competition]:
    moments = [draw(anything())]
    for _moment in range(draw(st.integers(1, 5))):
        moments.append(draw(next_moments(moments[-1])))
    return moments


@settings(max_examples=100, deadline=None)
@given(evenings(), st.sampled_from(("", "x")), st.sampled_from((None, None, 1, 2)))
def test_going_on_is_computing_anew(evening: list[Competition], seed: str, upto: int | None) -> None:
    running = RunningStandings()
    for field in evening:
        assert running.standings("all", field, upto, seed) == standings(field, upto, seed)


def an_evening(*criteria: By, tables: int = 20) -> Competition:
    return competition(
        *(
            table(1, {4 * at + seat: 10 * at + seat for seat in range(4)}, number=at, finished=False)
            for at in range(tables)
        ),
        by=criteria or (By.POINTS, By.BEST_ROUND, By.LAST_ROUND, By.LOT),
    )


def after_a_hand(field: Competition, at: int, *more: int) -> Competition:
    was = field.played[at]
    accounts = tuple(
        replace(account, points=account.points + extra)
        for account, extra in zip(was.accounts, more, strict=True)
    )
    played = (*field.played[:at], replace(was, accounts=accounts), *field.played[at + 1 :])
    return replace(field, played=played)


def test_a_hand_makes_anew_only_the_rows_it_changes() -> None:
    field = an_evening()
    before = rank(field, "x")
    after = rank(after_a_hand(field, 3, 40, 0, 0, 0), "x", before)
    old, new = before.table, after.table
    overtaken = {row.entrant for row in new.rows if row.rank != old.row(row.entrant).rank}
    above = {new.rows[place + 1].entrant for place, row in enumerate(new.rows[:-1]) if row.entrant == 12}
    fresh = {row.entrant for row in new.rows if row is not old.row(row.entrant)}
    assert fresh == {12} | overtaken | {entrant for entrant in above if entrant in fresh}
    assert len(fresh) < 25


def test_a_hand_touches_only_who_sits_at_the_table(monkeypatch: Any) -> None:
    field = an_evening()
    before = rank(field, "x")
    filled: list[int] = []
    fill = TurnBook._fill
    monkeypatch.setattr(TurnBook, "_fill", lambda book, who: (filled.append(who), fill(book, who)))
    rank(after_a_hand(field, 3, 7, 0, 0, 0), "x", before)
    assert sorted(filled) == [12, 13, 14, 15]


def test_where_nothing_is_new_nothing_is_computed() -> None:
    field = an_evening()
    before = rank(field, "x")
    assert rank(replace(field), "x", before) is before


def test_other_people_or_rules_are_another_event() -> None:
    field = an_evening()
    assert changed_tables(field, replace(field, rests=())) == []
    assert changed_tables(field, replace(field, entrants=field.entrants[1:])) is None
    assert changed_tables(field, replace(field, rules=replace(field.rules, low_wins=True))) is None
    assert changed_tables(field, replace(field, played=field.played[1:])) is None
