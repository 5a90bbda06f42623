"""A raffle, what somebody does not take, and what nobody has collected."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments.test_prize_giving import EUR, by_place, place, set_plan
from tests.tournaments.test_prize_pages import an_event_played
from tests.tournaments.test_views_event_setup import words
from tournaments.engines.plans.prizeplan import PrizeRow
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.choices import Sharing
from tournaments.engines.prizes.lots import prize_ticket
from tournaments.models import Entrant, EntrantState, Event, PrizeAct, PrizeRecord
from tournaments.prizes import giving
from tournaments.prizes.raffle import draw_raffle, drum_of, open_raffles
from tournaments.prizes.state import prize_state

pytestmark = pytest.mark.django_db

RAFFLES = {"all": PrizeFor.RAFFLE, "here": PrizeFor.RAFFLE_HERE, "rest": PrizeFor.RAFFLE_REST}


def an_event_with(who: PrizeFor, count: int = 1) -> Event:
    raffle = PrizeRow(id="raffle", who=who, first=count, goods="Fahrrad")
    return set_plan(an_event_played(), place(1, amount=100 * EUR), raffle, ties=Sharing.BY_CRITERIA)


@pytest.mark.both_engines
@pytest.mark.parametrize(("among", "in_drum"), [("all", 4), ("here", 3), ("rest", 2)])
def test_a_raffle_is_drawn_among_those_of_the_plan(among: str, in_drum: int) -> None:
    event = an_event_with(RAFFLES[among])
    order = by_place(prize_state(event))
    Entrant.objects.filter(pk=order[3]).update(state=EntrantState.WITHDRAWN.value)
    state = prize_state(event)
    (row,) = open_raffles(state)
    assert len(drum_of(state, row)) == in_drum
    key = uuid.uuid4()
    for _again in range(2):
        record = draw_raffle(event=event, prize="raffle", key=key, by="Helga")
    assert PrizeRecord.objects.count() == 1
    assert (record.kind, record.prize, record.by) == (PrizeAct.LOT, "raffle", "Helga")
    drum = record.data["order"]
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    among_numbers = [numbers[who] for who in drum]
    tickets = [prize_ticket(record.data["seed"], "raffle raffle", among_numbers, n) for n in among_numbers]
    assert tickets == sorted(tickets)
    state = prize_state(event)
    assert open_raffles(state) == []
    (winner,) = [award.entrant for award in state.outcome.awards if "raffle" in award.prizes]
    assert winner == drum[0]
    with pytest.raises(Unreadable):
        draw_raffle(event=event, prize="raffle", key=uuid.uuid4())


@pytest.mark.both_engines
def test_whoever_was_drawn_and_goes_home_still_has_it() -> None:
    event = an_event_with(PrizeFor.RAFFLE_HERE)
    first = draw_raffle(event=event, prize="raffle", key=uuid.uuid4()).data["order"][0]
    Entrant.objects.filter(pk=first).update(state=EntrantState.WITHDRAWN.value)
    assert [thing.what for thing in prize_state(event).dues[first].goods] == ["Fahrrad"]


def test_the_page_draws_and_says_who_with_which_seed(laptop: Client) -> None:
    event = an_event_with(PrizeFor.RAFFLE_REST)
    base = f"/desk/e/{event.pk}/prizes/giving/"
    assert "Jetzt ziehen: 3 in der Lostrommel" in words(laptop.get(base).text)
    laptop.post(f"{base}raffle/", {"prize": "raffle", "entry": str(uuid.uuid4())})
    record = PrizeRecord.objects.get()
    page = words(laptop.get(base).text)
    assert "Jetzt ziehen" not in page
    assert record.data["seed"] in page
    assert "Fahrrad" in page
    laptop.post(f"{base}raffle/", {"prize": "nothing", "entry": str(uuid.uuid4())})
    assert "schon gezogen" in words(laptop.get(base).text)


def test_what_somebody_does_not_take_goes_to_the_next(laptop: Client) -> None:
    event = an_event_with(PrizeFor.RAFFLE_REST)
    drawn = draw_raffle(event=event, prize="raffle", key=uuid.uuid4()).data["order"]
    base = f"/desk/e/{event.pk}/prizes/giving/"
    assert "Weiter an den Nächsten" in words(laptop.get(base).text)
    laptop.post(f"{base}decline/", {"entrant": drawn[0], "prize": "raffle", "entry": str(uuid.uuid4())})
    dues = prize_state(event).dues
    assert [thing.what for thing in dues[drawn[1]].goods] == ["Fahrrad"]
    assert drawn[0] not in dues


def test_what_nobody_collects_is_owed_then_the_clubs(laptop: Client) -> None:
    event = an_event_with(PrizeFor.RAFFLE_REST)
    first = by_place(prize_state(event))[0]
    base = f"/desk/e/{event.pk}/prizes/giving/"
    seen = prize_state(event).dues[first].seen
    with pytest.raises(Unreadable):  # it is on no list of what is owed yet
        giving.keep_for_club(event=event, entrant=first, seen=seen, key=uuid.uuid4())
    laptop.post(f"{base}later/", {"entrant": first, "entry": str(uuid.uuid4())})
    assert "Der Verein behält es" in words(laptop.get(base).text)
    seen = prize_state(event).dues[first].seen
    laptop.post(f"{base}club/", {"entrant": first, "seen": seen, "entry": str(uuid.uuid4())})
    due = prize_state(event).dues[first]
    assert due.done
    assert due.given == 0
    assert "Nicht abgeholt: Der Verein behält es" in words(laptop.get(base).text)
    record = PrizeRecord.objects.get(kind=PrizeAct.TO_CLUB)
    giving.undo(event=event, record=record.pk, reason="came", key=uuid.uuid4())
    due = prize_state(event).dues[first]
    assert due.unclaimed
    giving.hand_over(event=event, entrant=first, seen=due.seen, key=uuid.uuid4())
    assert prize_state(event).dues[first].given == 100 * EUR
