"""What a device has sent and could not be counted is put aside, shown, and decided once."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import a_device, a_sitting, close, eine, put_aside, record, totals
from tests.tournaments.visitors import a_writer, answers, hand_form
from tournaments import ledger
from tournaments.access import credentials
from tournaments.events.rounds import running
from tournaments.ledger import checking, parking
from tournaments.models import Answer, Credential, Entry, EntryKind, Event, Parked, ParkedDecision, Sitting

pytestmark = pytest.mark.django_db

OUTBOX = {"Stammtisch-Outbox": "1"}
SAVED = (200, 302)  # with the table's page, or led there


def sent(phone: Client, sitting: Sitting, raw: dict[str, Any], hand: int, **control: Any) -> Any:
    """A hand as a phone's outbox sends it."""
    return phone.post(f"/t/{sitting.pk}/", hand_form(sitting, raw, hand, **control), headers=OUTBOX)


def visible(html: str) -> str:
    return html.replace("\N{NO-BREAK SPACE}", " ")


def device_of(phone: Client, sitting: Sitting) -> Credential:
    secret = phone.cookies[credentials.cookie_name(sitting)].value
    return Credential.objects.get(secret_hash=credentials.hashed(secret))


@pytest.fixture
def second(sitting: Sitting) -> Client:
    """Another phone of the table."""
    return a_writer(sitting)


@pytest.fixture
def two_versions(sitting: Sitting, writer: Client, second: Client) -> Parked:
    """Hand 1 by the first phone, and another version of it by the second."""
    assert sent(writer, sitting, eine(1), 1).status_code in SAVED
    assert sent(second, sitting, eine(2), 1).status_code == 409
    return Parked.objects.get()


def test_another_version_of_a_hand_is_put_aside_and_the_phone_is_told_so(
    sitting: Sitting, writer: Client, second: Client
) -> None:
    sent(writer, sitting, eine(1), 1)
    entry_id = uuid.uuid4()
    answer = sent(second, sitting, eine(2), 1, entry=entry_id)
    assert answer.status_code == 409
    parked = Parked.objects.get()
    assert (parked.pk, parked.hand_no, parked.code, parked.raw["declarer"]) == (
        entry_id,
        1,
        "hand_taken",
        "2",
    )
    shown, receipt = answer.headers["Stammtisch-Parked"].split()
    assert (shown, len(receipt)) == (str(entry_id), 26)
    assert "<html" not in answer.text
    assert totals(sitting) == [6, 0, 0, 0]
    assert checking.check(sitting).in_order


def test_sent_again_it_gets_the_same_answer_and_with_another_content_it_is_refused(
    sitting: Sitting, writer: Client, second: Client
) -> None:
    sent(writer, sitting, eine(1), 1)
    entry_id = uuid.uuid4()
    once = sent(second, sitting, eine(2), 1, entry=entry_id)
    ledger.undo_last(sitting=sitting, entry_id=uuid.uuid4(), hand_no=1)  # now it could be counted
    again = sent(second, sitting, eine(2), 1, entry=entry_id)
    assert again.status_code == 409
    assert again.headers["Stammtisch-Parked"] == once.headers["Stammtisch-Parked"]
    assert sent(second, sitting, eine(3), 1, entry=entry_id).status_code == 422
    assert Parked.objects.count() == 1
    assert totals(sitting) == [0, 0, 0, 0]


def test_the_same_content_is_no_conflict(sitting: Sitting, writer: Client, second: Client) -> None:
    sent(writer, sitting, eine(1), 1)
    assert sent(second, sitting, eine(1), 1).status_code in SAVED
    assert not Parked.objects.exists()


def test_what_is_no_hand_stays_on_the_phone(sitting: Sitting, writer: Client, second: Client) -> None:
    sent(writer, sitting, eine(1), 1)
    answer = sent(second, sitting, {"declarer": 2}, 1)
    assert answer.status_code == 422
    assert "Stammtisch-Parked" not in answer.headers
    assert sent(second, sitting, eine(2), 3).status_code == 409  # the one before comes first
    assert not Parked.objects.exists()


def test_after_the_closing_a_hand_is_put_aside(sitting: Sitting, writer: Client) -> None:
    close(sitting)
    answer = sent(writer, sitting, eine(2), 1)
    assert answer.status_code == 409
    assert Parked.objects.get().code == "sheet_closed"
    assert "Nichts geht verloren" in answer.text


@pytest.mark.event(here=8)
def test_a_device_of_a_closed_round_and_one_before_the_round(event: Event) -> None:
    round_ = hall.publish(event)
    sitting = hall.table(round_)
    early = a_writer(sitting)
    assert sent(early, sitting, eine(1), 1).status_code == 403
    running.open_round(round_)
    phone = hall.scan(event, 1)
    hall.end(round_)
    answer = sent(phone, sitting, eine(2), 1)
    assert answer.status_code == 409
    assert Parked.objects.get().code == "round_over"
    assert sent(early, sitting, eine(2), 1).status_code == 409
    assert Parked.objects.count() == 2


def test_a_replaced_device_is_put_aside_and_a_revoked_one_refused(
    sitting: Sitting, writer: Client, second: Client
) -> None:
    entry_id = uuid.uuid4()
    sent(writer, sitting, eine(1), 1, entry=entry_id)
    Credential.objects.filter(pk=device_of(writer, sitting).pk).update(replaced_by=device_of(second, sitting))
    assert sent(writer, sitting, eine(1), 1, entry=entry_id).status_code in SAVED  # saved in time
    assert sent(writer, sitting, eine(2), 2).status_code == 409
    assert Parked.objects.get().code == "replaced"
    credentials.revoke(device_of(writer, sitting))
    assert sent(writer, sitting, eine(3), 2).status_code == 403
    assert Parked.objects.count() == 1


def test_nobody_fills_the_laptop(
    sitting: Sitting, writer: Client, second: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parking, "MOST_OF_A_DEVICE", 2)
    sent(writer, sitting, eine(1), 1)
    assert [sent(second, sitting, eine(seat), 1).status_code for seat in (2, 3, 4)] == [409, 409, 429]
    assert sent(second, sitting, eine(4), 2).status_code in SAVED  # hands are not affected
    third = a_writer(sitting)
    assert sent(third, sitting, eine(2), 1).status_code == 409
    monkeypatch.setattr(parking, "MOST_OF_AN_EVENT", 3)
    assert sent(third, sitting, eine(3), 1).status_code == 429


@pytest.mark.parametrize(
    ("answer", "shown"), [("stays", [6, 0, 0, 0]), ("instead", [0, 6, 0, 0]), ("besides", [6, 6, 0, 0])]
)
def test_there_are_three_answers(
    sitting: Sitting, writer: Client, two_versions: Parked, answer: str, shown: list[int]
) -> None:
    path = f"/t/{sitting.pk}/aside/{two_versions.pk}/"
    assert writer.post(path, {"answer": answer, "seen": "1"}).status_code == 302
    assert totals(sitting) == shown
    decision = ParkedDecision.objects.get()
    assert (decision.answer, decision.credential) == (answer, device_of(writer, sitting))
    assert (decision.entry is None) is (answer == "stays")
    assert checking.check(sitting).in_order
    assert writer.post(path, {"answer": answer, "seen": "1"}).status_code == 302  # the same tap twice
    assert Entry.objects.count() == (1 if answer == "stays" else 2)


@pytest.mark.sitting("cego", first_dealer=4)
def test_a_hand_of_its_own_is_dealt_by_whom_the_sheet_knows(sitting: Sitting, writer: Client) -> None:
    record(sitting, {**eine(1), "dealer": 4})
    parked = put_aside(sitting, {**eine(2), "dealer": 4}, 1)
    path = f"/t/{sitting.pk}/aside/{parked.pk}/"
    assert writer.post(path, {"answer": "besides", "seen": "1"}).status_code == 302
    assert [entry.payload["dealer"] for entry in ledger.live_entries(sitting)] == [4, 1]


def test_of_two_who_decide_the_second_is_told(
    sitting: Sitting, writer: Client, second: Client, two_versions: Parked
) -> None:
    path = f"/t/{sitting.pk}/aside/{two_versions.pk}/"
    assert writer.post(path, {"answer": "stays", "seen": "1"}).status_code == 302
    late = second.post(path, {"answer": "instead", "seen": "1"})
    assert late.status_code == 409
    assert "gerade schon entschieden" in late.text
    assert totals(sitting) == [6, 0, 0, 0]


def test_both_phones_are_asked_until_somebody_decides(
    sitting: Sitting, writer: Client, second: Client, two_versions: Parked
) -> None:
    path = f"/t/{sitting.pk}/"
    for phone in (writer, second):
        page = phone.get(path)
        assert "als dieses Handy" in page.text
        assert phone.get(f"{path}?part=live", headers={"If-None-Match": ""}).status_code == 200
    watcher = a_writer(sitting).get(path).text
    assert "als dieses Handy" not in watcher
    assert "1 Eintrag wartet auf eine Entscheidung" in watcher
    second.post(f"{path}aside/{two_versions.pk}/", {"answer": "later"})
    assert "als dieses Handy" not in second.get(path).text
    assert "1 Eintrag wartet auf eine Entscheidung" in second.get(path).text
    tag = writer.get(f"{path}?part=live").headers["ETag"]
    second.post(f"{path}aside/{two_versions.pk}/", {"answer": "stays", "seen": "1"})
    news = writer.get(f"{path}?part=live", headers={"If-None-Match": tag})
    assert news.status_code == 200
    assert "als dieses Handy" not in news.text
    assert "Entscheidung" not in news.text


@pytest.mark.event(here=8)
def test_in_an_event_the_table_decides_about_its_last_hand_only(event: Event) -> None:
    sitting = hall.table(hall.begin(event))
    first, second = hall.scan(event, 1), hall.scan(event, 1)
    sent(first, sitting, eine(1), 1)
    sent(second, sitting, eine(2), 1)
    parked = Parked.objects.get()
    path = f"/t/{sitting.pk}/aside/{parked.pk}/"
    sent(first, sitting, eine(3), 2)
    assert "Die Turnierleitung entscheidet" in first.get(f"/t/{sitting.pk}/aside/").text
    assert first.post(path, {"answer": "instead", "seen": "2"}).status_code == 403
    assert Client().post(path, {"answer": "stays", "seen": "2"}).status_code == 403
    ledger.undo_last(sitting=sitting, entry_id=uuid.uuid4(), hand_no=2)
    assert first.post(path, {"answer": "instead", "seen": "3"}).status_code == 302
    assert totals(sitting)[0] == 0 < totals(sitting)[1]


@pytest.mark.event(here=8)
def test_a_closed_round_is_decided_by_organisers_alone(event: Event) -> None:
    round_ = hall.begin(event)
    sitting, phone = hall.table(round_), hall.scan(event, 1)
    hall.end(round_)
    sent(phone, sitting, eine(2), 1)
    path = f"/t/{sitting.pk}/aside/{Parked.objects.get().pk}/"
    assert phone.post(path, {"answer": "besides", "seen": "1"}).status_code == 403
    assert not ParkedDecision.objects.exists()


def test_a_decision_about_what_has_been_corrected_meanwhile_is_refused(
    sitting: Sitting, writer: Client, two_versions: Parked
) -> None:
    ledger.correct_hand(sitting=sitting, hand_no=1, entry_id=uuid.uuid4(), raw=eine(3))
    answer = writer.post(f"/t/{sitting.pk}/aside/{two_versions.pk}/", {"answer": "instead", "seen": "1"})
    assert answer.status_code == 409
    assert totals(sitting) == [0, 0, 6, 0]
    assert not ParkedDecision.objects.exists()


def test_without_an_id_of_its_own_nothing_is_put_aside(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    answer = writer.post(f"/t/{sitting.pk}/", {**answers(sitting, eine(2)), "hand": "1", "entry": "x"})
    assert answer.status_code == 409
    assert not Parked.objects.exists()


def test_what_is_put_aside_keeps_the_people_it_was_entered_for() -> None:
    sitting = a_sitting("cabo", seats=3)
    device = a_device(sitting)
    record(sitting, {"caller": 1, "values": [0, 7, 9]})
    ledger.change_line_up(
        sitting=sitting, entry_id=uuid.uuid4(), names=("Anna", "Łukasz"), dealer=None, hand_no=2
    )
    cells = {"caller": "1", "values_1": "0", "values_2": "4", "values_3": "5"}
    asked: dict[str, Any] = {
        "sitting": sitting,
        "entry_id": uuid.uuid4(),
        "credential": device,
        "base_seq": 1,
    }
    with pytest.raises(ledger.Refused) as refused:
        ledger.record_hand(raw={"caller": 1, "values": [0, 4]}, hand_no=2, **asked)
    parked = ledger.put_aside(kind=EntryKind.HAND, cells=cells, hand_no=2, refused=refused.value, **asked)
    assert isinstance(parked, Parked)
    assert parked.code == "others_play"
    assert parked.raw == cells
    with pytest.raises(ledger.OthersPlay):
        ledger.settle(parked=parked, answer=Answer.BESIDES, credential=device)


@pytest.mark.event(here=8)
def test_a_sheet_is_not_handed_in_over_something_undecided_without_a_question(event: Event) -> None:
    sitting, phone = hall.table(hall.begin(event)), hall.scan(event, 1)
    record(sitting, eine(1))
    put_aside(sitting, eine(2), 1)
    asked = phone.post(f"/t/{sitting.pk}/close/", {"sure": "1"})
    assert asked.status_code == 200
    assert "1 Eintrag dieses Tisches wartet noch auf eine Entscheidung." in asked.text
    assert phone.post(f"/t/{sitting.pk}/close/", {"sure": "1", "undecided": "1"}).status_code == 302


def test_the_history_tells_what_was_put_aside_and_who_decided(sitting: Sitting, writer: Client) -> None:
    first = device_of(writer, sitting)
    Credential.objects.filter(pk=first.pk).update(seat=3)
    record(sitting, eine(1))
    parked = put_aside(sitting, eine(2, 52), 1, credential=first)
    shown = visible(writer.get(f"/t/{sitting.pk}/hands/").text)
    assert "Spiel 1: beiseitegelegt, zählt nicht" in shown
    assert "Handy von Gökçe" in shown
    writer.post(f"/t/{sitting.pk}/aside/{parked.pk}/", {"answer": "besides", "seen": "1"})
    shown = visible(writer.get(f"/t/{sitting.pk}/hands/").text)
    assert "Entschieden: Das Beiseitegelegte ist ein eigenes Spiel" in shown


def test_totals_from_paper_are_put_aside_too(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    form = {"hand": "1", "seen": "0", "hands": "3", "entry": str(uuid.uuid4())}
    form |= {f"totals_{seat}": str(4 * seat) for seat in range(1, 5)}
    answer = writer.post(f"/t/{sitting.pk}/paper-totals/", form)
    assert answer.status_code == 409
    (parked,) = ledger.undecided(sitting)
    assert (parked.kind, parked.raw["hands"]) == ("paper", "3")
    assert parked.pk.hex in answer.headers["Stammtisch-Parked"].replace("-", "")
    assert "Beiseite" in writer.get(f"/t/{sitting.pk}/aside/").text
    path = f"/t/{sitting.pk}/aside/{parked.pk}/"
    assert writer.post(path, {"answer": "instead", "seen": "1"}).status_code == 403
    assert writer.post(path, {"answer": "besides", "seen": "1"}).status_code == 302
    assert [row.hands for row in sitting.livehand_set.all()] == [1, 3]
