"""Whatever is done at the desk and at the tables: whoever follows is level, and the same in all of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from tests.tournaments.builders import a_device
from tests.tournaments.elsewhere import Elsewhere, blank_database
from tests.tournaments.following_builders import differing, follow, state
from tests.tournaments.test_event_machine import PICK, Evening
from tournaments.access import claims
from tournaments.cash import booking, pricing
from tournaments.engines.cashdesk.kinds import CashKind
from tournaments.events.plan import screens
from tournaments.events.rounds import calls, clock
from tournaments.following.sealing import seal
from tournaments.models import CashEntry, Event, EventLine, Player, Screen, ShownAs, Sitting
from tournaments.people import privacy, register

__all__ = ["blank_database"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


class FollowedEvening(Evening):
    """The evening of the other test; a second laptop follows it."""

    blank: Path

    @initialize(kind=st.sampled_from(("cego-schwarzwald", "truco-swiss", "truco-groups")), seed=PICK)
    def begin(self, kind: str, seed: int) -> None:
        super().begin(kind=kind, people=8, steps=4, seed=seed)
        self.directory = tempfile.TemporaryDirectory(prefix="stammtisch-")
        file = Path(self.directory.name) / "second.sqlite3"
        shutil.copyfile(self.blank, file)
        self.laptop = Elsewhere(file)
        self.private = bool(seed % 2)

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "laptop"):
            self.laptop.connection.close()
            self.directory.cleanup()

    # --- what the other test does not do

    @rule(minutes=st.integers(0, 40), text=st.sampled_from(["", "Pause um acht"]))
    def set_clock(self, minutes: int, text: str) -> None:
        self.do(lambda: clock.set_minutes(event=self.event, minutes=minutes))
        self.do(lambda: clock.start(event=self.event))
        self.do(lambda: clock.announce(event=self.event, text=text))

    @rule(name=st.sampled_from("ABC"), gone=st.booleans())
    def screen(self, name: str, gone: bool) -> None:
        if gone:
            row = Screen.objects.filter(event=self.event).first()
            self.do(lambda: screens.remove_screen(event=self.event, screen=row.pk if row else 0))
        self.do(lambda: screens.create_screen(event=self.event, name=name, shows="standings"))
        for row in Screen.objects.filter(event=self.event):
            screens.show(event=self.event, screen=row.pk, board="clock")

    @rule(pick=PICK)
    def phone(self, pick: int) -> None:
        tables = list(Sitting.objects.filter(event=self.event).order_by("pk"))
        if tables:
            table = tables[pick % len(tables)]
            device = a_device(table)
            if not claims.in_the_way(claims.writers(table), table, 1, device):
                claims.take(table, 1, device, "Phone")
            self.do(lambda: calls.call(sitting=table, reason="rules", note="schnell"))
            for calling in calls.open_calls(self.event)[: pick % 2]:
                self.do(lambda: calls.come(calling, by="Helga"))  # noqa: B023

    @rule(pick=PICK, forgotten=st.booleans())
    def person(self, pick: int, forgotten: bool) -> None:
        people = list(Player.objects.filter(memberships__entrant__event=self.event).order_by("pk").distinct())
        player = people[pick % len(people)]
        if forgotten and player.anonymised_at is None:
            self.do(lambda: privacy.anonymise(player=player))
            return
        fields: dict[str, Any] = {"club": "Neustadt", "category": "", "contact": "0761", "pseudonym": ""}
        name = f"{player.name} {pick}"
        shown: dict[str, Any] = {"shown_as": ShownAs.SHORT.value, "distinction": ""}
        self.do(lambda: register.change_person(player=player, name=name, **shown, **fields))

    @rule(pick=PICK, back=st.booleans())
    def money(self, pick: int, back: bool) -> None:
        entrant = self.anybody(pick)
        if back and (entry := CashEntry.objects.filter(event=self.event, reverses=None).last()):
            self.do(lambda: booking.reverse(entry=entry, reason="doch nicht"))
            return
        self.do(
            lambda: booking.book(
                event=self.event, kind=CashKind.DEPOSIT, amount=pick % 500 + 1, label="Pfand", entrant=entrant
            )
        )

    @rule(title=st.sampled_from(["Herbstturnier", "Winterturnier"]))
    def other_title(self, title: str) -> None:
        event = Event.objects.get(pk=self.event.pk)
        head: dict[str, Any] = {
            "title": title,
            "place": "Krone",
            "day": event.day,
            "settings": event.settings,
        }
        self.do(lambda: pricing.change_head(event=event, **head))

    @rule()
    def moved_elsewhere(self) -> None:
        """The other test's."""

    # --- what always holds

    @invariant()
    def the_laws_hold(self) -> None:
        if not hasattr(self, "laptop"):
            return
        most = 7 if self.private else 500
        follow(self.event, self.laptop, private=self.private, most=most)
        event = Event.objects.get(pk=self.event.pk)
        here = state(event)
        with self.laptop.there():
            assert differing(here, state(Event.objects.get(uid=event.uid))) == []
        lines = EventLine.objects.count()
        assert follow(self.event, self.laptop, private=self.private).lines == 0
        seal(event, whole=True)
        assert EventLine.objects.count() == lines, "everything had a line"


def test_whoever_follows_is_level_after_whatever_is_done(blank_database: Path) -> None:
    FollowedEvening.blank = blank_database
    run_state_machine_as_test(
        FollowedEvening,
        settings=settings(
            max_examples=int(os.environ.get("EVENINGS", "3")),
            stateful_step_count=20,
            phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking takes many evenings
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
