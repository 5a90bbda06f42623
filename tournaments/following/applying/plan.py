"""The event itself, who is entered, its stages and rounds."""

from __future__ import annotations

import copy

from tournaments.engines.eventlog import PieceKind
from tournaments.engines.plans import stage_plan
from tournaments.exchange import importing
from tournaments.exchange.exporting import EVENT, EVENT_NEWER, MEMBER
from tournaments.exchange.seats import seating_in
from tournaments.exchange.values import moment, moment_or_none, save_valid
from tournaments.following.applying.rows import Rows, free_key, named
from tournaments.models import Entrant, EntrantState, Event, Member, Round, RoundState, Stage, Wish
from tournaments.models.filing import ENTRANT, ENTRANT_NEWER, ROUND, ROUND_TIMES, STAGE
from tournaments.models.stored import Raw

K = PieceKind


def event(rows: Rows, key: str, body: Raw) -> int:
    """What the event says of itself. A spare laptop keeps its primary key, where it is free."""
    read = importing.event_in(copy.deepcopy(body), rows.tenant)
    new = rows.event is None
    row = rows.event or read
    for name in (*EVENT, *EVENT_NEWER):
        setattr(row, name, body[name])
    row.day, row.finished_at, row.logo = read.day, read.finished_at, read.logo
    if new:
        row.pk = free_key(Event, body)
    if "private" in body:
        row.key_generation = int(body["private"]["key_generation"])
    save_valid(row)
    row.created_at = moment(body["created_at"])
    row.save(update_fields=("created_at",))
    rows.event = row
    return row.pk


def stage(rows: Rows, key: str, body: Raw) -> int:
    stage_plan(body["plan"])
    row = Stage(pk=rows.row_or_none(K.STAGE, key), event=rows.here, **{name: body[name] for name in STAGE})
    named(key, row.number)
    save_valid(row)
    return row.pk


def entrant(rows: Rows, key: str, body: Raw) -> int:
    EntrantState(body["state"])
    known = rows.row_or_none(K.ENTRANT, key)
    row = Entrant.objects.get(pk=known) if known is not None else Entrant(event=rows.here)
    for name in (*ENTRANT, *ENTRANT_NEWER):
        setattr(row, name, body[name])
    named(key, row.number)
    save_valid(row)
    wanted = [
        (rows.row(K.PERSON, member["person"]), *(member[name] for name in MEMBER))
        for member in body["members"]
    ]
    if wanted != list(row.members.order_by("place", "from_round").values_list("player", *MEMBER)):
        row.members.all().delete()
        for player, *values in wanted:
            save_valid(Member(entrant=row, player_id=player, **dict(zip(MEMBER, values, strict=True))))
    return row.pk


def wish(rows: Rows, key: str, body: Raw) -> None:
    ids = rows.entrants()
    Wish.objects.filter(event=rows.here).delete()
    Wish.objects.bulk_create(
        Wish(event=rows.here, entrant_id=ids[first], other_id=ids[second], together=name == "together")
        for name in ("apart", "together")
        for first, second in body[name]
    )


def round_(rows: Rows, key: str, body: Raw) -> int:
    RoundState(body["state"])
    calls = rows.numbers()
    known = rows.row_or_none(K.ROUND, key)
    row = Round(
        pk=free_key(Round, body) if known is None else known,
        event=rows.here,
        stage_id=rows.row(K.STAGE, str(body["stage"])),
        seating=calls.seating(seating_in(body["seating"])),
        changes=[calls.renumber(change) for change in body["changes"]],
        **{name: body[name] for name in ROUND},
        **{name: moment_or_none(body[name]) for name in ROUND_TIMES},
    )
    named(key, row.number)
    save_valid(row)
    return row.pk
