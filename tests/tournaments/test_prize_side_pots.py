"""Pots beside that of an event, shares by turnout, prizes of rounds, stages and teams."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import hall_of
from tests.tournaments.paper import text_of
from tests.tournaments.test_event_rounds import finish, play_all, start
from tests.tournaments.test_money_and_prizes import save
from tests.tournaments.test_prize_giving import EUR, by_place, place, set_plan
from tests.tournaments.test_views_event_setup import words
from tournaments.cash.booking import book
from tournaments.cash.pricing import change_plan
from tournaments.engines.cashdesk.kinds import CashKind, Destination
from tournaments.engines.cashdesk.tariffs import FeeItem, Fits, MoneyPlan, Tariff
from tournaments.engines.plans.prizeplan import PrizeRow, TurnoutStep
from tournaments.engines.plans.prizetargets import PrizeSetting, planned_prizes
from tournaments.engines.plans.prizewho import PotOf, PrizeFor, TurnoutBy
from tournaments.engines.prizes.choices import PerPerson
from tournaments.events.words.prizes import prize_price
from tournaments.hall.prizes import prizes_won
from tournaments.models import Entrant, Event
from tournaments.prizes.plans import prize_plan_of
from tournaments.prizes.state import prize_state

pytestmark = pytest.mark.django_db

SERIES = PrizeRow(id="s", who=PrizeFor.ROUND, percent=100_00, pot=PotOf.SERIES, weights=(2, 1))


def fed(event: Event, *items: FeeItem) -> Event:
    """Everybody pays these parts of a fee."""
    plan = MoneyPlan("EUR", (Tariff("t", "Alle", Fits.EVERYBODY, items),))
    event = change_plan(event=event, plan=plan) or Event.objects.get(pk=event.pk)
    for entrant in Entrant.objects.filter(event=event):
        book(event=event, kind=CashKind.FEE, amount=sum(item.amount for item in items), entrant=entrant)
    return Event.objects.get(pk=event.pk)


def after_rounds(event: Event, count: int = 1) -> Event:
    for _round in range(count):
        round_ = start(event)
        play_all(round_)
        finish(round_)
    return Event.objects.get(pk=event.pk)


@pytest.mark.both_engines
def test_every_round_has_its_part_of_the_series_and_who_wins_there_may_win_the_event_too() -> None:
    event = fed(
        an_event(here=4), FeeItem(Destination.PRIZES, 10 * EUR), FeeItem(Destination.SERIES, 751, "Serie")
    )
    event = set_plan(after_rounds(event), place(1, percent=100_00), SERIES, per_person=PerPerson.ONE)
    outcome = prize_state(event).outcome
    rounds = event.stages.get().plan["rounds"]
    assert sum(side.sum.pot for side in outcome.sides) == 4 * 751  # nothing is lost between the parts
    assert [side.name for side in outcome.sides] == [f"series {n}" for n in range(1, rounds + 1)]
    first = by_place(prize_state(event))[0]
    assert {prize for award in outcome.awards_of(first) for prize in award.prizes} == {"place-1", "s.1"}
    assert outcome.paid_in_all == outcome.paid + sum(side.paid for side in outcome.sides)


def test_a_pot_without_a_prize_says_that_nobody_gets_it(laptop: Client) -> None:
    event = fed(an_event(here=4), FeeItem(Destination.TEAMS, 5 * EUR))
    event = set_plan(after_rounds(event), place(1, goods="Korb"))
    page = words(laptop.get(f"/desk/e/{event.pk}/prizes/").text)
    assert "Topf der Mannschaften oder Paare" in page
    assert "20,00 €" in page


def test_a_pot_that_nothing_feeds_is_named(laptop: Client) -> None:
    event = set_plan(after_rounds(an_event(here=4)), place(1, percent=50_00, pot=PotOf.JACKPOT))
    assert "Jackpot" in words(laptop.get(f"/desk/e/{event.pk}/prizes/").text)


@pytest.mark.parametrize(
    ("tables", "people", "by", "shares"),
    [
        (4, 16, TurnoutBy.TABLES, (40, 30, 20, 10)),
        (7, 28, TurnoutBy.TABLES, (40, 30, 20, 10)),
        (8, 32, TurnoutBy.TABLES, (30, 25, 20, 15, 10)),
        (20, 80, TurnoutBy.TABLES, (1,) * 10),
        (4, 8, TurnoutBy.PEOPLE, (30, 25, 20, 15, 10)),
    ],
)
def test_shares_follow_the_turnout(tables: int, people: int, by: TurnoutBy, shares: tuple[int, ...]) -> None:
    row = place(
        1,
        percent=100_00,
        weights=(40, 30, 20, 10),
        steps=(TurnoutStep(16, (1,) * 10), TurnoutStep(8, (30, 25, 20, 15, 10))),
        by=by,
    )
    event = set_plan(an_event(), row)
    (prize,) = planned_prizes(prize_plan_of(event), PrizeSetting(tables=tables, people=people), "", {})
    assert prize.weights == shares
    assert (prize.target.first, prize.target.last) == (1, len(shares))


def test_shares_are_typed_stored_and_said_in_a_sentence(laptop: Client) -> None:
    event = an_event(here=4)
    row = {"first": "1", "money": "100 %", "division": "listed", "weights": "40 / 30, 20:10"}
    row |= {"least1": "8", "weights1": "30/25/20/15/10"}
    assert save(laptop, event, row).status_code == 302
    (stored,) = prize_plan_of(Event.objects.get(pk=event.pk)).prizes
    assert (stored.weights, stored.steps) == ((40, 30, 20, 10), (TurnoutStep(8, (30, 25, 20, 15, 10)),))
    with override("de"):
        assert prize_price(stored, "EUR") == (
            "100 % aus dem Topf, geteilt 40 : 30 : 20 : 10; ab 8 Tischen 30 : 25 : 20 : 15 : 10"
        )
    page = laptop.get(f"/desk/e/{event.pk}/prizes/plan/").text
    assert 'value="40/30/20/10"' in page
    assert 'value="30/25/20/15/10"' in page


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"division": "listed", "weights": "viel", "money": "100 %"}, "sind keine Anteile"),
        ({"division": "listed", "weights": "", "money": "100 %"}, "Welche Anteile?"),
        ({"division": "listed", "weights": "40/0", "money": "100 %"}, "ganze Zahlen von 1"),
        ({"division": "listed", "weights": "2/1", "goods": "Korb"}, "Anteile teilen Geld"),
        (
            {"division": "listed", "weights": "2/1", "weights1": "3/2/1", "money": "9"},
            "Ab wie vielen Tischen",
        ),
        ({"pot": "series", "money": "50 %"}, "Der Topf einer Serie"),
        ({"pot": "nowhere", "money": "50 %"}, "Bitte etwas aus der Liste"),
        ({"who": "feat", "goods": "Korb"}, "Was wird gezählt?"),
    ],
)
def test_what_cannot_be_is_refused_at_its_row(laptop: Client, row: dict[str, str], problem: str) -> None:
    event = an_event(here=4)
    answer = save(laptop, event, {"first": "1", **row})
    assert answer.status_code == 422
    assert problem in words(answer.text)
    assert not prize_plan_of(Event.objects.get(pk=event.pk)).prizes


def test_the_pot_of_a_series_is_for_rounds_or_for_stages(laptop: Client) -> None:
    event = an_event(here=4)
    rows = [{"who": who, "money": "100 %", "pot": "series"} for who in ("round", "stage")]
    answer = save(laptop, event, *rows)
    assert answer.status_code == 422
    assert "entweder unter Runden oder unter Abschnitten" in words(answer.text)


@pytest.mark.both_engines
def test_the_best_of_a_stage_and_the_best_single_round() -> None:
    event = after_rounds(an_event(here=4), 2)
    event = set_plan(
        event,
        PrizeRow(id="stage", who=PrizeFor.STAGE, amount=30 * EUR),
        PrizeRow(id="round", who=PrizeFor.ROUND_FROM, first=30, amount=20 * EUR),
        PrizeRow(id="never", who=PrizeFor.ROUND_FROM, first=3000, amount=10 * EUR),
    )
    state = prize_state(event)
    stage = sum(award.money for award in state.outcome.awards if award.prizes == ("stage.1",))
    rounds = sum(award.money for award in state.outcome.awards if award.prizes == ("round",))
    assert (stage, rounds) == (30 * EUR, 20 * EUR)
    assert [unused.slot.prize for unused in state.outcome.unused] == ["never"]
    with override("de"):
        labels = [won.label for won in prizes_won(hall_of(event))]
    assert labels == [
        "Beste von Abschnitt 1",
        "beste einzelne Runde von allen, mindestens 30",
        "beste einzelne Runde von allen, mindestens 3000",
    ]


def test_a_team_is_told_who_belongs_to_it_where_one_takes_it(laptop: Client) -> None:
    event = an_event()
    add_entrants(event, 2, names=("Anna", "Berta"), team="Rot")
    add_entrants(event, 2, names=("Carl", "Dora"), team="Blau")
    event.ranking = {**event.ranking, "team_best": 2, "team_by": "event"}
    event.save()
    event = set_plan(after_rounds(event), PrizeRow(id="team", who=PrizeFor.TEAM, amount=40 * EUR))
    page = words(laptop.get(f"/desk/e/{event.pk}/prizes/giving/").text)
    assert "Für die Mannschaft Rot: Anna, Berta" in page or "Für die Mannschaft Blau: Carl, Dora" in page
    form = words(laptop.get(f"/desk/e/{event.pk}/prizes/plan/").text)
    assert "gezählt werden die 2, die am Ende am besten stehen" in form
    assert 'name="prize-0-count"' not in form
    paper = laptop.get(f"/desk/e/{event.pk}/paper/payouts.pdf")
    assert "Für die Mannschaft" in text_of(paper.content)


def test_on_top_does_not_count_against_others() -> None:
    event = after_rounds(an_event(here=4))
    first, lady = place(1, amount=50 * EUR), PrizeRow(id="hand", who=PrizeFor.HAND, amount=10 * EUR)
    for apart in (False, True):
        rows: list[Any] = [first, PrizeRow(id="hand", who=PrizeFor.HAND, amount=lady.amount, apart=apart)]
        event = set_plan(event, *rows, per_person=PerPerson.ONE)
        state = prize_state(event)
        best = by_place(state)[0]
        assert len(state.outcome.awards_of(best)) == (2 if apart else 1)
