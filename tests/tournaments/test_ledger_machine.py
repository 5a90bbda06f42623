"""Whatever people do in whatever order: the sheet says what a list of hands would say."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import scoring
from scoring import SoFar, Unreadable, columns_for
from scoring.flat import to_flat
from tests.tournaments.builders import a_device, a_sitting, called
from tournaments import ledger
from tournaments.ledger import checking
from tournaments.models import Answer, Entry, EntryKind, LiveHand, Parked, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

Raw = dict[str, Any]

HANDS = st.builds(called, st.integers(1, 2), st.sampled_from([0, 7, 50]), st.sampled_from([1, 20]))
"""Rounds of Cabo that reach the limit of 60 after two or more."""

PAPERS = st.builds(
    lambda hands, *points: {"hands": hands, "points": list(points)},
    st.integers(1, 3),
    st.sampled_from([0, 7, 45]),
    st.sampled_from([1, 20]),
)
"""Totals from paper of such rounds."""

NUMBERS = st.integers(1, 4)
ROUND = 9  # hands


class Sheet(RuleBasedStateMachine):
    """A sheet beside the simplest model of it: what was said by number, closed or open."""

    @initialize()
    def open(self) -> None:
        sitting = a_sitting("cabo", seats=2, end_mode="limit", limit=60, exact_limit_halves="off")
        Sitting.objects.filter(pk=sitting.pk).update(hands_limit=ROUND)
        self.sitting = Sitting.objects.get(pk=sitting.pk)
        self.hands: dict[int, Raw] = {}
        self.holes: set[int] = set()
        self.closed = self.ever_closed = False
        self.sent: dict[uuid.UUID, tuple[str, int | None, Raw | None]] = {}
        self.rows: list[Entry] = []
        self.device = a_device(sitting)
        self.aside: dict[uuid.UUID, tuple[int, Raw]] = {}  # what waits: number and hand
        self.decided: dict[uuid.UUID, Answer] = {}

    # --- What people do

    @rule(raw=HANDS | PAPERS, number=st.none() | NUMBERS)
    def write(self, raw: Raw, number: int | None) -> None:
        kind = "paper" if "hands" in raw else "hand"
        expected = max(self.hands, default=0) + 1
        wanted = expected if number is None else number
        before = self._score(self.hands)
        match self._send(uuid.uuid4(), kind, number, raw):
            case ledger.HandTaken() as refused:
                assert self.hands.get(wanted) != raw
                assert refused.entry.payload == self.hands.get(wanted, {})
            case ledger.SheetClosed():
                assert self.closed
            case ledger.OutOfOrder() as refused:
                assert wanted > expected == refused.expected
            case Unreadable() as refused:
                (code,) = {problem.code for problem in refused.problems}
                if before.over:
                    assert code == "game_over"
                else:
                    assert before.played + raw.get("hands", 1) > ROUND
                    assert code == ("paper_hands" if kind == "paper" else "table_full")
            case ledger.Recorded(replay=True):
                assert self.hands[wanted] == raw
            case recorded:
                assert wanted == expected
                assert not self.closed
                assert before.played + raw.get("hands", 1) <= ROUND
                self.hands[wanted] = raw
                self.holes.discard(wanted)
                self._remember(recorded, kind, number, raw)

    @rule(raw=HANDS | PAPERS, number=NUMBERS, desk=st.booleans())
    def correct(self, raw: Raw, number: int, desk: bool) -> None:
        kind = "correct paper" if "hands" in raw else "correct"
        last = max(self.hands, default=0)
        hole = number in self.holes and number < last
        changed = {**self.hands, number: raw}
        match self._send(uuid.uuid4(), kind, number, raw, desk=desk):
            case ledger.OutOfOrder():
                assert number not in self.hands
                assert not hole
            case ledger.OtherKind():
                assert ("hands" in self.hands[number]) != ("hands" in raw)
            case ledger.SheetClosed():
                assert self.closed
                assert not desk
            case Unreadable() as refused:
                (problem,) = refused.problems
                if problem.code == "table_full":
                    assert self._score(changed).played > ROUND
                else:
                    assert problem.code == "hands_after_end"
                    assert problem.text.values["hands"] == self._after_end(changed, number)
            case ledger.Recorded(replay=True):
                assert self.hands[number] == raw
            case recorded:
                assert desk or not self.closed
                self.hands = changed
                self.holes.discard(number)
                self._remember(recorded, kind, number, raw, desk)

    @rule(number=NUMBERS, desk=st.booleans(), any_hand=st.booleans())
    def take_out(self, number: int, desk: bool, any_hand: bool) -> None:
        last = max(self.hands, default=0)
        kind = "void" if any_hand else "undo"
        match self._send(uuid.uuid4(), kind, number, desk=desk):
            case ledger.OutOfOrder():
                assert number not in self.hands or (not any_hand and number != last)
            case ledger.SheetClosed():
                assert self.closed
                assert not desk
            case recorded:
                assert number == last or any_hand
                assert desk or not self.closed
                del self.hands[number]
                self.holes.add(number)
                self._remember(recorded, kind, number, None, desk)

    @rule()
    def close(self) -> None:
        recorded = self._send(uuid.uuid4(), "close")
        assert recorded.replay == self.closed
        self.closed = self.ever_closed = True
        self._remember(recorded, "close")

    @rule()
    def reopen(self) -> None:
        match self._send(uuid.uuid4(), "reopen"):
            case ledger.SheetOpen():
                assert not self.ever_closed
            case recorded:
                assert recorded.replay == (not self.closed)
                self.closed = False
                self._remember(recorded, "reopen")

    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        if self.sent:
            entry_id = data.draw(st.sampled_from(sorted(self.sent)))
            recorded = self._send(entry_id, *self.sent[entry_id], desk=True)
            assert recorded.replay
            assert recorded.entry.pk == entry_id

    @rule(data=st.data(), raw=HANDS)
    def use_an_id_again(self, data: st.DataObject, raw: Raw) -> None:
        if self.sent:
            entry_id = data.draw(st.sampled_from(sorted(self.sent)))
            kind, _number, before = self.sent[entry_id]
            if kind != "hand" or before != raw or Entry.objects.get(pk=entry_id).hand_no != 1:
                assert isinstance(self._send(entry_id, "hand", 1, raw), ledger.IdReused)

    @rule(raw=HANDS, number=NUMBERS)
    def send_and_put_aside(self, raw: Raw, number: int) -> None:
        """A phone that is too late with its hand, and sends it twice."""
        entry_id, expected = uuid.uuid4(), max(self.hands, default=0) + 1
        there = self.hands.get(number)
        if number < expected and there == raw:
            return  # that is a confirmation
        if number == expected and not self.closed:
            return  # that is the next hand
        cells = to_flat(columns_for(self.sitting.game_value(), self.sitting.table()), raw)
        for _again in range(2):
            match self._send(entry_id, "hand", number, raw, device=True):
                case ledger.OutOfOrder():
                    assert number > expected
                    return
                case ledger.HandTaken() | ledger.SheetClosed() | ledger.PutAside() as refused:
                    parked = ledger.put_aside(
                        sitting=self.sitting,
                        entry_id=entry_id,
                        kind=EntryKind.HAND,
                        cells=cells,
                        refused=refused,
                        hand_no=number,
                        credential=self.device,
                    )
                    assert isinstance(parked, Parked)
                    self.aside[entry_id] = (number, raw)

    @rule(data=st.data(), answer=st.sampled_from([Answer.STAYS, Answer.INSTEAD, Answer.BESIDES]))
    def decide(self, data: st.DataObject, answer: Answer) -> None:
        if not self.aside:
            return
        pk = data.draw(st.sampled_from(sorted(self.aside)))
        number, raw = self.aside[pk]
        parked = Parked.objects.get(pk=pk)
        match self._settled(parked, answer):
            case ledger.Decided() as refused:
                assert refused.decision.answer == self.decided[pk].value != answer
                return
            case ledger.Refused() | Unreadable():
                assert pk not in self.decided
                assert answer is not Answer.STAYS
                return
            case decision if pk in self.decided:
                assert self.decided[pk] == answer  # the same tap twice
                return
            case decision:
                self.decided[pk] = answer
        if answer is Answer.STAYS:
            return
        assert decision.entry is not None
        place = number if answer is Answer.INSTEAD else max(self.hands, default=0) + 1
        if decision.entry.pk not in {row.pk for row in self.rows}:
            assert not self.closed
            kind = "correct" if answer is Answer.INSTEAD else "hand"
            self.sent[decision.entry.pk] = (kind, place, raw)
            self.rows.append(decision.entry)
            self.hands[place] = raw
            self.holes.discard(place)
        assert self.hands[place] == raw or answer is Answer.INSTEAD

    @rule()
    def rebuild(self) -> None:
        assert checking.rebuild(self.sitting).in_order

    # --- What always holds

    @invariant()
    def everything_that_was_acknowledged_is_there_as_it_was(self) -> None:
        rows = list(Entry.objects.filter(sitting=self.sitting).order_by("seq"))
        assert [self._facts(row) for row in rows] == [self._facts(row) for row in self.rows]
        assert {row.pk for row in rows} == set(self.sent)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        replaced = [row.supersedes_id for row in rows if row.supersedes_id]
        assert len(replaced) == len(set(replaced))

    @invariant()
    def nothing_that_was_put_aside_is_lost_or_counts(self) -> None:
        rows = {row.pk: row for row in ledger.put_aside_at(self.sitting)}
        assert set(rows) == set(self.aside)
        assert not Entry.objects.filter(pk__in=rows).exists()
        waiting = {row.pk for row in ledger.undecided(self.sitting)}
        assert waiting == set(self.aside) - set(self.decided)
        assert all(rows[pk].decision.answer == answer.value for pk, answer in self.decided.items())

    @invariant()
    def the_sheet_is_what_the_hands_say(self) -> None:
        so_far = self._score(self.hands)
        assert ledger.replay(self.sitting) == so_far
        live = LiveHand.objects.filter(sitting=self.sitting).order_by("hand_no")
        assert {row.hand_no: row.entry.payload for row in live} == self.hands
        assert [tuple(row.points) for row in live] == [hand.points for hand in so_far.all_hands]
        assert sum(row.hands for row in live) == so_far.played <= ROUND
        assert list(ledger.live_entries(self.sitting)) == [row.entry for row in live]
        self.sitting.refresh_from_db()
        head = self.sitting.sheethead
        assert (head.hands, head.over, head.closed) == (so_far.played, so_far.over, self.closed)

    @invariant()
    def nothing_is_to_be_put_right(self) -> None:
        assert checking.check(self.sitting).in_order

    # --- How

    def _send(
        self,
        entry_id: uuid.UUID,
        kind: str,
        number: int | None = None,
        raw: Raw | None = None,
        *,
        desk: bool = False,
        device: bool = False,
    ) -> Any:
        """What the ledger says: Recorded, or the refusal."""
        doors: dict[str, Any] = {
            "hand": ledger.record_hand,
            "paper": ledger.record_paper,
            "correct": ledger.correct_hand,
            "correct paper": ledger.correct_paper,
            "undo": ledger.undo_last,
            "void": ledger.void_hand,
            "close": ledger.close_sheet,
            "reopen": ledger.reopen_sheet,
        }
        given: dict[str, Any] = {"sitting": self.sitting, "entry_id": entry_id}
        if kind not in ("close", "reopen"):
            given["hand_no"] = number
        if raw is not None:
            given["raw"] = raw
        if device:
            given["credential"] = self.device
        if desk:
            given |= {"via": "desk", "by": "Erika", "reason": "misread"}
        try:
            return doors[kind](**given)
        except (ledger.Refused, Unreadable) as refused:
            return refused

    def _settled(self, parked: Parked, answer: Answer) -> Any:
        try:
            return ledger.settle(parked=parked, answer=answer, credential=self.device)
        except (ledger.Refused, Unreadable) as refused:
            return refused

    def _remember(
        self, recorded: Any, kind: str, number: int | None = None, raw: Raw | None = None, desk: bool = False
    ) -> None:
        if not recorded.replay:
            self.sent[recorded.entry.pk] = (kind, number, raw)
            self.rows.append(recorded.entry)
            assert (recorded.entry.reason, recorded.entry.by) == (("misread", "Erika") if desk else ("", ""))

    def _after_end(self, hands: dict[int, Raw], changed: int) -> tuple[int, ...]:
        """The numbers that would come after the end."""
        numbers = sorted(hands)
        later = [n for n in numbers if n > changed]
        return tuple(n for n in later if self._score({k: v for k, v in hands.items() if k < n}).over)

    def _facts(self, row: Entry) -> dict[str, Any]:
        return {field.attname: getattr(row, field.attname) for field in Entry._meta.concrete_fields}

    def _score(self, hands: dict[int, Raw]) -> SoFar[Any]:
        game, table = self.sitting.game_value(), replace(self.sitting.table(), limit=0)
        so_far = scoring.opening(table)
        for _number, raw in sorted(hands.items()):
            if so_far.over:
                break
            judge = scoring.parse_paper if "hands" in raw else scoring.parse
            so_far = scoring.play(game, table, so_far, judge(game, table, so_far, raw))
        return so_far


def test_a_sheet_says_what_a_list_of_hands_would_say() -> None:
    run_state_machine_as_test(
        Sheet,
        settings=settings(
            max_examples=25,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
