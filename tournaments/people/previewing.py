"""Lists that come in: first shown as they are understood, then taken, doubtful names by decision.

Nothing is written before the confirmation. The same function judges both times, so what is taken is what was
shown; where the register has changed in between, it is shown again.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from scoring import Problem, say
from scoring.table import alone
from scoring.text import mark as _
from tournaments.events.ground.stages import settings_of
from tournaments.lists import (
    Acquaintances,
    Hints,
    Judged,
    KnownPerson,
    ListColumn,
    ListedEntrant,
    ListRow,
    Verdict,
    cleaned,
    folded,
    read_people,
    reason,
)
from tournaments.lists.people import TOGETHER, amended, written
from tournaments.models import Entrant, Event
from tournaments.people.entrants import next_round, playing_in
from tournaments.people.register import NEW, acquaintances, people_of
from tournaments.speech.wording import Wording

SKIP = "skip"
REST = "rest"  # the decision for all names that have none of their own
CELL, TICK, OUT, COLUMN = "cell-", "in-", "out-", "col-"  # of fields: how a row was put right and decided
CELLS = (
    ListColumn.NAME,
    ListColumn.CLUB,
    ListColumn.CATEGORY,
    ListColumn.TEAM,
    ListColumn.NUMBER,
    ListColumn.CONTACT,
)
MOST_LIKE = 3
AT_ONCE = 500  # numbers in one statement
MOST_DOUBTS = 400  # each is a field of the form
REFUSING = {"name_missing", "name_twice", "letters", "heads"}


def hints(tenant: int) -> Hints:
    """What a club's register knows of clubs and first names, for reading a list."""
    people = people_of(tenant).order_by()
    clubs = {*people.exclude(club="").values_list("club", flat=True).distinct()}
    entrants = Entrant.objects.filter(event__tenant=tenant).exclude(club="").order_by()
    clubs |= {*entrants.values_list("club", flat=True).distinct()}
    return Hints.of(clubs, list(people.values_list("name", flat=True)))


class Fate(enum.StrEnum):
    """What becomes of a row."""

    NEW = "new"
    KNOWN = "known"  # everybody in it is in the register
    DOUBTFUL = "doubtful"  # a decision is missing
    THERE = "there"  # takes part already
    SKIPPED = "skipped"  # left out by decision
    REFUSED = "refused"  # something is wrong with it
    NOBODY = "nobody"  # a line that is probably no person


@dataclass(frozen=True, slots=True)
class NameChoice:
    """One way to decide about a name: `new`, `skip`, or the id of somebody in the register."""

    value: str
    label: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PersonIn:
    """A name of a row. `player` is who it is in the register; None: somebody new, or not decided."""

    field: str  # of the form
    name: str
    player: int | None = None
    options: tuple[NameChoice, ...] = ()
    decided: str = ""
    like: tuple[str, ...] = ()  # names of the list itself that may be the same
    proposed: str = ""  # what to decide, if nothing speaks against it

    @property
    def chosen(self) -> str:
        """What stands in the form: the decision, else what is proposed."""
        return self.decided or self.proposed

    @property
    def doubtful(self) -> bool:
        """Somebody has to decide."""
        return bool(self.options) and not self.decided


@dataclass(frozen=True, slots=True)
class RowIn:
    """A row with what becomes of it."""

    listed: ListedEntrant
    people: tuple[PersonIn, ...]
    fate: Fate
    problems: tuple[str, ...] = ()
    ticked: bool = False  # somebody wants this row taken

    @property
    def taken(self) -> bool:
        """This row will be written."""
        return self.fate in (Fate.NEW, Fate.KNOWN)

    @property
    def left_out(self) -> bool:
        """Nothing will come of this row."""
        return self.fate in (Fate.NOBODY, Fate.REFUSED, Fate.SKIPPED, Fate.THERE)

    @property
    def in_vain(self) -> bool:
        """It is to be taken and cannot be."""
        return self.ticked and self.fate in (Fate.REFUSED, Fate.THERE)

    @property
    def asks(self) -> bool:
        """This row has something to decide, or to decide anew."""
        return any(person.options for person in self.people)


@dataclass(frozen=True, slots=True)
class ListPreview:
    """A list as it would be taken."""

    rows: tuple[RowIn, ...]
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()  # as they were written, or an example of each column; none: not a table

    def count(self, fate: Fate) -> int:
        """Rows with this fate."""
        return sum(row.fate is fate for row in self.rows)

    @property
    def taken(self) -> int:
        """Rows that would be written."""
        return sum(row.taken for row in self.rows)

    @property
    def undecided(self) -> int:
        """Rows that wait for a decision."""
        return self.count(Fate.DOUBTFUL)

    @property
    def in_vain(self) -> bool:
        """A row that was ticked cannot be taken as it is."""
        return any(row.in_vain for row in self.rows)


def preview(
    rows: Sequence[ListRow],
    *,
    tenant: int,
    event: Event | None = None,
    decisions: Mapping[str, str] | None = None,
) -> ListPreview:
    """What a list says and what would become of it, for an event of a club or for its register alone.

    `decisions` are by field of the form: who somebody is, which rows are ticked, cells that were put right,
    what a column holds. One that does not fit is as good as none.
    """
    decisions = decisions or {}
    heads = settings_of(event).entrant if event is not None else 1
    wording = Wording(alone(1))
    listed = read_people(rows, together=heads > 1, columns=_chosen(rows, decisions))
    entries = list(teams(listed.rows, heads))
    judge = _Judge(event, heads, wording, decisions)
    judge.numbered = _numbered(tenant, [row.club_number for row in entries if row.club_number])
    judge.known = acquaintances(tenant, (name for row in entries for name in judge.put_right(row).names))
    judged = tuple(judge.row(row) for row in entries)
    notes = [wording.say(note) for note in listed.notes]
    columns = tuple(column.value if column else "" for column in listed.columns)
    return ListPreview(judged, tuple(notes), columns, _headings(rows, len(columns), headed=listed.headed))


def _numbered(tenant: int, numbers: Sequence[str]) -> dict[str, KnownPerson]:
    """Who has these numbers in the club."""
    there = dict[str, KnownPerson]()
    for start in range(0, len(numbers), AT_ONCE):
        some = people_of(tenant).filter(club_number__in=numbers[start : start + AT_ONCE]).order_by("pk")
        for pk, name, club, number in some.values_list("pk", "name", "club", "club_number"):
            there[number] = KnownPerson(pk, name, club)
    return there


def _headings(rows: Sequence[ListRow], width: int, *, headed: bool) -> tuple[str, ...]:
    """What stands above the columns of a table, or in them."""
    if not rows or not rows[0].line:  # lines of a mail
        return ()
    samples = max(rows[:12], key=lambda row: sum(map(bool, row.cells))).cells if not headed else ()
    first = next((row.cells for row in rows if len(row.cells) > 1), rows[0].cells) if headed else samples
    return tuple(first[place] if place < len(first) else "" for place in range(width))


def _chosen(rows: Sequence[ListRow], decisions: Mapping[str, str]) -> tuple[ListColumn | None, ...] | None:
    """The columns as somebody has chosen them; None: as they are recognised."""
    width = max((len(row.cells) for row in rows), default=0)
    texts = [decisions.get(f"{COLUMN}{place}") for place in range(width)]
    if all(text is None for text in texts):
        return None
    return tuple(ListColumn(text) if text in set(ListColumn) else None for text in texts)


def teams(rows: Sequence[ListedEntrant], heads: int) -> Iterator[ListedEntrant]:
    """Where several enter together, single rows with the name of one team are one entry."""
    if heads == 1:
        yield from rows
        return
    places: dict[str, int] = {}
    listed_entrants: list[ListedEntrant] = []
    for row in rows:
        key = row.team.casefold()
        if key and len(row.names) == 1 and key in places:
            first = listed_entrants[places[key]]
            listed_entrants[places[key]] = replace(
                first,
                names=(*first.names, *row.names),
                problems=(*first.problems, *row.problems),
                club=first.club or row.club,
                contact="",  # one address cannot belong to two people
                pseudonym="",
            )
            continue
        if key and len(row.names) == 1:
            places[key] = len(listed_entrants)
        listed_entrants.append(row)
    yield from listed_entrants


class _Judge:
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
