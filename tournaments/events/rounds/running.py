"""Rounds while they are played: open, close, reopen, and who is still at it."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max
from django.utils import timezone

from config.database import writing
from scoring import Unreadable
from scoring.text import mark as _
from tournaments import ledger
from tournaments.engines.plans import Format
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked_round
from tournaments.events.ground.refusal import no_draw, official
from tournaments.events.ground.stages import plan_of
from tournaments.events.rounds import clock
from tournaments.models import (
    AgreedState,
    Event,
    Parked,
    Round,
    RoundState,
    Ruling,
    RulingKind,
    SheetHead,
    Sitting,
    Via,
)

SLOW = 0.75  # of the hall's pace: amber
VERY_SLOW = 0.5  # red
WARM = 3  # hands at the middle table before anybody is called slow


def open_round(round_: Round, *, by: str = "") -> Round:
    """Let all tables write. One round is open at a time, but for groups that have gone on alone."""
    with writing():
        round_ = locked_round(round_)
        if round_.state == RoundState.OPEN and not round_.by_groups:
            return round_
        if refusal := waits_to_open(round_):
            raise refusal
        _open_for_all(round_)
        log.note(round_.event, "round_opened", by=by, round=round_.number)
    ledger.take_waiting_at(round_.sittings.values_list("pk", flat=True))  # phones may have brought its hands
    return round_


def waits_to_open(round_: Round) -> Unreadable | None:
    """Why a round cannot be opened for all tables yet; None: it can."""
    if round_.state != RoundState.PUBLISHED and not round_.by_groups:
        return no_draw(_("Publish the seats first."))
    others = Round.objects.filter(event=round_.event_id, state=RoundState.OPEN).exclude(pk=round_.pk)
    on = next((other for other in others if not other.by_groups or other.number < round_.number), None)
    if on is not None:
        return no_draw(_("Round {number} is still open. Close it first."), number=on.number)
    return None


def _open_for_all(round_: Round) -> None:
    if round_.seating.pop("ahead", None):
        round_.save(update_fields=("seating",))
    _move(round_, RoundState.OPEN, "opened_at")


@dataclass(frozen=True, slots=True)
class GroupState:
    """A group before a round: does it play already, may it, or which tables does it wait for?"""

    name: str
    plays: bool
    waits_for: tuple[int, ...] = ()  # tables of the round before that are not done


def groups_of(round_: Round) -> list[GroupState]:
    """The groups of a round that could go on alone, because an earlier round of the stage is still open; none
    where the round can be opened for all."""
    if round_.state != RoundState.PUBLISHED and not round_.by_groups:
        return []
    before = round_.stage.rounds.filter(number__lt=round_.number).order_by("number")
    earlier = [earlier_round for earlier_round in before if earlier_round.state != RoundState.CLOSED]
    if not earlier or plan_of(round_.stage).format != Format.GROUPS:
        return []
    ahead = set(round_.seating.get("ahead", ()))
    missing: dict[str, list[int]] = {}
    for earlier_round in earlier:
        group = dict(zip(earlier_round.seating["numbers"], earlier_round.seating["groups"], strict=True))
        for table in tables_of(earlier_round):
            if not table.complete or not earlier_round.plays(table.number):
                missing.setdefault(group.get(table.number, ""), []).append(table.number)
    names = dict.fromkeys(round_.seating["groups"])
    return [GroupState(name, name in ahead, tuple(missing.get(name, ()))) for name in names]


def open_group(round_: Round, name: str, *, by: str = "") -> Round:
    """Let one group go on while others still play the round before."""
    with writing():
        round_ = locked_round(round_)
        group = next((state for state in groups_of(round_) if state.name == name), None)
        if group is None:
            raise waits_to_open(round_) or no_draw(_("The round can be opened for all groups."))
        if group.plays:
            return round_
        if group.waits_for:
            raise no_draw(
                _("Group {name} still plays the round before. Tables that are missing: {tables}."),
                name=name,
                tables=", ".join(map(str, group.waits_for)),
            )
        round_.seating["ahead"] = sorted({*round_.seating.get("ahead", ()), name})
        round_.state = RoundState.OPEN.value
        round_.opened_at = None
        round_.save(update_fields=("seating", "state", "opened_at"))
        log.note(round_.event, "group_opened", by=by, round=round_.number, group=name)
        return round_


def close_round(
    round_: Round, *, by: str = "", reason: str = "", knows: Collection[int] | None = None
) -> Round:
    """Close the round and every sheet of it.

    Where tables are missing, have handed in early, are in dispute or wait for a decision, only with a reason,
    which is recorded. `knows` are the numbers of those tables that were seen: none is passed over that came
    to it meanwhile.
    """
    with writing():
        round_ = locked_round(round_)
        if round_.state == RoundState.CLOSED:
            return round_
        if round_.state != RoundState.OPEN:
            raise no_draw(_("This round is not open."))
        if round_.by_groups:
            raise no_draw(_("Some groups have not begun this round. Open it for all of them first."))
        # Who is just opening a sheet again finishes first; who comes later finds the round closed.
        heads = SheetHead.objects.filter(sitting__round=round_).order_by("pk")
        list(heads.select_for_update(of=("self",)).values_list("pk"))
        tables = tables_of(round_)
        waiting = [table.number for table in tables if not table.complete]
        early = [table for table in tables if table.early]
        disputed = [table.number for table in tables if table.disputed]
        undecided = undecided_tables(round_)
        _refuse_to_pass_over(waiting, early, disputed, undecided, reason, knows)
        open_ones = Sitting.objects.filter(round=round_, sheethead__closed=False)
        for sitting in open_ones:
            ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4(), via=Via.DESK)
        _move(round_, RoundState.CLOSED, "closed_at")
        _go_on(round_)
        clock.take_away(event=round_.event, by=by)
        short = [[table.number, table.hands, table.limit] for table in early]
        facts: dict[str, Any] = {"round": round_.number, "missing": waiting, "early": short}
        facts |= {"disputed": disputed} if disputed else {}
        facts |= {"undecided": undecided} if undecided else {}
        log.note(round_.event, "round_closed", by=by, reason=reason, **facts)
        return round_


def _go_on(closed: Round) -> None:
    """Where all groups have gone on alone before the round was closed, the next one is open for all."""
    later = Round.objects.filter(stage=closed.stage_id, state=RoundState.OPEN, opened_at=None)
    for round_ in later.order_by("number")[:1]:
        if set(round_.seating["groups"]) <= set(round_.seating.get("ahead", ())):
            _open_for_all(round_)


def _refuse_to_pass_over(
    waiting: Sequence[int],
    early: Sequence[TableState],
    disputed: Sequence[int],
    undecided: Sequence[int],
    reason: str,
    knows: Collection[int] | None,
) -> None:
    """Raises Unreadable where tables would be forgotten: no reason is given, or others were meant."""
    all_of_them = {*waiting, *(table.number for table in early), *disputed, *undecided}
    if reason.strip() and (knows is None or all_of_them <= set(knows)):
        return
    if waiting:
        raise no_draw(
            _("Tables not finished: {tables}. To close the round anyway, please enter a reason."),
            tables=", ".join(map(str, waiting)),
        )
    if early:
        raise no_draw(
            _("Tables that handed in early: {tables}. To close the round anyway, please enter a reason."),
            tables=", ".join(str(table.number) for table in early),
        )
    if disputed:
        raise no_draw(
            _("Tables in dispute: {tables}. To close the round anyway, please enter a reason."),
            tables=", ".join(map(str, disputed)),
        )
    if undecided:
        raise no_draw(
            _("Tables with something undecided: {tables}. To close the round anyway, please enter a reason."),
            tables=", ".join(map(str, undecided)),
        )


def undecided_tables(round_: Round) -> list[int]:
    """The tables at which something was put aside and nobody has decided about it."""
    rows = Parked.objects.filter(sitting__round=round_.pk, decision=None)
    return sorted({number or 0 for number in rows.values_list("sitting__number", flat=True)})


def reopen_round(round_: Round, *, by: str = "", reason: str) -> Round:
    """Let the tables of a closed round write again, as long as no later round has begun."""
    with writing():
        round_ = locked_round(round_)
        if round_.state != RoundState.CLOSED:
            return round_
        if refusal := stays_closed(round_):
            raise refusal
        if not reason.strip():
            raise no_draw(_("Please enter a reason for opening the round again."))
        for sitting in Sitting.objects.filter(round=round_, sheethead__closed=True):
            ledger.reopen_sheet(sitting=sitting, entry_id=uuid.uuid4(), via=Via.DESK)
        round_.closed_at = None
        round_.state = RoundState.OPEN.value
        round_.save(update_fields=("state", "closed_at"))
        log.note(round_.event, "round_reopened", by=by, reason=reason, round=round_.number)
        return round_


def stays_closed(round_: Round) -> Unreadable | None:
    """Why a closed round cannot be opened again, whatever the reason; None: it can."""
    if round_.event.finished_at is not None:
        return official()
    later = Round.objects.filter(
        event=round_.event_id, number__gt=round_.number, state__in=(RoundState.OPEN, RoundState.CLOSED)
    )
    if later.exists():
        return no_draw(_("A later round has begun. Hands of this one can be corrected, not played on."))
    return None


def _move(round_: Round, state: RoundState, stamp: str) -> None:
    round_.state = state.value
    setattr(round_, stamp, timezone.now())
    round_.save(update_fields=("state", stamp))


@dataclass(frozen=True, slots=True)
class TableState:
    """How far one table is. `pace` compares its hands per hour with the hall's; None: not known yet."""

    sitting: int
    number: int
    hands: int
    limit: int
    closed: bool
    over: bool
    last_at: datetime.datetime | None
    pace: float | None = None
    walkover: bool = False  # decided at the desk, without play
    matched: bool = False  # somebody has to win
    agreed: str = ""  # an AgreedState: what the table says about its list

    @property
    def complete(self) -> bool:
        """Nothing more is expected from this table."""
        return self.closed or self.over or self.walkover or 0 < self.limit <= self.hands

    @property
    def early(self) -> bool:
        """Handed in although something was left to play."""
        return self.closed and not self.walkover and unplayed(self.hands, self.limit, self.over, self.matched)

    @property
    def disputed(self) -> bool:
        """Does somebody say that its list is wrong?"""
        return self.agreed == AgreedState.DISPUTED

    @property
    def unconfirmed(self) -> bool:
        """Handed in, and nobody else at the table has said that it is right."""
        return self.closed and not self.walkover and self.agreed == AgreedState.NOBODY and self.hands > 0

    @property
    def slow(self) -> str:
        """ "slow", "very_slow" or nothing."""
        if self.complete or self.pace is None or self.pace >= SLOW:
            return ""
        return "slow" if self.pace >= VERY_SLOW else "very_slow"


def unplayed(hands: int, limit: int, over: bool, matched: bool) -> bool:
    """Is something left to play at a table: hands of the round, or the end of a match?"""
    return not over and (hands < limit if limit else matched)


COLUMNS = (
    "pk",
    "number",
    "hands_limit",
    "sheethead__hands",
    "sheethead__closed",
    "sheethead__over",
    "sheethead__agreed",
    "latest",
)


def tables_of(round_: Round, now: datetime.datetime | None = None) -> list[TableState]:
    """All tables of a round by number, with their pace against the hall's."""
    rows = (
        Sitting.objects.filter(round=round_)
        .annotate(latest=Max("entry__at"))
        .order_by("number")
        .values_list(*COLUMNS)
    )
    decided = set(
        Ruling.objects.filter(round=round_, kind=RulingKind.WALKOVER, withdrawn_at=None).values_list(
            "table", flat=True
        )
    )
    matched = plan_of(round_.stage).matched
    tables = [
        TableState(
            sitting=sitting,
            number=number or 0,
            hands=hands,
            limit=limit,
            closed=closed,
            over=over,
            last_at=latest,
            walkover=number in decided,
            matched=matched,
            agreed=agreed,
        )
        for sitting, number, limit, hands, closed, over, agreed, latest in rows
    ]
    return _paced(tables, round_.opened_at, now or timezone.now())


def _paced(
    tables: list[TableState], begun: datetime.datetime | None, now: datetime.datetime
) -> list[TableState]:
    """With the pace of each table against the middle one's, once the hall has played a little."""
    playing = [table for table in tables if not table.walkover]
    if (
        begun is None
        or not playing
        or sorted(table_state.hands for table_state in playing)[len(playing) // 2] < WARM
    ):
        return tables

    def rate(table_state: TableState) -> float:
        until = table_state.last_at if table_state.complete and table_state.last_at else now
        hours = (until - begun).total_seconds() / 3600
        return table_state.hands / hours if hours > 0 else 0.0

    middle = sorted(map(rate, playing))[len(playing) // 2]
    return [replace(table, pace=rate(table) / middle) if middle else table for table in tables]


def disputed_tables(event: Event) -> list[tuple[int, int]]:
    """Tables of any round that are in dispute: number of the round, number of the table."""
    sittings = Sitting.objects.filter(event=event, sheethead__agreed=AgreedState.DISPUTED)
    numbers = sittings.exclude(round=None).values_list("round__number", "number")
    return [(round_ or 0, table or 0) for round_, table in numbers.order_by("round__number", "number")]


def announcement(round_: Round) -> list[int]:
    """Numbers of the tables the hall is waiting for."""
    return [table.number for table in tables_of(round_) if not table.complete]
