"""One change of an event at a time, wherever row locks decide: always the event first, then what is in it.

Whoever has waited sees what the others have done meanwhile, and nobody waits for somebody who waits for him.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q

from scoring.text import mark as _
from tournaments.events.ground.refusal import led_elsewhere, no_draw
from tournaments.models import ClubSeason, Event, EventLog, Installation, Player, Round, SheetHead


def locked(event: Event) -> Event:
    """The event as it stands now, kept from other writers until the transaction ends.

    Raises Unreadable where another installation leads it.
    """
    return _led_here(event.pk)


def held(event: Event) -> Event:
    """The same for what is no part of the event, and may be changed wherever it is: who helps at its desk."""
    return Event.objects.select_for_update().get(pk=event.pk)


def _led_here(event: int) -> Event:
    row = Event.objects.select_for_update(of=("self",)).annotate(is_followed=followed("pk")).get(pk=event)
    if row.is_followed:
        raise led_elsewhere()
    return row


def followed(event: str) -> Exists:
    """As an annotation: is the event in this field led by another installation?"""
    ours = Installation.objects.values("uid")
    return Exists(EventLog.objects.filter(event=OuterRef(event)).exclude(authority__in=ours))


def is_followed(event: Event) -> bool:
    """Is this event led by another installation? Then it is only looked at here."""
    return Event.objects.filter(followed("pk"), pk=event.pk).exists()


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
    return round_now(round_, _led_here(round_.event_id))


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
