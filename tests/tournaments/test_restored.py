"""What the desk shows after a restore: what phones and screens know, and what is done about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_recovering import contents, forget, journal_of, offer
from tests.tournaments.visitors import a_writer
from tournaments.events.rounds import running
from tournaments.models import Chair, Entry, Event, PhoneOffer, Round, SheetHead, Sitting
from tournaments.safekeeping import epoch, servermark, sightings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_looks_out() -> Iterator[None]:
    yield
    servermark._mark = ""
    sightings.look_out(None)


@pytest.fixture
def lost() -> dict[str, Any]:
    """An event whose second round was drawn after the copy was made: only phones know it."""
    event = an_event(here=8)
    hall.play_all(hall.begin(event), 1)
    hall.end(event.rounds.get(number=1))
    round_ = hall.draw(event, seed="spring")
    round_ = running.open_round(hall.publishing.publish(round_))
    sitting = hall.table(round_)
    phone = hall.scan(event, 1)
    hall.play(sitting, 1, 2, 3)
    copy, before = journal_of(phone, sitting), contents(sitting)
    for table in Sitting.objects.filter(round=round_):
        forget(table, 0)
        SheetHead.objects.filter(sitting=table).delete()
        Chair.objects.filter(sitting=table).delete()
    Sitting.objects.filter(round=round_).delete()
    Round.objects.filter(pk=round_.pk).delete()
    epoch.begin_epoch()
    return {"event": event, "phone": phone, "copy": copy, "before": before, "sitting": sitting.pk}


def english() -> Client:
    return Client(headers={"Host": "localhost", "Accept-Language": "en"})


def test_a_round_that_only_phones_know_is_named_and_comes_back_whole(lost: dict[str, Any]) -> None:
    event, desk = lost["event"], english()
    offer(lost["phone"], lost["sitting"], lost["copy"])
    text = desk.get(f"/desk/e/{event.pk}/restored/").text
    assert "Phones know round 2; here round 1 is the last. Seen: table 1." in text
    assert "by the same draw number" in text
    assert "This table is no longer there" in desk.get(f"/desk/e/{event.pk}/cases/").text
    assert "Take onto the new sheet" not in text
    round_ = running.open_round(hall.publishing.publish(hall.draw(event, seed="spring")))
    again = hall.table(round_)
    text = desk.get(f"/desk/e/{event.pk}/restored/").text
    assert "Phones know round 2" not in text
    assert "Take onto the new sheet" in text
    rows = list(PhoneOffer.objects.values_list("pk", flat=True))
    answer = desk.post(f"/desk/e/{event.pk}/restored/change/", {"row": rows, "adopt": again.pk}, follow=True)
    assert "3 lines have been taken over." in answer.text
    assert [row[:7] for row in contents(again)] == [row[:7] for row in lost["before"]]
    assert not PhoneOffer.objects.filter(settled_at=None).exists()
    assert "Nothing is known to be missing." in answer.text


def test_other_people_on_the_seats_get_no_hands_of_others(lost: dict[str, Any]) -> None:
    event, desk = lost["event"], english()
    copy = {**lost["copy"], "people": list(reversed(lost["copy"]["people"]))}
    offer(lost["phone"], lost["sitting"], copy)
    running.open_round(hall.publishing.publish(hall.draw(event, seed="spring")))
    assert "Take onto the new sheet" not in desk.get(f"/desk/e/{event.pk}/restored/").text


def test_where_something_else_was_entered_both_are_shown_and_organisers_decide(sitting: Sitting) -> None:
    phone = a_writer(sitting)
    record(sitting, eine(1))
    record(sitting, eine(2))
    copy = journal_of(phone, sitting)
    forget(sitting, 1)
    epoch.begin_epoch()
    record(sitting, eine(3))
    offer(phone, sitting.pk, copy)
    desk = english()
    text = desk.get("/desk/restored/").text
    assert "Something else has been entered here since" in text
    assert "Łukasz" in text  # whose hand the phone has
    assert "Gökçe" in text  # and who stands on the laptop's sheet
    rows = list(PhoneOffer.objects.values_list("pk", flat=True))
    answer = desk.post("/desk/restored/change/", {"row": rows, "done": "1"}, follow=True)
    assert "Noted: you have looked after it." in answer.text
    assert Entry.objects.count() == 2
    assert PhoneOffer.objects.get().settled_by
    answer = desk.post("/desk/restored/change/", {"row": rows, "done": "1"}, follow=True)
    assert "looked after already" in answer.text


def test_every_page_of_the_desk_says_it_until_everything_is_there_again(event: Event) -> None:
    desk = english()
    assert "An older copy of the data is in use." not in desk.get("/desk/").text
    epoch.begin_epoch()
    assert "An older copy of the data is in use." in desk.get("/desk/").text
    assert "An older copy of the data is in use." in desk.get(f"/desk/e/{event.pk}/rounds/").text
    assert "An older copy of the data is in use." in desk.get(f"/desk/e/{event.pk}/alarms/").text
    desk.post("/desk/restored/change/", {"settle": "1"})
    assert "An older copy of the data is in use." not in desk.get("/desk/").text


def test_changes_and_hands_that_were_seen_are_listed_until_they_are_there(event: Event) -> None:
    began = epoch.begin_epoch()
    round_ = hall.begin(an_event(here=4, title="Winter"))
    sitting = hall.table(round_)
    began.sightings.create(what="event", number=event.pk, event=event.pk, facts={"revision": 57, "here": 51})
    facts = {"round": 1, "table": 1, "seq": 1, "here": 0}
    began.sightings.create(what="table", number=sitting.pk, event=sitting.event_id, facts=facts)
    desk = english()
    text = desk.get("/desk/restored/").text
    assert "6 changes of the organisers that are missing here" in text
    assert "Winter: Round 1, table 1: a phone has seen 1 line of the sheet that is missing here." in text
    record(sitting, eine(1))
    assert "a phone has seen" not in desk.get("/desk/restored/").text


def test_what_to_do_is_reachable_and_leads_to_the_pages_that_do_it(event: Event) -> None:
    desk = english()
    assert 'href="/desk/help/"' in desk.get("/desk/").text
    assert 'href="/desk/help/"' in desk.get(f"/desk/e/{event.pk}/").text
    text = desk.get("/desk/help/").text
    for key in ("laptop", "wifi", "address", "power", "disk", "clock", "seats", "hand", "phone"):
        assert f'id="{key}"' in text
    assert f'href="/desk/e/{event.pk}/rounds/"' in text
    assert f'href="/desk/e/{event.pk}/devices/"' in text
