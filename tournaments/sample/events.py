"""Two events of the sample club: a large one in the middle of its second round, a small one that is over."""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext

from config.database import writing
from config.pressure import let_others_go_first
from scoring import opening, parse, play
from tournaments import ledger
from tournaments.desk.prizetemplates import village
from tournaments.engines.plans.presets import SAMPLE_ON, SAMPLE_OVER
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.events.decisions import corrections
from tournaments.events.draw import drawing
from tournaments.events.plan import screens, shelving
from tournaments.events.plan.creating import event_from_preset
from tournaments.events.rounds import publishing
from tournaments.events.rounds import running as rounds
from tournaments.models import (
    SAMPLE,
    Entrant,
    EntrantState,
    Event,
    LiveHand,
    Member,
    Player,
    Round,
    RoundState,
    Sitting,
    Via,
)
from tournaments.prizes import plans
from tournaments.rehearsal.robots import made_up
from tournaments.sample.people import CLUBS, LADIES

SEED = "Muster"
FEW = 16  # people of the small event
MOST_HANDS = 60  # of a sheet that ends by its rules
CORRECTED = ((3, 7), (8, 15))  # tables of the first round, and which of their hands


def play_large(people: Sequence[Player], today: date) -> Event:
    """Everybody is here; the first round is over, the second one is on."""
    event = _entered(SAMPLE_ON, gettext("Sample: autumn tournament"), people, today)
    first = _begun(event)
    for sitting in _tables(first):
        play_on(sitting, sitting.hands_limit)
        ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4(), via=Via.DEMO)
    _correct(first)
    rounds.close_round(first, by=_desk())
    second = _begun(event)
    for sitting in _tables(second):  # a third to two thirds of it, everybody at another pace
        play_on(sitting, sitting.hands_limit * (8 + (sitting.number or 0) * 5 % 9) // 24)
    return event


def play_small(people: Sequence[Player], today: date) -> Event:
    """Played to the end the day before; the results are official, so there are certificates."""
    event = _entered(SAMPLE_OVER, gettext("Sample: club evening"), people[:FEW], today - timedelta(days=1))
    while drawing.stage_to_draw(event) is not None:
        round_ = _begun(event)
        for sitting in _tables(round_):
            play_on(sitting, sitting.hands_limit or MOST_HANDS)
        rounds.close_round(round_, by=_desk(), reason=gettext("It was late."))
    return shelving.finish_event(event=event, by=_desk())


def _desk() -> str:
    return gettext("Desk")


def _entered(kind: str, title: str, people: Sequence[Player], day: date) -> Event:
    """An event to which all of these people have come, with prizes and a screen."""
    with writing():
        event = event_from_preset(
            preset_key=kind,
            title=title,
            day=day,
            club=CLUBS[0],
            place=gettext("The Lion"),
            by=_desk(),
            tenant=SAMPLE,
        )
        for number, player in enumerate(people, start=1):
            entrant = Entrant.objects.create(
                event=event,
                number=number,
                club=player.club,
                category=player.category,
                state=EntrantState.HERE.value,
                paid=True,
            )
            Member.objects.create(entrant=entrant, player=player, place=1)
    plan: PrizePlan = village([LADIES])
    plans.change_plan(event=event, plan=plan, prices={row.id: row.goods for row in plan.prizes}, by=_desk())
    screens.create_screen(event=event, name=gettext("Big screen"), shows="live")
    return event


def _begun(event: Event) -> Round:
    """The next round, drawn, posted and open."""
    waiting = Round.objects.filter(event=event, state=RoundState.DRAWN).order_by("number")
    if not waiting.exists():
        drawing.draw_next(event, seed=SEED, by=_desk())
    return rounds.open_round(publishing.publish(waiting[0], by=_desk()), by=_desk())


def _tables(round_: Round) -> list[Sitting]:
    return list(Sitting.objects.filter(round=round_).select_related("sheethead").order_by("number"))


def play_on(sitting: Sitting, most: int) -> None:
    """A sheet from its first hand on, until it is over or has so many hands; whoever really plays goes
    first."""
    game, table = sitting.game_value(), sitting.table()
    chance = random.Random(f"{SEED} {sitting.number}")
    so_far = opening(table)
    counted = 0
    while counted < most and not so_far.over:
        let_others_go_first()
        raw = made_up(game, table, so_far, chance)
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=raw, via=Via.DEMO)
        record = parse(game, table, so_far, raw)
        counted += game.counts(record, table)
        so_far = play(game, table, so_far, record)


def _correct(round_: Round) -> None:
    """What was misread at two tables is put right at the desk, and stands in the log with its reason."""
    for number, hand in CORRECTED:
        sitting = Sitting.objects.select_related("event").get(round=round_, number=number)
        there = LiveHand.objects.get(sitting=sitting, hand_no=hand)
        corrections.correct(
            sitting=sitting,
            hand_no=hand,
            entry_id=uuid.uuid4(),
            raw=_another(sitting, hand),
            base_seq=there.entry.seq,
            reason=gettext("The points were misread."),
            by=_desk(),
        )


def _another(sitting: Sitting, hand: int) -> dict[str, Any]:
    """Another content of a hand that its rules allow in this place."""
    before = ledger.so_far_before(sitting, hand)
    return made_up(sitting.game_value(), sitting.table(), before, random.Random(f"{SEED} {hand}"))
