"""Medals, contracts and ratings in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext, ngettext, pgettext

from tournaments.engines.careers.evening import message_of
from tournaments.engines.careers.medals import Medal, MedalKind
from tournaments.engines.careers.rating import Skill
from tournaments.models.stored import ContractJson
from tournaments.speech.wording import speak


@dataclass(frozen=True, slots=True)
class MedalView:
    """A medal as the page shows it."""

    key: str
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class ContractView:
    """What was played for, how often, and how often it worked."""

    name: str
    tried: int
    won: str  # “–” where there is nothing to win
    percent: int | None


@dataclass(frozen=True, slots=True)
class RatingView:
    """`1480 ± 60`."""

    number: str
    margin: str

    def __str__(self) -> str:
        return f"{self.number}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{self.margin}"


def record_label(kind: str) -> str:
    """What a record is in; empty: the game says it."""
    labels = {
        "hand": gettext("Best hand"),
        "evening": gettext("Best evening"),
        "streak": gettext("Longest series of wins"),
        "most_evenings": gettext("Most evenings"),
        "firsts": gettext("Most events won"),
        "hands": gettext("Most hands"),
    }
    return labels.get(kind, "")


def rating_view(skill: Skill) -> RatingView:
    """A rating with its uncertainty."""
    return RatingView(
        number_format(skill.number, force_grouping=True), number_format(skill.margin, force_grouping=True)
    )


def medal_view(medal: Medal) -> MedalView:
    """A medal in words."""
    day = str(date_format(medal.day, "SHORT_DATE_FORMAT"))
    match medal.kind:
        case MedalKind.GOLD | MedalKind.SILVER | MedalKind.BRONZE:
            names = {
                MedalKind.GOLD: pgettext("medal", "First place"),
                MedalKind.SILVER: pgettext("medal", "Second place"),
                MedalKind.BRONZE: pgettext("medal", "Third place"),
            }
            text = ngettext("once, on {day}", "{count} times, last on {day}", medal.number)
            return MedalView(medal.kind.value, names[medal.kind], text.format(count=medal.number, day=day))
        case MedalKind.AGAIN:
            text = ngettext("{count} event won in a row", "{count} events won in a row", medal.number).format(
                count=medal.number
            )
            return MedalView(medal.kind.value, text, day)
        case MedalKind.SERIES:
            text = ngettext("{count} hand won in a row", "{count} hands won in a row", medal.number)
            return MedalView(medal.kind.value, text.format(count=medal.number), day)
        case MedalKind.EVENINGS:
            text = ngettext("{count} evening", "{count} evenings", medal.number)
            return MedalView(medal.kind.value, text.format(count=medal.number), day)
        case MedalKind.FAITHFUL:
            return MedalView(medal.kind.value, gettext("At every event of the year"), str(medal.number))


def contract_views(lines: Iterable[ContractJson]) -> tuple[ContractView, ...]:
    """Contracts in the active language."""
    return tuple(_contract(line) for line in lines)


def _contract(line: ContractJson) -> ContractView:
    judged = line["tried"] - line["open"]
    return ContractView(
        name=speak(message_of(line["words"])),
        tried=line["tried"],
        won=str(line["won"]) if judged else "–",
        percent=round(100 * line["won"] / judged) if judged else None,
    )
