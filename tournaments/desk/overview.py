"""How an event stands: counters, rounds, and the one thing that comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access.roles import Action
from tournaments.cash.plan import plan_of_event
from tournaments.engines.plans import Confirming, Format
from tournaments.events.draw.drawing import stage_to_draw
from tournaments.events.ground.stages import plan_of, settings_of
from tournaments.events.rounds.running import TableState, disputed_tables, tables_of
from tournaments.events.words.plans import stage_name
from tournaments.events.words.rounds import (
    coming,
    disputes_anywhere,
    early_words,
    round_title,
    state_word,
    unconfirmed_words,
)
from tournaments.models import COMING, Entrant, EntrantState, Event, Round, RoundState


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
class OverviewRound:
    """One round in the list."""

    pk: int
    number: int
    name: str
    stage: str
    state: str  # a RoundState
    word: str  # how far it is
    tables: int
    done: int  # tables nothing more is expected of
    out: int  # entrants that sit out
    byes: bool  # whoever sits out has a bye


@dataclass(frozen=True, slots=True)
class Overview:
    """The first page of an event."""

    step: Step
    here: int
    expected: int  # all who are entered, but for those who are not coming
    paid: int
    fee: bool  # is there anything to pay?
    tables: tuple[int, int] | None  # done, all; of the round that is on
    slow: tuple[int, ...]  # numbers of tables the hall waits for
    early: str  # which tables have handed in although something was left to play
    disputed: str  # which tables of any round are in dispute
    unconfirmed: str  # which of the open round have handed in a list that nobody has confirmed
    round: int | None  # the number of the round that is on, or of the last one
    rounds: tuple[OverviewRound, ...]
    planned: int  # rounds in all, as far as that is known
    entrant: int = field(default=1)


@dataclass(frozen=True, slots=True)
class EventStep:
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
    alone: bool = False  # the published round is played by some groups already
    title: str = ""  # of the round the step is about; empty: by its number
    label: str = ""  # of the button for the next draw
    takes_money: bool = False


def next_step(now: EventStep) -> Step:
    """The one thing to do, from what there is; pure."""
    if now.finished:
        text = _("The results are official.")
        return Step("official", text, _("Standings"), "desk-standings", also=_afterwards(now))
    if now.stages == 0:
        text = _("Nobody knows yet how many rounds there are, and who meets whom.")
        return Step("stage", text, _("Add a stage"), "desk-stage-add", action=Action.EDIT_PLAN)
    on = now.open or now.published or now.draft
    title = now.title or _("Round {number}").format(number=on or now.closed)
    if now.open is not None:
        if now.tables and now.done == now.tables:
            text = _("All tables of this round are done: {round}.").format(round=title)
            label = _("Close: {round}").format(round=title)
            return Step("close", text, label, "desk-round", (now.open,), Action.RUN_ROUNDS)
        text = ngettext(
            "{round} is being played: {done} of {tables} table is done.",
            "{round} is being played: {done} of {tables} tables are done.",
            now.tables,
        ).format(round=title, done=now.done, tables=now.tables)
        return Step("watch", text, _("Go to the tables"), "desk-round", (now.open,))
    if now.published is not None and now.alone:
        text = _("{round} is not open for all groups yet.").format(round=title)
        label = _("Open for all: {round}").format(round=title)
        return Step("open", text, label, "desk-round", (now.published,), Action.RUN_ROUNDS)
    if now.published is not None:
        text = _("{round} is published; no hands are entered yet.").format(round=title)
        label = _("Open: {round}").format(round=title)
        return Step("open", text, label, "desk-round", (now.published,), Action.RUN_ROUNDS)
    if now.draft is not None:
        text = _("{round} is drawn; only the organisers see it.").format(round=title)
        label = _("Look at it and publish: {round}").format(round=title)
        return Step("publish", text, label, "desk-round", (now.draft,), Action.RUN_ROUNDS)
    if now.entered == 0:
        text = _("Nobody is entered yet.")
        return Step("people", text, _("Enter the people"), "desk-people", action=Action.ADD_PEOPLE)
    if now.here == 0:
        text = _("Nobody is checked in yet.")
        return Step("check-in", text, _("Check people in"), "desk-check-in", action=Action.CHECK_IN)
    if now.more:
        text = ngettext("{count} entrant is here.", "{count} entrants are here.", now.here)
        if now.closed:
            text = _("{round} is closed.").format(round=title)
        label = now.label or _("Draw: {round}").format(
            round=_("Round {number}").format(number=now.closed + 1)
        )
        return Step("draw", text.format(count=now.here), label, "desk-draw", action=Action.DRAW)
    text = _("All rounds are played: time for the prize-giving.")
    label = _("Make the results official")
    return Step("finish", text, label, "desk-finish", action=Action.RUN_ROUNDS, also=_prize_giving(now))


def _afterwards(now: EventStep) -> tuple[tuple[str, str, Action], ...]:
    """What everybody may see now, and send to friends; then what is still to give."""
    return ((_("How it ended"), "event-ending", Action.SEE_DRAFTS), *_prize_giving(now)[1:])


def _prize_giving(now: EventStep) -> tuple[tuple[str, str, Action], ...]:
    cash_desk = ((_("Cash desk"), "desk-cash", Action.KEEP_CASH),)
    return (
        (_("Standings"), "desk-standings", Action.SEE_DRAFTS),
        *(cash_desk if now.takes_money else ()),
        (_("Prize-giving"), "desk-giving", Action.GIVE_PRIZES),
        (_("Certificates"), "desk-certificates", Action.EDIT_PLAN),
        (_("Screens"), "desk-screens", Action.STEER_SCREENS),
    )


def overview(event: Event) -> Overview:
    """How the event stands now; a handful of queries."""
    states = Counter(Entrant.objects.filter(event=event).values_list("state", flat=True))
    here = states[EntrantState.HERE]
    entered = sum(states[state] for state in COMING)
    paid = Entrant.objects.filter(event=event, paid=True, state__in=COMING).count()
    rounds = list(event.rounds.select_related("stage").order_by("number"))
    on = next((round_ for round_ in rounds if round_.state == RoundState.OPEN and not round_.by_groups), None)
    alone = next((round_ for round_ in rounds if round_.by_groups), None)
    tables = tables_of(on) if on else []
    done = [table for table in tables if table.complete]
    stage = stage_to_draw(event)
    about = on or alone or next((round_ for round_ in rounds if round_.state == RoundState.PUBLISHED), None)
    about = about or next((round_ for round_ in rounds if round_.state == RoundState.DRAWN), None)
    waits = about is None and stage is not None and here > 0 and event.finished_at is None
    settings, takes_money = settings_of(event), plan_of_event(event).takes
    standing = EventStep(
        finished=event.finished_at is not None,
        stages=event.stages.count(),
        entered=entered,
        here=here,
        draft=_first(rounds, RoundState.DRAWN),
        published=alone.number if alone else _first(rounds, RoundState.PUBLISHED),
        open=on.number if on else None,
        alone=alone is not None,
        done=len(done),
        tables=len(tables),
        closed=sum(round_.state == RoundState.CLOSED for round_ in rounds),
        more=stage is not None,
        title=round_title(about or rounds[-1]) if rounds else "",
        label=coming(stage).label if waits and stage is not None else "",
        takes_money=takes_money,
    )
    return Overview(
        step=next_step(standing),
        here=here,
        expected=entered,
        paid=paid,
        fee=takes_money,
        tables=(len(done), len(tables)) if on else None,
        slow=tuple(table.number for table in tables if table.slow == "very_slow"),
        early=early_words([table for table in tables if table.early]),
        disputed=disputes_anywhere(disputed_tables(event)) if rounds else "",
        unconfirmed=unconfirmed_words(
            [table.number for table in tables if table.unconfirmed]
            if settings.confirming is not Confirming.NOBODY
            else []
        ),
        round=_counted(
            on or next((round_ for round_ in rounds[::-1] if round_.state == RoundState.CLOSED), None)
        ),
        rounds=tuple(_row(round_, tables if round_ is on else None) for round_ in rounds),
        planned=len(rounds),
        entrant=settings.entrant,
    )


def _first(rounds: Sequence[Round], state: RoundState) -> int | None:
    return next((round_.number for round_ in rounds if round_.state == state), None)


def _counted(round_: Round | None) -> int | None:
    """Its number, where people call it by its number."""
    if round_ is None or round_.name or plan_of(round_.stage).format in (Format.KNOCKOUT, Format.FINAL):
        return None
    return round_.number


def _row(round_: Round, tables: Sequence[TableState] | None) -> OverviewRound:
    seating = round_.seating
    count = len(seating["tables"])
    done = count if round_.state == RoundState.CLOSED else 0
    return OverviewRound(
        pk=round_.pk,
        number=round_.number,
        name=round_title(round_),
        stage=stage_name(plan_of(round_.stage), round_.stage.name),
        state=round_.state,
        word=state_word(round_),
        tables=count,
        done=sum(table.complete for table in tables) if tables is not None else done,
        out=len(seating["out"]),
        byes=plan_of(round_.stage).matched,
    )
