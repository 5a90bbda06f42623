"""How an event stands: counters, rounds, and the one thing that comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.drawing import stage_to_draw
from tournaments.events.rounds import TableState, tables_of
from tournaments.events.stages import plan_of, settings_of
from tournaments.models import Entrant, EntrantState, Event, Round, RoundState
from tournaments.roles import Action
from tournaments.words.plans import stage_name


@dataclass(frozen=True, slots=True)
class Step:
    """What comes next: a sentence, and a button that leads there."""

    code: str
    text: str  # where the event stands
    label: str  # of the button
    route: str  # name of the address; its first argument is the event
    args: tuple[int, ...] = ()
    action: Action = Action.SEE_DRAFTS  # what one must be allowed to do for it
    also: tuple[tuple[str, str, Action], ...] = ()  # what goes with it: label, address, what for


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round in the list."""

    pk: int
    number: int
    name: str
    stage: str
    state: str  # a RoundState
    tables: int
    done: int  # tables nothing more is expected of
    out: int  # entrants that sit out


@dataclass(frozen=True, slots=True)
class Overview:
    """The first page of an event."""

    step: Step
    here: int
    expected: int  # all who are entered, but for those who are not coming
    paid: int
    fee: int  # cents
    tables: tuple[int, int] | None  # done, all; of the round that is on
    slow: tuple[int, ...]  # numbers of tables the hall waits for
    round: int | None  # the number of the round that is on, or of the last one
    rounds: tuple[RoundRow, ...]
    planned: int  # rounds in all, as far as that is known
    entrant: int = field(default=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the next step depends on."""

    finished: bool
    stages: int
    entered: int
    here: int
    draft: int | None = None  # number of the first round that is only drawn
    published: int | None = None
    open: int | None = None
    done: int = 0  # tables of the open round
    tables: int = 0
    closed: int = 0  # rounds
    more: bool = True  # there is something left to draw


def next_step(now: Standing) -> Step:
    """The one thing to do, from what there is; pure."""
    if now.finished:
        text = _("The results are official.")
        return Step("official", text, _("Standings"), "desk-standings", also=_prize_giving()[1:])
    if now.stages == 0:
        text = _("Nobody knows yet how many rounds there are, and who meets whom.")
        return Step("stage", text, _("Add a stage"), "desk-stage-add", action=Action.EDIT_PLAN)
    if now.open is not None:
        if now.tables and now.done == now.tables:
            text = _("All tables of round {number} are done.").format(number=now.open)
            label = _("Close round {number}").format(number=now.open)
            return Step("close", text, label, "desk-round", (now.open,), Action.RUN_ROUNDS)
        text = ngettext(
            "Round {number} is being played: {done} of {tables} table is done.",
            "Round {number} is being played: {done} of {tables} tables are done.",
            now.tables,
        ).format(number=now.open, done=now.done, tables=now.tables)
        return Step("watch", text, _("Go to the tables"), "desk-round", (now.open,))
    if now.published is not None:
        text = _("The seats of round {number} are public; scoring has not begun yet.").format(
            number=now.published
        )
        label = _("Open round {number}").format(number=now.published)
        return Step("open", text, label, "desk-round", (now.published,), Action.RUN_ROUNDS)
    if now.draft is not None:
        text = _("Round {number} is drawn; only the organisers see it.").format(number=now.draft)
        label = _("Look at it and publish")
        return Step("publish", text, label, "desk-round", (now.draft,), Action.RUN_ROUNDS)
    if now.entered == 0:
        text = _("Nobody is entered yet.")
        return Step("people", text, _("Enter the people"), "desk-people", action=Action.ADD_PEOPLE)
    if now.here == 0:
        text = _("Nobody is checked in yet.")
        return Step("check-in", text, _("Check people in"), "desk-check-in", action=Action.CHECK_IN)
    if now.more:
        number = now.closed + 1
        text = ngettext("{count} entrant is here.", "{count} entrants are here.", now.here)
        if now.closed:
            text = _("Round {number} is closed.").format(number=now.closed)
        label = _("Draw round {number}").format(number=number)
        return Step("draw", text.format(count=now.here), label, "desk-draw", action=Action.DRAW)
    text = _("All rounds are played: time for the prize-giving.")
    label = _("Make the results official")
    return Step("finish", text, label, "desk-finish", action=Action.RUN_ROUNDS, also=_prize_giving())


def _prize_giving() -> tuple[tuple[str, str, Action], ...]:
    return (
        (_("Standings"), "desk-standings", Action.SEE_DRAFTS),
        (_("Prizes"), "desk-prizes", Action.EDIT_PLAN),
        (_("Certificates"), "desk-certificates", Action.EDIT_PLAN),
        (_("Screens"), "desk-screens", Action.STEER_SCREENS),
    )


def overview(event: Event) -> Overview:
    """How the event stands now; a handful of queries."""
    states = Counter(Entrant.objects.filter(event=event).values_list("state", flat=True))
    here = states[EntrantState.HERE]
    entered = here + states[EntrantState.EXPECTED]
    paid = Entrant.objects.filter(event=event, paid=True).count()
    rounds = list(event.rounds.select_related("stage").order_by("number"))
    on = next((one for one in rounds if one.state == RoundState.OPEN), None)
    tables = tables_of(on) if on else []
    done = [one for one in tables if one.complete]
    standing = Standing(
        finished=event.finished_at is not None,
        stages=event.stages.count(),
        entered=entered,
        here=here,
        draft=_first(rounds, RoundState.DRAWN),
        published=_first(rounds, RoundState.PUBLISHED),
        open=on.number if on else None,
        done=len(done),
        tables=len(tables),
        closed=sum(one.state == RoundState.CLOSED for one in rounds),
        more=stage_to_draw(event) is not None,
    )
    settings = settings_of(event)
    return Overview(
        step=next_step(standing),
        here=here,
        expected=entered,
        paid=paid,
        fee=settings.fee,
        tables=(len(done), len(tables)) if on else None,
        slow=tuple(one.number for one in tables if one.slow == "very_slow"),
        round=on.number if on else _last_closed(rounds),
        rounds=tuple(_row(one, tables if one is on else None) for one in rounds),
        planned=len(rounds),
        entrant=settings.entrant,
    )


def _first(rounds: Sequence[Round], state: RoundState) -> int | None:
    return next((one.number for one in rounds if one.state == state), None)


def _last_closed(rounds: Sequence[Round]) -> int | None:
    return max((one.number for one in rounds if one.state == RoundState.CLOSED), default=None)


def _row(one: Round, tables: Sequence[TableState] | None) -> RoundRow:
    seating: dict[str, Any] = one.seating
    count = len(seating.get("tables", []))
    done = count if one.state == RoundState.CLOSED else 0
    return RoundRow(
        pk=one.pk,
        number=one.number,
        name=one.name or _("Round {number}").format(number=one.number),
        stage=stage_name(plan_of(one.stage), one.stage.name),
        state=one.state,
        tables=count,
        done=sum(each.complete for each in tables) if tables is not None else done,
        out=len(seating.get("out", [])),
    )
