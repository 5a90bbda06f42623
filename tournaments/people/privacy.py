"""What is known of a person, handed over whole; and forgotten, where somebody asks for it.

Hands stay as they are: the ledger knows seats, no names. Results stay under the new name.
"""

from __future__ import annotations

import re
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from config.database import take_turns, writing
from scoring import Seat, Side
from tournaments.events.ground import log
from tournaments.events.ground.locking import lock_events_of
from tournaments.lists import folded
from tournaments.models import Chair, Entrant, Event, Member, Notice, Player, Round, Ruling, ShownAs, Wish
from tournaments.models.naming import NAMES


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
        "shown_in_public_as": player.public_name,
        "in_the_register_since": player.created_at.isoformat(timespec="seconds"),
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
    }


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


def anonymise(*, player: Player, by: str = "") -> Player:
    """Forget who this is. The name becomes `Anonymous 17`, everything else is wiped, here and in events."""
    with writing():
        lock_events_of([player])
        take_turns(NAMES)
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.anonymised_at is not None:
            return player
        old = player.name
        player.name = _nobody(player.pk)
        player.distinction = player.club = player.category = player.contact = player.pseudonym = ""
        player.shown_as = ShownAs.FULL.value
        player.anonymised_at = timezone.now()
        player.save()
        entrants = Entrant.objects.filter(members__player=player).distinct().select_related("event")
        for entrant in entrants:
            _forget_in(entrant, old, player.name)
        for event in Event.objects.filter(entrants__in=entrants).distinct():
            _forget_in_log(event, old, player.name)
            log.note(event, "anonymised", by=by, player=player.pk)
        return player


def _nobody(number: int) -> str:
    """A name that nobody has."""
    name = gettext("Anonymous {number}").format(number=number)
    while Player.objects.filter(name=name).exists():
        number += 1
        name = gettext("Anonymous {number}").format(number=number)
    return name


def _forget_in(entrant: Entrant, old: str, new: str) -> None:
    """What was copied into the entry. A team keeps its name, unless it is made of people's names."""
    alone = entrant.members.values("player").distinct().count() == 1
    if alone:
        entrant.club = entrant.category = ""
    if set(folded(old).split()) & set(folded(entrant.name).split()):
        entrant.name = ""
    entrant.save(update_fields=("club", "category", "name"))


def _forget_in_log(event: Event, old: str, new: str) -> None:
    """Reasons are free text: the name is replaced where it stands in full."""
    named = re.compile(re.escape(old), re.IGNORECASE)
    for model in (Notice, Ruling):
        for row in model.objects.filter(event=event).exclude(reason=""):
            reason = named.sub(new, row.reason)
            if reason != row.reason:
                row.reason = reason[:200]
                row.save(update_fields=("reason",))
    for round_ in Round.objects.filter(event=event):
        changes = [
            {**change, "reason": named.sub(new, change.get("reason", ""))[:200]} for change in round_.changes
        ]
        if changes != round_.changes:
            Round.objects.filter(pk=round_.pk).update(changes=changes)
