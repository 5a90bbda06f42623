"""The log of an event: from it the event is built again elsewhere, the same in every fingerprint."""

from __future__ import annotations

import json
import random
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring import Unreadable
from tests.tournaments.builders import eine, put_aside
from tests.tournaments.elsewhere import Elsewhere, blank_database, elsewhere
from tests.tournaments.event_builders import an_event
from tests.tournaments.following_builders import arrived, differing, follow, sent, state
from tests.tournaments.test_event_rounds import finish, play_all, start
from tournaments import exchange, ledger
from tournaments.engines import eventchain
from tournaments.engines.eventlog import (
    LedHere,
    LogBatch,
    LogDamaged,
    LogDiverged,
    LogGap,
    LogRefused,
    OldEpoch,
    OthersEvent,
)
from tournaments.events.ground.links import history_of, links_of
from tournaments.events.ground.locking import is_followed
from tournaments.events.rounds import running
from tournaments.following.authority import hand_over, take_over
from tournaments.following.reading import batch_after
from tournaments.following.sealing import seal
from tournaments.following.taking import take
from tournaments.models import (
    FIRST,
    Credential,
    Entry,
    Event,
    EventLine,
    EventLog,
    EventPiece,
    Notice,
    Player,
    Ruling,
    RulingKind,
    Screen,
    Sitting,
)
from tournaments.models.following import installation_uid
from tournaments.people import privacy

__all__ = ["blank_database", "elsewhere"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines, pytest.mark.event(here=12)]


@pytest.fixture
def event(event: Event) -> Event:
    """Two rounds, the second one open; a correction, something put aside, a decision."""
    first = start(event)
    play_all(first, won=1)
    finish(first)
    second = start(event, "zwei")
    play_all(second, won=2)
    sitting = second.sittings.get(number=2)
    ledger.correct_hand(sitting=sitting, hand_no=1, entry_id=uuid.uuid4(), raw=eine(3), reason="verlesen")
    put_aside(sitting, eine(2), 1)
    return event


def a_hand(event: Event, table: int = 1) -> Entry:
    sitting = Sitting.objects.get(event=event, round__number=2, number=table)
    return ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(1)).entry


def same(event: Event, laptop: Elsewhere) -> None:
    """Level, and the same in everything that must be."""
    here = state(event)
    with laptop.there():
        again = Event.objects.get(uid=event.uid)
        assert differing(here, state(again)) == []
        assert list(eventchain.faults(links_of(again), history_of(again))) == []


# --- The same event elsewhere


@pytest.mark.parametrize("private", [False, True])
def test_an_event_is_the_same_elsewhere(elsewhere: Elsewhere, event: Event, private: bool) -> None:
    taken = follow(event, elsewhere, private=private)
    assert (taken.entries, taken.head) == (Entry.objects.count(), EventLine.objects.count())
    same(event, elsewhere)
    a_hand(event)
    a_hand(event, 3)
    assert follow(event, elsewhere, private=private).entries == 2
    same(event, elsewhere)


def test_a_server_takes_it_from_a_laptop(elsewhere: Elsewhere, event: Event) -> None:
    """The other way round: on both engines what is served here follows."""
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        take_over(Event.objects.get())
        there = Event.objects.get()
        a_hand(there)
        batches = sent(there, EventLog.objects.get().head - 2)
        wanted = state(there)
    taken = take(batches, FIRST)
    assert taken.event.pk == event.pk
    assert state(event) == wanted
    assert is_followed(event)


def test_a_spare_laptop_keeps_the_keys_of_tables_and_what_phones_write_with(
    elsewhere: Elsewhere, event: Event
) -> None:
    follow(event, elsewhere, private=True)
    tables = set(Sitting.objects.values_list("pk", "number", "key_generation"))
    devices = set(Credential.objects.values_list("pk", "secret_hash", "seat", "revoked_at"))
    with elsewhere.there():
        assert Event.objects.get().pk == event.pk
        keys = set(Sitting.objects.values_list("pk", "number", "key_generation"))
        assert keys == tables
        assert set(Credential.objects.values_list("pk", "secret_hash", "seat", "revoked_at")) == devices


def test_another_screen_in_place_of_one_comes_too(elsewhere: Elsewhere, event: Event) -> None:
    wall = event.screens.create(name="Wand", shows="live", revision=2)
    follow(event, elsewhere)
    wall.delete()
    event.screens.create(name="Bar", shows="live", revision=2)
    follow(event, elsewhere)
    with elsewhere.there():
        assert list(Event.objects.get(uid=event.uid).screens.values_list("name", flat=True)) == ["Bar"]


def test_a_screen_keeps_its_address_on_a_spare_laptop(elsewhere: Elsewhere, event: Event) -> None:
    event.screens.create(name="Weg", shows="live").delete()
    wall = event.screens.create(name="Wand", shows="live")
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        assert Screen.objects.get(name="Wand").pk == wall.pk
    wall.name, wall.revision = "Leinwand", wall.revision + 1
    wall.save()
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        assert Screen.objects.get(name="Leinwand").pk == wall.pk
        assert not Screen.objects.filter(name="Wand").exists()


def test_elsewhere_devices_write_nothing(elsewhere: Elsewhere, event: Event) -> None:
    follow(event, elsewhere)
    secrets = set(Credential.objects.values_list("secret_hash", flat=True))
    with elsewhere.there():
        assert not Credential.objects.filter(secret_hash__in=secrets).exists()
        assert not Credential.objects.filter(revoked_at=None).exists()
    whole = json.dumps([batch.to_json() for batch in sent(event)])
    assert not any(secret in whole for secret in secrets)
    assert "private" not in whole


def test_small_batches_come_to_the_same(elsewhere: Elsewhere, event: Event) -> None:
    batches = sent(event, most=3)
    assert len(batches) > 10
    with elsewhere.there():
        with pytest.raises(LogGap):
            take(batches[:-1], FIRST)
        assert not Event.objects.exists()
        take(batches, FIRST)
    same(event, elsewhere)


def test_what_changes_while_somebody_collects_is_taken_as_it_is_at_the_end(
    elsewhere: Elsewhere, event: Event
) -> None:
    first = arrived(batch_after(event, 0, most=30))
    finish(event.rounds.get(number=2))
    privacy.anonymise(player=event.entrants.get(number=3).members.get().player)
    running.reopen_round(event.rounds.get(number=2), reason="noch ein Spiel")
    a_hand(event)
    rest = sent(event, first.lines[-1].pos, most=30)
    with elsewhere.there():
        take([first, *rest], FIRST)
    same(event, elsewhere)


def test_the_same_again_changes_nothing(elsewhere: Elsewhere, event: Event) -> None:
    batches = sent(event)
    with elsewhere.there():
        first = take(batches, FIRST)
        before = (Entry.objects.count(), Notice.objects.count(), EventLine.objects.count())
        revision = Event.objects.get().revision
        again = take(batches, FIRST)
        assert (again.lines, again.entries, again.head) == (0, 0, first.head)
        assert before == (Entry.objects.count(), Notice.objects.count(), EventLine.objects.count())
        assert Event.objects.get().revision == revision
    a_hand(event)
    longer = sent(event)
    with elsewhere.there():
        assert take(longer, FIRST).entries == 1, "what is known is left out"
    same(event, elsewhere)


# --- Forgetting


def test_somebody_is_forgotten_everywhere(elsewhere: Elsewhere, event: Event) -> None:
    player = event.entrants.get(number=5).members.get().player
    player.name = "Waltraud Zschokke"
    player.save()
    Ruling.objects.create(
        event=event,
        kind=RulingKind.POINTS,
        entrant=event.entrants.get(number=5),
        data={"points": -3},
        reason="Waltraud Zschokke kam zu spät",
        at=event.created_at,
    )
    follow(event, elsewhere)
    with elsewhere.there():
        assert Player.objects.filter(name="Waltraud Zschokke").exists()
    privacy.anonymise(player=player)
    follow(event, elsewhere)
    same(event, elsewhere)
    with elsewhere.there():
        assert not Player.objects.filter(name__contains="Zschokke").exists()
        assert "Zschokke" not in Ruling.objects.get().reason
        assert Player.objects.exclude(anonymised_at=None).count() == 1
    assert "Zschokke" not in json.dumps([batch.to_json() for batch in sent(event)])


def test_no_name_is_in_what_is_hashed(event: Event) -> None:
    seal(event)
    before = EventLog.objects.get().head
    Player.objects.update(name="Niemand", club="Nirgends")
    event.title = "Anders"
    event.save()
    seal(event, whole=True)
    digests = {(piece.kind, piece.key): piece.digest for piece in EventPiece.objects.filter(pos__gt=before)}
    assert {kind for kind, _key in digests} == {"person", "event"}
    old = {(line.kind, line.key): line.digest for line in EventLine.objects.filter(pos__lte=before)}
    assert all(old[name] == digest for name, digest in digests.items())


# --- What is refused


def tampered(batches: list[LogBatch], chance: random.Random) -> list[Any]:
    """One letter of what travels is another one."""
    texts = [json.dumps(batch.to_json()) for batch in batches]
    at = chance.randrange(len(texts))
    text = texts[at]
    place = chance.choice([place for place, letter in enumerate(text) if letter.isalnum()])
    other = chance.choice([letter for letter in "0123456789abcdefgh" if letter != text[place]])
    texts[at] = text[:place] + other + text[place + 1 :]
    return texts


@pytest.mark.parametrize("seed", range(25))
def test_a_changed_letter_is_found(elsewhere: Elsewhere, seed: int) -> None:
    event = an_event(here=4)
    play_all(start(event))
    texts = tampered(sent(event, most=40), random.Random(seed))
    with elsewhere.there():
        with pytest.raises((LogRefused, ValueError)):
            take([LogBatch.from_json(json.loads(text)) for text in texts], FIRST)
        assert not Event.objects.exists()
        assert not Player.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body["entries"][0]["payload"].update(points=79),
        lambda body: body["entries"].pop(),
        lambda body: body.update(entries=17),
        lambda body: body.update(table="9/9"),
        lambda body: body["entries"][0].update(id="x"),
    ],
    ids=["points", "fewer", "none", "table", "id"],
)
def test_a_changed_hand_is_found_by_its_chain(elsewhere: Elsewhere, event: Event, change: Any) -> None:
    """Whoever changes what is sent also makes the sum anew."""
    (batch,) = sent(event, most=5000)
    name = next(line.name for line in batch.lines if line.kind.value == "entries")
    change(batch.bodies[name])
    with elsewhere.there():
        with pytest.raises(LogDamaged):
            take([batch], FIRST)
        assert not Event.objects.exists()
        assert not Player.objects.exists()


@pytest.mark.parametrize("kind", ["entrant", "round", "table", "ruling", "link", "event", "stage", "aside"])
def test_whatever_is_hashed_may_not_be_changed_on_the_way(
    elsewhere: Elsewhere, event: Event, kind: str
) -> None:
    Ruling.objects.create(
        event=event, kind=RulingKind.POINTS, data={"points": 3}, reason="x", at=event.created_at
    )
    (batch,) = sent(event, most=5000)
    name = next(line.name for line in batch.lines if line.kind.value == kind)
    field = {"entrant": "rating", "round": "seed", "table": "seats", "ruling": "kind", "link": "at"}
    body: Any = batch.bodies[name]
    body[field.get(kind, {"event": "day", "stage": "number", "aside": "digest"}.get(kind, ""))] = "other"
    with elsewhere.there(), pytest.raises(LogDamaged):
        take([batch], FIRST)


def test_another_past_is_not_merged(elsewhere: Elsewhere, event: Event) -> None:
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        there = Event.objects.get()
        take_over(there)
        a_hand(there)
        theirs = sent(there)
    a_hand(event, 3)  # the first laptop knows nothing of it and goes on
    before = state(event)
    with pytest.raises(LogDiverged) as diverged:
        take(theirs, FIRST)
    assert diverged.value.at == EventLog.objects.get().head + 1
    assert {**state(event), "log": 0} == {**before, "log": 0}
    ours = sent(event)
    with elsewhere.there(), pytest.raises(OldEpoch):
        take(ours, FIRST)


def test_a_copy_from_a_file_is_not_followed(elsewhere: Elsewhere, event: Event) -> None:
    data, batches = exchange.as_file(event), sent(event)
    with elsewhere.there():
        exchange.take_in(data, FIRST)
        with pytest.raises(OthersEvent):
            take(batches, FIRST)


def test_who_leads_takes_nothing(event: Event) -> None:
    (batch,) = sent(event, most=5000)
    log = EventLog.objects.get()
    line = replace(batch.lines[-1], pos=log.head + 1)
    with pytest.raises((LedHere, LogDiverged)):
        take([replace(batch, lines=(*batch.lines, line), head=log.head + 1)], FIRST)
    assert take([batch], FIRST).lines == 0


# --- Who leads


def test_whoever_follows_only_looks(elsewhere: Elsewhere, event: Event) -> None:
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        there = Event.objects.get()
        assert is_followed(there)
        before = state(there)
        with pytest.raises(ledger.EventFollowed):
            a_hand(there)
        with pytest.raises(Unreadable):
            running.close_round(there.rounds.get(number=2), reason="spät")
        assert state(there) == before


def test_who_takes_over_goes_on(elsewhere: Elsewhere, event: Event) -> None:
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        there = Event.objects.get()
        log = take_over(there)
        assert log.epoch == 2
        assert not is_followed(there)
        a_hand(there)
        running.close_round(there.rounds.get(number=2), reason="spät")
        seal(there)
        assert EventLine.objects.filter(epoch=2, kind="entries").exists()
        assert take_over(there).epoch == 2, "it leads already"


def test_who_hands_over_follows(elsewhere: Elsewhere, event: Event) -> None:
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        other = installation_uid()
    hand_over(event, other)
    assert is_followed(event)
    with pytest.raises(ledger.EventFollowed):
        a_hand(event)
    follow(event, elsewhere, private=True)
    with elsewhere.there():
        there = Event.objects.get()
        assert not is_followed(there)
        a_hand(there)
        batches = sent(there, private=True)
        wanted = state(there)
    assert take(batches, FIRST).entries == 1
    assert state(event) == wanted


# --- What it costs


def test_asking_without_news_costs_little(event: Event) -> None:
    head = seal(event).head
    with CaptureQueriesContext(
        connection,
    ) as asked:
        batch = batch_after(event, head)
    assert batch.lines == ()
    assert len(asked) <= 3, [query["sql"][:80] for query in asked]


def test_hands_are_sealed_with_a_few_statements(event: Event) -> None:
    seal(event)
    for table in (1, 2, 3):
        a_hand(event, table)
    with CaptureQueriesContext(connection) as asked:
        seal(event)
    assert len(asked) <= 16, [query["sql"][:80] for query in asked]
    assert EventLine.objects.filter(kind="entries").order_by("-pos")[0].key.endswith("2-2")


def test_an_event_that_nobody_follows_has_no_log(event: Event) -> None:
    assert not EventLog.objects.exists()
    assert not EventLine.objects.exists()


def test_lines_are_only_added(event: Event) -> None:
    seal(event)
    for change in (
        lambda: EventLine.objects.update(digest=""),
        lambda: EventLine.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
