"""One final list: whatever the kind of event, every page, paper and file gives everybody the same place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring import Unreadable
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import a_hand_everywhere, begin, end, laptop
from tests.tournaments.test_hall_standings import hall_of
from tournaments.desk.papers import after, awards
from tournaments.desk.papers.order import Order
from tournaments.engines.plans import Format, stage_plan
from tournaments.engines.plans.declared import StagePlan
from tournaments.events.plan import staging
from tournaments.exchange.results import as_json, ranking_table
from tournaments.hall.facts import Hall
from tournaments.hall.persons import person_view
from tournaments.hall.prizes import prizes_won
from tournaments.hall.reveal import reveal_steps
from tournaments.models import Entrant, Event, Round, Ruling, RulingKind
from tournaments.paper.event.certificates.words import ordinal
from tournaments.people import presence

pytestmark = pytest.mark.django_db

Places = dict[str, str]  # by name
EVERYBODY = 1000


def decide(round_: Round, chance: random.Random) -> None:
    """Matches are won without play, everything else gets a hand: quick, and it has an end."""
    if not stage_plan(round_.stage.plan).matched:
        a_hand_everywhere(round_, 2)
        return
    for number, table in zip(round_.seating["numbers"], round_.seating["tables"], strict=True):
        Ruling.objects.create(
            event=round_.event,
            kind=RulingKind.WALKOVER.value,
            round=round_,
            table=number,
            data={"winner": chance.choice(table)},
            at=timezone.now(),
        )


def play_on(event: Event, rounds: int | None = None) -> None:
    """So many rounds, or all there are."""
    chance = random.Random(event.title)
    while rounds is None or rounds > 0:
        try:
            round_ = begin(event)
        except Unreadable:
            return
        decide(round_, chance)
        end(round_)
        rounds = None if rounds is None else rounds - 1


def groups_then_knockout() -> Event:
    event = an_event("truco-groups", here=7)
    staging.change_stage(event=event, number=1, stage=StagePlan(format=Format.GROUPS, groups=2))
    play_on(event)
    return event


def shared_third_place() -> Event:
    event = an_event("truco-groups", here=6)
    staging.change_stage(event=event, number=1, stage=StagePlan(format=Format.GROUPS, groups=2))
    cup = StagePlan(format=Format.KNOCKOUT, takes=2, fresh=True, third_place=False)
    staging.change_stage(event=event, number=2, stage=cup)
    play_on(event)
    return event


def half_a_knockout() -> Event:
    event = an_event("ecarte-matches", here=6)
    play_on(event, 6)
    return event


def groups_only() -> Event:
    event = an_event("truco-groups", here=7)
    staging.change_stage(event=event, number=1, stage=StagePlan(format=Format.GROUPS, groups=3))
    play_on(event, 3)
    return event


def double_knockout() -> Event:
    event = an_event("ecarte-matches", here=6)
    staging.remove_stage(event=event, number=2)
    staging.change_stage(event=event, number=1, stage=StagePlan(format=Format.DOUBLE))
    play_on(event)
    return event


def swiss_then_final() -> Event:
    event = an_event("cabo-evening", here=9)
    play_on(event)
    return event


def tables() -> Event:
    """Somebody goes home, somebody comes too late for everything."""
    event = an_event("cego-schwarzwald", here=9)
    play_on(event, 1)
    presence.withdraw(event=event, entrant=event.entrants.get(number=3).pk, reason="unwell")
    play_on(event)
    Entrant.objects.create(event=event, number=99, name="Zu Spät", state="here")
    return event


def partners() -> Event:
    event = an_event("caesar-partners", here=9)
    play_on(event, 2)
    return event


KINDS = (
    groups_then_knockout,
    shared_third_place,
    half_a_knockout,
    groups_only,
    double_knockout,
    swiss_then_final,
    tables,
    partners,
)


@pytest.mark.parametrize("make_event", KINDS, ids=lambda make_event: make_event.__name__)
def test_every_page_paper_and_file_has_the_same_list(make_event: Callable[[], Event]) -> None:
    event = make_event()
    here = hall_of(event)
    listed = of_list(here)
    with translation.override("de"):
        lists = {
            "page": on_page(laptop(), event, here),
            "persons": {
                person.name: view.rank or "–"
                for person in here.people.values()
                if (view := person_view(here, person)) and person.name in listed
            },
            "paper": on_paper(here),
            "spreadsheet": in_spreadsheet(here),
            "json": in_json(here),
        }
        for medium, places in lists.items():
            assert places == listed, medium
        ranked = {name: place for name, place in listed.items() if place != "–"}
        assert on_certificates(here) == ranked
        assert on_gift_table(here) == ranked
        assert in_reveal(here) == ranked


@pytest.mark.parametrize("make_event", KINDS, ids=lambda make_event: make_event.__name__)
def test_everybody_is_in_the_list_once_and_no_place_is_left_out(make_event: Callable[[], Event]) -> None:
    event = make_event()
    table = hall_of(event).standings
    assert table is not None
    entrants = [row.entrant for row in table.rows]
    assert sorted(entrants) == sorted(event.entrants.values_list("pk", flat=True))
    ranked: list[Any] = [row for row in table.rows if row.rank is not None]
    assert ranked
    if not any(row.provisional for row in ranked):
        taken = [place for row in ranked for place in range(row.rank, row.worst + 1)]
        assert set(taken) == set(range(1, len(ranked) + 1))
        assert all(
            row.worst - row.rank + 1 == sum(equal.rank == row.rank for equal in ranked) for row in ranked
        )


def of_list(here: Hall) -> Places:
    assert here.standings is not None
    return {here.people[row.entrant].name: row.place for row in here.standings.rows}


def on_page(client: Client, event: Event, here: Hall) -> Places:
    html = client.get(reverse("desk-standings", args=(event.pk,)) + "?of=all").text
    rows = re.findall(r'data-person="(\d+)">\s*<td class="place">([^<]*)<', html)
    return {here.by_number[int(number)].name: place for number, place in rows}


def on_paper(here: Hall) -> Places:
    paper, *_more = after.standings(Order(here, ""))
    return {row.name: row.place or "–" for row in paper.rows}


def in_spreadsheet(here: Hall) -> Places:
    table = ranking_table(here)
    return {str(row[2]): "–" if row[0] is None else str(row[0]) for row in table.rows}


def in_json(here: Hall) -> Places:
    return {here.by_number[row["number"]].name: row["place"] or "–" for row in as_json(here)["standings"]}


def on_certificates(here: Hall) -> Places:
    here.event.certificate = {"places": 0}
    words = {
        ordinal(first, last): span_of(first, last) for first in range(1, 30) for last in range(first, 30)
    }
    (paper,) = awards.certificates(Order(here, ""))
    names = {frozenset(names_of(here, person.entrant)): person.name for person in here.people.values()}
    drawn: list[Any] = list(paper.certificates)
    return {
        names[frozenset(certificate.names)]: words[ordinal(certificate.place, certificate.last)]
        for certificate in drawn
    }


def span_of(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def names_of(here: Hall, entrant: int) -> tuple[str, ...]:
    person = here.people[entrant]
    return person.members or (person.name,)


def on_gift_table(here: Hall) -> Places:
    (paper,) = awards.gift_table(Order(here, ""))
    return {pick.name: pick.rank for pick in paper.picks}


def in_reveal(here: Hall) -> Places:
    return {person.name: step.place for step in reveal_steps(here, EVERYBODY) for person in step.people}


# --- words of prizes and certificates, and what is not shown yet ------------------------------


def a_cup_with_prizes() -> Event:
    event = groups_then_knockout()
    event.prizes = [
        {"for": "1", "prize": "120 €"},
        {"for": "last", "prize": "a sausage"},
        {"for": "Damen", "prize": "flowers"},
        {"for": "best team", "prize": "a cup"},
    ]
    event.save()
    table = hall_of(event).standings
    assert table is not None
    Entrant.objects.filter(pk__in=[row.entrant for row in table.rows[1:3]]).update(category="Damen")
    Entrant.objects.filter(event=event, number__lte=3).update(team="Löwen")
    Entrant.objects.filter(event=event, number__gt=3).update(team="Ochsen")
    event.revision += 1
    event.save(update_fields=["revision"])
    return event


def test_a_reveal_says_who_gets_which_prize_also_of_categories_and_teams() -> None:
    here = hall_of(a_cup_with_prizes())
    steps = reveal_steps(here, 4)
    assert [step.place for step in steps] == ["best team", "Damen", "last", "4", "3", "2", "1"]
    by_place = {step.place: step for step in steps}
    assert by_place["1"].prizes == ("120 €",)
    assert by_place["2"].prizes == ()
    assert by_place["Damen"].people[0].name == by_place["2"].people[0].name
    assert by_place["best team"].people[0].name == here.teams[0].team
    assert by_place["best team"].prizes == ("a cup",)
    assert by_place["last"].prizes == ("a sausage",)


def test_the_list_of_prizes_names_the_best_team() -> None:
    here = hall_of(a_cup_with_prizes())
    (paper,) = awards.prize_list(Order(here, ""))
    best = paper.prizes[-1]
    assert (best.name, best.prize) == (here.teams[0].team, "a cup")


def test_a_certificate_of_a_knockout_says_the_last_match_and_no_points() -> None:
    event = an_event("ecarte-matches", here=4)
    staging.remove_stage(event=event, number=1)
    staging.change_stage(event=event, number=1, stage=StagePlan(format=Format.KNOCKOUT))
    play_on(event, 1)
    last = begin(event)
    a_hand_everywhere(last, 60)
    end(last)
    with translation.override("de"):
        (paper,) = awards.certificates(Order(hall_of(event), ""))
    first, *_rest = paper.certificates
    assert re.fullmatch(r"Finale \d:\d", first.points)


def test_before_the_first_hand_no_rank_is_shown_anywhere() -> None:
    event = an_event("truco-groups", here=8)
    begin(event)
    here = hall_of(event)
    assert here.standings is not None
    assert {row.place for row in here.standings.rows} == {"–"}
    assert {row.place for table in here.groups.values() for row in table.rows} == {"–"}
    assert not here.standings.lots
    assert {row["rank"] for row in as_json(here)["standings"]} == {None}
    assert reveal_steps(here, EVERYBODY) == []
    assert after.standings(Order(here, "")) == []
    assert awards.certificates(Order(here, "")) == []
    assert person_view(here, here.by_number[1]).rank == ""


def test_a_team_is_reached_by_its_words_in_three_languages() -> None:
    for label in ("beste Mannschaft", "Mannschaft 1", "best team", "mejor equipo", "Team 1"):
        event = an_event("cego-schwarzwald", here=8)
        event.prizes = [{"for": label, "prize": "a cup"}]
        event.save()
        event.entrants.update(team="Löwen")
        play_on(event, 1)
        (won,) = prizes_won(hall_of(event))
        assert won.teams == ("Löwen",), label
