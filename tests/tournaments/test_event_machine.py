"""Whatever an organiser does in whatever order: the laws of an event hold, and it is the same elsewhere."""

from __future__ import annotations

import os
import random
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from scoring import SoFar, Unreadable
from tests.tournaments.event_builders import an_event
from tests.tournaments.laws import broken_laws
from tests.tournaments.test_exchange_decisions import forget_everything
from tournaments import exchange, ledger
from tournaments.engines.plans import Format, StagePlan, stage_plan
from tournaments.events.decisions import corrections, exchanges, rulings
from tournaments.events.decisions.consequences import Consequences, compare, state_of
from tournaments.events.draw import drawing
from tournaments.events.plan import staging
from tournaments.events.results.ranking import standings_of
from tournaments.events.rounds import publishing, running
from tournaments.events.seats import seating
from tournaments.events.seats.moves import IncompleteTable
from tournaments.ledger import checking
from tournaments.models import (
    FIRST,
    Entrant,
    EntrantState,
    EntryKind,
    Event,
    LiveHand,
    Player,
    Round,
    RoundState,
    RulingKind,
    Sitting,
)
from tournaments.people import entrants, presence, substitutes
from tournaments.rehearsal.robots import made_up

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

KINDS = (
    "cego-schwarzwald",
    "caesar-partners",
    "truco-groups",
    "truco-swiss",
    "ecarte-matches",
    "cabo-evening",
)
PICK = st.integers(0, 2**16)
FORMATS = (Format.TABLES, Format.STANDING, Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT, Format.FINAL)


class NoHand(Exception):  # noqa: N818
    """The robots know no hand that this sheet would take: it is full."""


def a_hand(sitting: Sitting, before: SoFar[Any], chance: random.Random) -> dict[str, Any]:
    try:
        return made_up(sitting.game_value(), sitting.table(), before, chance)
    except LookupError:
        raise NoHand from None


class Evening(RuleBasedStateMachine):
    """One event; every rule is something a person at the desk or at a table does.

    What may be refused is refused with a sentence; anything else fails the test.
    """

    @initialize(kind=st.sampled_from(KINDS), people=st.integers(4, 9), steps=st.integers(0, 10), seed=PICK)
    def begin(self, kind: str, people: int, steps: int, seed: int) -> None:
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.event = an_event(kind, here=people, expected=1)
        self.guests = 0
        self.go_on(steps=steps, seed=seed)

    def teardown(self) -> None:
        if hasattr(self, "transaction"):
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    # --- helpers

    def do(self, what: Callable[[], Any]) -> Any:
        """It is done whole, or refused whole with a sentence."""
        try:
            with transaction.atomic():
                return what()
        except (Unreadable, ledger.Refused, NoHand):
            return None

    def moves(self, what: Callable[[], Consequences | None]) -> None:
        """Refused, or done; then what it is said to have moved is what differs."""

        def moved_exactly() -> None:
            before = state_of(Event.objects.get(pk=self.event.pk))
            moved = what()
            if moved is not None:
                now = Event.objects.get(pk=self.event.pk)
                assert moved == compare(now, before, state_of(now))

        self.do(moved_exactly)

    def round(self, *states: RoundState) -> Round | None:
        rounds = self.event.rounds.filter(state__in=states).order_by("number")
        return rounds.first()

    def anybody(self, pick: int) -> Entrant:
        everybody = list(self.event.entrants.order_by("number"))
        return everybody[pick % len(everybody)]

    def seated(self, round_: Round, pick: int) -> int:
        places = [who for place in (*round_.seating["tables"], round_.seating["out"]) for who in place]
        return int(places[pick % len(places)]) if places else 0

    # --- people

    @rule(here=st.booleans())
    def somebody_comes(self, here: bool) -> None:
        self.guests += 1
        state = EntrantState.HERE if here else EntrantState.EXPECTED
        heads = self.event.entrants.first().members.values("place").distinct().count()
        names = [f"Gast {self.guests} {place}" for place in range(heads)]
        people = [Player.objects.create(name=name) for name in names]
        self.do(lambda: entrants.enter(event=self.event, players=people, here=state == EntrantState.HERE))

    @rule(pick=PICK, here=st.booleans())
    def tick(self, pick: int, here: bool) -> None:
        self.do(lambda: presence.tick(event=self.event, entrant=self.anybody(pick).pk, here=here, paid=True))

    @rule(pick=PICK)
    def untick(self, pick: int) -> None:
        self.do(lambda: presence.untick(event=self.event, entrant=self.anybody(pick).pk))

    @rule()
    def nobody_else_comes(self) -> None:
        presence.mark_missing(event=self.event)

    @rule(pick=PICK)
    def seat(self, pick: int) -> None:
        self.do(lambda: presence.seat_now(event=self.event, entrant=self.anybody(pick).pk))

    @rule(pick=PICK)
    def goes_home(self, pick: int) -> None:
        self.do(lambda: presence.withdraw(event=self.event, entrant=self.anybody(pick).pk))

    @rule(pick=PICK)
    def taken_out(self, pick: int) -> None:
        if self.event.entrants.count() > 3:
            self.do(lambda: entrants.remove(entrant=self.anybody(pick)))

    @rule(pick=PICK, from_round=st.integers(1, 4), old=PICK, again=st.booleans())
    def substitute(self, pick: int, from_round: int, old: int, again: bool) -> None:
        known = list(Player.objects.order_by("pk"))
        self.guests += 1
        new = known[old % len(known)] if again else Player.objects.create(name=f"Ersatz {self.guests}")
        entrant = self.anybody(pick)
        self.do(lambda: substitutes.substitute(entrant=entrant, place=1, player=new, from_round=from_round))

    @rule(pick=PICK, number=st.integers(1, 30))
    def other_number(self, pick: int, number: int) -> None:
        same: dict[str, Any] = {
            "name": "",
            "club": "",
            "category": "",
            "team": "",
            "rating": None,
            "ranked": True,
        }
        self.do(lambda: entrants.change(entrant=self.anybody(pick), number=number, **same))

    # --- the evening takes its course

    @rule(steps=st.integers(1, 6), seed=PICK)
    def go_on(self, steps: int, seed: int) -> None:
        """What comes next, so many times: draw, publish, open, play, close."""
        chance = random.Random(seed)
        for _step in range(steps):
            if round_ := self.round(RoundState.OPEN):
                if not LiveHand.objects.filter(sitting__round=round_).exists():
                    self._everybody_plays(chance, 4)
                elif chance.random() < 0.8:
                    self.do(partial(running.close_round, round_, reason="late"))
            elif round_ := self.round(RoundState.PUBLISHED):
                self.do(partial(running.open_round, round_))
            elif round_ := self.round(RoundState.DRAWN):
                self.do(partial(publishing.publish, round_))
            else:
                self.do(lambda: drawing.draw_next(self.event, seed="next"))

    @rule(steps=st.integers(2, 9), seed=PICK)
    def go_on_for_long(self, steps: int, seed: int) -> None:
        self.go_on(steps=steps, seed=seed)

    # --- draws and seats

    @rule(seed=st.sampled_from(["a", "b"]), reason=st.sampled_from(["", "we are late"]))
    def draw(self, seed: str, reason: str) -> None:
        self.do(lambda: drawing.draw_next(self.event, seed=seed, reason=reason))

    @rule()
    def throw_away(self) -> None:
        self.do(lambda: drawing.discard_drafts(self.event))

    @rule(number=st.integers(1, 2))
    def publish(self, number: int) -> None:
        for round_ in self.event.rounds.filter(state=RoundState.DRAWN).order_by("number")[:number]:
            self.do(lambda: publishing.publish(round_))  # noqa: B023

    @rule(pick=PICK, other=PICK)
    def exchange_seats(self, pick: int, other: int) -> None:
        round_ = self.round(RoundState.DRAWN, RoundState.PUBLISHED, RoundState.OPEN)
        if round_:
            both = self.seated(round_, pick), self.seated(round_, other)
            self.do(lambda: seating.exchange(round_, *both))

    @rule(pick=PICK, rest=st.sampled_from(IncompleteTable))
    def does_not_come(self, pick: int, rest: IncompleteTable) -> None:
        round_ = self.round(RoundState.PUBLISHED, RoundState.OPEN)
        if round_:
            self.do(lambda: seating.remove(round_, self.seated(round_, pick), rest=rest))

    @rule(pick=PICK, other=PICK)
    def sat_wrong(self, pick: int, other: int) -> None:
        round_ = self.round(RoundState.CLOSED, RoundState.OPEN)
        if round_:
            both: dict[str, Any] = {"first": self.seated(round_, pick), "second": self.seated(round_, other)}
            request: dict[str, Any] = {"round_": round_, "entry_id": uuid.uuid4(), "reason": "wrong table"}
            self.moves(lambda: exchanges.exchange(**both, **request))

    # --- rounds

    @rule()
    def open(self) -> None:
        round_ = self.round(RoundState.PUBLISHED)
        if round_:
            self.do(lambda: running.open_round(round_))

    @rule(seed=PICK, most=st.integers(1, 4))
    def play(self, seed: int, most: int) -> None:
        self._everybody_plays(random.Random(seed), most)

    def _everybody_plays(self, chance: random.Random, most: int) -> None:
        for sitting in Sitting.objects.filter(event=self.event, round__state=RoundState.OPEN):
            for _hand in range(chance.randint(0, most)):
                self.do(lambda: self._hand(sitting, chance))  # noqa: B023

    def _hand(self, sitting: Sitting, chance: random.Random) -> None:
        so_far = ledger.replay(sitting)
        if not so_far.over:
            raw = a_hand(sitting, so_far, chance)
            ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=raw)

    @rule(seed=PICK)
    def play_to_the_end(self, seed: int) -> None:
        chance = random.Random(seed)
        for sitting in Sitting.objects.filter(event=self.event, round__state=RoundState.OPEN)[:3]:
            for _hand in range(12):
                self.do(lambda: self._hand(sitting, chance))  # noqa: B023

    @rule(reason=st.sampled_from(["", "late"]))
    def close(self, reason: str) -> None:
        round_ = self.round(RoundState.OPEN)
        if round_:
            self.do(lambda: running.close_round(round_, reason=reason))

    @rule(state=st.sampled_from([RoundState.PUBLISHED, RoundState.OPEN]))
    def take_back(self, state: RoundState) -> None:
        round_ = self.round(state)
        if round_:
            self.do(lambda: publishing.take_back(round_))

    @rule(name=st.sampled_from("ABC"))
    def open_group(self, name: str) -> None:
        round_ = self.round(RoundState.PUBLISHED)
        if round_:
            self.do(lambda: running.open_group(round_, name))

    @rule(pick=PICK)
    def reopen(self, pick: int) -> None:
        closed = list(self.event.rounds.filter(state=RoundState.CLOSED))
        if closed:
            self.do(lambda: running.reopen_round(closed[pick % len(closed)], reason="another hand"))

    @rule(pick=PICK, seed=PICK, out=st.booleans())
    def correct(self, pick: int, seed: int, out: bool) -> None:
        hands = list(LiveHand.objects.filter(sitting__event=self.event).order_by("sitting", "hand_no"))
        if not hands:
            return
        hand = hands[pick % len(hands)]
        self.moves(lambda: self._put_right(hand, None if out else random.Random(seed)))

    def _put_right(self, hand: LiveHand, chance: random.Random | None) -> Consequences | None:
        before = ledger.so_far_before(hand.sitting, hand.hand_no)
        raw = a_hand(hand.sitting, before, chance) if chance else None
        request: dict[str, Any] = {
            "hand_no": hand.hand_no,
            "entry_id": uuid.uuid4(),
            "raw": raw,
            "base_seq": None,
        }
        return corrections.correct(sitting=hand.sitting, reason="misread", **request)

    @rule(pick=PICK, seed=PICK)
    def come_in_late(self, pick: int, seed: int) -> None:
        sheets = list(Sitting.objects.filter(event=self.event, round__state=RoundState.CLOSED).order_by("pk"))
        if sheets:
            self.moves(lambda: self._add(sheets[pick % len(sheets)], random.Random(seed)))

    def _add(self, sitting: Sitting, chance: random.Random) -> Consequences | None:
        raw = a_hand(sitting, ledger.replay(sitting), chance)
        request: dict[str, Any] = {
            "kind": EntryKind.HAND,
            "entry_id": uuid.uuid4(),
            "raw": raw,
            "reason": "in a pocket",
        }
        return corrections.add_late(sitting=sitting, **request)

    @rule(pick=PICK)
    def write_again(self, pick: int) -> None:
        sheets = list(Sitting.objects.filter(event=self.event, round__state=RoundState.OPEN).order_by("pk"))
        if sheets:
            sitting = sheets[pick % len(sheets)]
            self.do(lambda: corrections.close(sitting=sitting, entry_id=uuid.uuid4()))
            request: dict[str, Any] = {"entry_id": uuid.uuid4(), "reason": "one more hand"}
            self.moves(lambda: corrections.reopen(sitting=sitting, **request))

    @rule(pick=PICK, points=st.sampled_from([-10, 3]))
    def penalty(self, pick: int, points: int) -> None:
        draft = rulings.RulingDraft(RulingKind.POINTS, entrant=self.anybody(pick).pk, points=points)
        self.moves(lambda: rulings.make(event=self.event, draft=draft, key=uuid.uuid4(), reason="late"))

    @rule(pick=PICK, second=st.booleans(), kind=st.sampled_from([RulingKind.WALKOVER, RulingKind.PLAY_OFF]))
    def decide(self, pick: int, second: bool, kind: RulingKind) -> None:
        round_ = self.round(RoundState.OPEN, RoundState.CLOSED)
        if round_ and round_.seating["tables"]:
            at = pick % len(round_.seating["tables"])
            winner = round_.seating["tables"][at][-1 if second else 0]
            number = round_.seating["numbers"][at]
            draft = rulings.RulingDraft(kind, round=round_.number, table=number, winner=winner)
            self.moves(
                lambda: rulings.make(event=self.event, draft=draft, key=uuid.uuid4(), reason="not here")
            )

    @rule(pick=PICK)
    def withdraw_decision(self, pick: int) -> None:
        standing = list(self.event.rulings.filter(withdrawn_at=None))
        if standing:
            self.moves(lambda: rulings.withdraw(ruling=standing[pick % len(standing)], reason="by mistake"))

    # --- the plan

    @rule(
        format_=st.sampled_from(FORMATS),
        count=st.integers(1, 3),
        fresh=st.booleans(),
        takes=st.sampled_from([0, 4]),
    )
    def another_stage(self, format_: Format, count: int, fresh: bool, takes: int) -> None:
        plan = StagePlan(format=format_, rounds=count, fresh=fresh, takes=takes)
        if self.event.stages.count() < 4:
            self.do(lambda: staging.add_stage(event=self.event, stage=plan, reason="there is time"))

    @rule(format_=st.sampled_from(FORMATS), count=st.integers(1, 3))
    def another_format(self, format_: Format, count: int) -> None:
        stage = drawing.stage_to_draw(self.event) or self.event.stages.first()
        plan = StagePlan(format=format_, rounds=count)
        if not self.do(
            lambda: staging.replace_rest(event=self.event, number=stage.number, stage=plan, reason="late")
        ):
            self.do(
                lambda: staging.change_stage(event=self.event, number=stage.number, stage=plan, reason="late")
            )

    @rule(count=st.integers(1, 3))
    def fewer_hands(self, count: int) -> None:
        for stage in self.event.stages.all():
            plan = {**stage.plan, "hands": count}
            self.do(
                partial(
                    staging.change_stage,
                    event=self.event,
                    number=stage.number,
                    stage=stage_plan(plan),
                    reason="late",
                )
            )

    # --- what always holds

    @invariant()
    def the_laws_hold(self) -> None:
        if hasattr(self, "event"):
            assert broken_laws(self.event) == []
            assert all(
                checking.check(sitting).in_order for sitting in Sitting.objects.filter(event=self.event)
            )

    @rule()
    def moved_elsewhere(self) -> None:
        packed, table = exchange.packed(self.event), table_of(self.event)
        data = exchange.as_file(self.event)
        try:
            with transaction.atomic():
                forget_everything()
                again = exchange.take_in(data, FIRST)
                assert exchange.packed(again) == packed
                assert table_of(again) == table
                raise Undone
        except Undone:
            pass


class Undone(Exception):  # noqa: N818
    pass


def table_of(event: Event) -> list[Any]:
    numbers = dict(event.entrants.values_list("pk", "number"))
    rows = standings_of(Event.objects.get(pk=event.pk)).rows
    return [(row.rank, numbers[row.entrant], [value.plain for value in row.values]) for row in rows]


def test_the_laws_hold_after_whatever_is_done() -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=int(os.environ.get("EVENINGS", "5")),
            stateful_step_count=20,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
