"""The final list: everybody once, over all parts of an event."""

from __future__ import annotations

from dataclasses import replace

from tests.standings.builders import competition, duel, match, table
from tournaments.engines.bracket import Bracket, BracketMatch
from tournaments.engines.standings import (
    By,
    Competition,
    Competitor,
    FinalPart,
    PlayedPart,
    Rest,
    Standings,
    final_list,
    group_standings,
    span,
    standings,
)
from tournaments.engines.standings.choices import WithdrawnRank

GROUPS = {"A": (1, 2, 3, 4), "B": (5, 6, 7, 8)}
CUP = (duel(1, "winners", 1, 1, 6), duel(2, "winners", 1, 5, 2), duel(3, "winners", 2, 5, 1))


def groups(**more: object) -> Competition:
    """All against all; who has the smaller number wins, in group B by more."""
    played = []
    for goals, members in zip((30, 40), GROUPS.values(), strict=True):
        pairs = [(a, b) for a in members for b in members if a < b]
        played += [match(1 + n, a, b, (goals, 0), number=a) for n, (a, b) in enumerate(pairs)]
    return competition(*played, by=(By.MATCH_POINTS, By.POINT_DIFFERENCE, By.LOT), **more)  # type: ignore[arg-type]


def in_groups(known: Competition) -> PlayedPart:
    return PlayedPart(
        FinalPart(1, "Groups"), standings(known, seed="s"), groups=group_standings(known, GROUPS, seed="s")
    )


def cup(known: Competition, members: tuple[int, ...], duels: tuple[BracketMatch, ...]) -> PlayedPart:
    inside = replace(
        known,
        entrants=tuple(entrant for entrant in known.entrants if entrant.id in members),
        played=(),
        rests=(),
    )
    return PlayedPart(FinalPart(2, "Knockout", bracket=True), standings(inside), bracket=Bracket(duels))


def places(ranking: Standings) -> list[tuple[int, str]]:
    return [(row.entrant, row.place) for row in ranking.rows]


def test_a_place_is_written_in_one_way() -> None:
    assert [span(3), span(3, 3), span(5, 8), span(None)] == ["3", "3", "5–8", "–"]


def test_groups_then_knockout_places_everybody() -> None:
    known = groups()
    ranking = final_list([in_groups(known), cup(known, (1, 2, 5, 6), CUP)], "s")
    assert places(ranking) == [
        (5, "1"),
        (1, "2"),
        (2, "3–4"),
        (6, "3–4"),
        (3, "5"),  # third of A: has lost by less than the third of B
        (7, "6"),
        (4, "7"),
        (8, "8"),
    ]


def test_while_the_knockout_lasts_everybody_has_the_places_he_can_still_reach() -> None:
    known = groups()
    waiting = (CUP[0], duel(2, "winners", 1, sides=(5, 2)), duel(3, "winners", 2, sides=(1, None)))
    ranking = final_list([in_groups(known), cup(known, (1, 2, 5, 6), waiting)], "s")
    assert places(ranking)[:4] == [(1, "1–2"), (2, "1–4"), (5, "1–4"), (6, "3–4")]
    assert [row.provisional for row in ranking.rows][:4] == [True, True, True, False]


def test_who_left_has_no_place_where_the_rules_say_so_and_leaves_no_gap() -> None:
    known = groups(entrants=(Competitor(2, withdrawn_after=9),), withdrawn=WithdrawnRank.UNRANKED)
    ranking = final_list([in_groups(known), cup(known, (1, 2, 5, 6), CUP)], "s")
    assert places(ranking)[:4] == [(5, "1"), (1, "2"), (6, "3"), (3, "4")]  # second of A now
    assert places(ranking)[-1] == (2, "–")


def test_who_never_played_has_no_place() -> None:
    known = competition(
        table(1, {1: 10, 2: -10}), rests=(Rest(1, 1, 3, "absent"), Rest(1, 1, 4, "sitting_out"))
    )
    ranking = final_list([PlayedPart(FinalPart(1, "Tables"), standings(known))])
    assert places(ranking) == [(1, "1"), (4, "2"), (2, "3"), (3, "–")]


def test_before_the_first_hand_nobody_has_a_place() -> None:
    known = competition(table(1, {2: 0, 1: 0}, finished=False), by=(By.POINTS, By.LOT))
    ranking = final_list([PlayedPart(FinalPart(1, "Tables"), standings(known, seed="s"))], "s")
    assert not ranking.begun
    assert places(ranking) == [(1, "–"), (2, "–")]
    assert not ranking.lots


def test_a_final_table_is_played_for_the_first_places() -> None:
    before = competition(table(1, {1: 90, 2: 80, 3: 70, 4: 60}))
    whole = competition(*before.played, table(2, {3: -20, 4: 5}, stage=2))
    last = replace(whole, entrants=tuple(entrant for entrant in whole.entrants if entrant.id in (3, 4)))
    ranking = final_list(
        [
            PlayedPart(FinalPart(1, "Tables"), standings(before)),
            PlayedPart(FinalPart(2, "Final table"), standings(last)),
        ]
    )
    assert places(ranking) == [(4, "1"), (3, "2"), (1, "3"), (2, "4")]
    assert ranking.rounds == (1, 2)


def test_some_of_a_list_have_places_among_themselves() -> None:
    known = groups()
    ranking = final_list([in_groups(known), cup(known, (1, 2, 5, 6), CUP)], "s").among((1, 2, 6, 3))
    assert places(ranking) == [(1, "1"), (2, "2–3"), (6, "2–3"), (3, "4")]
