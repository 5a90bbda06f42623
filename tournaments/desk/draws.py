"""What the desk shows of a draw: what it will be, and what it has become. In the active language."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring import Seat, Unreadable
from scoring.table import alone
from tournaments.cash.plan import plan_of_event
from tournaments.desk.course import Happening, hung_before
from tournaments.desk.trees import DraftTree, trees_of
from tournaments.engines import seatdraw as seats
from tournaments.engines.plans import Format
from tournaments.engines.plans.declared import PARTNERED
from tournaments.events.draw.again import again_in
from tournaments.events.draw.drawing import refuse_to_part, stage_to_draw, waits_for
from tournaments.events.draw.knockout import next_of_bracket
from tournaments.events.ground.lineups import Lineup, in_seat_order, lineup
from tournaments.events.ground.names import full_names_of
from tournaments.events.ground.stages import plan_of, running_round
from tournaments.events.plan.changing import rules_of
from tournaments.events.rounds.publishing import mark_of
from tournaments.events.rounds.running import announcement
from tournaments.events.seats.moves import FIXED
from tournaments.events.seats.seating import Concern, warnings
from tournaments.events.words.achieved import achieved
from tournaments.events.words.plans import line_of, stage_name
from tournaments.events.words.rounds import change_word, coming, concern_word, round_title, table_list
from tournaments.lists.surnames import by_surname
from tournaments.models import Entrant, EntrantState, Event, Notice, Player, Round, RoundState, Stage, Wish
from tournaments.models.naming import names_in
from tournaments.people.forecast import forecast
from tournaments.speech.wording import Wording, listed

wording = Wording(alone(1))
MOST_NAMES = 12  # of rounds, in one row of links


# --- before the draw ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AwaitedRound:
    """A round whose results the draw should know, and the tables that are missing."""

    number: int
    title: str
    missing: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next draw will be made of."""

    title: str  # what it will be called: Round 3, Semi-finals
    label: str  # of the button that makes it
    stage: str
    line: str
    text: str  # one sentence: who is here, how many tables
    possible: bool
    missing: tuple[str, ...]  # entered, and not checked in
    unpaid: tuple[str, ...]  # here, and the fee is open
    wishes: tuple[str, ...]  # two who shall not meet, both here
    waiting: tuple[AwaitedRound, ...]  # results it should know: drawn all the same only with a reason
    refused: str  # why it cannot be drawn, whatever is said; else empty
    by_lot: bool  # False: a bracket goes on, nothing is drawn
    seed: str  # a proposal, to be announced or replaced


def ahead(event: Event) -> Ahead | None:
    """The next draw, or the one that would come if the draft was thrown away; None: all is drawn."""
    stage = stage_to_draw(event, drafts=False)
    if stage is None:
        return None
    plan, names = plan_of(stage), full_names_of(event)
    expected = forecast(event)
    entrants = list(Entrant.objects.filter(event=event))
    here = {entrant.pk for entrant in entrants if entrant.state == EntrantState.HERE}
    wishes = Wish.objects.filter(event=event, entrant__in=here, other__in=here)
    comes = coming(stage)
    by_lot = not plan.bracket or not stage.rounds.exclude(state=RoundState.DRAWN).exists()
    return Ahead(
        title=comes.title,
        label=comes.label,
        stage=stage_name(plan, stage.name),
        line=line_of(stage),
        text=expected.text,
        possible=expected.possible,
        missing=tuple(names[entrant.pk] for entrant in entrants if entrant.state == EntrantState.EXPECTED),
        unpaid=tuple(names[entrant.pk] for entrant in entrants if entrant.pk in here and not entrant.paid)
        if plan_of_event(event).takes
        else (),
        wishes=tuple(
            listed([names[wish.entrant_id], names[wish.other_id]]) for wish in wishes if not wish.together
        ),
        waiting=tuple(
            AwaitedRound(
                round_.number,
                round_title(round_),
                table_list(missing) if (missing := announcement(round_)) else "",
            )
            for round_ in waits_for(stage)
        ),
        refused="" if by_lot else _undecided(stage),
        by_lot=by_lot,
        seed=seats.new_seed(),
    )


def _undecided(stage: Stage) -> str:
    """Why a bracket cannot go on yet; else empty."""
    try:
        next_of_bracket(stage)
    except Unreadable as refused:
        return " ".join(wording.say(problem.text) for problem in refused.problems)
    return ""


@dataclass(frozen=True, slots=True)
class On:
    """The round that hangs or is played while the next one could be drawn."""

    number: int
    title: str
    open: bool


def on_of(event: Event) -> On | None:
    """The round that is published or open; None: nothing hangs that is not over."""
    round_ = running_round(event)
    if round_ is None:
        return None
    return On(round_.number, round_title(round_), round_.state == RoundState.OPEN)


# --- after it -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftPerson:
    """Somebody in a draft."""

    entrant: int
    number: int
    name: str
    club: str
    unpaid: bool
    table: int | None  # None: sits out


@dataclass(frozen=True, slots=True)
class DraftTable:
    """One table of a draft, in seat order."""

    number: int
    people: tuple[DraftPerson, ...]
    sides: tuple[str, ...]  # who plays with whom, where that is not the entrants themselves
    warnings: tuple[str, ...]
    notes: tuple[str, ...]  # who meets again where nobody could have avoided it
    group: str
    small: bool  # fewer than at the other tables


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of one round."""

    tables: tuple[DraftTable, ...]
    out: tuple[DraftPerson, ...]
    by_name: tuple[DraftPerson, ...]

    @property
    def warnings(self) -> int:
        """How much is not as it should be."""
        return sum(len(table.warnings) for table in self.tables)


def seats_of(round_: Round) -> Seats:
    """A round as the desk sees it, with what is wrong at each table."""
    event = round_.event
    names, playing = full_names_of(event, round_.number), lineup(event, round_.number)
    fee = plan_of_event(event).takes
    entrants = {entrant.pk: entrant for entrant in Entrant.objects.filter(event=event)}
    seating = round_.seating
    place = {
        who: number
        for number, table in zip(seating["numbers"], seating["tables"], strict=True)
        for who in table
    }

    def person(entrant: int) -> DraftPerson:
        row = entrants[entrant]
        unpaid = fee and not row.paid
        club = "" if f"({row.club})" in names[entrant] else row.club  # said once
        return DraftPerson(entrant, row.number, names[entrant], club, unpaid, place.get(entrant))

    concerns = warnings(round_)
    met = [concern for concern in concerns if concern.kind == "again"]
    notes = met if met and not again_in(round_).avoidable else []
    concerns = [concern for concern in concerns if concern not in notes]
    groups = seating.get("groups") or [""] * len(seating["tables"])
    largest = max(map(len, seating["tables"]), default=0)
    tables = tuple(
        DraftTable(
            number=number,
            people=tuple(map(person, table)),
            sides=_sides(round_, table, playing),
            warnings=tuple(_about(table, concerns, names)),
            notes=tuple(_about(table, notes, names)),
            group=group,
            small=len(table) < largest,
        )
        for number, table, group in zip(seating["numbers"], seating["tables"], groups, strict=True)
    )
    out = tuple(map(person, seating["out"]))
    everybody = [person for table in tables for person in table.people] + list(out)
    return Seats(tables, out, tuple(sorted(everybody, key=lambda person: by_surname(person.name))))


def _about(table: Sequence[int], concerns: Iterable[Concern], names: Mapping[int, str]) -> list[str]:
    at = set(table)
    return [concern_word(concern, names) for concern in concerns if {concern.first, concern.second} <= at]


def _sides(round_: Round, table: Sequence[int], playing: Lineup) -> tuple[str, ...]:
    """Who plays together where several entrants share a side."""
    if plan_of(round_.stage).format not in PARTNERED or any(entrant not in playing for entrant in table):
        return ()
    people: list[tuple[int, Player]] = in_seat_order(table, playing)
    event = round_.event
    seating = event.game_value().accounts(len(people), rules_of(event))
    sides: dict[int, list[str]] = {}
    called = names_in(event)
    for seat, (_entrant, player) in enumerate(people):
        sides.setdefault(seating.side_of(Seat(seat)), []).append(called.full_name(player))
    return tuple(" & ".join(names) for _side, names in sorted(sides.items()))


@dataclass(frozen=True, slots=True)
class DiscardedDraw:
    """A draw that was made and thrown away again."""

    at: datetime.datetime
    seed: str


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A round that is drawn and not published."""

    round: Round
    title: str
    stage: str
    rounds: tuple[tuple[int, str], ...]  # all that are drafted: number and name
    first: bool  # it is the next to be published
    seats: Seats
    achieved: tuple[str, ...]  # what the draw has achieved, sentence by sentence
    by_lot: bool
    early: str  # why it was drawn before all results were in
    changes: tuple[str, ...]  # by hand
    mark: str  # of what is seen of it here
    mark_all: str  # of all drafts
    hung: tuple[Happening, ...]  # how often it was published and taken back
    byes: bool  # who sits out has a bye
    attempts: tuple[DiscardedDraw, ...]
    fixed: bool  # neither drawn again nor thrown away: other rounds of the same draw are published
    free: bool  # people may exchange between tables
    cards: bool  # partners are drawn by cards at the tables
    trees: tuple[DraftTree, ...]

    @property
    def many(self) -> bool:
        """More rounds than a phone has room for by name: their numbers do."""
        return len(self.rounds) > MOST_NAMES


def draft_of(round_: Round) -> DraftPage:
    """A drafted round with everything an organiser looks at before publishing it."""
    event, plan = round_.event, plan_of(round_.stage)
    drafts = list(event.rounds.filter(state=RoundState.DRAWN).select_related("stage").order_by("number"))
    names = full_names_of(event, round_.number)
    early = next((change["reason"] for change in round_.changes if change["what"] == "drawn_early"), "")
    return DraftPage(
        round=round_,
        title=round_title(round_),
        stage=line_of(round_.stage),
        rounds=tuple((draft.number, round_title(draft)) for draft in drafts),
        first=bool(drafts) and drafts[0].pk == round_.pk,
        seats=seats_of(round_),
        achieved=tuple(achieved(round_)),
        by_lot=bool(round_.request.get("parts")),
        early=early,
        changes=tuple(changed_by_hand([round_])),
        mark=mark_of([round_]),
        mark_all=mark_of(drafts),
        hung=hung_before(round_),
        byes=plan.matched,
        attempts=tuple(attempts_at(round_)),
        fixed=_fixed(event),
        free=plan.format not in FIXED,
        cards=plan.format == Format.PARTNERS and plan.aces,
        trees=trees_of(round_.stage, names) if plan.bracket else (),
    )


def changed_by_hand(drafts: Iterable[Round]) -> list[str]:
    """What would be lost with these drafts: everything that was done to them by hand."""
    return [
        change_word(change, full_names_of(draft.event, draft.number))
        for draft in drafts
        for change in draft.changes
        if change["what"] != "drawn_early"
    ]


def attempts_at(round_: Round) -> list[DiscardedDraw]:
    """Earlier draws of this round, oldest first: nobody draws in secret until he likes it."""
    noted = Notice.objects.filter(event=round_.event_id, what="drawn").order_by("pk")
    ours = [notice for notice in noted if round_.number in notice.data["rounds"]]
    return [DiscardedDraw(notice.at, notice.data["seed"]) for notice in ours[:-1]]


def _fixed(event: Event) -> bool:
    try:
        refuse_to_part(event)
    except Unreadable:
        return True
    return False
