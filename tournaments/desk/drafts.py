"""What the desk shows of a draw: what it will be, and what it has become. In the active language."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from scoring import Seat, Unreadable
from scoring.table import alone
from tournaments import seats
from tournaments.desk.trees import Tree, trees_of
from tournaments.events.changing import rules_of
from tournaments.events.drafts import spoken
from tournaments.events.drawing import refuse_to_part, stage_to_draw, waits_for
from tournaments.events.lineups import Lineup, in_seat_order, lineup
from tournaments.events.moves import FIXED
from tournaments.events.names import full_names_of
from tournaments.events.rounds import announcement
from tournaments.events.seating import Concern, warnings
from tournaments.events.stages import plan_of, settings_of
from tournaments.lists.words import folded
from tournaments.models import Entrant, EntrantState, Event, Notice, Player, Round, RoundState, Wish
from tournaments.plans import Format
from tournaments.plans.declared import PARTNERED
from tournaments.register.forecast import forecast
from tournaments.wording import Wording, listed
from tournaments.words.plans import line_of, stage_name
from tournaments.words.rounds import change_word, concern_word, round_title

said = Wording(alone(1))


# --- before the draw ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Waiting:
    """A round whose results the draw should know, and the tables that are missing."""

    number: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next draw will be made of."""

    stage: str
    line: str
    text: str  # one sentence: who is here, how many tables
    possible: bool
    missing: tuple[str, ...]  # entered, and not checked in
    unpaid: tuple[str, ...]  # here, and the fee is open
    wishes: tuple[str, ...]  # two who shall not meet, both here
    waiting: tuple[Waiting, ...]  # results it should know: drawn all the same only with a reason
    by_lot: bool  # False: a bracket goes on, nothing is drawn
    seed: str  # a proposal, to be announced or replaced


def ahead(event: Event) -> Ahead | None:
    """The next draw, or the one that would come if the draft was thrown away; None: all is drawn."""
    stage = stage_to_draw(event, drafts=False)
    if stage is None:
        return None
    plan, names = plan_of(stage), full_names_of(event)
    told = forecast(event)
    entrants = list(Entrant.objects.filter(event=event))
    here = {one.pk for one in entrants if one.state == EntrantState.HERE}
    wishes = Wish.objects.filter(event=event, one__in=here, other__in=here)
    return Ahead(
        stage=stage_name(plan, stage.name),
        line=line_of(stage),
        text=told.text,
        possible=told.possible,
        missing=tuple(names[one.pk] for one in entrants if one.state == EntrantState.EXPECTED),
        unpaid=tuple(names[one.pk] for one in entrants if one.pk in here and not one.paid)
        if settings_of(event).fee
        else (),
        wishes=tuple(listed([names[wish.one_id], names[wish.other_id]]) for wish in wishes),
        waiting=tuple(Waiting(one.number, tuple(announcement(one))) for one in waits_for(stage)),
        by_lot=not plan.bracket or not stage.rounds.exclude(state=RoundState.DRAWN).exists(),
        seed=seats.new_seed(),
    )


# --- after it -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a draft."""

    entrant: int
    number: int
    name: str
    club: str
    unpaid: bool
    table: int | None  # None: sits out


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of a draft, in seat order."""

    number: int
    people: tuple[Person, ...]
    sides: tuple[str, ...]  # who plays with whom, where that is not the entrants themselves
    warnings: tuple[str, ...]
    group: str
    small: bool  # fewer than at the other tables


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of one round."""

    tables: tuple[TableCard, ...]
    out: tuple[Person, ...]
    by_name: tuple[Person, ...]

    @property
    def warnings(self) -> int:
        """How much is not as it should be."""
        return sum(len(one.warnings) for one in self.tables)


def seats_of(round_: Round) -> Seats:
    """A round as the desk sees it, with what is wrong at each table."""
    event = round_.event
    names, playing = full_names_of(event, round_.number), lineup(event, round_.number)
    fee = settings_of(event).fee
    entrants = {one.pk: one for one in Entrant.objects.filter(event=event)}
    seating = round_.seating
    place = {
        who: number
        for number, table in zip(seating["numbers"], seating["tables"], strict=True)
        for who in table
    }

    def person(entrant: int) -> Person:
        one = entrants[entrant]
        unpaid = bool(fee) and not one.paid
        return Person(entrant, one.number, names[entrant], one.club, unpaid, place.get(entrant))

    concerns = warnings(round_)
    groups = seating.get("groups") or [""] * len(seating["tables"])
    largest = max(map(len, seating["tables"]), default=0)
    tables = tuple(
        TableCard(
            number=number,
            people=tuple(map(person, table)),
            sides=_sides(round_, table, playing),
            warnings=tuple(_about(table, concerns, names)),
            group=group,
            small=len(table) < largest,
        )
        for number, table, group in zip(seating["numbers"], seating["tables"], groups, strict=True)
    )
    out = tuple(map(person, seating["out"]))
    everybody = [one for table in tables for one in table.people] + list(out)
    return Seats(tables, out, tuple(sorted(everybody, key=lambda one: folded(one.name))))


def _about(table: Sequence[int], concerns: Iterable[Concern], names: Mapping[int, str]) -> list[str]:
    at = set(table)
    return [concern_word(one, names) for one in concerns if {one.one, one.other} <= at]


def _sides(round_: Round, table: Sequence[int], playing: Lineup) -> tuple[str, ...]:
    """Who plays together where several entrants share a side."""
    if plan_of(round_.stage).format not in PARTNERED or any(one not in playing for one in table):
        return ()
    people: list[tuple[int, Player]] = in_seat_order(table, playing)
    event = round_.event
    seating = event.game_value().accounts(len(people), rules_of(event))
    sides: dict[int, list[str]] = {}
    for seat, (_entrant, player) in enumerate(people):
        sides.setdefault(seating.side_of(Seat(seat)), []).append(player.name)
    return tuple(" & ".join(names) for _side, names in sorted(sides.items()))


@dataclass(frozen=True, slots=True)
class Attempt:
    """A draw that was made and thrown away again."""

    at: datetime.datetime
    seed: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A round that is drawn and not published."""

    round: Round
    title: str
    stage: str
    rounds: tuple[tuple[int, str], ...]  # all that are drafted: number and name
    first: bool  # it is the next to be published
    seats: Seats
    told: tuple[str, ...]  # what the draw has achieved, sentence by sentence
    by_lot: bool
    early: str  # why it was drawn before all results were in
    changes: tuple[str, ...]  # by hand
    byes: bool  # who sits out has a bye
    attempts: tuple[Attempt, ...]
    fixed: bool  # neither drawn again nor thrown away: other rounds of the same draw are published
    free: bool  # people may exchange between tables
    cards: bool  # partners are drawn by cards at the tables
    trees: tuple[Tree, ...]


def draft_of(round_: Round) -> Draft:
    """A drafted round with everything an organiser looks at before publishing it."""
    event, plan = round_.event, plan_of(round_.stage)
    drafts = list(event.rounds.filter(state=RoundState.DRAWN).select_related("stage").order_by("number"))
    names = full_names_of(event, round_.number)
    early = next((one["reason"] for one in round_.changes if one["what"] == "drawn_early"), "")
    return Draft(
        round=round_,
        title=round_title(round_),
        stage=line_of(round_.stage),
        rounds=tuple((one.number, round_title(one)) for one in drafts),
        first=bool(drafts) and drafts[0].pk == round_.pk,
        seats=seats_of(round_),
        told=tuple(_told(round_)),
        by_lot=bool(round_.request.get("parts")),
        early=early,
        changes=tuple(change_word(one, names) for one in round_.changes if one["what"] != "drawn_early"),
        byes=plan.matched,
        attempts=tuple(attempts_at(round_)),
        fixed=_fixed(event),
        free=plan.format not in FIXED,
        cards=plan.format == Format.PARTNERS and plan.aces,
        trees=trees_of(round_.stage, names) if plan.bracket else (),
    )


def attempts_at(round_: Round) -> list[Attempt]:
    """Earlier draws of this round, oldest first: nobody draws in secret until he likes it."""
    noted = Notice.objects.filter(event=round_.event_id, what="drawn").order_by("pk")
    ours = [one for one in noted if round_.number in one.data["rounds"]]
    return [Attempt(one.at, one.data["seed"]) for one in ours[:-1]]


def _fixed(event: Event) -> bool:
    try:
        refuse_to_part(event)
    except Unreadable:
        return True
    return False


def _told(round_: Round) -> list[str]:
    """What the engine says of its draw."""
    plan, answer = plan_of(round_.stage), round_.answer
    sentences = [said.say(spoken(one)) for one in answer.get("sentences", ())]
    if plan.format == Format.GROUPS:
        count = len({*round_.seating["groups"]})
        sentences.insert(0, ngettext("{count} group.", "{count} groups.", count).format(count=count))
    if not answer.get("sentences"):
        sentences.append(gettext("The bracket goes on with those who have won; nothing is drawn by lot."))
    return sentences
