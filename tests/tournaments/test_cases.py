"""The organisers' inbox: tables that call, hands that were put aside, and what is decided about them."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.builders import a_device, eine, put_aside, record, totals
from tests.tournaments.event_builders import an_account, an_event
from tournaments import ledger
from tournaments.access.limits import CALLS_PER_TABLE
from tournaments.events.rounds import publishing, running
from tournaments.ledger import checking
from tournaments.models import Call, Credential, Event, Notice, Parked, ParkedDecision, Role, Round, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=8)]


@pytest.fixture
def opened(event: Event) -> Round:
    return hall.begin(event)


@pytest.fixture
def table(opened: Round) -> Sitting:
    return hall.table(opened)


@pytest.fixture
def phone(event: Event, table: Sitting) -> Client:
    return hall.scan(event, 1)


@pytest.fixture
def helper(event: Event, settings: Any) -> Client:
    settings.DESK_IN_WIFI = True
    return hall.logged_in(an_account("he", event, Role.HELPER), REMOTE_ADDR="192.168.178.77")


@pytest.fixture
def aside(table: Sitting) -> Parked:
    """Hand 1, entered by somebody else in another way."""
    record(table, eine(1))
    return put_aside(table, eine(2), 1)


def cases_of(event: Event) -> str:
    return f"/desk/e/{event.pk}/cases/"


def decide(desk: Client, event: Event, parked: Parked, answer: str, **more: str) -> Any:
    return desk.post(f"{cases_of(event)}{parked.pk}/", {"answer": answer, "seen": "1", **more})


# --- what was put aside


def test_both_versions_and_what_each_would_move_are_shown(
    laptop: Client, event: Event, aside: Parked
) -> None:
    listed = laptop.get(cases_of(event)).text
    assert "zwei Handys haben Verschiedenes eingetragen" in listed.replace("Zwei", "zwei")
    shown = laptop.get(f"{cases_of(event)}{aside.pk}/").text
    for text in ("Auf dem Zettel", "Beiseite", "In der Rangliste", "So lassen", "Als Nächstes zählen"):
        assert text in shown
    assert 'id="case-count"' in laptop.get(f"/desk/e/{event.pk}/people/").text
    assert "1 offener Fall" in laptop.get(f"/desk/e/{event.pk}/").text
    assert ">1<" in laptop.get(f"{cases_of(event)}?part=count").text


@pytest.mark.parametrize(
    ("answer", "entries"),
    [
        ("stays", ["hand"]),
        ("same", ["hand"]),
        ("instead", ["hand", "correct"]),
        ("besides", ["hand", "hand"]),
    ],
)
def test_organisers_decide_and_the_log_says_so(
    laptop: Client, event: Event, table: Sitting, aside: Parked, answer: str, entries: list[str]
) -> None:
    assert decide(laptop, event, aside, answer).status_code == 302
    assert list(table.entry_set.values_list("kind", flat=True)) == entries
    decision = ParkedDecision.objects.get()
    assert (decision.answer, decision.via, decision.by) == (answer, "desk", "Turnierbüro")
    noted = Notice.objects.filter(event=event).last()
    assert noted is not None
    assert noted.what == {"instead": "hand_corrected", "besides": "hand_added_late"}.get(
        answer, "aside_settled"
    )
    assert checking.check(table).in_order
    before = table.entry_set.count()
    assert decide(laptop, event, aside, answer).status_code == 302  # tapped twice
    assert decide(laptop, event, aside, "stays" if answer != "stays" else "same").status_code == 409
    assert table.entry_set.count() == before
    assert "Nichts wartet" in laptop.get(cases_of(event)).text


def test_a_late_hand_of_a_closed_round_counts_when_the_organisers_say_so(
    laptop: Client, event: Event, opened: Round, table: Sitting
) -> None:
    record(table, eine(1))
    hall.end(opened)
    late = put_aside(table, eine(2), 2)
    assert late.code == "round_over"
    assert decide(laptop, event, late, "instead").status_code == 403  # in whose place?
    assert (
        decide(laptop, event, late, "besides", **{"desk-reason": "their phone had no radio"}).status_code
        == 302
    )
    table.refresh_from_db()
    assert table.sheethead.closed
    assert totals(table)[1] > 0
    assert reasons_at(table) == {"", "their phone had no radio"}
    assert checking.check(table).in_order
    assert "their phone had no radio" in laptop.get(f"/e/{event.pk}/corrections/").text


def reasons_at(table: Sitting) -> set[str]:
    return set(table.entry_set.values_list("reason", flat=True))


def test_a_hand_that_is_right_in_neither_version_is_entered_and_decided_in_one(
    laptop: Client, event: Event, table: Sitting, aside: Parked
) -> None:
    shown = laptop.get(f"{cases_of(event)}{aside.pk}/").text
    assert f"/tables/1/1/hand/1/?desk-case={aside.pk}" in shown
    path = f"/desk/e/{event.pk}/tables/1/1/hand/1/"
    form = {"declarer": "3", "contract": "eine", "points": "47", "desk-case": str(aside.pk)}
    form |= {"entry": str(uuid.uuid4()), "seen": "1", "desk-reason": "asked all four"}
    looked = laptop.post(path, form)
    mark = looked.text.partition('name="desk-shown" value="')[2].partition('"')[0]
    assert f'name="desk-case" value="{aside.pk}"' in looked.text
    assert laptop.post(path, {**form, "desk-shown": mark}).status_code == 302
    decision = ParkedDecision.objects.get()
    assert (decision.answer, str(decision.entry_id)) == ("other", form["entry"])


def test_helpers_settle_only_what_says_the_same_twice(
    helper: Client, event: Event, table: Sitting, aside: Parked
) -> None:
    path = f"{cases_of(event)}{aside.pk}/"
    assert "Die Turnierleitung entscheidet" in helper.get(path).text
    for answer in ("stays", "same", "instead", "besides"):
        assert decide(helper, event, aside, answer).status_code == 403
    ledger.correct_hand(sitting=table, hand_no=1, entry_id=uuid.uuid4(), raw=eine(2))
    assert decide(helper, event, aside, "stays").status_code == 403
    assert decide(helper, event, aside, "same").status_code == 302


def test_no_round_is_closed_over_something_undecided_without_a_reason(
    laptop: Client, event: Event, opened: Round, table: Sitting, aside: Parked
) -> None:
    for sitting in Sitting.objects.filter(round=opened):
        ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
    Sitting.objects.filter(round=opened).update(hands_limit=0)
    shown = laptop.get(f"/desk/e/{event.pk}/rounds/1/").text
    assert "Noch nicht entschieden: Tisch 1." in shown
    address = f"/desk/e/{event.pk}/rounds/1/close/"
    refused = laptop.post(address, {})
    assert refused.status_code == 422
    assert laptop.post(address, {"reason": "they have left", "knows": "1"}).status_code == 302
    noted = Notice.objects.get(what="round_closed")
    assert noted.data["undecided"] == [1]


def test_a_sheet_for_which_something_waits_is_not_thrown_away(opened: Round) -> None:
    waits = hall.table(opened, 2)
    phone = a_device(waits)
    Credential.objects.filter(pk=phone.pk).update(replaced_by=a_device(waits))
    put_aside(waits, eine(2), 1, credential=phone)
    with pytest.raises(Unreadable):
        publishing.take_back(opened, reason="wrong draw")
    assert Sitting.objects.filter(pk=waits.pk).exists()


def test_the_event_of_another_desk_has_nothing_here(laptop: Client, event: Event, aside: Parked) -> None:
    other = an_event(title="Das andere")
    assert laptop.get(f"{cases_of(other)}{aside.pk}/").status_code == 404
    assert decide(laptop, other, aside, "stays").status_code == 404


# --- calling


def test_a_table_calls_and_sees_who_comes(
    laptop: Client, event: Event, table: Sitting, phone: Client
) -> None:
    address = f"/t/{table.pk}/call/"
    for page in ("", "hands/", "numbers/", "rules/", "invite/", "whose/", "paper-totals/", "aside/", "call/"):
        assert f'href="{address}"' in phone.get(f"/t/{table.pk}/{page}").text, page
        assert f'href="{address}"' not in Client().get(f"/t/{table.pk}/{page}").text, page
    tag = phone.get(f"/t/{table.pk}/?part=live").headers["ETag"]
    phone.post(f"/t/{table.pk}/whose/", {"seat": "2"})
    assert phone.post(address, {"reason": "rules", "note": "who bids first?"}).status_code == 302
    assert phone.post(address, {"reason": "other"}).status_code == 302  # one is enough
    calling = Call.objects.get()
    assert (calling.reason, calling.seat) == ("rules", 2)
    news = phone.get(f"/t/{table.pk}/?part=live", headers={"If-None-Match": tag})
    assert "Turnierleitung um" in news.text
    for shown in (laptop.get(cases_of(event)), laptop.get(f"/desk/e/{event.pk}/")):
        assert "Frage zu den Regeln: who bids first?" in shown.text
        assert "Platz 2" in shown.text
    assert "who bids first?" in laptop.get(f"/desk/e/{event.pk}/rounds/1/").text
    at_desk = f"{cases_of(event)}call/{calling.pk}/"
    assert laptop.post(f"{at_desk}coming/").status_code == 302
    assert "ist unterwegs (Turnierbüro)" in phone.get(f"/t/{table.pk}/").text
    assert laptop.post(f"{at_desk}done/").status_code == 302
    assert "ist unterwegs" not in phone.get(f"/t/{table.pk}/").text
    assert [notice.what for notice in Notice.objects.filter(what__startswith="call").order_by("pk")] == [
        "called",
        "call_answered",
        "call_done",
    ]


def test_a_call_is_withdrawn_and_needs_a_reason(table: Sitting, phone: Client) -> None:
    address = f"/t/{table.pk}/call/"
    assert phone.post(address, {"reason": "pizza"}).status_code == 422
    assert phone.post(address, {"reason": "other", "note": "x" * 121}).status_code == 422
    phone.post(address, {"reason": "missing"})
    assert phone.post(f"{address}withdraw/").status_code == 302
    assert Call.objects.get().done_at is not None
    assert phone.post(f"{address}withdraw/").status_code == 302


def test_nobody_floods_the_organisers(table: Sitting, phone: Client) -> None:
    address, tries = f"/t/{table.pk}/call/", CALLS_PER_TABLE.burst
    statuses = []
    for _again in range(tries + 1):
        statuses.append(phone.post(address, {"reason": "other"}).status_code)
        phone.post(f"{address}withdraw/")
    assert statuses == [302] * tries + [429]


def test_strangers_and_quick_evenings_call_nobody(table: Sitting, sitting: Sitting, writer: Client) -> None:
    assert Client().post(f"/t/{table.pk}/call/", {"reason": "other"}).status_code == 403
    assert writer.get(f"/t/{sitting.pk}/call/").status_code == 404
    assert "/call/" not in writer.get(f"/t/{sitting.pk}/").text
    assert not Call.objects.exists()


def test_a_call_survives_the_end_of_its_round(
    event: Event, opened: Round, table: Sitting, phone: Client
) -> None:
    phone.post(f"/t/{table.pk}/call/", {"reason": "other"})
    running.close_round(opened, reason="end")
    assert Call.objects.filter(done_at=None).exists()
