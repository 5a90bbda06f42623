"""Whatever people do in whatever order: the sheet says what a list of hands would say."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import scoring
from scoring import SoFar, Unreadable
from tests.tournaments.builders import a_sitting, called
from tournaments import ledger
from tournaments.ledger import checking
from tournaments.models import Entry, LiveHand

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

Raw = dict[str, Any]

HANDS = st.builds(called, st.integers(1, 2), st.sampled_from([0, 7, 50]), st.sampled_from([1, 20]))
"""Rounds of Cabo that reach the limit of 60 after two or more."""

NUMBERS = st.integers(1, 4)


class Sheet(RuleBasedStateMachine):
    """A sheet beside the simplest model of it: a list of hands, closed or open."""

    @initialize()
    def open(self) -> None:
        self.sitting = a_sitting("cabo", seats=2, end_mode="limit", limit=60)
        self.hands: list[Raw] = []
        self.closed = self.ever_closed = False
        self.said: dict[uuid.UUID, tuple[str, int | None, Raw | None]] = {}
        self.rows: list[Entry] = []

    # --- What people do

    @rule(raw=HANDS, number=st.none() | NUMBERS)
    def hand(self, raw: Raw, number: int | None) -> None:
        wanted = len(self.hands) + 1 if number is None else number
        match self._send(uuid.uuid4(), "hand", number, raw):
            case ledger.HandTaken() as refused:
                assert self.hands[wanted - 1] != raw
                assert refused.entry.payload == self.hands[wanted - 1]
            case ledger.SheetClosed():
                assert self.closed
            case ledger.OutOfOrder() as refused:
                assert wanted > len(self.hands) + 1 == refused.expected
            case Unreadable() as refused:
                assert [problem.code for problem in refused.problems] == ["game_over"]
                assert self._score(self.hands).over
            case ledger.Recorded(replay=True):
                assert self.hands[wanted - 1] == raw
            case told:
                assert wanted == len(self.hands) + 1
                assert not self.closed
                self.hands.append(raw)
                self._remember(told, "hand", number, raw)

    @rule(raw=HANDS, number=NUMBERS)
    def correct(self, raw: Raw, number: int) -> None:
        changed = [*self.hands[: number - 1], raw, *self.hands[number:]]
        match self._send(uuid.uuid4(), "correct", number, raw):
            case ledger.OutOfOrder():
                assert number > len(self.hands)
            case ledger.SheetClosed():
                assert self.closed
            case Unreadable() as refused:
                (problem,) = refused.problems
                ended = next(n for n in range(number, len(changed)) if self._score(changed[:n]).over)
                assert problem.code == "hands_after_end"
                assert problem.text.values["hands"] == tuple(range(ended + 1, len(changed) + 1))
            case ledger.Recorded(replay=True):
                assert self.hands[number - 1] == raw
            case told:
                assert not self.closed
                self.hands = changed
                self._remember(told, "correct", number, raw)

    @rule(number=NUMBERS)
    def undo(self, number: int) -> None:
        match self._send(uuid.uuid4(), "void", number):
            case ledger.OutOfOrder():
                assert number != len(self.hands)
            case ledger.SheetClosed():
                assert self.closed
            case told:
                assert number == len(self.hands)
                assert not self.closed
                self.hands.pop()
                self._remember(told, "void", number)

    @rule()
    def close(self) -> None:
        told = self._send(uuid.uuid4(), "close")
        assert told.replay == self.closed
        self.closed = self.ever_closed = True
        self._remember(told, "close")

    @rule()
    def reopen(self) -> None:
        match self._send(uuid.uuid4(), "reopen"):
            case ledger.SheetOpen():
                assert not self.ever_closed
            case told:
                assert told.replay == (not self.closed)
                self.closed = False
                self._remember(told, "reopen")

    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        if self.said:
            entry_id = data.draw(st.sampled_from(sorted(self.said)))
            told = self._send(entry_id, *self.said[entry_id])
            assert told.replay
            assert told.entry.pk == entry_id

    @rule(data=st.data(), raw=HANDS)
    def use_an_id_again(self, data: st.DataObject, raw: Raw) -> None:
        if self.said:
            entry_id = data.draw(st.sampled_from(sorted(self.said)))
            if self.said[entry_id] not in (("hand", 1, raw), ("hand", None, raw)):
                assert isinstance(self._send(entry_id, "hand", 1, raw), ledger.IdReused)

    @rule()
    def rebuild(self) -> None:
        assert checking.rebuild(self.sitting).in_order

    # --- What always holds

    @invariant()
    def everything_that_was_acknowledged_is_there_as_it_was(self) -> None:
        rows = list(Entry.objects.filter(sitting=self.sitting).order_by("seq"))
        assert [self._facts(row) for row in rows] == [self._facts(row) for row in self.rows]
        assert {row.pk for row in rows} == set(self.said)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        replaced = [row.supersedes_id for row in rows if row.supersedes_id]
        assert len(replaced) == len(set(replaced))

    @invariant()
    def the_sheet_is_what_the_hands_say(self) -> None:
        so_far = self._score(self.hands)
        assert ledger.replay(self.sitting) == so_far
        live = LiveHand.objects.filter(sitting=self.sitting).order_by("hand_no")
        assert [row.entry.payload for row in live] == self.hands
        assert [tuple(row.points) for row in live] == [hand.points for hand in so_far.all_hands]
        assert list(ledger.live_entries(self.sitting)) == [row.entry for row in live]
        self.sitting.refresh_from_db()
        head = self.sitting.sheethead
        assert (head.hands, head.over, head.closed) == (len(self.hands), so_far.over, self.closed)

    @invariant()
    def nothing_is_to_be_put_right(self) -> None:
        assert checking.check(self.sitting).in_order

    # --- How

    def _send(self, entry_id: uuid.UUID, kind: str, number: int | None = None, raw: Raw | None = None) -> Any:
        """What the ledger says: Recorded, or the refusal."""
        given: dict[str, Any] = {"sitting": self.sitting, "entry_id": entry_id}
        try:
            match kind:
                case "hand":
                    return ledger.record_hand(**given, hand_no=number, raw=raw)
                case "correct":
                    return ledger.correct_hand(**given, hand_no=number, raw=raw)
                case "void":
                    return ledger.undo_last(**given, hand_no=number)
                case "close":
                    return ledger.close_sheet(**given)
                case _:
                    return ledger.reopen_sheet(**given)
        except (ledger.Refused, Unreadable) as refused:
            return refused

    def _remember(self, told: Any, kind: str, number: int | None = None, raw: Raw | None = None) -> None:
        if not told.replay:
            self.said[told.entry.pk] = (kind, number, raw)
            self.rows.append(told.entry)

    def _facts(self, row: Entry) -> dict[str, Any]:
        return {field.attname: getattr(row, field.attname) for field in Entry._meta.concrete_fields}

    def _score(self, hands: list[Raw]) -> SoFar[Any]:
        game, table = self.sitting.game_value(), self.sitting.table()
        so_far = scoring.opening(table)
        for raw in hands:
            so_far = scoring.play(game, table, so_far, scoring.parse(game, table, so_far, raw))
        return so_far


def test_a_sheet_says_what_a_list_of_hands_would_say():
    run_state_machine_as_test(
        Sheet,
        settings=settings(
            max_examples=25,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
