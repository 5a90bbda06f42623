"""An older copy in the place of the database: whose it is stays, and everybody can see that it is not what it
was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_recovering import forget
from tournaments.models import Epoch, Event, Installation, Round, Sighting, Sitting
from tournaments.safekeeping import epoch, judging, servermark, sightings
from tournaments.safekeeping.judging import look, take_over

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_looks_out() -> Iterator[None]:
    yield
    servermark._mark = ""
    sightings.look_out(None)


def test_a_new_epoch_is_on_every_answer_and_says_when_and_why(client: Client) -> None:
    before = servermark.read_mark()
    began = epoch.begin_epoch(epoch.Began.RESTORED)
    mark = client.get("/")["Stammtisch-Server"]
    assert mark.split(".") == [before.split(".")[0], began.uid.hex]
    assert mark != before
    assert client.get("/nowhere/")["Stammtisch-Server"] == mark
    assert epoch.unsettled() == began
    epoch.settle("Petra")
    assert epoch.unsettled() is None
    assert Epoch.objects.get().settled_by == "Petra"


def test_going_on_with_an_older_file_begins_one_once(sitting: Sitting, settings: Any) -> None:
    record(sitting, eine(1))
    record(sitting, eine(2))
    take_over(())
    before = Installation.objects.get().epoch
    forget(sitting, 1)
    look({"older"})
    take_over({"older"})
    assert list(Epoch.objects.values_list("why", flat=True)) == ["first", "older"]
    assert Installation.objects.get().epoch != before
    look({"older"})
    take_over({"older"})
    assert Epoch.objects.count() == 2
    assert judging._exchanged is None


def test_whoever_only_gives_the_copy_another_epoch_is_understood(sitting: Sitting) -> None:
    take_over(())
    assert epoch.unsettled() is None
    record(sitting, eine(1))
    Installation.objects.update(epoch="00000000-0000-4000-8000-000000000000")
    take_over(())
    began = epoch.unsettled()
    assert began is not None
    assert began.why == "restored"
    assert began.copy["copied_at"]


@pytest.fixture
def evening() -> Event:
    event = an_event(here=8)
    hall.play_all(hall.begin(event), 1, 2)
    return event


def test_phones_and_screens_name_what_is_missing(evening: Event) -> None:
    sitting = hall.table(evening.rounds.get(number=1))
    phone = hall.scan(evening, 1)
    tag = phone.get(f"/t/{sitting.pk}/?part=live")["ETag"]
    wall = phone.get(f"/e/{evening.pk}/?part=live")["ETag"]
    forget(sitting, 1)
    Event.objects.filter(pk=evening.pk).update(revision=1)
    epoch.begin_epoch()
    phone.get(f"/t/{sitting.pk}/?part=live", headers={"if-none-match": tag})
    phone.get("/t/4711/?part=live", headers={"if-none-match": tag.replace(".1.1-", ".4.7-")})
    phone.get(f"/e/{evening.pk}/?part=live", headers={"if-none-match": wall})
    seen = {(row.what, row.number): row.facts for row in Sighting.objects.all()}
    assert seen["table", sitting.pk] == {"round": 1, "table": 1, "seq": 2, "here": 1}
    assert seen["table", 4711] == {"round": 4, "table": 7, "seq": 2, "here": None}
    assert seen["event", evening.pk]["here"] == 1
    assert seen["event", evening.pk]["revision"] > 1


def test_without_a_restore_a_question_writes_nothing(evening: Event) -> None:
    phone = hall.scan(evening, 1)
    for tag in ("", 'W/"x"', 'W/"v|9-ab-table-1.4.7-open|de"', 'W/"v|0123456789ab|99-1|de"', "*", '"'):
        phone.get("/t/4711/?part=live", headers={"if-none-match": tag})
    assert not Sighting.objects.exists()
    epoch.begin_epoch()
    for tag in ('W/"v|9-ab-table-1.4.7-open|de"', 'W/"v|0123456789ab|99-1|de"', 'W/"|||"', "*", '"'):
        phone.get("/t/4711/?part=live", headers={"if-none-match": tag})
    assert Sighting.objects.count() == 1
    epoch.settle("")
    phone.get("/t/4712/?part=live", headers={"if-none-match": 'W/"v|9-ab-table-1.4.7-open|de"'})
    assert Sighting.objects.count() == 1


def test_a_round_that_only_phones_know_is_named(evening: Event) -> None:
    epoch.begin_epoch()
    assert Epoch.objects.get().copy["events"][str(evening.pk)]["round"] == Round.objects.get().number
