"""After a restore phones bring back what the laptop has forgotten: each entry once, in its place, or to the
organisers."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import hall
from tests.tournaments.builders import a_device, correct, eine, record, totals
from tests.tournaments.event_builders import an_event
from tests.tournaments.visitors import a_stranger, hand_form
from tournaments import ledger
from tournaments.events.rounds import running
from tournaments.ledger import checking
from tournaments.models import Credential, Entry, EntryKind, Installation, PhoneOffer, Sitting, Via
from tournaments.safekeeping.epoch import begin_epoch

pytestmark = [pytest.mark.django_db]

SHOWN = ("id", "seq", "kind", "hand_no", "supersedes_id", "payload", "digest", "base_seq")
SAME = (*SHOWN, "rules_version", "revision", "reason", "at", "claimed_at", "credential_id")


def forget(sitting: Sitting, after: int) -> None:
    """What a copy from then does not have: its entries, and the devices that came later."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            triggers_of = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
            cursor.execute(triggers_of, ["tournaments_entry"])
            triggers = cursor.fetchall()
            for name, _sql in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # else they wait, and keep the table as it is
            cursor.execute("ALTER TABLE tournaments_entry DISABLE TRIGGER USER")
    sitting.refresh_from_db()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_livehand WHERE sitting_id = %s", [sitting.pk])
        cursor.execute(
            "UPDATE tournaments_entry SET supersedes_id = NULL WHERE sitting_id = %s AND seq > %s",
            [sitting.pk, after],
        )
        cursor.execute(
            "DELETE FROM tournaments_entry WHERE sitting_id = %s AND seq > %s", [sitting.pk, after]
        )
        if connection.vendor == "sqlite":
            for _name, sql in triggers:
                cursor.execute(sql)
        else:
            cursor.execute("ALTER TABLE tournaments_entry ENABLE TRIGGER USER")
    checking.rebuild(sitting)


def contents(sitting: Sitting) -> list[tuple[Any, ...]]:
    return list(Entry.objects.filter(sitting=sitting).order_by("seq").values_list(*SAME))


def journal_of(phone: Client, sitting: Sitting, after: int = 0) -> dict[str, Any]:
    answer = phone.get(f"/t/{sitting.pk}/journal/?after={after}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def offer(phone: Client, sitting: int, copy: dict[str, Any], **more: Any) -> dict[str, Any]:
    address, body = reverse("table", args=[sitting]), json.dumps({**copy, **more})
    answer = phone.post(f"{address}offer/", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


@pytest.fixture
def played(sitting: Sitting, writer: Client) -> dict[str, Any]:
    """Five hands, two corrections and one taken back, by two phones; and what a phone keeps of it."""
    device = a_device(sitting)
    Credential.objects.filter(pk=device.pk).update(seat=2)
    record(sitting, eine(1))
    record(sitting, eine(2), credential=device)
    writer.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(3), 3, seen=2))
    correct(sitting, 2, eine(2, 35), credential=device)
    record(sitting, eine(4))
    record(sitting, eine(1), credential=device)
    ledger.undo_last(sitting=sitting, entry_id=uuid.uuid4(), hand_no=5)
    record(sitting, eine(2), credential=device)
    correct(sitting, 1, eine(1, 35))
    return journal_of(writer, sitting)


def test_a_journal_has_the_whole_sheet_with_receipts(sitting: Sitting, writer: Client, played: Any) -> None:
    assert [row["seq"] for row in played["entries"]] == list(range(1, 10))
    assert [row["kind"] for row in played["entries"]].count(EntryKind.CORRECT) == 2
    assert played["entries"][1]["seat"] == 2
    assert (played["head"], played["people"][0]) == (9, "Anna")
    assert len({row["receipt"] for row in played["entries"]}) == 9
    assert journal_of(writer, sitting, 7)["entries"] == played["entries"][7:]


def test_only_devices_of_the_table_get_its_journal_and_nothing_new_is_an_empty_answer(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    assert a_stranger().get(f"/t/{sitting.pk}/journal/").status_code == 403
    answer = writer.get(f"/t/{sitting.pk}/journal/?after=9")
    assert (answer.json()["entries"], answer["Cache-Control"]) == ([], "no-store")
    same = writer.get(f"/t/{sitting.pk}/journal/?after=9", headers={"if-none-match": answer["ETag"]})
    assert (same.status_code, same.content) == (304, b"")


@pytest.mark.parametrize("copied", range(9))
def test_what_was_forgotten_comes_back_as_it_was(
    sitting: Sitting, writer: Client, played: Any, copied: int
) -> None:
    before, points = contents(sitting), totals(sitting)
    forget(sitting, copied)
    answer = offer(writer, sitting.pk, played)
    assert (len(answer["taken"]), len(answer["known"])) == (9 - copied, copied)
    assert (answer["head"], answer["missing"]) == (9, None)
    assert contents(sitting) == before
    assert totals(sitting) == points
    assert set(Entry.objects.filter(seq__gt=copied).values_list("via", flat=True)) == {"recovered"}
    assert ledger_in_order(sitting)
    assert not PhoneOffer.objects.exists()


def ledger_in_order(sitting: Sitting) -> bool:
    report = checking.check(sitting)
    assert report.in_order, (report.ledger, report.derived)
    return True


def test_bringing_it_twice_and_from_two_phones_changes_nothing(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    forget(sitting, 3)
    offer(writer, sitting.pk, played)
    before = list(Entry.objects.values())
    for phone in (writer, a_stranger()):
        answer = offer(phone, sitting.pk, played)
        assert (answer["taken"], len(answer["known"])) == ([], 9)
    assert list(Entry.objects.values()) == before


def test_what_came_back_can_be_forgotten_and_come_back_again(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    before = contents(sitting)
    copy = played
    for copied in (6, 4):
        forget(sitting, copied)
        offer(writer, sitting.pk, copy)
        copy = {**copy, "entries": [*played["entries"][:5], *journal_of(writer, sitting, 5)["entries"]]}
    assert contents(sitting) == before


def test_a_gap_waits_for_another_phone_and_nothing_has_to_be_brought_twice(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    before = contents(sitting)
    forget(sitting, 4)
    rows = played["entries"]
    answer = offer(writer, sitting.pk, played, entries=rows[5:])
    assert (answer["taken"], answer["missing"], len(answer["waiting"])) == ([], 5, 4)
    answer = offer(writer, sitting.pk, played, entries=rows[4:5])
    assert (len(answer["taken"]), answer["head"]) == (5, 9)
    assert contents(sitting) == before
    assert not PhoneOffer.objects.filter(settled_at=None).exists()


def test_where_the_table_has_gone_on_differently_nothing_is_guessed(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    forget(sitting, 4)
    record(sitting, eine(3))  # another hand 4, written after the restore
    before = contents(sitting)
    answer = offer(writer, sitting.pk, played)
    assert (answer["taken"], len(answer["known"]), len(answer["aside"])) == ([], 4, 5)
    assert contents(sitting) == before
    whys = [row.facts["why"] for row in PhoneOffer.objects.order_by("pk")]
    assert whys == ["diverged", "follows", "follows", "follows", "follows"]
    offer(writer, sitting.pk, played)
    assert PhoneOffer.objects.count() == 5


def test_only_what_came_later_is_brought_and_still_nothing_is_guessed(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    """The phone skips what the laptop's head says it knows; its entry 6 followed another entry 5."""
    forget(sitting, 4)
    record(sitting, eine(3))
    answer = offer(writer, sitting.pk, played, entries=played["entries"][5:])
    assert (answer["taken"], len(answer["aside"])) == ([], 4)


def test_who_entered_the_same_hand_again_has_brought_it_back(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    points = totals(sitting)
    forget(sitting, 4)
    record(sitting, eine(4))  # the very hand that was forgotten
    answer = offer(writer, sitting.pk, played)
    assert (len(answer["known"]), len(answer["taken"])) == (5, 4)
    assert totals(sitting) == points
    assert ledger_in_order(sitting)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("payload", eine(1, 60)),
        ("hand_no", 7),
        ("reason", "because"),
        ("device", None),
        ("id", "1b2c3d4e-0000-4000-8000-000000000000"),
        ("receipt", "A" * 26),
        ("sheet", "0" * 32),
    ],
)
def test_what_has_no_receipt_of_ours_is_not_taken(
    sitting: Sitting, writer: Client, played: Any, name: str, value: Any
) -> None:
    forget(sitting, 5)
    played["entries"][5][name] = value
    refused = writer.post(f"/t/{sitting.pk}/offer/", json.dumps(played), content_type="application/json")
    assert refused.status_code == 422  # without a restore nobody keeps what somebody has made up
    PhoneOffer.objects.all().delete()
    begin_epoch()
    answer = offer(writer, sitting.pk, played)
    assert (answer["taken"], len(answer["aside"])) == ([], 1)
    assert {row.facts["why"] for row in PhoneOffer.objects.all()} == {"unproven", "gap"}


def test_a_sheet_that_was_given_the_same_number_anew_is_not_mixed_up(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    forget(sitting, 0)
    later = sitting.created_at.replace(year=2031)
    Sitting.objects.filter(pk=sitting.pk).update(created_at=later)
    answer = offer(writer, sitting.pk, played)
    assert (answer["taken"], len(answer["aside"])) == ([], 9)
    assert {row.facts["why"] for row in PhoneOffer.objects.all()} == {"no_table"}


def test_a_table_that_is_not_there_is_kept_with_its_place_and_people(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    answer = offer(writer, 4711, played, epoch="0" * 32, round=4, table=7)
    assert len(answer["aside"]) == 9
    row = PhoneOffer.objects.order_by("pk")[0]
    assert (row.sitting, row.facts["round"], row.facts["table"]) == (4711, 4, 7)
    assert row.facts["people"] == ["Anna", "Łukasz", "Gökçe", "Ñandú"]
    here = Installation.objects.get().epoch.hex
    wrong = writer.post(
        "/t/4711/offer/", json.dumps({**played, "epoch": here}), content_type="application/json"
    )
    assert wrong.status_code == 404  # nothing was restored: it was deleted on purpose


def test_a_forgotten_device_is_named_in_the_history_and_cannot_write(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    device = Credential.objects.get(seat=2)
    forget(sitting, 0)
    Credential.objects.all().delete()
    answer = offer(a_stranger(), sitting.pk, played)
    assert len(answer["taken"]) == 9
    again = Credential.objects.get(pk=device.pk)
    assert (again.seat, again.revoked_at is None) == (2, False)
    assert "Łukasz" in a_stranger(headers={"accept-language": "en"}).get(f"/t/{sitting.pk}/hands/").text


@pytest.mark.sitting(seats=4)
def test_a_line_up_brings_its_people_along(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    ledger.change_line_up(
        sitting=sitting, entry_id=uuid.uuid4(), names=["Anna", "Zoë", "Gökçe", "Ñandú"], dealer=1, hand_no=2
    )
    record(sitting, eine(2))
    copy, before = journal_of(writer, sitting), contents(sitting)
    forget(sitting, 1)
    sitting.chairs.filter(seat=5).delete()
    assert len(offer(writer, sitting.pk, copy)["taken"]) == 2
    assert contents(sitting) == before
    assert sitting.chairs.get(seat=5).player.name == "Zoë"


def test_before_its_round_is_open_again_it_waits() -> None:
    event = an_event(here=8)
    round_ = hall.begin(event)
    sitting = hall.table(round_)
    phone = hall.scan(event, 1)
    hall.play(sitting, 1, 2)
    copy, before = journal_of(phone, sitting), contents(sitting)
    forget(sitting, 0)
    type(round_).objects.filter(pk=round_.pk).update(state="published", opened_at=None)
    assert len(offer(phone, sitting.pk, copy)["waiting"]) == 2
    assert {row.facts["why"] for row in PhoneOffer.objects.all()} == {"round"}
    running.open_round(type(round_).objects.get(pk=round_.pk))
    assert contents(sitting) == before
    assert not PhoneOffer.objects.filter(settled_at=None).exists()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"epoch": 1, "entries": []}',
        b'{"epoch": "", "entries": 3}',
        b'{"epoch": "", "entries": [3]}',
        b'{"epoch": "", "entries": [{}]}',
        b'{"epoch": "", "entries": [], "people": [1]}',
        b'{"epoch": "\\u0000", "entries": []}',
        b'{"epoch": "\\ud800", "entries": []}',
        b'{"epoch": NaN, "entries": []}',
        b"[" * 5000,
    ],
    ids=range(12),
)
def test_nonsense_is_refused(sitting: Sitting, body: bytes) -> None:
    answer = a_stranger().post(f"/t/{sitting.pk}/offer/", body, content_type="application/json")
    assert answer.status_code == 400


def test_a_device_that_was_let_in_after_the_copy_is_let_in_again_by_its_own_secret(
    sitting: Sitting, writer: Client, played: Any
) -> None:
    device = Credential.objects.get(label="phone", seat=None)
    forget(sitting, 0)
    Credential.objects.all().delete()
    form = hand_form(sitting, eine(1), 3)
    assert writer.post(f"/t/{sitting.pk}/", form).status_code == 403  # nothing was restored
    begin_epoch()
    assert a_stranger().post(f"/t/{sitting.pk}/", form).status_code == 403
    offer(writer, sitting.pk, played)
    assert Credential.objects.get(pk=device.pk, revoked_at=None).secret_hash == device.secret_hash
    answer = writer.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(1), 6, seen=9))
    assert answer.status_code == 302
    assert Entry.objects.get(seq=10).credential_id == device.pk


def test_who_was_put_out_before_the_copy_stays_out(sitting: Sitting, writer: Client, played: Any) -> None:
    Credential.objects.update(revoked_at=timezone.now())
    begin_epoch()
    offer(writer, sitting.pk, played)
    assert writer.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(1), 6)).status_code == 403
    other = sitting.created_at.replace(year=2031)
    Credential.objects.all().update(secret_hash=F("id"))
    Sitting.objects.update(created_at=other)  # another sheet under the same number
    assert writer.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(1), 6)).status_code == 403


def test_what_organisers_and_seats_have_said_comes_back_as_well() -> None:
    """A sheet that was handed in, put right by the desk with a reason, disputed, settled and confirmed."""
    event = an_event(here=8)
    round_ = hall.begin(event)
    sitting, phone = hall.table(round_), hall.scan(event, 1)
    hall.play(sitting, 1, 2)
    desk: dict[str, Any] = {"via": Via.DESK, "by": "petra", "reason": "read wrongly"}
    ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
    correct(sitting, 2, eine(2, 35), **desk)
    ledger.dispute(sitting=sitting, entry_id=uuid.uuid4(), seat=3, reason="46", base_seq=4)
    ledger.resolve(sitting=sitting, entry_id=uuid.uuid4(), base_seq=5, **desk)
    ledger.confirm_list(sitting=sitting, entry_id=uuid.uuid4(), seat=4, base_seq=6)
    copy, before = journal_of(phone, sitting), contents(sitting)
    assert "petra" not in json.dumps(copy)
    for copied in (2, 0, 5):
        forget(sitting, copied)
        assert len(offer(phone, sitting.pk, copy)["taken"]) == len(before) - copied
        assert contents(sitting) == before
        assert ledger_in_order(sitting)
