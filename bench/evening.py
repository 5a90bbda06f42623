"""An event of Cego in this process, and the browsers of its tables: for parts and profiles without a server.

The database is the one the environment names; `bench.parts` gives every part an empty one.
"""

from __future__ import annotations

import os
import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

BEFORE = 8  # hands at every table; a sheet of this event ends with 24


def set_up() -> None:
    """Django with a database up to date and static files collected, as `manage.py serve` prepares them."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    from config import collected

    collected.collect_if_changed()
    call_command("migrate", verbosity=0)


def spent(work: Callable[[], object], times: int) -> float:
    """Milliseconds of the processor, in the middle of so many."""
    took = []
    for _time in range(times):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return median(took) * 1000


@dataclass
class Writer:
    """A phone that may write at a table."""

    browser: Any  # django.test.Client
    path: str
    hands: int


@dataclass
class Evening:
    """The first round of an event is on, with so many hands at every table."""

    people: int
    before: int = BEFORE
    chance: random.Random = field(default_factory=lambda: random.Random("bench"))
    event: Any = None  # tournaments.models.Event
    sittings: list[Any] = field(default_factory=list)
    crew: list[Writer] = field(default_factory=list)

    def __post_init__(self) -> None:
        from django.test import Client

        from tournaments.access import credentials
        from tournaments.models import FIRST, Sitting
        from tournaments.rehearsal.running import prepare

        self.event = prepare("cego-schwarzwald", self.people, tenant=FIRST)
        open_next(self.event)
        self.sittings = list(Sitting.objects.filter(event=self.event).order_by("number"))
        for number in range(len(self.sittings)):
            for _hand in range(self.before):
                self.record(number)
        for sitting in self.sittings:
            browser = Client(headers={"host": "localhost"})
            browser.cookies[credentials.cookie_name(sitting)] = credentials.claim(sitting)
            self.crew.append(Writer(browser, f"/t/{sitting.pk}/", self.before))

    @property
    def tables(self) -> int:
        return len(self.sittings)

    def record(self, number: int) -> None:
        """A hand at the table in this place, past the web."""
        from tournaments import ledger

        ledger.record_hand(sitting=self.sittings[number], entry_id=uuid.uuid4(), raw=a_hand(self.chance))

    def cells(self) -> dict[str, str]:
        """Any hand, as the form sends it."""
        return {name: str(value) for name, value in a_hand(self.chance).items()}

    def save(self, writer: Writer, *, outbox: bool = False) -> Any:
        """The next hand, as a form without a script sends it, or as the outbox of a phone."""
        writer.hands += 1
        form = {"entry": str(uuid.uuid4()), "hand": str(writer.hands), **self.cells()}
        headers = {"HX-Request": "true", "Stammtisch-Outbox": "1"} if outbox else {}
        answer = writer.browser.post(writer.path, form, headers=headers)
        assert answer.status_code == (200 if outbox else 302), (answer.status_code, answer.content)
        return answer


def open_next(event: Any) -> Any:
    """The next round, drawn, published and open."""
    from tournaments.events.draw import drawing
    from tournaments.events.rounds import publishing, running

    drawing.draw_next(event, seed="bench")
    drawn = event.rounds.filter(state="drawn").order_by("number")[0]
    return running.open_round(publishing.publish(drawn))


def a_hand(chance: random.Random) -> dict[str, Any]:
    """Any hand of Cego at a table of four."""
    return {"declarer": chance.randint(1, 4), "contract": "eine", "points": chance.randint(20, 70)}
