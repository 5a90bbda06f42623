"""A code is shown here and typed there; what comes of it, and what a token may do."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.tournaments.builders import eine, record
from tests.tournaments.club_builders import a_club, an_account_of, browser_of
from tests.tournaments.event_builders import a_round, an_event
from tests.tournaments.visitors import a_stranger
from tournaments.following.peers import addresses, joining, pairing, wire
from tournaments.following.peers.asking import ask
from tournaments.following.peers.states import SourceState, Unanswered
from tournaments.models import (
    FIRST,
    Club,
    ClubState,
    LogReader,
    LogSource,
    PairingCode,
    PairingKind,
)

pytestmark = pytest.mark.django_db
ELSEWHERE = uuid.UUID(int=4711)


def a_code(kind: PairingKind = PairingKind.SPARE, club: int = FIRST) -> str:
    return pairing.show_code(club=club, kind=kind, by="Desk").code


def bring(code: str, installation: uuid.UUID = ELSEWHERE, name: str = "ersatz") -> Any:
    sent = {"code": code, "name": name, "installation": str(installation)}
    return a_stranger().post("/log/pair/", json.dumps(sent), content_type="application/json")


def a_token(kind: PairingKind = PairingKind.SPARE, club: int = FIRST) -> str:
    return str(bring(a_code(kind, club)).json()["token"])


def with_token(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_a_code_gives_a_token_once() -> None:
    code = a_code()
    assert len(code) == 19
    answer = bring(code.lower().replace("-", " "))
    assert answer.status_code == 200
    spoken = answer.json()
    assert (spoken["kind"], spoken["installation"]) == ("spare", str(pairing.installation_here()))
    assert bring(code).status_code == 403
    reader = LogReader.objects.get()
    assert spoken["token"] not in str(LogReader.objects.values())
    assert (reader.name, reader.installation, reader.club_id) == ("ersatz", ELSEWHERE, FIRST)


def test_a_code_is_good_for_ten_minutes() -> None:
    code = a_code()
    with time_machine.travel(timezone.now() + pairing.GOOD_FOR + timedelta(seconds=1)):
        assert bring(code).status_code == 403
    assert not LogReader.objects.exists()


@pytest.mark.parametrize("code", ["", "AAAA-AAAA-AAAA-AAAA", "\0", "x" * 500])
def test_what_is_no_code_is_refused_with_a_sentence(code: str) -> None:
    a_code()
    answer = bring(code)
    assert answer.status_code == 403
    assert answer.json()["sentence"]


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"[]", b"{}", b'{"code": 1, "name": "x", "installation": "y"}', b"\xff"),
        b'{"code": "\\ud800", "name": "x", "installation": "%s"}' % str(ELSEWHERE).encode(),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(body: bytes) -> None:
    answer = a_stranger().post("/log/pair/", body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["sentence"]


def test_codes_cannot_be_tried_for_long() -> None:
    statuses = [bring(f"AAAA-AAAA-AAAA-{number:04}").status_code for number in range(12)]
    assert set(statuses) == {403, 429}


def test_a_laptop_cannot_be_paired_with_itself() -> None:
    assert bring(a_code(), pairing.installation_here()).status_code == 422


def test_who_pairs_again_has_one_token_and_not_two() -> None:
    first, second = a_token(), a_token()
    browser = a_stranger()
    assert browser.get("/log/", headers=with_token(first)).status_code == 403
    assert browser.get("/log/", headers=with_token(second)).status_code == 200


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Bearer nobody", "Basic eDp5"])
def test_without_a_token_there_is_nothing(header: str) -> None:
    event = an_event()
    for path in ("/log/", f"/log/{event.uid}/"):
        for method in ("get", "post"):
            answer = getattr(a_stranger(), method)(path, headers={"Authorization": header})
            assert answer.status_code == 401
            assert event.title not in answer.content.decode()


def test_a_revoked_token_reads_and_writes_no_longer() -> None:
    token, event = a_token(), an_event()
    pairing.revoke(club=FIRST, reader=LogReader.objects.get().pk)
    for path in ("/log/", f"/log/{event.uid}/"):
        answer = a_stranger().get(path, headers=with_token(token))
        assert (answer.status_code, answer.json()["code"]) == (403, "revoked")


def test_a_token_is_of_one_club(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    ours, theirs = a_club("Ours"), a_club("Theirs")
    event = an_event(tenant=theirs.pk)
    token = a_token(PairingKind.FEDERATION, ours.pk)
    answer = a_stranger().get("/log/", headers=with_token(token))
    assert answer.json()["events"] == []
    assert a_stranger().get(f"/log/{event.uid}/", headers=with_token(token)).status_code == 403
    spare = LogReader.objects.get()
    LogReader.objects.filter(pk=spare.pk).update(kind=PairingKind.SPARE.value)
    assert a_stranger().get(f"/log/{event.uid}/", headers=with_token(token)).status_code == 404


def test_a_closed_club_has_no_readers(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    club = a_club("Ours")
    token, code = a_token(PairingKind.FEDERATION, club.pk), a_code(PairingKind.FEDERATION, club.pk)
    Club.objects.filter(pk=club.pk).update(state=ClubState.CLOSED.value)
    assert a_stranger().get("/log/", headers=with_token(token)).status_code == 401
    assert bring(code).status_code == 403


def test_who_reads_sends_nothing_up_and_the_other_way_round() -> None:
    event = an_event()
    path = f"/log/{event.uid}/"
    spare = a_token()
    refused = a_stranger().post(path, b"{}", content_type="application/json", headers=with_token(spare))
    assert refused.status_code == 403
    hall = a_token(PairingKind.HALL)
    assert a_stranger().get(path, headers=with_token(hall)).status_code == 403


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b"null", b"\xff", b'{"format": "stammtisch-log"}', b"[" * 5000]
)
def test_a_broken_part_of_a_log_is_refused_with_a_sentence(body: bytes) -> None:
    token, uid = a_token(PairingKind.HALL), uuid.uuid4()
    answer = a_stranger().post(
        f"/log/{uid}/", body, content_type="application/json", headers=with_token(token)
    )
    assert answer.status_code in (409, 422)
    assert answer.json()["sentence"]


@pytest.mark.parametrize(
    ("typed", "base", "code"),
    [
        ("192.168.1.5:8000", "http://192.168.1.5:8000", ""),
        (" http://192.168.1.5:8000/desk/ ", "http://192.168.1.5:8000", ""),
        ("http://192.168.1.5:8000/#pair=ABCD-EFGH", "http://192.168.1.5:8000", "ABCD-EFGH"),
        ("laptop.local", "http://laptop.local", ""),
        ("karten.example.org", "https://karten.example.org", ""),
        ("https://karten.example.org/desk/", "https://karten.example.org", ""),
        ("[fe80::1]:8000", "http://[fe80::1]:8000", ""),
    ],
)
def test_addresses_are_read_as_people_type_them(typed: str, base: str, code: str) -> None:
    read = addresses.read_address(typed)
    assert (read.base, read.code) == (base, code)


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "http://", "ftp://192.168.1.5", "http://a:b@192.168.1.5", "http://karten.example.org",
     "x" * 300, "http://192.168.1.5:99999", "http://[", "javascript:alert(1)"],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(addresses.NoAddress) as refused:
        addresses.read_address(typed)
    assert str(refused.value)


# --- the page ------------------------------


def the_laptop() -> Client:
    return a_stranger(headers={"host": "localhost"})


def test_the_page_shows_a_code_and_who_has_come() -> None:
    browser = the_laptop()
    page = browser.post("/desk/following/code/", {"kind": "spare"})
    assert page.status_code == 200
    code = next(word for word in page.content.decode().split("<") if word.startswith('p class="code">'))
    row = PairingCode.objects.get()
    assert b"data-poll" in browser.get(f"/desk/following/code/{row.pk}/").content
    assert bring(code.partition(">")[2]).status_code == 200
    assert "ersatz" in browser.get(f"/desk/following/code/{row.pk}/").content.decode()
    assert "ersatz" in browser.get("/desk/following/?part=live").content.decode()
    reader = LogReader.objects.get()
    assert browser.post(f"/desk/following/readers/{reader.pk}/revoke/").status_code == 302
    assert LogReader.objects.get().revoked_at is not None


def test_the_page_says_how_far_behind_a_spare_laptop_is() -> None:
    event = an_event(here=8)
    a_round(event)
    token, table = a_token(), event.sittings.get(number=1)
    record(table, eine(1))
    browser, uid = a_stranger(), str(event.uid)
    head = browser.get(f"/log/{uid}/", headers=with_token(token)).json()["head"]
    browser.get("/log/", {"have": f"{uid}:{head}"}, headers=with_token(token))
    assert "Alles ist auf gleichem Stand" in the_laptop().get("/desk/following/").content.decode()
    record(table, eine(2))
    record(table, eine(3))
    page = the_laptop().get("/desk/following/")
    assert page.status_code == 200
    assert "2 Spiele fehlen dort noch" in page.content.decode()


def partner(**more: Any) -> dict[str, Any]:
    return {"token": "t" * 43, "kind": "spare", "installation": str(ELSEWHERE), "name": "saal", **more}


def test_the_page_takes_address_and_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "line_to", lambda base, token="": lambda path, **sent: partner())
    answer = the_laptop().post(
        "/desk/following/join/", {"address": "192.168.1.5", "code": "ABCD-EFGH-IJKL-MNOP"}, follow=True
    )
    assert "saal" in answer.content.decode()
    source = LogSource.objects.get()
    assert (source.address, source.installation, source.kind) == ("http://192.168.1.5", ELSEWHERE, "spare")
    assert the_laptop().post(f"/desk/following/sources/{source.pk}/end/").status_code == 302
    assert not joining.running(FIRST).exists()
    assert LogSource.objects.get().token == ""


@pytest.mark.parametrize("answer", [{}, partner(kind="owner"), partner(installation="x")])
def test_what_answers_but_is_no_stammtisch_is_said(
    answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "line_to", lambda base, token="": lambda path, **sent: answer)
    page = the_laptop().post(
        "/desk/following/join/", {"address": "192.168.1.5", "code": "ABCD-EFGH-IJKL-MNOP"}
    )
    assert page.status_code == 422
    assert not LogSource.objects.exists()


def test_nobody_there_is_a_sentence_and_no_error() -> None:
    form = {"address": "127.0.0.1:9", "code": "ABCD-EFGH-IJKL-MNOP"}
    page = the_laptop().post("/desk/following/join/", form)
    assert page.status_code == 422
    assert 'value="127.0.0.1:9"' in page.content.decode()


def test_a_server_follows_nobody(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    browser = browser_of(an_account_of(a_club("Ours")))
    assert browser.get("/desk/following/").status_code == 200
    assert browser.post("/desk/following/join/", {"address": "x"}).status_code == 404


# --- a source ------------------------------


def a_source(**more: Any) -> LogSource:
    partner_there = joining.Partner("http://192.168.1.5", "t" * 43, PairingKind.SPARE, "saal", ELSEWHERE)
    return joining.join(club=FIRST, partner=replace(partner_there, **more))


@pytest.mark.parametrize(
    "state",
    [SourceState.NO_ANSWER, SourceState.NO_STAMMTISCH, SourceState.REVOKED, SourceState.WAIT],
)
def test_what_goes_wrong_on_the_way_is_a_state_of_the_source(state: SourceState) -> None:
    def line(path: str, **sent: Any) -> dict[str, Any]:
        raise Unanswered(state)

    source = a_source()
    assert ask(source, line) == state
    source.refresh_from_db()
    assert (source.state, source.contact_at) == (state.value, None)


def test_another_installation_at_the_same_address_is_not_followed() -> None:
    source = a_source()
    answer = {"installation": str(uuid.uuid4()), "events": []}
    assert ask(source, lambda path, **sent: answer) == SourceState.ANOTHER


def test_a_source_that_has_nothing_is_level() -> None:
    source = a_source()
    assert (
        ask(source, lambda path, **sent: {"installation": str(ELSEWHERE), "events": []}) == SourceState.LEVEL
    )
    source.refresh_from_db()
    assert source.contact_at is not None


def test_nobody_listens_at_a_dead_address() -> None:
    with pytest.raises(Unanswered) as unanswered:
        wire.line_to("http://127.0.0.1:9")("/log/")
    assert unanswered.value.state == SourceState.NO_ANSWER
