"""Clubs with some years behind them, for tests."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import add_entrants, an_event
from tournaments import ledger
from tournaments.events.plan.shelving import finish_event
from tournaments.models import Event, Player, Sitting
from tournaments.people import register

NAMES = ("Anna", "Bert", "Cora", "Dirk", "Emil", "Frida", "Gerd", "Heidi")
START = datetime.date(2025, 1, 10)


def a_played_event(
    week: int = 0, names: Sequence[str] = NAMES, *winners: int, finish: bool = True, **more: Any
) -> Event:
    """An event at tables of four, one round, in which these seats have won a hand each at every table."""
    event = an_event(day=START + datetime.timedelta(days=7 * week), title=f"Abend {week + 1}", **more)
    add_entrants(event, len(names), names=names)
    round_ = hall.begin(event)
    hall.play_all(round_, *(winners or (1, 1, 2)))
    hall.end(round_)
    return finish_event(event=event) if finish else event


def a_played_evening(*names: str, hands: int = 3) -> Sitting:
    """A table of an evening without an event, closed."""
    sitting = a_sitting(names=names or NAMES[:4])
    for _hand in range(hands):
        record(sitting, eine(1))
    ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
    return sitting


def person(name: str, tenant: int = 1) -> Player:
    return Player.objects.get(tenant=tenant, name=name)


def changed(player: Player, **more: Any) -> Player:
    """Somebody of whom something else is known now."""
    known = ("name", "club", "category", "contact", "pseudonym", "shown_as")
    fields = {key: getattr(player, key) for key in known}
    return register.change_person(player=player, **{**fields, **more})
