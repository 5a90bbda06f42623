"""Evenings that stand under one name and were somebody else's are given to whom they belong.

The other way round is `merging.merge`. Hands stay as they are, for they know seats and no names; each event
that is concerned says so in its log, and what was moved is kept so that it can be taken back.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import ProtectedError, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from config.database import writing
from config.digits import LONGEST, numbers_in
from scoring.text import mark as _
from tournaments.events.ground import log
from tournaments.events.ground.locking import lock_events_of
from tournaments.models import Chair, Event, Member, MemberJoin, Parting, Player, Sitting
from tournaments.models.stored import PartedJson
from tournaments.people import register
from tournaments.people.refusals import no_person


@dataclass(frozen=True, slots=True)
class EveningOfPerson:
    """An event, or a table of an evening without one, of somebody: `key` names it in a form."""

    key: str
    day: datetime.date
    title: str
    taken: bool = False  # the other one was there, too: it cannot be given to him


def evenings_of(player: Player, other: Player | None = None) -> list[EveningOfPerson]:
    """All events and evenings of somebody, the latest first."""
    theirs = set() if other is None else {evening.key for evening in evenings_of(other)}
    events = Event.objects.filter(_with(player)).distinct().only("pk", "day", "title")
    tables = Sitting.objects.filter(event=None, chairs__player=player).only("pk", "title", "created_at")
    rows = [EveningOfPerson(f"e{event.pk}", event.day, event.title) for event in events]
    rows += [
        EveningOfPerson(f"t{table.pk}", timezone.localdate(table.created_at), _title(table))
        for table in tables
    ]
    marked = (EveningOfPerson(row.key, row.day, row.title, row.key in theirs) for row in rows)
    return sorted(marked, key=lambda row: (row.day, row.key), reverse=True)


def _with(player: Player) -> Q:
    return Q(entrants__members__player=player) | Q(sittings__chairs__player=player)


def _title(table: Sitting) -> str:
    return table.title or gettext("Table {number}").format(number=table.pk)


def together(player: Player, other: Player) -> str:
    """An event or evening at which both were, with its day; empty: there is none."""
    theirs = {evening.key for evening in evenings_of(other)}
    for evening in evenings_of(player):
        if evening.key in theirs:
            return f"{evening.title}, {date_format(evening.day, 'SHORT_DATE_FORMAT')}"
    return ""


def part(
    *,
    origin: Player,
    evenings: Collection[str],
    other: Player | None = None,
    name: str = "",
    distinction: str = "",
    by: str = "",
) -> Parting:
    """Give some evenings of `origin` to `other`, or to somebody new who is called so.

    Raises Unreadable with what is in the way: nothing chosen, somebody who was there himself, a name that
    tells nobody from somebody else of the register.
    """
    with writing():
        is_new = other is None
        if other is None:
            name = name or origin.name
            other = register.add_person(
                tenant=origin.whose,
                name=name,
                distinction=distinction,
                club=origin.club,
                shown_as=origin.shown_as,
                pseudonym=origin.pseudonym,
                minor=origin.minor,
            )
        origin, other = _held(origin, other)
        members, chairs = _rows(origin, evenings)
        if not members and not chairs:
            raise no_person("nothing", _("Choose at least one evening."))
        _refuse_both(other, members, chairs)
        parting = Parting.objects.create(
            tenant_id=origin.whose,
            origin=origin,
            other=other,
            is_new=is_new,
            moved=PartedJson(members=[row.pk for row in members], chairs=[row.pk for row in chairs]),
            by=by[:60],
        )
        _give(members, chairs, other, "parted", by)
        return parting


def take_back(*, parting: Parting, by: str = "") -> None:
    """What was moved goes back, as far as it is where it was put. Taking it back twice changes nothing.

    Raises Unreadable where the one who had it was at one of these evenings himself meanwhile.
    """
    with writing():
        if not Parting.objects.filter(pk=parting.pk, undone_at=None).exists():
            return
        origin, other = _held(parting.origin, parting.other)
        row = Parting.objects.select_for_update().get(pk=parting.pk)
        if row.undone_at is not None:
            return
        members = list(Member.objects.filter(pk__in=row.moved["members"], player=other))
        chairs = list(Chair.objects.filter(pk__in=row.moved["chairs"], player=other))
        _refuse_both(origin, members, chairs)
        _give(members, chairs, origin, "parted_back", by)
        row.undone_at, row.undone_by = timezone.now(), by[:60]
        row.save(update_fields=("undone_at", "undone_by"))
        if row.is_new and not _has_anything(other):
            with suppress(ProtectedError):  # something holds him that no later version has told this one of
                other.delete()  # and this row with him


def partings_of(player: Player) -> list[Parting]:
    """What was given away or got, and not taken back, the latest first."""
    both = Q(origin=player) | Q(other=player)
    return list(Parting.objects.filter(both, undone_at=None).select_related("origin", "other"))


def _held(origin: Player, other: Player) -> tuple[Player, Player]:
    """Both, kept from other writers: first their events, then they themselves."""
    lock_events_of([origin, other])
    rows = Player.objects.select_for_update().filter(pk__in=(origin.pk, other.pk), robot=False)
    both = {player.pk: player for player in rows.order_by("pk")}
    if len(both) < 2 or both[origin.pk].whose != both[other.pk].whose:
        raise no_person("not_two", _("Choose somebody else of the register."))
    if any(player.anonymised_at is not None for player in both.values()):
        raise no_person("anonymised", _("This person has been made anonymous."))
    return both[origin.pk], both[other.pk]


def _rows(player: Player, evenings: Collection[str]) -> tuple[list[Member], list[Chair]]:
    """His places and chairs at these evenings; keys that are none of his are nothing."""
    events, tables = _numbers(evenings, "e"), _numbers(evenings, "t")
    members = Member.objects.filter(player=player, entrant__event__in=events).order_by("pk")
    seats = Q(sitting__event__in=events) | Q(sitting__event=None, sitting__in=tables)
    chairs = Chair.objects.filter(seats, player=player).order_by("pk")
    return list(members.select_related("entrant")), list(chairs.select_related("sitting"))


def _numbers(keys: Iterable[str], letter: str) -> list[int]:
    return numbers_in((key[1:] for key in keys if key[:1] == letter), LONGEST)


def _events(members: Iterable[Member], chairs: Iterable[Chair]) -> list[int]:
    events = {row.entrant.event_id for row in members}
    return sorted(events | {row.sitting.event_id for row in chairs if row.sitting.event_id is not None})


def _refuse_both(player: Player, members: list[Member], chairs: list[Chair]) -> None:
    """Nobody is at one event, or at one table, as two people."""
    events = _events(members, chairs)
    there = Event.objects.filter(_with(player), pk__in=events).order_by("day", "pk").first()
    tables = [row.sitting_id for row in chairs]
    table = Sitting.objects.filter(event=None, pk__in=tables, chairs__player=player).first()
    if there is None and table is None:
        return
    day = there.day if there is not None else timezone.localdate(table.created_at) if table else None
    raise no_person(
        "two_people",
        _("{name} was there already: {evening}. Nobody plays as two people at once."),
        name=player.name,
        evening=f"{there.title if there else _title(table) if table else ''}, "
        f"{date_format(day, 'SHORT_DATE_FORMAT') if day else ''}",
    )


def _give(members: list[Member], chairs: list[Chair], player: Player, what: str, by: str) -> None:
    events = _events(members, chairs)
    Member.objects.filter(pk__in=[row.pk for row in members]).update(player=player)
    Chair.objects.filter(pk__in=[row.pk for row in chairs]).update(player=player)
    for event in Event.objects.filter(pk__in=events).order_by("pk"):
        log.note(event, what, by=by, player=player.pk)


def _has_anything(player: Player) -> bool:
    rows = (Member.objects, Chair.objects)
    joined = MemberJoin.objects.filter(person=player).exists()
    return joined or any(manager.filter(player=player).exists() for manager in rows)
