"""Formats that seat by standing: changing partners, and fixed pairs at tables of two pairs."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments.builders import paper
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_event_rounds import finish, start
from tests.tournaments.test_views_event_setup import words
from tournaments.events.draw.drawing import draw_next
from tournaments.events.results.ranking import ranked
from tournaments.events.seats.moves import partners
from tournaments.events.seats.seating import exchange, warnings
from tournaments.models import Chair, Event, Round

pytestmark = pytest.mark.django_db


def play(event: Event, number: int) -> Round:
    """A round with other totals at every table, so that the standings move; whoever sits first wins."""
    round_ = start(event)
    for table, sitting in enumerate(round_.sittings.order_by("number"), start=1):
        paper(sitting, 16, 400 + 10 * table + 3 * number, 100 + 7 * table)
    return finish(round_)


def width(event: Event, round_: Round) -> float:
    """How far apart in the standings before it those at one table were, on average."""
    order = [row.entrant for row in ranked(event, last=round_.number - 1)]
    here = [entrant for entrant in order if entrant not in round_.seating["out"]]
    tables = [[here.index(entrant) for entrant in table] for table in round_.seating["tables"]]
    return sum(max(table) - min(table) for table in tables) / len(tables)


def test_partners_change_by_standing() -> None:
    event = an_event("caesar-partners-standing", here=21)
    played: set[tuple[int, int]] = set()
    out: list[int] = []
    for number in range(1, 6):
        round_ = play(event, number)
        for table in round_.seating["tables"]:
            for both in partners(table):
                assert both not in played
                played.add(both)
        out += round_.seating["out"]
        if number > 1:
            assert width(event, round_) < 9
    assert len(set(out)) == len(out) == 5, "nobody sits out twice before everybody once"
    with pytest.raises(Unreadable):
        draw_next(event)


def test_a_partner_again_is_warned_of() -> None:
    event = an_event("caesar-partners-standing", here=8)
    play(event, 1)
    (drawn,) = draw_next(event)
    first = drawn.seating["tables"][0]
    before = {
        both
        for round_ in event.rounds.exclude(pk=drawn.pk)
        for t in round_.seating["tables"]
        for both in partners(t)
    }
    again = next(both for both in before if first[0] in both)
    partner = again[0] if again[1] == first[0] else again[1]
    if partner != first[2]:
        drawn = exchange(drawn, first[2], partner)
    assert ("partners", again) in [
        (warning.kind, (warning.first, warning.second)) for warning in warnings(drawn)
    ]


def test_fixed_pairs_sit_at_tables_by_standing() -> None:
    event = an_event("caesar-pairs-standing", here=9)
    met: set[frozenset[int]] = set()
    for number in range(1, 5):
        round_ = play(event, number)
        assert {len(table) for table in round_.seating["tables"]} == {2}
        assert len(round_.seating["out"]) == 1
        for table in round_.seating["tables"]:
            for both in map(frozenset, combinations(table, 2)):
                assert both not in met
                met.add(both)
    sitting = round_.sittings.get(number=1)
    chairs = list(Chair.objects.filter(sitting=sitting).order_by("seat").values_list("entrant", flat=True))
    assert chairs[0] == chairs[2] != chairs[1] == chairs[3], "partners sit across"


def test_both_are_offered_and_said_in_words() -> None:
    laptop = Client(headers={"host": "localhost", "accept-language": "de"})
    page = words(laptop.get("/desk/new/").text)
    assert "Caesar mit wechselnden Partnern nach Rangliste" in page
    assert "Caesar in festen Paaren nach Rangliste" in page
    event = an_event("caesar-partners-standing", here=9)
    page = words(laptop.get(f"/desk/e/{event.pk}/settings/").text)
    assert "Wechselnde Partner nach Rangliste 5 Runden · 16 Spiele" in page
    page = words(laptop.get(f"/desk/e/{event.pk}/draw/").text)
    assert "2 Vierertische" in page
    assert "1 setzt aus" in page
