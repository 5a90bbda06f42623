"""Reading the parts of a request one by one, collecting whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite

from scoring.problem import Problem, Unreadable
from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.draw.declared import Id

LONGEST_ID = 100  # characters
LARGEST_NUMBER = 10**15
MOST_PROBLEMS = 50  # told at once


class Reader:
    """Collects problems; `refuse` raises them together."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def problem(self, field: str, code: str, text: Text) -> None:
        """One thing is wrong. It is told once, however often it occurs."""
        problem = Problem(field, code, text)
        if len(self.problems) < MOST_PROBLEMS and problem not in self.problems:
            self.problems.append(problem)

    def refuse(self) -> None:
        """Raise what was found wrong so far, if anything."""
        if self.problems:
            raise Unreadable(self.problems)

    def number(self, field: str, raw: object, least: int, most: int) -> int:
        """A whole number within bounds."""
        if type(raw) is int and least <= raw <= most:
            return raw
        text = say(
            _("“{key}” must be a whole number from {least} to {most}."), key=field, least=least, most=most
        )
        self.problem(field, "out_of_range", text)
        return least

    def players(self, raw: object, most: int) -> list[Id]:
        """A number of people, called 1 … n, or a list of ids."""
        if raw is None:
            self.problem("players", "missing", say(_("Nobody is named to play.")))
            return []
        if type(raw) is int:
            if raw > most:
                self.problem("players", "too_many", say(_("At most {most} people can be drawn."), most=most))
            elif raw < 1:
                self.problem("players", "no_seating", say(_("Nobody is left to play.")))
            else:
                return list(range(1, raw + 1))
            return []
        return self.ids("players", raw, most)

    def ids(self, field: str, raw: object, most: int) -> list[Id]:
        """A list of ids, nobody twice."""
        if not isinstance(raw, list):
            self.problem(field, "not_a_list", say(_("“{key}” must be a list."), key=field))
            return []
        if len(raw) > most:
            self.problem(field, "too_many", say(_("At most {most} people can be drawn."), most=most))
            return []
        if not all(self._is_id(person) for person in raw):
            self._bad_id(field)
            return []
        if len({str(person) for person in raw}) < len(raw):
            self.problem(field, "twice", say(_("Somebody is named twice in “{key}”."), key=field))
            return []
        return list(raw)

    def rounds(self, field: str, raw: object, most: int, largest: int) -> list[list[list[Id]]]:
        """Rounds already played: lists of tables, nobody twice in a round."""
        shape = isinstance(raw, list) and all(
            isinstance(tables, list) and all(isinstance(table, list) and table for table in tables)
            for tables in raw
        )
        if not isinstance(raw, list) or not shape:
            text = say(
                _("“{key}” is a list of rounds, a round a list of tables, a table a list of people."),
                key=field,
            )
            self.problem(field, "not_a_list", text)
            return []
        seats = sum(len(table) for tables in raw for table in tables)
        if seats > most or len(raw) > most:
            text = say(
                _("The rounds played have {seats} seats; at most {most} can be heeded."),
                seats=seats,
                most=most,
            )
            self.problem(field, "too_many", text)
            return []
        for number, tables in enumerate(raw, start=1):
            if any(len(table) > largest for table in tables):
                text = say(
                    _("A table of round {number} has more than {largest} people."),
                    number=number,
                    largest=largest,
                )
                self.problem(field, "too_many", text)
                return []
            people = [person for table in tables for person in table]
            if not all(self._is_id(person) for person in people):
                self._bad_id(field)
                return []
            if len({str(person) for person in people}) < len(people):
                text = say(_("Somebody sits at two tables in round {number}."), number=number)
                self.problem(field, "twice", text)
        return raw

    def comings_and_goings(
        self,
        players: Iterable[Id],
        joining: Iterable[Id],
        leaving: Iterable[Id],
        played: Iterable[Iterable[Iterable[Id]]],
    ) -> None:
        """Who joins is not there yet; who leaves was there."""
        there = {str(person) for person in players}
        before = there | {str(person) for tables in played for table in tables for person in table}
        going = {str(person) for person in leaving}
        for person in map(str, joining):
            if person in there:
                self.problem(
                    "join",
                    "already_here",
                    say(_("“{id}” cannot join: already among the players."), id=person),
                )
            elif person in going and person not in before:
                text = say(_("“{id}” is to join and to leave, and has never played."), id=person)
                self.problem("leave", "contradiction", text)

    def contradicting(
        self, apart: Iterable[tuple[int, int]], together: Iterable[tuple[int, int]], ids: Sequence[Id]
    ) -> None:
        """Nobody can wish to sit with somebody and not to meet him."""
        for pair in sorted(set(apart) & set(together)):
            a, b = (str(ids[person]) for person in pair)
            text = say(_("“{a}” and “{b}” are to sit apart and together."), a=a, b=b)
            self.problem("together", "contradiction", text)

    def known(self, field: str, ids: Iterable[Id], numbers: Mapping[str, int]) -> list[int]:
        """The numbers of these people."""
        people = []
        for id_ in ids:
            if str(id_) in numbers:
                people.append(numbers[str(id_)])
            else:
                self.problem(field, "unknown_player", say(_("Nobody is called “{id}”."), id=str(id_)))
        return people

    def pairs(self, field: str, raw: object, numbers: Mapping[str, int], most: int) -> list[tuple[int, int]]:
        """Pairs of people."""
        if not isinstance(raw, list) or not all(
            isinstance(pair, list) and len(pair) == 2 and all(self._is_id(person) for person in pair)
            for pair in raw
        ):
            self.problem(field, "not_a_list", say(_("“{key}” must be a list of pairs."), key=field))
            return []
        if len(raw) > most:
            text = say(
                _("“{key}” has {count} pairs; at most {most} can be heeded."),
                key=field,
                count=len(raw),
                most=most,
            )
            self.problem(field, "too_many", text)
            return []
        pairs = []
        for pair in raw:
            people = self.known(field, pair, numbers)
            if len(people) == 2 and people[0] == people[1]:
                text = say(_("A pair in “{key}” names “{id}” twice."), key=field, id=str(pair[0]))
                self.problem(field, "same_person", text)
            elif len(people) == 2:
                pairs.append((min(people), max(people)))
        return sorted(set(pairs))

    def by_person(self, field: str, raw: object, numbers: Mapping[str, int]) -> dict[int, str]:
        """A text for some people, for example their club."""
        if not isinstance(raw, dict) or not all(value == "" or self._is_id(value) for value in raw.values()):
            self.problem(
                field, "not_a_mapping", say(_("“{key}” must hold a name for each person."), key=field)
            )
            return {}
        return {
            number: str(value)
            for key, value in raw.items()
            for number in self.known(field, [key], numbers)
            if str(value)
        }

    def scores(self, field: str, raw: object, numbers: Mapping[str, int]) -> dict[int, Fraction]:
        """A number for each person."""
        if not isinstance(raw, dict) or not all(
            type(value) in (int, float) and isfinite(value) and abs(value) <= LARGEST_NUMBER
            for value in raw.values()
        ):
            self.problem(
                field, "not_a_mapping", say(_("“{key}” must hold a number for each person."), key=field)
            )
            return {}
        return {
            number: Fraction(str(value))
            for key, value in raw.items()
            for number in self.known(field, [key], numbers)
        }

    @staticmethod
    def _is_id(value: object) -> bool:
        if isinstance(value, str):
            return 0 < len(value) <= LONGEST_ID
        return type(value) is int and abs(value) <= LARGEST_NUMBER

    def _bad_id(self, field: str) -> None:
        text = say(_("People in “{key}” are called by a number or a short text."), key=field)
        self.problem(field, "bad_id", text)
