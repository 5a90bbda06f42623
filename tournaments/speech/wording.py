"""Text + names + language → sentence. The only place where scoring's messages become language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, is_dataclass
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext

from scoring.fields import AnswerKind, Option, fields_of
from scoring.game import Game
from scoring.problem import Problem
from scoring.table import Parties, Seat, Seating, Side
from scoring.text import Text
from scoring.text import mark as _
from tournaments.engines.amounts import Money
from tournaments.speech.money import money

MINUS = "\N{MINUS SIGN}"


def speak(message: str) -> str:
    """A marked message in the active language: in its vocabulary and in no other.

    What nobody has translated yet stays as it is written: a new game is played in English until then.
    """
    vocabulary = getattr(message, "vocabulary", "")
    return pgettext(vocabulary, message) if vocabulary else gettext(message)


def remembering() -> Callable[[str], str]:
    """The same for whoever says the same few sentences all day, in one language."""
    spoken: dict[tuple[str, str], str] = {}

    def speak_again(message: str) -> str:
        key = (getattr(message, "vocabulary", ""), message)
        if key not in spoken:
            spoken[key] = speak(message)
        return spoken[key]

    return speak_again


def signed(points: int) -> str:
    """Points as written on a sheet: +12, −5, 0 (with a real minus)."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """A whole number with a real minus."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


@dataclass(frozen=True, slots=True)
class Wording:
    """Speaks Texts for one table in the language that is active.

    `names` are the people in seat order; empty: the seats are called by their numbers. Whoever says very
    much in one language passes a `translate` that remembers.
    """

    seating: Seating
    names: Sequence[str] = ()
    translate: Callable[[str], str] = speak

    def each_once(self, problems: Iterable[Problem]) -> list[str]:
        """What is wrong, each sentence once."""
        return list(dict.fromkeys(self.say(problem.text) for problem in problems))

    def seat(self, seat: Seat) -> str:
        """The person on a seat."""
        if self.names:
            return self.names[seat]
        return self.translate(_("Seat {number}")).format(number=seat + 1)

    def side(self, side: Side) -> str:
        """The people who score together."""
        seats = self.seating.seats_of(side)
        if self.names:
            return " & ".join(self.names[seat] for seat in seats)
        if len(seats) == 1:
            return self.seat(seats[0])
        return self.translate(_("Side {number}")).format(number=side + 1)

    def say(self, text: Text) -> str:
        """The sentence."""
        words = {key: self.word(value) for key, value in text.values.items()}
        return self.translate(text.message).format(**words)

    def word(self, value: object) -> str:
        """One value of a sentence."""
        if type(value) is int:  # most are numbers
            return number(value)
        match value:
            case Text():
                return self.say(value)
            case Option():
                return self.translate(value.label)
            case Seat():
                return self.seat(value)
            case Side():
                return self.side(value)
            case Money():
                return money(value)
            case Parties():
                these, those = (" & ".join(map(self.seat, party)) for party in (value.these, value.those))
                return self.translate(_("{these} against {those}")).format(these=these, those=those)
            case bool():
                return self.translate(_("yes")) if value else self.translate(_("no"))
            case int():
                return number(value)
            case Decimal() | float():
                return number_format(value, use_l10n=True).replace("-", MINUS)
            case tuple():
                return listed([self.word(item) for item in value])
            case _ if is_dataclass(value):
                return self.group(value)
            case _:
                return str(value)

    def group(self, value: object) -> str:
        """A group of answers, as far as they differ from the usual: `K 2, E 14`, `run, 4, king`."""
        words = []
        for field in fields_of(type(value)):
            answer = getattr(value, field.name)
            if answer == field.default:
                continue
            if field.shape.kind is AnswerKind.FLAG:
                words.append(self.translate(field.ask.label))
            elif field.shape.kind is AnswerKind.NUMBER:
                words.append(f"{self.translate(field.ask.short)} {number(answer)}")
            else:
                words.append(self.word(answer))
        return ", ".join(words)


def counted(game: Game[Any, Any], number: int) -> str:
    """`12 hands`, or what this game calls them: `12 rounds`."""
    if game.hand_name == _("Round"):
        text = ngettext("{count} round", "{count} rounds", number)
    else:
        text = ngettext("{count} hand", "{count} hands", number)
    return text.format(count=number)


def tables_of(count: int, size: int) -> str:
    """`8 tables of four`; sizes without a usual word in figures."""
    match size:
        case 3:
            text = ngettext("{count} table of three", "{count} tables of three", count)
        case 4:
            text = ngettext("{count} table of four", "{count} tables of four", count)
        case 5:
            text = ngettext("{count} table of five", "{count} tables of five", count)
        case _:
            text = ngettext("{count} table of {size}", "{count} tables of {size}", count)
    return text.format(count=count, size=size)


def answered(label: str, word: str) -> str:
    """A question and its answer: `Who plays? Anna`, `Points: 47`."""
    return f"{label} {word}" if label.endswith("?") else f"{label}: {word}"


def listed(words: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def listed_plainly(words: Sequence[str]) -> str:
    """`1 · 2 · 3`: values that belong to one switch."""
    return " · ".join(words)
