"""Rounds in words: what they are called, how far they are, and what was changed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.events.brackets import THIRD_PLACE
from tournaments.events.seating import Concern
from tournaments.events.stages import plan_of
from tournaments.hall.words import of_whom
from tournaments.models import Round, RoundState
from tournaments.plans import Format
from tournaments.wording import listed


def round_title(round_: Round) -> str:
    """`Round 2`, `Semi-finals`, or what the organiser has called it."""
    if round_.name:
        return round_.name
    format = plan_of(round_.stage).format
    if format == Format.FINAL:
        return gettext("Final table")
    if format == Format.KNOCKOUT:
        return of_whom(sum(match != THIRD_PLACE for match in round_.seating.get("matches", ())))
    return gettext("Round {number}").format(number=round_.number)


def state_word(round_: Round) -> str:
    """How far a round is."""
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
    return text.format(tables=listed([str(one) for one in numbers]))


def concern_word(concern: Concern, names: Mapping[int, str]) -> str:
    """What is not as it should be with two at a table."""
    both = {"one": names[concern.one], "other": names[concern.other]}
    words = {
        "again": gettext("{one} and {other} have met before."),
        "partners": gettext("{one} and {other} have been partners before."),
        "apart": gettext("{one} and {other} did not want to meet."),
        "club": gettext("{one} and {other} are from the same club."),
    }
    return words[concern.kind].format(**both)


def change_word(change: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One change by hand, as it stands in the round."""

    def who(key: str) -> str:
        return names.get(change.get(key, 0), "–")

    table = change.get("table")
    match change["what"]:
        case "exchanged":
            return gettext("{one} and {other} have swapped seats.").format(one=who("one"), other=who("other"))
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
