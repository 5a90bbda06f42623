"""Two installations over a line that may break anywhere: one follows the other, or sends its events up."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as at_work
from django.db import DEFAULT_DB_ALIAS, connections

from config.allowances import Quota
from tests.tournaments.builders import eine, record
from tests.tournaments.club_builders import a_club
from tests.tournaments.elsewhere import Elsewhere, blank_database, elsewhere
from tests.tournaments.event_builders import a_round, an_event
from tests.tournaments.following_builders import state
from tests.tournaments.visitors import a_stranger
from tournaments import following
from tournaments.engines.eventlog import LogDamaged
from tournaments.following.peers import directories, joining, pairing, pulling, reading, sending
from tournaments.following.peers.follower import ask
from tournaments.following.peers.pulling import Begun
from tournaments.following.peers.states import SourceState, Unanswered, state_of
from tournaments.following.peers.wire import WireLine
from tournaments.models import (
    FIRST,
    Chair,
    Club,
    Entry,
    Event,
    EventLine,
    EventLog,
    LogParcel,
    LogReader,
    LogSource,
    PairingKind,
    Player,
)
from tournaments.people.privacy import anonymise

__all__ = ["blank_database", "elsewhere"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@contextmanager
def served_here(ours: Any) -> Iterator[None]:
    """Whoever asks, the answer is redeemed with our database."""
    asking = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = ours
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = asking


def a_line(token: str = "") -> WireLine:
    """As `wire.line_to`, without a network."""
    ours, browser = connections[DEFAULT_DB_ALIAS], a_stranger()

    def ask_here(
        path: str, *, asked: Mapping[str, Any] | None = None, body: object | None = None
    ) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"}
        with served_here(ours):
            if body is None:
                answer = browser.get(path, asked, headers=headers)
            else:
                data = json.dumps(body)
                answer = browser.post(path, data, content_type="application/json", headers=headers)
        spoken: dict[str, Any] = answer.json()
        if answer.status_code != 200:
            raise Unanswered(state_of(spoken["code"]), spoken["sentence"])
        return spoken

    return ask_here


def paired(laptop: Elsewhere, kind: PairingKind, club: int = FIRST) -> tuple[LogSource, WireLine]:
    """A code of ours, typed on the laptop."""
    code = pairing.show_code(club=club, kind=kind, by="x").code
    line = a_line()
    with laptop.there():
        partner = joining.bring_code(address="192.168.1.5:8000", code=code, line=line)
        source = joining.join(club=FIRST, partner=partner)
    assert LogReader.objects.get(revoked_at=None).installation != source.installation
    return source, a_line(partner.token)


def a_played_event(title: str = "Pokal") -> Event:
    event = an_event(title=title, here=8)
    a_round(event)
    for table in event.sittings.order_by("number"):
        record(table, eine(1))
    return event


def a_hand(event: Event) -> None:
    record(event.sittings.order_by("number")[0], eine(2))


def one_round(laptop: Elsewhere, source: LogSource, line: WireLine) -> SourceState:
    begun: Begun = vars(laptop).setdefault("begun", {})  # parts that came before the line broke
    with laptop.there():
        return ask(LogSource.objects.get(pk=source.pk), line, begun)


def assert_same(laptop: Elsewhere, event: uuid.UUID) -> None:
    """In everything that must be."""
    here = state(Event.objects.get(uid=event))
    with laptop.there():
        assert state(Event.objects.get(uid=event)) == here


# --- a spare laptop asks ------------------------------


def test_a_spare_laptop_is_level_after_one_round(elsewhere: Elsewhere) -> None:
    event, other = a_played_event(), a_played_event("Zweites")
    source, line = paired(elsewhere, PairingKind.SPARE)
    for _round in range(3):
        assert one_round(elsewhere, source, line) == SourceState.LEVEL
        for row in (event, other):
            assert_same(elsewhere, row.uid)
        a_hand(event)
    assert LogReader.objects.get().positions
    with elsewhere.there():
        assert LogSource.objects.get().positions.keys() == {str(event.uid), str(other.uid)}


def test_many_parts_come_to_the_same(elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_LINES", 3)
    event = a_played_event()
    source, line = paired(elsewhere, PairingKind.SPARE)
    assert one_round(elsewhere, source, line) == SourceState.LEVEL
    assert_same(elsewhere, event.uid)


def test_nothing_new_is_asked_for_once(elsewhere: Elsewhere) -> None:
    a_played_event()
    source, line = paired(elsewhere, PairingKind.SPARE)
    one_round(elsewhere, source, line)
    paths = []

    def listening(path: str, **sent: Any) -> dict[str, Any]:
        paths.append(path)
        return line(path, **sent)

    assert one_round(elsewhere, source, listening) == SourceState.LEVEL
    assert paths == ["/log/"]


class Breaking:
    """A line that breaks by chance: before the question arrives, or after it was answered."""

    def __init__(self, line: WireLine, seed: int) -> None:
        self.line, self.chance = line, random.Random(seed)

    def __call__(self, path: str, **sent: Any) -> dict[str, Any]:
        fate = self.chance.random()
        if fate < 0.3:
            raise Unanswered(SourceState.NO_ANSWER)
        answer = self.line(path, **sent)
        if fate < 0.6:
            raise Unanswered(SourceState.NO_ANSWER)
        return answer


def until_level(act: Callable[[], SourceState]) -> None:
    for _try in range(300):
        if act() == SourceState.LEVEL:
            return
    pytest.fail("never level")


@pytest.mark.parametrize("seed", range(2))
def test_a_line_that_breaks_anywhere_loses_and_doubles_nothing(
    elsewhere: Elsewhere, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_LINES", 12)
    event = a_played_event()
    source, line = paired(elsewhere, PairingKind.SPARE)
    for _round in range(3):
        a_hand(event)
        breaking = Breaking(line, seed)
        until_level(lambda: one_round(elsewhere, source, breaking))  # noqa: B023
        assert_same(elsewhere, event.uid)


def test_what_is_changed_on_its_way_is_not_taken(elsewhere: Elsewhere) -> None:
    event = a_played_event()
    source, line = paired(elsewhere, PairingKind.SPARE)

    def changing(path: str, **sent: Any) -> dict[str, Any]:
        answer = line(path, **sent)
        if "lines" in answer:
            answer["lines"][0][6] = "0" * 64
        return answer

    assert one_round(elsewhere, source, changing) == SourceState.DAMAGED
    with elsewhere.there():
        assert not Event.objects.exists()
        assert LogSource.objects.get().detail == event.title
    assert one_round(elsewhere, source, line) == SourceState.LEVEL


def test_one_event_that_is_refused_does_not_hold_up_the_others(elsewhere: Elsewhere) -> None:
    first, second = a_played_event("Erstes"), a_played_event("Zweites")
    source, line = paired(elsewhere, PairingKind.SPARE)

    def without_first(path: str, **sent: Any) -> dict[str, Any]:
        if str(first.uid) in path:
            raise Unanswered(SourceState.DAMAGED)
        return line(path, **sent)

    assert one_round(elsewhere, source, without_first) == SourceState.DAMAGED
    assert_same(elsewhere, second.uid)


def test_a_revoked_spare_laptop_keeps_what_it_has(elsewhere: Elsewhere) -> None:
    event = a_played_event()
    source, line = paired(elsewhere, PairingKind.SPARE)
    one_round(elsewhere, source, line)
    pairing.revoke(club=FIRST, reader=LogReader.objects.get().pk)
    a_hand(event)
    assert one_round(elsewhere, source, line) == SourceState.REVOKED
    with elsewhere.there():
        assert Event.objects.get().uid == event.uid


def test_who_has_taken_over_takes_nothing_from_the_old_one(elsewhere: Elsewhere) -> None:
    event = a_played_event()
    source, line = paired(elsewhere, PairingKind.SPARE)
    one_round(elsewhere, source, line)
    with elsewhere.there():
        following.take_over(Event.objects.get())
        entries = Entry.objects.count()
    a_hand(event)
    assert one_round(elsewhere, source, line) == SourceState.LEVEL
    with elsewhere.there():
        assert Entry.objects.count() == entries


# --- a laptop sends up ------------------------------


def kind_here() -> PairingKind:
    return PairingKind.HALL if at_work.PROFILE.club else PairingKind.FEDERATION


def test_an_event_goes_up(elsewhere: Elsewhere) -> None:
    club = a_club("Oben")
    source, line = paired(elsewhere, kind_here(), club.pk)
    with elsewhere.there():
        event = a_played_event()
    for _round in range(3):
        assert one_round(elsewhere, source, line) == SourceState.LEVEL
        assert_same(elsewhere, event.uid)
        with elsewhere.there():
            a_hand(Event.objects.get())
    here = Event.objects.get(uid=event.uid)
    assert here.tenant_id == club.pk
    assert following.is_followed(here)
    assert not LogParcel.objects.exists()
    assert LogReader.objects.get().positions.keys() == {str(event.uid)}


@pytest.mark.parametrize("seed", range(2))
def test_whatever_breaks_on_the_way_up_comes_once(
    elsewhere: Elsewhere, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_LINES", 12)
    source, line = paired(elsewhere, kind_here())
    with elsewhere.there():
        events = [a_played_event("Erstes"), a_played_event("Zweites")]
    breaking = Breaking(line, seed)
    for _round in range(2):
        until_level(lambda: one_round(elsewhere, source, breaking))
        for event in events:
            assert_same(elsewhere, event.uid)
        with elsewhere.there():
            for event in events:
                a_hand(event)


def test_what_is_on_its_way_is_thrown_away_when_somebody_is_forgotten(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_LINES", 12)
    source, line = paired(elsewhere, kind_here())
    with elsewhere.there():
        event = a_played_event()
    parts = 0

    def breaking(path: str, **sent: Any) -> dict[str, Any]:
        nonlocal parts
        parts += "body" in sent and path.endswith(f"{event.uid}/")
        if parts > 2:
            raise Unanswered(SourceState.NO_ANSWER)
        return line(path, **sent)

    assert one_round(elsewhere, source, breaking) == SourceState.NO_ANSWER
    assert LogParcel.objects.count() == 2
    anonymise(player=Player.objects.create(tenant_id=FIRST, name="Zoë Straub"))
    assert not LogParcel.objects.exists()
    until_level(lambda: one_round(elsewhere, source, line))
    assert_same(elsewhere, event.uid)


def test_parts_that_are_too_large_are_made_smaller(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_BYTES", 9000)
    source, line = paired(elsewhere, kind_here())
    with elsewhere.there():
        event = a_played_event()
    assert one_round(elsewhere, source, line) == SourceState.LEVEL
    assert_same(elsewhere, event.uid)


def test_who_leads_no_event_sends_none_up(elsewhere: Elsewhere) -> None:
    _source, line = paired(elsewhere, kind_here())
    with elsewhere.there():
        event = a_played_event()
        log = following.seal(event)
        raw = following.batch_after(event, 0).to_json()
    LogReader.objects.update(installation=uuid.uuid4())
    with pytest.raises(Unanswered) as unanswered:
        line(f"/log/{event.uid}/", body=raw)
    assert unanswered.value.state == SourceState.REFUSED
    assert unanswered.value.detail
    assert not Event.objects.filter(uid=event.uid).exists()
    assert log.head


def test_an_event_of_another_club_is_not_touched(elsewhere: Elsewhere) -> None:
    ours, theirs = a_club("Ours"), a_club("Theirs")
    source, line = paired(elsewhere, kind_here(), ours.pk)
    with elsewhere.there():
        event = a_played_event()
    there = an_event(title="Fremd", tenant=theirs.pk)
    Event.objects.filter(pk=there.pk).update(uid=event.uid)
    assert one_round(elsewhere, source, line) == SourceState.REFUSED
    assert Event.objects.get().title == "Fremd"
    assert not EventLog.objects.exists()
    assert not LogParcel.objects.exists()


def test_a_server_without_room_says_so_on_the_laptop(elsewhere: Elsewhere) -> None:
    if at_work.PROFILE.club:
        return  # a laptop has no limits
    club = a_club("Voll")
    Club.objects.filter(pk=club.pk).update(limits={Quota.EVENTS.value: 1})
    an_event(tenant=club.pk)
    source, line = paired(elsewhere, kind_here(), club.pk)
    with elsewhere.there():
        a_played_event()
    assert one_round(elsewhere, source, line) == SourceState.REFUSED
    with elsewhere.there():
        assert "1" in LogSource.objects.get().detail
    assert Event.objects.filter(tenant=club).count() == 1


def test_rehearsals_and_the_archive_stay_here(elsewhere: Elsewhere) -> None:
    source, line = paired(elsewhere, kind_here())
    with elsewhere.there():
        archived, rehearsed, event = (a_played_event(title) for title in ("Alt", "Probe", "Echt"))
        Event.objects.filter(pk=archived.pk).update(archived_at="2026-01-01T12:00:00Z")
        robot = Player.objects.create(name="Robbi", robot=True)
        Chair.objects.filter(sitting__event=rehearsed, sitting__number=1, seat=1).update(player=robot)
    assert one_round(elsewhere, source, line) == SourceState.LEVEL
    assert [row.title for row in Event.objects.all()] == [event.title]


# --- into a directory ------------------------------


def test_a_directory_is_level_too_and_is_read_back(elsewhere: Elsewhere, tmp_path: Path) -> None:
    event = a_played_event()
    code = pairing.show_code(club=FIRST, kind=PairingKind.SPARE, by="x").code
    with elsewhere.there():
        installation = pairing.installation_here()
    redeemed = pairing.redeem(code=code, name="stick", installation=installation)
    assert redeemed is not None
    line, stick = a_line(redeemed.token), directories.LogDirectory(tmp_path / "stick")
    whom = directories.PairedWith("http://192.168.1.5", redeemed.token, str(pairing.installation_here()))
    stick.remember(whom)
    assert stick.paired_with() == whom
    for _round in range(3):
        directories.bring_level(line, stick, whom)
        a_hand(event)
    directories.bring_level(line, stick, whom)
    assert directories.bring_level(line, stick, whom) == 0
    assert len(stick.files(str(event.uid))) == 4
    assert oct((stick.path / "pairing.json").stat().st_mode)[-3:] == "600"
    for _twice in range(2):
        with elsewhere.there():
            (taken,) = directories.read_back(stick, FIRST)
        assert taken.head == EventLine.objects.filter(event=event).count()
        assert_same(elsewhere, event.uid)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"batches": [{}]}', '{"batches": 1}'])
def test_a_broken_file_is_refused(content: str, tmp_path: Path) -> None:
    place = tmp_path / str(uuid.UUID(int=1))
    place.mkdir()
    (place / "0000000001-0000000002.json").write_text(content)
    with pytest.raises(LogDamaged):
        directories.read_back(directories.LogDirectory(tmp_path), FIRST)
    assert not Event.objects.exists()


def test_a_listing_of_somebody_else_is_none() -> None:
    with pytest.raises(Unanswered):
        pulling.asked_listing(
            lambda path, **sent: {}, LogSource(since=joining.EARLIEST, installation=uuid.uuid4()), {}
        )
