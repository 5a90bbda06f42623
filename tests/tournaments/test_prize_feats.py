"""What is counted by hand: who has it is written down at the prize-giving, once, and can be undone."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_prize_giving import EUR, by_place, set_plan
from tests.tournaments.test_prize_side_pots import after_rounds
from tests.tournaments.test_views_event_setup import words
from tournaments.engines.plans.prizeplan import PrizeRow
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.exchange.exporting import packed
from tournaments.exchange.importing import take_in
from tournaments.models import Event, PrizeAct, PrizeRecord
from tournaments.prizes.feats import count_feat
from tournaments.prizes.giving import undo
from tournaments.prizes.ground import ground_of
from tournaments.prizes.state import prize_state

pytestmark = pytest.mark.django_db

FEAT = PrizeRow(id="rare", who=PrizeFor.FEAT, name="Grand ouvert", amount=25 * EUR)


@pytest.fixture
def planned() -> Event:
    return set_plan(after_rounds(an_event(here=4)), FEAT)


def winners(event: Event) -> list[object]:
    return [award.entrant for award in prize_state(event).outcome.awards]


@pytest.mark.both_engines
def test_the_highest_number_wins_and_a_mistake_is_undone(planned: Event) -> None:
    assert winners(planned) == []
    last, third = by_place(prize_state(planned))[:-3:-1]
    counted = count_feat(event=planned, prize="rare", entrant=last, number=1, key=uuid.uuid4(), by="Helga")
    assert (counted.kind, counted.what, counted.by) == (PrizeAct.FEAT, "Grand ouvert", "Helga")
    assert winners(planned) == [last]
    mistaken = count_feat(event=planned, prize="rare", entrant=third, number=2, key=uuid.uuid4())
    assert winners(planned) == [third]
    undo(event=planned, record=mistaken.pk, reason="verzählt", key=uuid.uuid4())
    assert winners(planned) == [last]


@pytest.mark.both_engines
def test_the_same_tap_is_written_once_and_what_cannot_be_is_refused(planned: Event) -> None:
    who, key = by_place(prize_state(planned))[0], uuid.uuid4()
    for _again in range(2):
        count_feat(event=planned, prize="rare", entrant=who, number=1, key=key)
    assert PrizeRecord.objects.count() == 1
    for wrong in ({"prize": "gone"}, {"entrant": 0}, {"number": 0}, {"number": 10**7}):
        asked = {"prize": "rare", "entrant": who, "number": 1, **wrong}
        with pytest.raises(Unreadable):
            count_feat(event=planned, key=uuid.uuid4(), **asked)  # type: ignore[arg-type]
    assert PrizeRecord.objects.count() == 1


def test_it_is_entered_on_the_page(laptop: Client, planned: Event) -> None:
    base = f"/desk/e/{planned.pk}/prizes/giving/"
    who = by_place(prize_state(planned))[2]
    assert "Noch hat es niemand" in words(laptop.get(base).text)
    form = {"prize": "rare", "entrant": str(who), "number": "3", "entry": str(uuid.uuid4())}
    assert laptop.post(f"{base}feat/", {**form, "entrant": ""}).status_code == 302
    assert "Wer hat es?" in words(laptop.get(base).text)
    laptop.post(f"{base}feat/", form)
    page = words(laptop.get(base).text)
    assert "(3)" in page
    assert "Von Hand gezählt: Grand ouvert (3)" in page
    assert winners(planned) == [who]


@pytest.mark.both_engines
def test_it_travels_with_the_event() -> None:
    event = set_plan(an_event(here=4), FEAT)
    who = event.entrants.order_by("number")[1]
    count_feat(event=event, prize="rare", entrant=who.pk, number=2, key=uuid.uuid4())
    packed_up = packed(Event.objects.get(pk=event.pk))
    packed_up["event"]["uid"] = str(uuid.uuid4())
    packed_up["links"] = []
    for line in packed_up["prizes"]:
        line["id"] = str(uuid.uuid4())
    copy = take_in(json.dumps(packed_up).encode(), event.whose)
    same = copy.entrants.get(number=who.number)
    assert ground_of(copy).feats == {"Grand ouvert": {same.pk: 2}}
