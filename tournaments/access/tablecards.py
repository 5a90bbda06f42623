"""The cards that stand on the tables of a hall: one QR code per table for the whole event.

A device that has shown a card's key keeps a signed note of it (a cookie). With it the device may write at the
sheet that lies on this table in the open round, whichever that is. The note is worthless once the keys of
the event have been changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from config.digits import numbers_in
from tournaments.access import credentials
from tournaments.models import Event, Round, RoundState, Sitting
from tournaments.models.naming import names_in

NAME = re.compile(
    r"(?:e(\d{1,9})\.)?(\d{1,9})", re.ASCII
)  # "e3.7" as a QR code says it, "7" as people type it
HIGHEST = 9999  # number of a table in a hall
EVENTS_TRIED = 50  # whose cards a typed code may belong to
COOKIE = "card-"  # and the event's number
signer = Signer(salt="card of a table")


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of one table in the hall."""

    event: Event
    number: int

    @property
    def key(self) -> str:
        """A name for limits and logs."""
        return f"e{self.event.pk}.{self.number}"


def opened(name: str, attempt: str) -> Sitting | TableCard | None:
    """What a key or a typed code opens: a table of a quick evening, or the card of a table in a hall."""
    parts = NAME.fullmatch(name)
    if parts is None:
        return None
    number = int(parts[2])
    if parts[1] is None:
        sitting = Sitting.objects.filter(pk=number, event=None, hidden_at=None).first()
        if sitting is not None and credentials.opens(sitting, attempt):
            return sitting
    if not 0 < number <= HIGHEST:
        return None
    events = Event.objects.filter(archived_at=None)
    events = events.filter(finished_at=None) if parts[1] is None else events.filter(pk=int(parts[1]))
    for event in events[:EVENTS_TRIED]:
        if credentials.event_opens(event, number, attempt):
            return TableCard(event, number)
    return None


def keep(response: HttpResponse, card: TableCard) -> None:
    """Give the device a note that it has shown this card; of one event it keeps the last one."""
    response.set_cookie(
        f"{COOKIE}{card.event.pk}",
        signer.sign(note_of(card)),
        max_age=credentials.COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def held(request: HttpRequest, card: TableCard) -> bool:
    """Has this device shown this very card?"""
    try:
        note = signer.unsign(request.COOKIES.get(f"{COOKIE}{card.event.pk}", ""))
    except BadSignature:
        return False
    return note == note_of(card)


def note_of(card: TableCard) -> str:
    """What is signed of it."""
    return f"{card.key}.{card.event.key_generation}"


def take_back_old(request: HttpRequest, response: HttpResponse, sitting: Sitting) -> None:
    """The device forgets the sheets of this event it wrote on before; it may no longer write there anyway."""
    numbers = [
        name.removeprefix(credentials.COOKIE)
        for name in request.COOKIES
        if name.startswith(credentials.COOKIE)
    ]
    old = Sitting.objects.filter(
        pk__in=numbers_in(numbers), event=sitting.event_id, round__state=RoundState.CLOSED
    )
    for pk in old.values_list("pk", flat=True):
        response.delete_cookie(f"{credentials.COOKIE}{pk}")


@dataclass(frozen=True, slots=True)
class CardView:
    """What a card leads to now.

    `state`: "open" (write here), "soon" (people are known, the round has not begun), "nobody" (this table is
    free in the round), "between" (no seats are published), "over".
    """

    card: TableCard
    state: str
    round: Round | None = None
    sitting: Sitting | None = None
    people: tuple[str, ...] = ()

    @property
    def seen(self) -> str:
        """Changes whenever the page does."""
        number = self.round.number if self.round else 0
        version = self.round.version if self.round else 0
        return f"{self.state}-{number}-{version}-{self.sitting.pk if self.sitting else 0}"


def look(card: TableCard) -> CardView:
    """Where this table's card leads: the open round first, then the next one whose seats are known."""
    event = card.event
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    by_state = {state: [round_ for round_ in rounds if round_.state == state] for state in RoundState}
    ahead = [round_ for round_ in by_state[RoundState.OPEN] if round_.by_groups and round_.plays(card.number)]
    current = next(iter((*ahead[::-1], *by_state[RoundState.OPEN], *by_state[RoundState.PUBLISHED])), None)
    if current is None:
        return CardView(card, "over" if event.finished_at else "between")
    sitting = Sitting.objects.filter(round=current, number=card.number).first()
    if sitting is None:
        return CardView(card, "nobody", current)
    chairs = sitting.chairs.select_related("player").order_by("seat")
    called = names_in(event)
    people = tuple(called.person(chair.player) for chair in chairs)
    state = "open" if current.plays(card.number) else "soon"
    return CardView(card, state, current, sitting, people)
