"""Many entries at once: their class or their team; and the name of somebody, put right where it stands."""

from __future__ import annotations

from collections.abc import Collection

from config.database import writing
from scoring import Problem, Unreadable
from scoring.text import mark as _
from tournaments.cash.pricing import keep_ticks
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked
from tournaments.lists import cleaned
from tournaments.lists.lengths import too_long
from tournaments.models import Entrant, Event, Member, Player
from tournaments.people.entrants import LENGTHS
from tournaments.people.refusals import no_person
from tournaments.people.register import change_person

FIELDS = ("category", "team")


def set_for_many(*, event: Event, entrants: Collection[int], field: str, text: str, by: str = "") -> int:
    """Give these entries a class or a team, or none; how many have changed. Raises Unreadable."""
    text = cleaned(text)
    if field not in FIELDS:
        raise no_person("field", _("Choose a class or a team."))
    if len(text) > LENGTHS[field]:
        raise Unreadable([Problem(field, "length", too_long(LENGTHS[field]))])
    with writing():
        event = locked(event)
        chosen = event.entrants.filter(pk__in=entrants)
        if not chosen.exists():
            raise no_person("nobody", _("Nobody is chosen: tick rows, or choose a club."))
        changed = [entrant for entrant in chosen if getattr(entrant, field) != text]
        for entrant in changed:
            setattr(entrant, field, text)
            log.note(event, "entrant_changed", by=by, entrant=entrant.pk, fields=[field])
        keep_ticks(event, lambda: Entrant.objects.bulk_update(changed, [field]))
        return len(changed)


def rename(*, event: Event, person: int, name: str, by: str = "") -> Player:
    """Put right how somebody who takes part is written. Raises Unreadable with what is wrong."""
    member = Member.objects.filter(entrant__event=event, player=person).select_related("player").first()
    if member is None:
        raise no_person("unknown", _("This person no longer takes part."))
    player = member.player
    fields = {
        key: getattr(player, key) for key in ("distinction", "club", "category", "contact", "pseudonym")
    }
    changed = change_person(player=player, name=name, shown_as=player.shown_as, **fields)
    if changed.name != player.name:
        log.note(event, "renamed", by=by, entrant=member.entrant_id)
    return changed
