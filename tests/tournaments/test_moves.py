"""A phone moves to the spare laptop with a ticket; what a spare laptop gets besides events goes sealed."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.fernet import Fernet, InvalidToken
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config import spares
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin, play, table
from tests.tournaments.visitors import a_stranger
from tournaments import ledger
from tournaments.access import credentials, moves
from tournaments.access.accounts import create_account
from tournaments.events.ground.locking import is_followed
from tournaments.following.peers import kit, leading, pairing, returning
from tournaments.following.sealing import seal
from tournaments.models import (
    FIRST,
    Credential,
    Entry,
    Epoch,
    Event,
    EventLog,
    LogReader,
    LogSource,
    PairingKind,
    PhoneOffer,
    Sitting,
)
from tournaments.models.following import installation_uid

pytestmark = pytest.mark.django_db
SPARE = "http://192.168.1.6:8000"
HERE = {"Host": "localhost"}


@pytest.fixture
def near() -> Iterator[None]:
    """A spare laptop asks."""
    spares.hear(SPARE)
    yield
    spares.forget(SPARE)


def a_phone(sitting: Sitting) -> tuple[Client, str]:
    secret = credentials.claim(sitting, "phone")
    client = a_stranger()
    client.cookies[credentials.cookie_name(sitting)] = secret
    return client, secret


def test_answers_name_the_spare_laptop_only_while_it_is_near(sitting: Sitting, near: None) -> None:
    client, _secret = a_phone(sitting)
    answer = client.get(f"/t/{sitting.pk}/")
    assert answer[spares.HEADER] == SPARE
    assert f"connect-src 'self' {SPARE};" in answer["Content-Security-Policy"]
    assert answer[moves.HEADER]
    assert moves.HEADER not in a_stranger().get(f"/t/{sitting.pk}/").headers
    spares.forget(SPARE)
    answer = client.get(f"/t/{sitting.pk}/")
    assert not {spares.HEADER, moves.HEADER} & set(answer.headers)
    assert "connect-src 'self';" in answer["Content-Security-Policy"]


def test_who_is_silent_is_forgotten() -> None:
    spares.hear(SPARE, now=1000.0)
    assert spares.known(now=1000.0 + spares.SILENT / 2) == (SPARE,)
    assert spares.known(now=1001.0 + spares.SILENT) == ()
    spares.forget(SPARE)


def test_a_ticket_is_good_once(sitting: Sitting, near: None) -> None:
    client, secret = a_phone(sitting)
    ticket = client.get(f"/t/{sitting.pk}/")[moves.HEADER]
    there = a_stranger()
    answer = there.post("/arrive/", {"ticket": ticket})
    assert (answer.status_code, answer.json()["go"]) == (200, f"/t/{sitting.pk}/")
    device = Credential.objects.get()
    assert device.secret_hash != credentials.hashed(secret)
    assert device.revoked_at is None
    again = a_stranger().post("/arrive/", {"ticket": ticket})
    assert (again.status_code, list(again.cookies)) == (403, [])


@pytest.mark.parametrize("text", ["", "~", "a~b~c", "~~", "x" * 400, "ü~~1", "\0~~", "a~b~c~d"])
def test_what_is_no_ticket_opens_nothing(sitting: Sitting, text: str) -> None:
    a_phone(sitting)
    answer = a_stranger().post("/arrive/", {"ticket": text})
    assert (answer.status_code, list(answer.cookies)) == (403, [])


def test_a_device_that_was_put_out_stays_out(sitting: Sitting) -> None:
    _client, secret = a_phone(sitting)
    ticket = moves.ticket(secret)
    credentials.revoke(Credential.objects.get())
    request = RequestFactory().post("/arrive/")
    assert moves.arrive(request, HttpResponse(), ticket) is None


def test_the_kit_is_for_whoever_knows_the_code() -> None:
    create_account(name="Anna", password="sehr geheim 1234")
    code = pairing.show_code(club=FIRST, kind=PairingKind.SPARE, by="Desk").code
    letters = pairing.plain(code)
    paired = pairing.redeem(code=credentials.hashed(letters), name="spare", installation=uuid.uuid4())
    assert paired is not None
    client = a_stranger()
    token = {"Authorization": f"Bearer {paired.token}"}
    answer = client.get("/log/kit/", headers=token).json()
    assert "Anna" not in answer["kit"]
    body = json.loads(Fernet(kit.seal_of(letters).encode()).decrypt(answer["kit"].encode()))
    assert [account["username"] for account in body["accounts"]] == ["Anna"]
    with pytest.raises(InvalidToken):
        Fernet(kit.seal_of("A" * 16).encode()).decrypt(answer["kit"].encode())
    pairing.revoke(club=FIRST, reader=paired.reader.pk)
    assert client.get("/log/kit/", headers=token).status_code == 403
    assert LogReader.objects.get().seal == ""


def test_only_spare_laptops_get_the_kit() -> None:
    code = pairing.show_code(club=FIRST, kind=PairingKind.HALL, by="Desk").code
    paired = pairing.redeem(code=code, name="hall", installation=uuid.uuid4())
    assert paired is not None
    answer = a_stranger().get("/log/kit/", headers={"Authorization": f"Bearer {paired.token}"})
    assert answer.status_code == 403


@pytest.fixture
def followed() -> Event:
    """An event that another laptop leads, with a hand."""
    event = an_event(title="Gefolgt")
    add_entrants(event, 8)
    play(table(begin(event), 1), 1)
    seal(event)
    other = uuid.uuid4()
    EventLog.objects.filter(event=event).update(authority=other)
    LogSource.objects.create(
        club_id=FIRST,
        kind=PairingKind.SPARE.value,
        address="http://192.168.1.5:8000",
        name="first",
        installation=other,
        token="t",
        since="2000-01-01",
        made_at="2026-11-23T12:00:00Z",
    )
    return event


def test_somebody_sees_what_is_known_before_he_takes_over(followed: Event, client: Client) -> None:
    client.defaults["REMOTE_ADDR"] = "127.0.0.1"
    page = client.get("/desk/following/lead/", headers=HERE)
    assert "Gefolgt" in page.content.decode()
    assert (
        client.post("/desk/following/lead/", headers=HERE).status_code == 422
    )  # he has not said that he is sure
    assert is_followed(followed)
    assert a_stranger().get("/leads/").json() == {"events": [], "instead": []}
    answer = client.post("/desk/following/lead/", {"sure": "1"}, headers=HERE)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/following/led/")
    assert not is_followed(followed)
    assert Epoch.objects.filter(why="taken", settled_at=None).count() == 1
    page = client.get("/desk/following/led/", headers=HERE)
    assert "hat vom ersten übernommen" in page.content.decode() or "took over" in page.content.decode()
    answer = a_stranger().get("/leads/")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer.json()["events"] == [[str(followed.uid), 2]]
    assert answer.json()["instead"] == [LogSource.objects.get().installation.hex]
    again = client.post("/desk/following/lead/", {"sure": "1"}, headers=HERE)
    assert again["Location"] == "/desk/following/"
    assert EventLog.objects.get().epoch == 2


def test_what_the_old_laptop_brings_waits_for_a_decision(followed: Event) -> None:
    sitting = Sitting.objects.get(event=followed, number=1)
    leading.take_over_all(FIRST)
    play(sitting, 2)
    entry = ledger.journal(sitting, 1)[0]
    brought = {**entry, "id": str(uuid.uuid4())}
    reader = LogReader.objects.create(
        club_id=FIRST,
        kind=PairingKind.SPARE.value,
        name="first",
        installation=uuid.uuid4(),
        token_hash="h",
        seal=kit.seal_of("A" * 16),
        made_at="2026-11-23T12:00:00Z",
    )
    sheet = {"sitting": sitting.pk, "round": 1, "table": 1, "people": [], "entries": [entry, brought]}
    assert returning.keep_aside(reader, followed.uid, {"sheets": [sheet]}) == 1
    returning.keep_aside(reader, followed.uid, {"sheets": [sheet]})  # twice
    assert [row.entries[0]["id"] for row in PhoneOffer.objects.all()] == [brought["id"]]
    ledger.take_waiting(sitting.pk)  # nothing goes in by itself
    assert Entry.objects.filter(sitting=sitting).count() == 2
    assert PhoneOffer.objects.get().facts["why"] == "returned"


def test_an_old_laptop_steps_back_only_before_whoever_knows_the_seal(followed: Event) -> None:
    EventLog.objects.update(authority=installation_uid())
    other, seal = uuid.uuid4(), kit.seal_of("B" * 16)
    reader = LogReader.objects.create(
        club_id=FIRST,
        kind=PairingKind.SPARE.value,
        name="spare",
        installation=other,
        token_hash="h",
        seal=seal,
        address=SPARE,
        made_at="2026-11-23T12:00:00Z",
    )
    uid, paths = str(followed.uid), []

    def line(path: str, *, asked: object = None, body: object = None) -> dict[str, Any]:
        paths.append(path)
        return {"installation": str(other), "events": {uid: [2, proof]}}

    proof = "0" * 64
    returning.look(reader, line)
    assert not is_followed(followed)
    proof = kit.proof_of(seal, f"leads {uid} 2")
    returning.look(reader, line)
    assert is_followed(followed)
    assert f"/log/{uid}/returned/" in paths
    assert LogSource.objects.filter(installation=other, token=kit.token_back(seal)).exists()
