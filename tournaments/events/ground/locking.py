"""One change of an event at a time, wherever row locks decide: always the event first, then what is in it.

Whoever has waited sees what the others have done meanwhile, and nobody waits for somebody who waits for him.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.models import F, Q

from scoring.text import mark as _
from tournaments.events.ground.refusal import no_draw
from tournaments.models import ClubSeason, Event, Player, Round, SheetHead


def locked(event: Event) -> Event:
    """The event as it stands now, kept from other writers until the transaction ends."""
    return Event.objects.select_for_update().get(pk=event.pk)


def locked_with_sheets(event: Event) -> Event:
    """The same, and no table writes a hand until the transaction ends."""
    event = locked(event)
    if connection.features.has_select_for_update:  # where it has not, there is one writer anyway
        heads = SheetHead.objects.select_for_update(of=("self",)).filter(sitting__event=event)
        list(heads.order_by("sitting").values_list("pk"))  # in the order in which others hold two of them
    return event


def locked_round(round_: Round) -> Round:
    """The round as it stands now, with its event and stage; the event is kept from other writers.

    Raises Unreadable for a draft that has been thrown away meanwhile.
    """
    return round_now(round_, Event.objects.select_for_update().get(pk=round_.event_id))


def round_now(round_: Round, event: Event) -> Round:
    """The round as it stands now, with its event and stage; raises Unreadable as `locked_round` does."""
    current = Round.objects.select_related("stage").filter(pk=round_.pk).first()
    if current is None:
        raise no_draw(_("Someone else has thrown this draft away or drawn it again. Please reload the page."))
    current.event = current.stage.event = event
    return current


def lock_events_of(people: Iterable[Player]) -> None:
    """The events these people take part in; always before the people themselves are locked."""
    list(Event.objects.select_for_update().filter(pk__in=_events_of(people)).order_by("pk").values_list("pk"))


def touch_events_of(people: Iterable[Player]) -> None:
    """Something about these people has changed: whoever keeps a view of their events makes it anew."""
    Event.objects.filter(pk__in=_events_of(people)).update(revision=F("revision") + 1)
    touch_seasons_of(people)


def touch_seasons_of(people: Iterable[Player]) -> None:
    """The same for seasons in which something was typed of these people."""
    keys = [person.pk for person in people]
    theirs = set(ClubSeason.objects.filter(evenings__results__player__in=keys).values_list("pk", flat=True))
    ClubSeason.objects.filter(pk__in=theirs).update(revision=F("revision") + 1)


def _events_of(people: Iterable[Player]) -> list[int]:
    keys = [person.pk for person in people]
    theirs = Q(entrants__members__player__in=keys) | Q(sittings__chairs__player__in=keys)
    return list(Event.objects.filter(theirs).order_by("pk").values_list("pk", flat=True).distinct())
