"""What a rehearsal leaves behind: robots are nobody of the register, and earlier rehearsals are put away."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from config.database import writing
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.events.plan.shelving import ARCHIVED
from tournaments.models import Chair, Event, Member, Player


def rehearsals(tenant: int) -> QuerySet[Event]:
    """Events of a club in which robots play and that are still in the lists, the latest first."""
    robots = Member.objects.filter(entrant__event=OuterRef("pk"), player__robot=True)
    return Event.objects.filter(Exists(robots), tenant=tenant, archived_at=None).order_by("-day", "-pk")


def put_away(tenant: int, *, by: str = "") -> int:
    """A club's rehearsals into the archive; how many there were.

    Those in which nobody has sat down yet are gone with their robots.
    """
    leftover = list(rehearsals(tenant))
    for event in leftover:
        _put_away(event, by)
    return len(leftover)


def _put_away(event: Event, by: str) -> None:
    with writing():
        event = locked(event)
        if event.sittings.exists():
            event.archived_at = timezone.now()
            event.save(update_fields=["archived_at"])
            note(event, ARCHIVED, by=by)
        else:  # the ledger keeps what was played; here is nothing to keep
            event.delete()
        seated = Chair.objects.filter(player=OuterRef("pk"))
        entered = Member.objects.filter(player=OuterRef("pk"))
        robots = Player.objects.filter(~Exists(seated), ~Exists(entered), tenant=event.whose, robot=True)
        robots.delete()
