"""Lost-game money of an event: from the hands to phone, desk and cash book, and back by a correction."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import Unreadable
from tests.tournaments.builders import correct, eine, paper, record, void
from tests.tournaments.hall import begin, end, scan, table
from tests.tournaments.paper import text_of
from tests.tournaments.racing import at_once, split
from tournaments import exchange
from tournaments.cash.pots import paid_into
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.lostgames import Collected, LostGameScale, LostGamesPlan, ScaleStep, lost_games_plan
from tournaments.lostgames.collecting import change_lost_games, collect, collect_at_table
from tournaments.lostgames.owed import lost_money_of
from tournaments.models import CashEntry, CashKind, Chair, Entrant, Event, Sitting
from tournaments.table import reading
from tournaments.table.lostline import lost_line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.event(here=8)]
STEPS = (ScaleStep(1, 50), ScaleStep(4, 100))


def plan(event: Event, *, through: bool = False, by: dict[str, int] | None = None, **more: Any) -> Event:
    scale = LostGameScale(STEPS, through, by or {})
    return change_lost_games(event=event, plan=LostGamesPlan(scale, **more), by="Test")


def solo(seat: int = 1, points: int = 20) -> dict[str, Any]:
    return {"declarer": seat, "contract": "solo", "points": points}


def lose(sitting: Sitting, times: int, seat: int = 1) -> None:
    for _time in range(times):
        record(sitting, solo(seat))


def sits(sitting: Sitting, seat: int) -> Entrant:
    entrant = Chair.objects.get(sitting=sitting, seat=seat).entrant
    assert entrant is not None
    return entrant


def owes(event: Event, entrant: Entrant) -> tuple[int, int, int]:
    """Owed, collected, open."""
    money = lost_money_of(Event.objects.get(pk=event.pk))
    assert money is not None
    of = money.entrants[entrant.pk]
    return of.owed, of.collected, of.open


def line_of(sitting: Sitting) -> list[tuple[int, str]]:
    fresh = Sitting.objects.select_related("sheethead", "event", "round").get(pk=sitting.pk)
    line = lost_line(reading.sheet(fresh))
    assert line is not None
    return [(person.games, person.amount) for person in line.people]


def words(page: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.text)).split())


def take(event: Event, entrant: Entrant, shown: int, **more: Any) -> int:
    return collect(event=event, entrant=entrant, shown=shown, entry_id=uuid.uuid4(), **more)


@pytest.mark.both_engines
def test_three_lost_games_and_the_fourth(event: Event) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    lose(sitting, 3)
    assert owes(event, sits(sitting, 1)) == (150, 0, 150)
    lose(sitting, 1)
    record(sitting, solo(2, points=50))
    assert owes(event, sits(sitting, 1)) == (250, 0, 250)
    assert owes(event, sits(sitting, 2)) == (0, 0, 0)
    assert line_of(sitting) == [(4, "€2.50"), (0, "€0.00"), (0, "€0.00"), (0, "€0.00")]


@pytest.mark.parametrize(("through", "owed"), [(False, 350 + 100), (True, 550)])
def test_the_steps_begin_anew_or_run_through_the_evening(event: Event, through: bool, owed: int) -> None:
    plan(event, through=through)
    first = begin(event)
    lose(table(first, 1), 5)
    who = sits(table(first, 1), 1)
    end(first)
    second = begin(event)
    place = Chair.objects.get(sitting__round=second, entrant=who)
    lose(place.sitting, 2, place.seat)
    assert owes(event, who) == (owed, 0, owed)
    assert line_of(place.sitting)[place.seat - 1] == (7, f"€{owed / 100:.2f}")


def test_at_the_table_the_line_is_of_the_round_alone_and_the_steps_go_on(event: Event) -> None:
    plan(event, through=True, collected=Collected.AT_TABLE)
    first = begin(event)
    lose(table(first, 1), 3)
    who = sits(table(first, 1), 1)
    end(first)
    place = Chair.objects.get(sitting__round=begin(event), entrant=who)
    lose(place.sitting, 1, place.seat)
    assert line_of(place.sitting)[place.seat - 1] == (1, "€1.00")


def test_a_contract_with_an_amount_of_its_own(event: Event) -> None:
    plan(event, by={"solo": 300})
    sitting = table(begin(event), 1)
    lose(sitting, 1)
    record(sitting, eine(1, points=30))
    assert owes(event, sits(sitting, 1)) == (350, 0, 350)


@pytest.mark.both_engines
def test_one_tap_books_what_is_open_and_the_same_tap_only_once(event: Event) -> None:
    plan(event, feeds=Destination.PRIZES)
    sitting = table(begin(event), 1)
    lose(sitting, 3)
    who, tap = sits(sitting, 1), uuid.uuid4()
    for _time in range(2):
        assert collect(event=event, entrant=who, shown=150, by="Anna", entry_id=tap) == 150
    entry = CashEntry.objects.get()
    assert (entry.kind, entry.amount, entry.by, entry.entrant) == (CashKind.LOST, 150, "Anna", who)
    assert paid_into(Event.objects.get(pk=event.pk)).into(Destination.PRIZES) == 150
    assert owes(event, who) == (150, 150, 0)
    with pytest.raises(Unreadable) as refused:
        take(event, who, 150)
    assert [problem.code for problem in refused.value.problems] == ["settled"]


def test_what_has_changed_since_the_page_was_shown_is_not_taken(event: Event) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    lose(sitting, 4)
    with pytest.raises(Unreadable) as refused:
        take(event, sits(sitting, 1), 150)
    assert [problem.code for problem in refused.value.problems] == ["changed"]
    assert not CashEntry.objects.exists()


@pytest.mark.both_engines
def test_a_correction_says_the_difference_and_it_is_given_back(event: Event) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    lose(sitting, 4)
    who = sits(sitting, 1)
    take(event, who, 250)
    correct(sitting, 1, solo(1, points=50))
    assert owes(event, who) == (150, 250, -100)
    assert take(event, who, -100) == -100
    assert owes(event, who) == (150, 150, 0)
    assert sorted(CashEntry.objects.values_list("amount", flat=True)) == [-250, 150, 250]
    void(sitting, 2)
    void(sitting, 3)
    void(sitting, 4)
    assert take(event, who, -150) == -150
    assert owes(event, who) == (0, 0, 0)


@pytest.mark.both_engines
def test_a_table_pays_together_and_everybody_has_a_line(event: Event) -> None:
    plan(event, collected=Collected.AT_TABLE)
    sitting = table(begin(event), 1)
    lose(sitting, 1, 1)
    lose(sitting, 4, 2)
    tap = uuid.uuid4()
    for _time in range(2):
        assert collect_at_table(event=event, sitting=sitting.pk, shown=300, entry_id=tap) == 300
    assert sorted(CashEntry.objects.values_list("amount", flat=True)) == [50, 250]
    with pytest.raises(Unreadable):
        collect_at_table(event=event, sitting=sitting.pk, shown=300, entry_id=uuid.uuid4())


def test_where_the_money_stays_at_the_table_nothing_is_booked(event: Event) -> None:
    plan(event, collected=Collected.STAYS)
    round_ = begin(event)
    sitting = table(round_, 1)
    lose(sitting, 2)
    phone = scan(event, 1, headers={"Accept-Language": "en"})
    assert "Pot of this table: €1.00." in words(phone.get(f"/t/{sitting.pk}/"))
    with pytest.raises(Unreadable):
        take(event, sits(sitting, 1), 100)


def test_who_has_gone_still_owes_and_hands_on_paper_are_named(event: Event, laptop: Client) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    lose(sitting, 1)
    paper(sitting, 3, -5, 0, 0, 0)
    Entrant.objects.filter(pk=sits(sitting, 1).pk).update(state="withdrawn", left_after=1)
    page = words(laptop.get(reverse("desk-lost", args=[event.pk])))
    assert "3 hands only as totals from paper" in page
    assert owes(event, sits(sitting, 1)) == (50, 0, 50)


def test_the_desk_lists_collects_and_says_what_is_open(event: Event, laptop: Client) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    lose(sitting, 3)
    who = sits(sitting, 1)
    address = reverse("desk-lost", args=[event.pk])
    page = laptop.get(address)
    assert "Collected €1.50" in words(page)
    assert "round 1: 3 lost, €1.50" in words(page)
    form = {"entrant": who.pk, "shown": "150", "entry": str(uuid.uuid4())}
    answer = laptop.post(address, form, follow=True)
    assert "Collected: €1.50" in words(answer)
    assert "✓ €1.50" in words(answer)
    late = laptop.post(address, {**form, "entry": str(uuid.uuid4())})
    assert late.status_code == 422
    assert "settled already" in words(late)
    correct(sitting, 1, solo(1, points=50))
    assert "€1.50 collected, €1.00 owed after a correction" in words(laptop.get(address))
    assert "Give back €0.50" in words(laptop.get(address))


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"entrant": "x", "shown": "150", "entry": "no"},
        {"entrant": "4711", "shown": "150", "entry": str(uuid.UUID(int=5))},
        {"table": "4711", "shown": "150", "entry": str(uuid.UUID(int=5))},
        {"entrant": "1", "shown": "--5", "entry": str(uuid.UUID(int=5))},
    ],
)
def test_a_broken_tap_is_refused(event: Event, laptop: Client, broken: dict[str, str]) -> None:
    plan(event)
    begin(event)
    assert laptop.post(reverse("desk-lost", args=[event.pk]), broken).status_code == 422
    assert not CashEntry.objects.exists()


SCALE = {
    "first_0": "1",
    "amount_0": "0,50",
    "first_1": "4",
    "amount_1": "1",
    "collected": "end",
    "feeds": "club",
}


def test_the_scale_is_typed_and_how_the_steps_run_has_to_be_said(event: Event, laptop: Client) -> None:
    address = reverse("desk-lost-scale", args=[event.pk])
    answer = laptop.post(address, SCALE)
    assert answer.status_code == 422
    assert "begin anew in each round or run through the evening" in words(answer)
    assert 'value="0,50"' in answer.text
    assert laptop.post(address, {**SCALE, "through": "0", "by_solo": "2"}).status_code == 302
    event.refresh_from_db()
    assert event.money["lost_games"] == {
        "steps": [[1, 50], [4, 100]],
        "through": False,
        "by": {"solo": 200},
        "collected": "end",
        "feeds": "club",
    }
    assert 'value="0.50"' in laptop.get(address).text
    page = words(laptop.get(reverse("desk-money", args=[event.pk])))
    assert "From lost game 1 on €0.50, from lost game 4 on €1.00, Solo €2.00; each round anew" in page
    assert laptop.post(address, {"through": "0", "collected": "end", "feeds": "club"}).status_code == 302
    event.refresh_from_db()
    assert "lost_games" not in event.money


@pytest.mark.parametrize(
    "wrong",
    [
        {"first_0": "2"},
        {"first_1": "1"},
        {"first_0": "x"},
        {"amount_0": "-1"},
        {"collected": "never"},
        {"feeds": "me"},
        {"by_solo": "much"},
    ],
)
def test_what_is_no_scale_is_refused(event: Event, laptop: Client, wrong: dict[str, str]) -> None:
    answer = laptop.post(reverse("desk-lost-scale", args=[event.pk]), {**SCALE, "through": "0", **wrong})
    assert answer.status_code == 422
    event.refresh_from_db()
    assert event.money == {}


def test_the_phone_and_the_sheet_on_paper_say_it(event: Event) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    lose(sitting, 3)
    phone = scan(event, 1)
    assert "1,50" in words(phone.get(f"/t/{sitting.pk}/"))
    printed = text_of(phone.get(f"/t/{sitting.pk}/paper/sheet.pdf").content)
    assert "1,50" in printed
    blank = text_of(phone.get(f"/t/{sitting.pk}/paper/blank.pdf").content)
    assert "Verlustgeld: ab dem 1. verlorenen Spiel 0,50" in " ".join(blank.split())


def test_a_poll_asks_no_more_for_it(event: Event) -> None:
    """Not in the first round, and not where each round begins anew; else once for each state of the event."""
    round_ = begin(event)
    sitting = table(round_, 1)
    lose(sitting, 1)
    phone = scan(event, 1)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(f"/t/{sitting.pk}/?part=live").status_code == 200
        return len(queries)

    asked()
    without = asked()
    plan(event, through=True)
    assert asked() == without
    lose(sitting, 1)
    asked()
    assert asked() == without


def test_an_event_without_it_says_nothing_of_it(event: Event, laptop: Client) -> None:
    sitting = table(begin(event), 1)
    lose(sitting, 1)
    assert "cash-line" not in scan(event, 1).get(f"/t/{sitting.pk}/").text
    assert "cost nothing" in words(laptop.get(reverse("desk-lost", args=[event.pk])))


@pytest.mark.event("truco-swiss", here=4)
def test_a_pair_loses_a_chico_once_together(event: Event) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    record(sitting, {"kind": "quick", "quick": {"side": 1, "points": 30}})
    loser = sits(sitting, 2)
    assert loser == sits(sitting, 4)
    assert owes(event, loser) == (50, 0, 50)
    assert owes(event, sits(sitting, 1)) == (0, 0, 0)
    assert [games for games, _amount in line_of(sitting)] == [0, 1]


def test_the_scale_travels_with_the_event(event: Event) -> None:
    plan(event, through=True, by={"solo": 300})
    sitting = table(begin(event), 1)
    lose(sitting, 2)
    raw = exchange.packed(Event.objects.get(pk=event.pk))
    plan_there = lost_games_plan(raw["event"]["money"])
    assert plan_there is not None
    assert (plan_there.scale.through, plan_there.scale.by) == (True, {"solo": 300})


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
def test_two_helpers_tap_at_once_and_take_it_once(event: Event) -> None:
    plan(event)
    sitting = table(begin(event), 1)
    lose(sitting, 3)
    who = sits(sitting, 1)
    taken, refused = split(at_once(*[lambda: take(event, who, 150)] * 4), Unreadable)
    assert (taken, len(refused)) == ([150], 3)
    assert [entry.amount for entry in CashEntry.objects.all()] == [150]
