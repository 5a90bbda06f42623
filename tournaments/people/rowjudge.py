"""What becomes of a row of a list that comes in, judged one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext

from scoring import Problem, say
from scoring.text import mark as _
from tournaments.lists import (
    Acquaintances,
    Judged,
    KnownPerson,
    ListColumn,
    ListedEntrant,
    Verdict,
    cleaned,
    folded,
    reason,
)
from tournaments.lists.people import TOGETHER, amended, written
from tournaments.models import Event
from tournaments.people.entrants import next_round, playing_in
from tournaments.people.incoming import CELL, OUT, REST, SKIP, TICK, Fate, NameChoice, PersonIn, RowIn
from tournaments.people.register import NEW
from tournaments.speech.wording import Wording

CELLS = (
    ListColumn.NAME,
    ListColumn.CLUB,
    ListColumn.CATEGORY,
    ListColumn.TEAM,
    ListColumn.NUMBER,
    ListColumn.CONTACT,
)
MOST_LIKE = 3
REFUSING = {"name_missing", "name_twice", "letters", "heads"}


class RowJudge:
    """Judges row after row; remembers what earlier rows have taken."""

    def __init__(
        self, event: Event | None, heads: int, wording: Wording, decisions: Mapping[str, str]
    ) -> None:
        self.event, self.heads, self.said, self.decisions = event, heads, wording, decisions
        self.known = Acquaintances()  # who of the register a name may mean
        self.numbered: Mapping[str, KnownPerson] = {}  # who has a number in the club that the list names
        self.earlier = Acquaintances()  # names of the list itself, by line
        self.there = playing_in(event, next_round(event)) if event is not None else {}
        self.numbers = set(event.entrants.values_list("number", flat=True)) if event is not None else set()
        self.lines: dict[int, int] = {}  # of people of the register who are taken, by their id

    def row(self, listed: ListedEntrant) -> RowIn:
        """What becomes of this row."""
        seen = self._seen(listed)
        ticked = seen and f"{TICK}{listed.line}" in self.decisions
        listed = self.put_right(listed)
        if seen and not ticked:
            return self._left(listed, Fate.NOBODY if listed.doubt else Fate.SKIPPED)
        if listed.doubt and not ticked:
            return self._left(listed, Fate.NOBODY)
        problems = [
            *listed.problems,
            *self._number(listed),
            *self._club_number(listed),
            *self._heads(listed),
        ]
        refused = any(
            problem.code in REFUSING or (problem.field, problem.code) == ("name", "length")
            for problem in problems
        )
        if refused:
            people = tuple(PersonIn("", name) for name in listed.names)
            return RowIn(listed, people, Fate.REFUSED, self._spoken(problems), ticked)
        people = tuple(self._person(listed, place, name) for place, name in enumerate(listed.names))
        if ticked and f"{OUT}{listed.line}" in self.decisions:
            people = tuple(self._another(person) for person in people)
        fate = self._fate(people)
        twice = [self.lines[person.player] for person in people if person.player in self.lines]
        if twice and fate not in (Fate.SKIPPED, Fate.DOUBTFUL):
            problems.append(
                Problem("name", "name_twice", say(_("The same person as in line {line}."), line=twice[0]))
            )
            return RowIn(listed, people, Fate.REFUSED, self._spoken(problems), ticked)
        if fate in (Fate.NEW, Fate.KNOWN):
            self.lines.update({person.player: listed.line for person in people if person.player is not None})
            if listed.number is not None:
                self.numbers.add(listed.number)
        for name in listed.names:
            self.earlier.add(KnownPerson(listed.line, name, listed.club))
        return RowIn(listed, people, fate, self._spoken(problems), ticked)

    def put_right(self, listed: ListedEntrant) -> ListedEntrant:
        """The row with the cells that somebody has put right, if it was on the page."""
        return self._amended(listed) if self._seen(listed) else listed

    def _seen(self, listed: ListedEntrant) -> bool:
        return f"{CELL}{listed.line}-{ListColumn.NAME.value}" in self.decisions

    def _left(self, listed: ListedEntrant, fate: Fate) -> RowIn:
        why = (self.said.say(reason(listed.doubt)),) if fate is Fate.NOBODY else ()
        return RowIn(listed, tuple(PersonIn("", name) for name in listed.names), fate, why)

    def _another(self, person: PersonIn) -> PersonIn:
        """Left out, for he takes part or stands in the list already, and taken nevertheless: a namesake."""
        taken = person.player in self.there or person.player in self.lines
        return replace(person, player=None, options=()) if taken else person

    def _amended(self, listed: ListedEntrant) -> ListedEntrant:
        """With the cells that somebody has put right."""
        fresh = {}
        for column in CELLS:
            text = self.decisions.get(f"{CELL}{listed.line}-{column.value}")
            if text is not None and cleaned(text) != written(listed, column):
                fresh[column] = text
        return amended(listed, fresh, together=self.heads > 1) if fresh else listed

    def _heads(self, listed: ListedEntrant) -> Iterator[Problem]:
        if self.heads > 1 and len(listed.names) not in (0, self.heads):
            text = _("People per entrant: {heads}; this row names {count}.")
            yield Problem("name", "heads", say(text, heads=self.heads, count=len(listed.names)))
        if self.heads == 1 and any(TOGETHER.search(name) for name in listed.names):
            text = _("Everybody plays alone here; this row looks like several people.")
            yield Problem("name", "heads", say(text))

    def _number(self, listed: ListedEntrant) -> Iterator[Problem]:
        if listed.number in self.numbers:
            text = say(_("Start number {number} is taken; the next free one is given."), number=listed.number)
            yield Problem("number", "number_taken", text)

    def _club_number(self, listed: ListedEntrant) -> Iterator[Problem]:
        known = self.numbered.get(listed.club_number)
        if known is not None and not self._is_numbered(listed, known):
            text = say(
                _("The number {number} in the club is that of {name}; it is not taken."),
                number=listed.club_number,
                name=known.name,
            )
            yield Problem("club_number", "number_taken", text)

    @staticmethod
    def _is_numbered(listed: ListedEntrant, known: KnownPerson) -> bool:
        """Is it he whose number it is? A number with a name that has no word in common is a slip."""
        words = set(folded(known.name).split())
        return len(listed.names) == 1 and bool(words & set(folded(listed.names[0]).split()))

    def _spoken(self, problems: Sequence[Problem]) -> tuple[str, ...]:
        return tuple(self.said.say(problem.text) for problem in problems)

    def _person(self, listed: ListedEntrant, place: int, name: str) -> PersonIn:
        field = f"who-{listed.line}-{place}"
        numbered = self.numbered.get(listed.club_number)
        if numbered is not None and self._is_numbered(listed, numbered) and numbered.key not in self.lines:
            return PersonIn(field, name, numbered.key)  # identity is not the name
        judged = self.known.judge(name, listed.club)
        if judged.verdict is Verdict.KNOWN and judged.candidates[0].known.key not in self.lines:
            return PersonIn(field, name, judged.candidates[0].known.key)
        options = list(self._candidates(judged, listed.club))
        like = tuple(self._like(name, listed.club))
        if not options and not like:
            return PersonIn(field, name)
        options.append(NameChoice(NEW, gettext("somebody new")))
        options.append(NameChoice(SKIP, gettext("leave out")))
        decided = self.decisions.get(field) or self.decisions.get(REST, "")
        if decided not in {option.value for option in options}:
            decided = ""
        player = int(decided) if decided.isdecimal() else None
        proposed = self._proposed(judged, listed, name, bool(like))
        return PersonIn(field, name, player, tuple(options), decided, like, proposed)

    def _proposed(self, judged: Judged, listed: ListedEntrant, name: str, like: bool) -> str:
        """Of two clubs they are two people; the same name and the same club twice in a list is a slip."""
        same = cleaned(name).casefold()
        known = [candidate.known for candidate in judged.candidates]
        if (
            not like
            and known
            and all(
                person.name.casefold() == same and person.is_of_another_club(listed.club) for person in known
            )
        ):
            return NEW
        earlier = self.earlier.judge(name, listed.club)
        if earlier.verdict is Verdict.KNOWN and folded(earlier.candidates[0].known.club) == folded(
            listed.club
        ):
            return SKIP
        return ""

    def _candidates(self, judged: Judged, club: str) -> Iterator[NameChoice]:
        for candidate in judged.candidates:
            known = candidate.known
            if known.key in self.lines and (
                judged.verdict is Verdict.KNOWN or known.is_of_another_club(club)
            ):
                continue  # another row of this list is that one already
            label = gettext("the same as {name}").format(name=known.label)
            yield NameChoice(str(known.key), label, self.said.say(candidate.why))

    def _like(self, name: str, club: str) -> Iterator[str]:
        """Names of the list itself that may be the same person; of two clubs they are two people."""
        same = cleaned(name).casefold()
        for candidate in self.earlier.judge(name, club).candidates[:MOST_LIKE]:
            if cleaned(candidate.known.name).casefold() == same and candidate.known.is_of_another_club(club):
                continue
            text = gettext("like {name} in line {line}")
            yield text.format(name=candidate.known.name, line=candidate.known.key)

    def _fate(self, people: Sequence[PersonIn]) -> Fate:
        if any(person.decided == SKIP for person in people):
            return Fate.SKIPPED
        if any(person.doubtful for person in people):
            return Fate.DOUBTFUL
        if any(person.player in self.there for person in people):
            return Fate.THERE
        return Fate.KNOWN if all(person.player is not None for person in people) else Fate.NEW
