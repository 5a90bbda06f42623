"""Events for tests, in one line each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tests.tournaments.builders import PEOPLE
from tournaments.events.ground.stages import settings_of
from tournaments.events.plan.creating import event_from_preset
from tournaments.events.rounds.publishing import publish
from tournaments.events.rounds.running import close_round, open_round
from tournaments.models import Entrant, EntrantState, Event, Grant, Member, Player, Role, Round, RoundState
from tournaments.models.stored import SeatingJson

DAY = date(2026, 11, 14)


def people(count: int) -> list[str]:
    """So many different names."""
    return [
        f"{PEOPLE[number % len(PEOPLE)]} {number // len(PEOPLE) + 1}".removesuffix(" 1")
        for number in range(count)
    ]


def an_event(
    preset: str = "cego-schwarzwald",
    *,
    here: int = 0,
    expected: int = 0,
    title: str = "Herbstturnier",
    day: date = DAY,
    **more: Any,
) -> Event:
    """An event of this kind with so many entrants who are here and so many who are expected."""
    event = event_from_preset(preset_key=preset, title=title, day=day, **more)
    add_entrants(event, here, EntrantState.HERE)
    add_entrants(event, expected, EntrantState.EXPECTED)
    return event


def add_entrants(
    event: Event,
    count: int,
    state: EntrantState = EntrantState.HERE,
    *,
    names: Sequence[str] = (),
    **more: Any,
) -> list[Entrant]:
    """Further entrants with all the people they need; their start numbers go on from the last one."""
    first = event.entrants.count() + 1
    heads = settings_of(event).entrant
    known = list(names) or people((first - 1 + count) * heads)[(first - 1) * heads :]
    players = [Player.objects.get_or_create(tenant_id=event.whose, name=name)[0] for name in known]
    entrants = []
    for place in range(count):
        entrant = Entrant.objects.create(event=event, number=first + place, state=state.value, **more)
        for inner in range(heads):
            Member.objects.create(entrant=entrant, player=players[place * heads + inner], place=inner + 1)
        entrants.append(entrant)
    return entrants


def a_round(event: Event, state: RoundState = RoundState.OPEN, *, stage: int = 1, heads: int = 4) -> Round:
    """The next round of a stage: everybody who is here, by start number, at tables of so many entries."""
    here = list(event.entrants.filter(state=EntrantState.HERE).values_list("pk", flat=True))
    tables = [here[first : first + heads] for first in range(0, len(here) - heads + 1, heads)]
    seating: SeatingJson = {
        "tables": tables,
        "numbers": list(range(1, len(tables) + 1)),
        "out": here[len(tables) * heads :],
    }
    round_ = Round.objects.create(
        event=event,
        stage=event.stages.get(number=stage),
        number=event.rounds.count() + 1,
        seating=seating,
        drawn_at=timezone.now(),
    )
    if state != RoundState.DRAWN:
        round_ = publish(round_)
    if state in (RoundState.OPEN, RoundState.CLOSED):
        round_ = open_round(round_)
    if state == RoundState.CLOSED:
        round_ = close_round(round_, reason="test")
    return round_


def an_account(name: str, event: Event | None = None, role: Role | None = None, **more: Any) -> User:
    """An account, with a role in an event if one is named. Its password is its name, thrice."""
    user = User.objects.create_user(name, password=name * 3, **more)
    if event is not None and role is not None:
        Grant.objects.create(event=event, user=user, role=role.value)
    return user
