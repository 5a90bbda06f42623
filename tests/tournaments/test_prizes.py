"""Village prizes: ranks, the last, the middle, the best of a category."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tournaments.engines.plans.prizes import aim_of, award, problems


@dataclass(frozen=True, slots=True)
class PlainPlaced:
    rank: int | None
    entrant: int
    category: str = ""


FIELD = [
    PlainPlaced(1, 11),
    PlainPlaced(2, 12, "Damen"),
    PlainPlaced(2, 13),
    PlainPlaced(4, 14, "Jugend"),
    PlainPlaced(5, 15, "Damen"),
    PlainPlaced(None, 99),
]


@pytest.mark.parametrize(
    ("label", "winners"),
    [
        ("1", (11,)),
        ("1.", (11,)),
        ("2", (12, 13)),
        ("3", (12, 13)),  # two share the second place: its prize and that of the third go to both
        ("4", (14,)),
        ("6", ()),
        ("last", (15,)),
        ("Letzter", (15,)),
        ("vorletzter", (14,)),
        ("Mitte", (12, 13)),
        ("damen", (12,)),
        ("Jugend", (14,)),
        ("Senioren", ()),
    ],
)
def test_a_prize_finds_its_winner(label: str, winners: tuple[int, ...]) -> None:
    (prize,) = award([{"for": label, "prize": "Speck"}], FIELD)
    assert prize.entrants == winners


def test_a_span_is_a_prize_for_each_rank() -> None:
    prizes = award([{"for": "1-3", "prize": "Wein"}, {"for": "4 bis 5", "prize": "Brot"}], FIELD)
    assert [(prize.label, prize.entrants) for prize in prizes] == [
        ("1", (11,)),
        ("2", (12, 13)),
        ("3", (12, 13)),
        ("4", (14,)),
        ("5", (15,)),
    ]


def test_half_lines_are_no_prizes() -> None:
    lines = [{"for": "1", "prize": "120 €"}, {"for": "", "prize": "x"}, {"for": "2", "prize": ""}]
    assert [(problem.field, problem.code, problem.at) for problem in problems(lines, ())] == [
        ("for", "half", (2,)),
        ("prize", "half", (3,)),
    ]


@dataclass(frozen=True)
class Team:
    rank: int | None
    team: str
    members: tuple[int, ...]


TEAMS = [
    Team(1, "Rot", (11, 12)),
    Team(2, "Blau", (13, 14)),
    Team(2, "Grün", (15,)),
    Team(None, "Rest", (99,)),
]


@pytest.mark.parametrize(
    ("label", "teams"),
    [
        ("Mannschaft", ("Rot",)),
        ("beste Mannschaft", ("Rot",)),
        ("Best team", ("Rot",)),
        ("mejor equipo", ("Rot",)),
        ("2. Mannschaft", ("Blau", "Grün")),
        ("Mannschaft 3", ("Blau", "Grün")),
        ("team 4", ()),
    ],
)
def test_a_prize_for_a_team_finds_its_team(label: str, teams: tuple[str, ...]) -> None:
    (prize,) = award([{"for": label, "prize": "Wanderpokal"}], FIELD, TEAMS)
    assert prize.teams == teams
    assert prize.entrants == tuple(member for team in TEAMS if team.team in teams for member in team.members)


@pytest.mark.parametrize(
    ("label", "winners"),
    [
        ("Klasse Damen", (12,)),
        ("beste Damen", (12,)),
        ("2. Damen", (15,)),
        ("Damen 2", (15,)),
        ("3. Damen", ()),
        ("Klasse Senioren", ()),
    ],
)
def test_a_prize_for_a_class_finds_its_best(label: str, winners: tuple[int, ...]) -> None:
    (prize,) = award([{"for": label, "prize": "Blumen"}], FIELD)
    assert (prize.aim.kind, prize.entrants) == ("class", winners)


def test_a_class_may_be_called_like_anything() -> None:
    assert aim_of("Mitte", {"mitte"}).kind == "class"
    assert aim_of("U 21", {"u 21"}).name == "U 21"


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("Damen", None),
        ("2. damen", None),
        ("Klasse Senioren", None),  # nobody yet, but said to be a class
        ("1-3", None),
        ("beste Mannschaft", None),
        ("letzter Platz", None),
        ("Senioren", "nobody"),
        ("schönster Hut", "nobody"),
        ("0", "span"),
        ("4-1", "span"),
        ("1-900", "span"),
    ],
)
def test_what_nobody_can_win_is_refused(label: str, code: str | None) -> None:
    refusals = problems([{"for": label, "prize": "Speck"}], ["Damen"])
    assert [problem.code for problem in refusals] == ([code] if code else [])


def test_nobody_to_win_anything() -> None:
    assert award([{"for": "last", "prize": "Wurstsalat"}], [])[0].entrants == ()
