"""A hall with rounds: drawn, published, opened, played; and the phones in it."""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.builders import eine
from tournaments import ledger
from tournaments.access import claims, credentials
from tournaments.events.draw import drawing
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.rounds import publishing, running
from tournaments.hall import facts, gathering
from tournaments.models import Event, Round, RoundState, Sitting
from tournaments.rehearsal.robots import made_up

LAPTOP = "localhost"


def draw(event: Event, seed: str = "fest") -> Round:
    """The next round, as only organisers see it."""
    waiting = event.rounds.filter(state=RoundState.DRAWN)
    if not waiting.exists():
        drawing.draw_next(event, seed=seed)
    round_ = waiting.order_by("number").first()
    assert round_ is not None
    return round_


def publish(event: Event) -> Round:
    """The next round, with its seats on the wall."""
    return publishing.publish(draw(event))


def begin(event: Event) -> Round:
    """The next round, open."""
    return running.open_round(publish(event))


def end(round_: Round) -> Round:
    return running.close_round(round_, reason="end of the test")


def hall_of(event: Event, *, desk: bool = True) -> facts.Hall:
    """What its pages know of it now."""
    stamp = stamp_of(event.pk)
    assert stamp is not None
    return gathering.hall(stamp, desk=desk)


def table(round_: Round, number: int = 1) -> Sitting:
    """The sheet at a table in the hall."""
    return Sitting.objects.get(round=round_, number=number)


def play(sitting: Sitting, *winners: int) -> None:
    """A hand for each of these seats, which wins it."""
    for winner in winners or (1,):
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(winner))


def play_all(round_: Round, *winners: int) -> None:
    for sitting in Sitting.objects.filter(round=round_):
        play(sitting, *winners)


def a_hand_everywhere(round_: Round, count: int = 1) -> None:
    """Hands of any game that its rules allow, at every table."""
    a_hand_at(list(Sitting.objects.filter(round=round_).select_related("sheethead")), count)


def a_hand_at(tables: Sequence[Sitting], count: int = 1) -> None:
    chance = random.Random("hall")
    for sitting in tables:
        for _hand in range(count):
            so_far = ledger.replay(sitting, ledger.live_entries(sitting))
            if so_far.over:
                break
            raw = made_up(sitting.game_value(), sitting.table(), so_far, chance)
            ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=raw)
            sitting.refresh_from_db()


def scan(event: Event, number: int, phone: Client | None = None, **options: Any) -> Client:
    """A phone that has shown the card of a table; where another one writes already, it has a free seat."""
    phone = phone or Client(**options)
    show_card(event, number, phone)
    sitting = Sitting.objects.filter(event=event, number=number, round__state=RoundState.OPEN).last()
    if sitting is not None and credentials.cookie_name(sitting) not in phone.cookies:
        taken = {device.seat for device in claims.writers(sitting)}
        seat = next(seat for seat in (None, *range(1, 20)) if seat not in taken)
        phone.post(f"/t/{sitting.pk}/whose/", {"seat": seat or ""})
    return phone


def show_card(event: Event, number: int, phone: Client) -> Any:
    """What the phone's camera has read from the card of a table."""
    key = credentials.event_table_key(event, number)
    return phone.post("/j", {"table": f"e{event.pk}.{number}", "key": key})


def laptop(**options: Any) -> Client:
    """A browser on the club's laptop, which is the desk."""
    return Client(headers={"Host": LAPTOP}, **options)


def logged_in(user: User, **options: Any) -> Client:
    """A browser that has logged in to the desk from elsewhere; the test allows the desk in the Wi-Fi."""
    browser = Client(**options)
    browser.force_login(user)
    return browser
