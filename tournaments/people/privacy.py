"""What is known of a person, handed over whole; and forgotten, where somebody asks for it.

Hands stay as they are: the ledger knows seats, no names. Results stay under the new name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from config.database import take_turns, writing
from scoring import Seat, Side
from tournaments import jobs
from tournaments.events.ground import log
from tournaments.events.ground.locking import followed, lock_events_of, touch_seasons_of
from tournaments.lists import folded
from tournaments.models import (
    Career,
    CashEntry,
    Chair,
    Entrant,
    Entry,
    EveningResult,
    Event,
    LogParcel,
    Member,
    Player,
    Ruling,
    ShownAs,
    Wish,
)
from tournaments.models.naming import NAMES
from tournaments.people import forgotten, memberships, mentions
from tournaments.people.forgotten import Forgotten, ReplacedText


def everything_about(player: Player) -> dict[str, Any]:
    """All that is stored of somebody, for himself: plain values for JSON. Others appear as they are shown."""
    return {
        "name": player.name,
        "distinction": player.distinction,
        "club": player.club,
        "category": player.category,
        "contact": player.contact,
        "shown_as": player.shown_as,
        "pseudonym": player.pseudonym,
        "minor": player.minor,
        "number_in_the_club": player.club_number,
        "no_page_over_the_years": player.unlisted,
        "shown_in_public_as": player.public_name,
        "in_the_register_since": player.created_at.isoformat(timespec="seconds"),
        **_in_the_federation(player),
        **_ratings(player),
        "events": [
            _event(membership)
            for membership in player.memberships.select_related("entrant__event").order_by("pk")
        ],
        "tables": [
            _table(chair)
            for chair in Chair.objects.filter(player=player)
            .select_related("sitting__sheethead", "sitting__round")
            .order_by("sitting")
        ],
        **_in_seasons(player),
    }


def _in_seasons(player: Player) -> dict[str, Any]:
    """What was typed of him on evenings that were not played here; nothing where there is none."""
    rows = EveningResult.objects.filter(player=player).select_related("evening__season")
    results = [
        {
            "season": row.evening.season.name,
            "day": row.evening.day.isoformat(),
            **{name: getattr(row, name) for name in ("points", "rank", "hands", "rounds", "wins")},
            **{name: getattr(row, name) for name in ("group", "club", "guest")},
        }
        for row in rows.order_by("evening__day", "pk")
    ]
    return {"seasons": results} if results else {}


def _in_the_federation(player: Player) -> dict[str, Any]:
    """As whom the federation knows him; nothing where there is none."""
    joins = memberships.everything_about(player)
    return {"federation": joins} if joins else {}


def _ratings(player: Player) -> dict[str, Any]:
    """How strong the club takes him to be, game by game; nothing where it has no ratings."""
    rated = Career.objects.filter(player=player, mu__isnull=False).order_by("game")
    rows = {game: {"mu": mu, "sigma": sigma} for game, mu, sigma in rated.values_list("game", "mu", "sigma")}
    return {"ratings": rows} if rows else {}


def _event(member: Member) -> dict[str, Any]:
    entrant, event = member.entrant, member.entrant.event
    wishes = Wish.objects.filter(Q(entrant=entrant) | Q(other=entrant)).select_related("entrant", "other")
    apart, beside = (
        [
            wish.other if wish.entrant_id == entrant.pk else wish.entrant
            for wish in wishes
            if wish.together is together
        ]
        for together in (False, True)
    )
    return {
        "event": event.title,
        "day": event.day.isoformat(),
        "start_number": entrant.number,
        "entered_as": entrant.name,
        "club": entrant.club,
        "category": entrant.category,
        "team": entrant.team,
        "group": entrant.group,
        "rating": entrant.rating,
        "state": entrant.state,
        "paid": entrant.paid,
        "cash_book": [
            {
                "at": entry.at.isoformat(timespec="seconds"),
                "kind": entry.kind,
                "way": entry.way,
                "amount": entry.amount,
                "currency": entry.currency,
                "receipt": entry.receipt_number,
                "reason": entry.reason,
            }
            for entry in CashEntry.objects.filter(entrant=entrant).order_by("seq")
        ],
        "ranked": entrant.ranked,
        "from_round": max(member.from_round, entrant.joined_round),
        "until_round": member.until_round or entrant.left_after,
        "not_at_a_table_with": [_shown(entrant) for entrant in apart],
        "at_a_table_with": [_shown(other) for other in beside],
        "rulings": [
            {
                "kind": ruling.kind,
                "reason": ruling.reason,
                "at": ruling.at.isoformat(timespec="seconds"),
                **ruling.data,
            }
            for ruling in Ruling.objects.filter(entrant=entrant).order_by("pk")
        ],
    }


def _shown(entrant: Entrant) -> str:
    members = entrant.members.filter(until_round=None).select_related("player")
    return entrant.name or " / ".join(member.player.public_name for member in members)


def _table(chair: Chair) -> dict[str, Any]:
    sitting = chair.sitting
    seating = sitting.table().seating
    # Who came later, in a game in which everybody plays for himself, has the account of his place.
    side = seating.side_of(Seat(chair.seat - 1)) if chair.seat <= seating.seats else Side(chair.seat - 1)
    return {
        "table": sitting.pk,
        "title": sitting.title,
        "day": sitting.created_at.date().isoformat(),
        "game": sitting.game,
        "round": sitting.round.number if sitting.round else None,
        "seat": chair.seat,
        "hands": sitting.sheethead.hands,
        # Who came when hands were taken back that were to be played before has no account yet.
        "totals": [game["totals"][side] for game in sitting.sheethead.games if side < len(game["totals"])],
    }


def anonymise(*, player: Player, by: str = "", texts: Collection[str] | None = None) -> Player:
    """Forget who this is. The name becomes `Anonymous 17`, everything else is wiped, here and in events.

    `texts`: keys of the free texts in which the name is replaced, too (`mentions.mentions_of`); None: all in
    which it can be nobody else.
    """
    with writing():
        lock_events_of([player])
        take_turns(NAMES)
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.anonymised_at is not None:
            return player
        new, who = _nobody(player.whose, player.pk), forgotten.who_is(player.name, player)
        replaced = _replace_in_texts(player, new, texts)
        _wipe(player, new, by)
        _note_in_events(replaced, player, by)
        # The list first: a name that has come back is worse than a line about somebody who is still known.
        forgotten.remember(Forgotten(player.pk, who, new, replaced))
        jobs.forget_files(player.whose)  # the name stands on papers that were made today
        # It may stand in what a laptop is sending up just now; what is not complete is sent once more.
        LogParcel.objects.filter(reader__club=player.whose).delete()
        return player


def _wipe(player: Player, new: str, by: str) -> None:
    old = player.name
    player.name = new
    player.distinction = player.club = player.category = player.contact = player.pseudonym = ""
    player.shown_as = ShownAs.FULL.value
    player.club_number, player.minor, player.unlisted = "", False, False
    player.anonymised_at = timezone.now()
    player.save()
    memberships.forget(player, by)
    entrants = Entrant.objects.filter(members__player=player).distinct().select_related("event")
    for entrant in entrants:
        _forget_in(entrant, old)
    # Of an event that another installation leads only that one writes the log; it has to be told there, too.
    for event in Event.objects.filter(~followed("pk"), entrants__in=entrants).distinct():
        log.note(event, "anonymised", by=by, player=player.pk)
    EveningResult.objects.filter(player=player).update(club="", group="")
    touch_seasons_of([player])


def _replace_in_texts(player: Player, new: str, keys: Collection[str] | None) -> list[ReplacedText]:
    name = mentions.name_of(player)
    chosen = []
    for text, hits in mentions.found_in_texts(player, name):
        if text.key in keys if keys is not None else any(sure for _begin, _end, sure in hits):
            chosen.append((text, mentions.without(text, hits, new)))
    return [forgotten.replace(text, other) for text, other in chosen]


def _note_in_events(replaced: Sequence[ReplacedText], player: Player, by: str) -> None:
    """Events that named somebody who did not play in them have other words now, too."""
    named = {event.pk for text in replaced for event in _event_of(text)}
    played = set(Event.objects.filter(entrants__members__player=player).values_list("pk", flat=True))
    for event in Event.objects.filter(~followed("pk"), pk__in=named - played):
        log.note(event, "anonymised", by=by, player=player.pk)


def _event_of(text: ReplacedText) -> list[Event]:
    row = apps.get_model("tournaments", text.model)._default_manager.filter(pk=text.pk).first()
    if isinstance(row, Entry):
        row = row.sitting
    event = row if isinstance(row, Event) else getattr(row, "event", None)
    return [event] if isinstance(event, Event) else []


def reapply(path: Path | None = None, *, by: str = "") -> int:
    """Forget again everybody who was forgotten after this backup was made; how many came back with it.

    To be called after a restore, and at every start: a database that was copied by hand came from somewhere.
    """
    count = 0
    for line in forgotten.remembered(path):
        with writing():
            player = Player.objects.select_for_update().filter(pk=line.player, anonymised_at=None).first()
            back = player is not None and forgotten.who_is(player.name, player) == line.who
            texts = forgotten.replace_again(line.texts)
            if player is not None and back:
                lock_events_of([player])
                _wipe(player, line.name, by)
            count += bool(back or texts)
    return count


def _nobody(tenant: int, number: int) -> str:
    """A name that nobody of this club has."""
    name = gettext("Anonymous {number}").format(number=number)
    while Player.objects.filter(tenant=tenant, name=name).exists():
        number += 1
        name = gettext("Anonymous {number}").format(number=number)
    return name


def _forget_in(entrant: Entrant, old: str) -> None:
    """What was copied into the entry. A team keeps its name, unless it is made of people's names."""
    alone = entrant.members.values("player").distinct().count() == 1
    if alone:
        entrant.club = entrant.category = ""
    if set(folded(old).split()) & set(folded(entrant.name).split()):
        entrant.name = ""
    entrant.save(update_fields=("club", "category", "name"))
