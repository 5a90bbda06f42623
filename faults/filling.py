"""A database with very many entries in little time.

An event is played through the front door; the entries of evenings are computed as the ledger computes
them, and stored in large pieces.
"""

from __future__ import annotations

import random
import uuid
from typing import Any

from bench.sheets import HANDS_PER_SHEET, MAKERS, sheets
from scoring import Game, Unreadable, dump, fields_for, game_for, opening, parse, play, replay, set_up
from tournaments import ledger
from tournaments.engines.sheets.chain import digest_of, hash_of, start_of
from tournaments.engines.sheets.derived import derive
from tournaments.engines.sheets.folding import stand
from tournaments.ledger.derived import head_facts
from tournaments.models import FIRST, Entry, EntryKind, Event, LiveHand, Player, SheetHead, Sitting, Via
from tournaments.models.sittings import Chair

AT_ONCE = 2000
PEOPLE = 16  # of the event
ROUNDS = 2
HANDS = 8
VARIETY = 40  # different sheets of each game


def fill(entries: int, chance: random.Random) -> int:
    """At least so many entries; how many there are."""
    event = an_event(chance)
    there = Entry.objects.filter(sitting__event=event).count()
    people = [Player.objects.create(name=f"Person {number}") for number in range(4)]
    templates = [template(game_for(key), raw) for key in MAKERS for raw in sheets(game_for(key), VARIETY)]
    rows: list[Any] = []
    while there < entries:
        rows.append(evening(chance.choice(templates), people, chance))
        there += len(rows[-1][1])
        if sum(len(row[1]) for row in rows) >= AT_ONCE or there >= entries:
            store(rows)
            rows = []
    return there


def an_event(chance: random.Random) -> Event:
    """A tournament with draws, hands, corrections, decisions and a log, played as people would."""

    from tournaments.events.decisions import rulings
    from tournaments.events.draw import drawing
    from tournaments.events.rounds import publishing, running
    from tournaments.models import RulingKind
    from tournaments.rehearsal.running import prepare

    event = prepare("cego-schwarzwald", PEOPLE, tenant=FIRST)
    for number in range(1, ROUNDS + 1):
        if not event.rounds.filter(state="drawn").exists():
            drawing.draw_next(event, seed=f"seed {number}")
        drawn = event.rounds.filter(state="drawn").order_by("number")[0]
        round_ = running.open_round(publishing.publish(drawn))
        for sitting in Sitting.objects.filter(round=round_).order_by("number"):
            for _hand in range(HANDS):
                raw = {"declarer": chance.randint(1, 4), "contract": "eine", "points": chance.randint(20, 70)}
                ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=raw)
        running.close_round(round_, reason="end")
        first = event.entrants.order_by("number")[number]
        draft = rulings.RulingDraft(RulingKind.POINTS, entrant=first.pk, points=-number)
        rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="late", by="desk")
    return event


def template(game: Game[Any, Any], raw: dict[str, Any]) -> tuple[Game[Any, Any], Any, list[dict[str, Any]]]:
    """A sheet of this game, each hand as it is stored; hands that the rules refuse are left out."""
    table = set_up(game, raw["seats"], None, raw["rules"])
    so_far, payloads = opening(table), []
    for hand in raw["hands"][:HANDS_PER_SHEET]:
        try:
            record = parse(game, table, so_far, hand)
        except Unreadable:
            continue
        if so_far.over:
            break
        payloads.append(dump(fields_for(game, table), record))
        so_far = play(game, table, so_far, record)
    return game, table, payloads


def evening(
    template_: tuple[Game[Any, Any], Any, list[dict[str, Any]]], people: list[Player], chance: random.Random
) -> tuple[Sitting, list[Entry], Any]:
    """A sheet with its entries and what follows from them, unsaved.

    Every sixth hand is corrected to what it was, every sheet is handed in.
    """
    from django.utils import timezone

    game, table, payloads = template_
    from scoring.dumping import dump_all
    from scoring.fields import fields_of

    sitting = Sitting(
        title="Evening",
        game=game.key,
        preset=game.presets[0].key,
        rules=dump_all(fields_of(game.rules), table.rules),
        seats=table.seating.seats,
        created_at=timezone.now(),
    )
    entries: list[Entry] = []
    previous = start_of(sitting)
    steps: list[tuple[EntryKind, int | None, Any]] = []
    for number, payload in enumerate(payloads, start=1):
        steps.append((EntryKind.HAND, number, payload))
        if chance.random() < 1 / 6:
            steps.append((EntryKind.CORRECT, number, payload))
    steps.append((EntryKind.CLOSE, None, {}))
    live: dict[int, Entry] = {}
    for seq, (kind, hand_no, payload) in enumerate(steps, start=1):
        entry = Entry(
            id=uuid.UUID(int=chance.getrandbits(128), version=4),
            sitting=sitting,
            seq=seq,
            kind=kind.value,
            hand_no=hand_no,
            supersedes=live.get(hand_no or 0) if kind is EntryKind.CORRECT else None,
            payload=payload,
            digest=digest_of(kind, hand_no, payload),
            base_seq=seq - 1,
            revision=game.revision,
            rules_version=1,
            via=Via.OWN.value,
            at=timezone.now(),
            boot_id="filled",
            mono_ns=seq,
            prev_hash=previous,
        )
        entry.hash = previous = hash_of(entry)
        if hand_no is not None:
            live[hand_no] = entry
        entries.append(entry)
    sheet_ledger = stand(entries)
    records = [scoring_record(game, table, entry.payload) for entry in sheet_ledger.live]
    return sitting, entries, derive(sitting, sheet_ledger, replay(game, table, records))


def scoring_record(game: Game[Any, Any], table: Any, payload: Any) -> Any:
    from scoring import read

    return game.record(**read(fields_for(game, table), payload, table.seating).values)


def store(rows: list[Any]) -> None:
    """All these sheets in one transaction."""
    from django.db import transaction

    with transaction.atomic():
        for sitting, _entries, _derived in rows:
            sitting.save()
        people = list(Player.objects.order_by("-pk")[:4])
        Chair.objects.bulk_create(
            Chair(sitting=sitting, seat=seat, player=people[seat - 1])
            for sitting, _entries, _derived in rows
            for seat in range(1, sitting.seats + 1)
        )
        for _sitting, entries, _derived in rows:
            for entry in entries:
                entry.sitting_id = entry.sitting.pk
        Entry.objects.bulk_create([entry for _sitting, entries, _derived in rows for entry in entries])
        LiveHand.objects.bulk_create(
            LiveHand(
                sitting=sitting,
                hand_no=row.hand_no,
                entry_id=row.entry,
                hands=row.hands,
                lines=row.lines,
                points=row.points,
                revision=derived.revision,
            )
            for sitting, _entries, derived in rows
            for row in derived.hands
        )
        SheetHead.objects.bulk_create(
            SheetHead(sitting=sitting, **head_facts(derived.head)) for sitting, _entries, derived in rows
        )
