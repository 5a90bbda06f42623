"""Rounds in words: what they are called, how far they are, and what was changed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext, ngettext

from tournaments.engines.bracket import THIRD_PLACE, Branch, bracket_size
from tournaments.engines.plans import Format
from tournaments.events.draw.field import field_of
from tournaments.events.ground.stages import plan_of, settled_rounds
from tournaments.events.results.brackets import bracket_of, left_in, tables_of
from tournaments.events.rounds.running import TableState
from tournaments.events.seats.seating import Concern
from tournaments.events.words.plans import stage_name
from tournaments.models import Event, Round, RoundState, Stage
from tournaments.speech.brackets import of_whom, third_place
from tournaments.speech.wording import listed


def round_title(round_: Round) -> str:
    """`Round 2`, `Semi-finals`, or what the organiser has called it."""
    if round_.name:
        return round_.name
    format = plan_of(round_.stage).format
    if format == Format.FINAL:
        return gettext("Final table")
    if format == Format.KNOCKOUT:
        return of_whom(left_in(round_.seating))
    return gettext("Round {number}").format(number=round_.number)


@dataclass(frozen=True, slots=True)
class Coming:
    """What the next draw will bring: what it is called, and the words of the button that makes it."""

    title: str
    label: str


def coming(stage: Stage) -> Coming:
    """The next draw of a stage, as if its drafts had been thrown away."""
    plan, before = plan_of(stage), settled_rounds(stage)
    last = stage.event.rounds.exclude(state=RoundState.DRAWN).aggregate(last=Max("number"))["last"] or 0
    title = gettext("Round {number}").format(number=last + 1)
    if plan.format == Format.GROUPS:
        return Coming(stage_name(plan, stage.name), gettext("Draw the groups"))
    at_once = plan.format == Format.PARTNERS or (plan.format == Format.TABLES and plan.at_once)
    if plan.format == Format.ROUND_ROBIN or (at_once and not before):
        return Coming(stage_name(plan, stage.name), gettext("Draw all rounds"))
    if plan.format == Format.FINAL:
        title = gettext("Final table")
    if plan.format == Format.KNOCKOUT:
        title = of_whom(_left_next(stage, last + 1))
    if plan.bracket and before:
        return Coming(title, gettext("Set up: {round}").format(round=title))
    return Coming(title, gettext("Draw: {round}").format(round=title))


def _left_next(stage: Stage, number: int) -> int:
    """How many are left in the next round of a knockout."""
    if settled_rounds(stage):
        bracket = bracket_of(stage)
        waiting = [match.round for match in bracket.of(Branch.UPPER) if match.winner is None]
        if waiting:
            return bracket.left(min(waiting))
    return bracket_size(len(field_of(stage, number)))


def match_title(round_: Round, table: int) -> str:
    """What is played at one table of a round: its title, or the match for third place beside a final."""
    if tables_of(round_.seating).get(table) == THIRD_PLACE:
        return third_place()
    return round_title(round_)


def state_word(round_: Round) -> str:
    """How far a round is."""
    if round_.by_groups:
        ahead = round_.seating.get("ahead", ())
        text = ngettext("group {groups} plays already", "groups {groups} play already", len(ahead))
        return text.format(groups=listed(list(ahead)))
    words = {
        RoundState.DRAWN: gettext("draft"),
        RoundState.PUBLISHED: gettext("seats are public"),
        RoundState.OPEN: gettext("running"),
        RoundState.CLOSED: gettext("closed"),
    }
    return words[RoundState(round_.state)]


def table_list(numbers: Sequence[int]) -> str:
    """`table 3`, `tables 3, 7 and 9`."""
    text = ngettext("table {tables}", "tables {tables}", len(numbers))
    return text.format(tables=listed([str(number) for number in numbers]))


def early_words(tables: Sequence[TableState]) -> str:
    """Which tables have handed in although something was left to play; "" where none has."""
    if len(tables) > 1:
        parts = [_early_part(table) for table in tables]
        return gettext("Handed in early: {tables}.").format(tables=listed(parts))
    for table in tables:
        if not table.limit:
            text = gettext("Table {table} has handed in before the match was decided.")
        else:
            text = ngettext(
                "Table {table} has handed in {hands} of {limit} hand.",
                "Table {table} has handed in {hands} of {limit} hands.",
                table.limit,
            )
        return text.format(table=table.number, hands=table.hands, limit=table.limit)
    return ""


def disputed_words(numbers: Sequence[int]) -> str:
    """Which tables of a round are in dispute; "" where none is."""
    return gettext("In dispute: {tables}.").format(tables=table_list(numbers)) if numbers else ""


def unconfirmed_words(numbers: Sequence[int]) -> str:
    """Which tables have handed in a list that nobody has confirmed; "" where none has."""
    return (
        gettext("Handed in, not confirmed: {tables}.").format(tables=table_list(numbers)) if numbers else ""
    )


def disputes_anywhere(tables: Sequence[tuple[int, int]]) -> str:
    """The same for tables of several rounds: `In dispute: round 1, table 7; round 2, table 3.`"""
    message = gettext("round {round}, table {table}")
    places = [message.format(round=round_, table=table) for round_, table in tables]
    return gettext("In dispute: {tables}.").format(tables="; ".join(places)) if places else ""


def _early_part(table: TableState) -> str:
    if not table.limit:
        return gettext("table {table} (not decided)").format(table=table.number)
    return gettext("table {table} ({hands} of {limit})").format(
        table=table.number, hands=table.hands, limit=table.limit
    )


def handing_in_early(hands: int, limit: int) -> str:
    """The question to a table that hands in although something is left to play."""
    if not limit:
        return gettext("The match is not decided: really hand in?")
    return ngettext(
        "{hands} of {limit} hand: really hand in?", "{hands} of {limit} hands: really hand in?", limit
    ).format(hands=hands, limit=limit)


def undecided_words(waiting: int) -> str:
    """How much of a table waits to be decided."""
    return ngettext(
        "{count} hand of this table still waits for a decision.",
        "{count} hands of this table still wait for a decision.",
        waiting,
    ).format(count=waiting)


def placed_words(event: Event, entrant: int, numbers: Sequence[int]) -> str:
    """Where somebody who came late sits now: `Round 3: table 4.`, or that he sits out."""
    rounds = event.rounds.filter(number__in=numbers).select_related("stage").order_by("number")
    return " ".join(_placed(round_, entrant) for round_ in rounds)


def _placed(round_: Round, entrant: int) -> str:
    title, seating = round_title(round_), round_.seating
    for number, table in zip(seating["numbers"], seating["tables"], strict=True):
        if entrant in table:
            return gettext("{round}: seat found at table {table}.").format(round=title, table=number)
    if plan_of(round_.stage).matched:
        return gettext("{round}: nobody is left to play against, so it is a bye.").format(round=title)
    return gettext("{round}: no seat was free, sits out.").format(round=title)


def concern_word(concern: Concern, names: Mapping[int, str]) -> str:
    """What is not as it should be with two at a table."""
    both = {"person": names[concern.first], "other": names[concern.second]}
    words = {
        "again": gettext("{person} and {other} have met before."),
        "partners": gettext("{person} and {other} have been partners before."),
        "apart": gettext("{person} and {other} did not want to meet."),
        "club": gettext("{person} and {other} are from the same club."),
    }
    return words[concern.kind].format(**both)


def change_word(change: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One change by hand, as it stands in the round."""

    def who(key: str) -> str:
        return names.get(change.get(key, 0), "–")

    table = change.get("table")
    match change["what"]:
        case "people_exchanged" if change.get("back"):
            text = gettext("{person} and {other} sit where they sat before.")
            return text.format(person=who("one"), other=who("other"))
        case "people_exchanged":
            text = gettext("{person} and {other} sat in each other’s seats; that is corrected.")
            return text.format(person=who("one"), other=who("other"))
        case "exchanged":
            text = gettext("{person} and {other} have swapped seats.")
            return text.format(person=who("one"), other=who("other"))
        case "seated_late":
            return gettext("{who} came late and sits at table {table}.").format(
                who=who("entrant"), table=table
            )
        case "sits_out_late":
            return gettext("{who} came late and sits out.").format(who=who("entrant"))
        case "taken_out":
            return gettext("{who} was taken out.").format(who=who("entrant"))
        case "partnered":
            return gettext("Cards at table {table}: {who} plays with {partner}.").format(
                table=table, who=who("entrant"), partner=who("partner")
            )
        case "lineup":
            return gettext("Somebody else plays for {who}.").format(who=who("entrant"))
        case "drawn_early":
            return gettext("Drawn before all results were in.")
    return gettext("The seats were changed.")
