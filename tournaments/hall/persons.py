"""One person's event: where he sits now and next, how it went round by round, and why he stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring import Seat
from tournaments.engines.charts import LineChart, line_chart
from tournaments.engines.standings import Account
from tournaments.hall import facts
from tournaments.hall.facts import EntrantFacts, Hall, RoundFacts, TableFacts
from tournaments.hall.progress import reached
from tournaments.hall.ranks import ReasonView, dispute_word, reasons
from tournaments.hall.words import games, result, round_name, spoken
from tournaments.lists.surnames import first_letter
from tournaments.lists.typed import folded
from tournaments.models import RoundState, Sitting
from tournaments.speech.wording import signed
from tournaments.table import reading

FOUND = 12  # people a search shows at most


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody else at the table."""

    person: EntrantFacts
    name: str
    seat: int
    partner: bool


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand, and what it was worth to this person."""

    label: str
    sentence: str
    points: str


@dataclass(frozen=True, slots=True)
class PersonRound:
    """A round of one person. Without a table he sits out, or was not there."""

    number: int
    name: str
    state: str
    table: TableFacts | None
    seat: int
    own_name: str  # a substitute's, where somebody else sat for the entrant
    neighbours: tuple[Neighbour, ...]
    points: str
    result: str  # of a match
    games: str  # of a match of several games the points of each
    rank: str  # after the round
    sits_out: bool
    changed: bool  # the seats at this table were changed after they were published
    hands: tuple[HandLine, ...] = ()

    @property
    def count(self) -> int:
        """How many hands these are, as everywhere: redeals none, totals from paper several."""
        return self.table.hands if self.table else 0

    @property
    def on(self) -> bool:
        """It is being played, or about to be."""
        return self.state in (RoundState.PUBLISHED, RoundState.OPEN)


@dataclass(frozen=True, slots=True)
class ScoreCurve:
    """The running total over all hands as a drawing, and where rounds end."""

    chart: LineChart
    borders: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PersonView:
    """What there is to tell about one person."""

    person: EntrantFacts
    rounds: tuple[PersonRound, ...]
    rank: str
    of: int
    total: str
    unit: str  # what the total is called
    reached: str  # how far: the last match of a knockout, the rank in a group
    shared: bool
    provisional: bool
    disputed: str  # a table where this result is in dispute
    reasons: tuple[ReasonView, ...]
    course: ScoreCurve | None

    @property
    def now(self) -> PersonRound | None:
        """The round that is on, or that one's group has gone on with alone; None between rounds."""
        alone = [
            round_ for round_ in self.rounds if round_.on and round_.table is not None and round_.table.ahead
        ]
        return next(iter((*alone[::-1], *(round_ for round_ in self.rounds if round_.on))), None)

    @property
    def next(self) -> PersonRound | None:
        """A published round behind the one that is on."""
        now = self.now
        return next(
            (round_ for round_ in self.rounds if now and round_.on and round_.number > now.number), None
        )

    @property
    def behind(self) -> tuple[PersonRound, ...]:
        """All rounds, the latest first."""
        return self.rounds[::-1]


@dataclass(frozen=True, slots=True)
class Finding:
    """Somebody a search has found, and where he sits."""

    person: EntrantFacts
    line: str
    table: int | None


def finding(hall: Hall, person: EntrantFacts) -> Finding:
    """Where to go, in one line."""
    current = hall.floor
    table = current.table_of(person.entrant) if current and current.on else None
    line = person.club
    if current is not None and table is not None:
        seat = next(seat.number for seat in table.seats if seat.entrant == person.entrant)
        place = gettext("table {table}, seat {seat}").format(table=table.number, seat=seat)
        alone = hall.round(table.ahead)
        line = f"{round_name(hall, alone or current)}: {place}"
    elif current is not None and current.on and person.entrant in current.out:
        line = f"{round_name(hall, current)}: {gettext('sits out')}"
    return Finding(person, line, table.number if table else None)


def search(hall: Hall, typed: str) -> list[EntrantFacts]:
    """People whose name has words that begin like this, or whose start number it is; best first."""
    wanted = folded(typed).split()
    if not wanted:
        return []
    if len(wanted) == 1 and wanted[0].isdigit():
        return [person for person in hall.people.values() if str(person.number) == wanted[0]]

    def fits(person: EntrantFacts) -> bool:
        words = person.words.split()
        return all(any(word.startswith(part) for word in words) for part in wanted)

    people = [person for person in hall.people.values() if fits(person)]
    if not people:  # somewhere inside: "bauer" in "Neubauer"
        people = [person for person in hall.people.values() if all(part in person.words for part in wanted)]
    return sorted(people, key=lambda person: person.sorted_as)[:FOUND]


def initials(hall: Hall) -> list[str]:
    """The letters under which somebody stands; none where a list is short enough to be typed for."""
    many = len(hall.people) > FOUND
    return sorted({first_letter(person.sorted_as) for person in hall.people.values()}) if many else []


def under(hall: Hall, letter: str) -> list[EntrantFacts]:
    """Everybody who stands under this letter."""
    people = [person for person in hall.people.values() if first_letter(person.sorted_as) == letter]
    return sorted(people, key=lambda person: person.sorted_as)


def person_view(hall: Hall, person: EntrantFacts, *, whole: bool = False) -> PersonView:
    """Everything about one person; `whole` with every hand and the drawing."""
    rounds = tuple(
        _round(hall, person, round_, whole=whole) for round_ in hall.rounds if _in(hall, person, round_)
    )
    table = hall.standings
    row = table.row(person.entrant) if table and table.begun and person.entrant in table.positions else None
    far = reached(hall, table).get(person.entrant, "") if table and row else ""
    knocked = bool(table and row and table.parts[row.part].bracket)
    return PersonView(
        person=person,
        rounds=rounds,
        rank="" if row is None else row.place,
        of=sum(row.rank is not None for row in table.rows) if table else 0,
        total="" if row is None or knocked else spoken(row.values[0].shown),
        unit=table.criteria[0].name if table and not knocked else "",
        reached=far,
        shared=row is not None and row.shared,
        provisional=row is not None and (row.provisional or row.entrant in hall.disputed),
        disputed=dispute_word(hall, person.entrant),
        reasons=tuple(reasons(hall, table, person.entrant)) if table and row else (),
        course=_course(hall, person) if whole else None,
    )


def _in(hall: Hall, person: EntrantFacts, round_: RoundFacts) -> bool:
    return person.entrant in round_.out or round_.table_of(person.entrant) is not None


def _round(hall: Hall, person: EntrantFacts, round_: RoundFacts, *, whole: bool) -> PersonRound:
    table = round_.table_of(person.entrant)
    seats = [seat for seat in table.seats if seat.entrant == person.entrant] if table else []
    open_ = hall.known.round(round_.number)
    row = hall.standings.row(person.entrant) if open_ and hall.standings and _ranked(hall, person) else None
    score = next((score for score in row.rounds if score.round == round_.number), None) if row else None
    return PersonRound(
        number=round_.number,
        name=round_name(hall, round_),
        state=round_.state,
        table=table,
        seat=seats[0].number if seats else 0,
        own_name=seats[0].name if len(seats) == 1 and seats[0].name != person.name else "",
        neighbours=tuple(_neighbours(hall, person, table)) if table else (),
        points=spoken(score.value.shown) if score and round_.state != RoundState.PUBLISHED else "",
        result=_result(person, table) if open_ and table and hall.plans[round_.stage].matched else "",
        games=games(table.played, person.entrant) if open_ and table and table.played else "",
        rank=_rank_after(hall, person, round_.number),
        sits_out=person.entrant in round_.out,
        changed=table is not None and table.number in round_.moved and round_.on and not table.hands,
        hands=tuple(_hands(person, table)) if whole and open_ and table else (),
    )


def _ranked(hall: Hall, person: EntrantFacts) -> bool:
    return hall.standings is not None and person.entrant in hall.standings.positions


def _rank_after(hall: Hall, person: EntrantFacts, number: int) -> str:
    table = hall.each_round.get(number)
    if table is None or not table.begun or person.entrant not in table.positions:
        return ""
    row = table.row(person.entrant)
    return "" if row.rank is None else row.place


def _result(person: EntrantFacts, table: TableFacts) -> str:
    return result(table.played, person.entrant) if table.played else ""


def _neighbours(hall: Hall, person: EntrantFacts, table: TableFacts) -> Iterator[Neighbour]:
    mates = _side_mates(person, table)
    for seat in table.seats:
        if seat.entrant != person.entrant and seat.entrant in hall.people:
            yield Neighbour(hall.people[seat.entrant], seat.name, seat.number, seat.entrant in mates)


def _side_mates(person: EntrantFacts, table: TableFacts) -> tuple[int, ...]:
    """Who scores together with this person at the table."""
    account = account_of(person, table)
    return (
        () if account is None else tuple(entrant for entrant in account.entrants if entrant != person.entrant)
    )


def account_of(person: EntrantFacts, table: TableFacts) -> Account | None:
    """The account of the table's sheet that counts for this person; None before the round is open."""
    accounts: Sequence[Account] = table.played.accounts if table.played else ()
    return next((account for account in accounts if person.entrant in account.entrants), None)


def _hands(person: EntrantFacts, table: TableFacts) -> Iterator[HandLine]:
    sitting = Sitting.objects.select_related("sheethead").get(pk=table.sitting)
    view = reading.sheet(sitting)
    side = view.table.seating.side_of(_first_seat(person, table.seats))
    for hand in view.hands:
        points = hand.points[side]
        yield HandLine(hand.label, hand.sentence, signed(points) if points else "")


def _first_seat(person: EntrantFacts, seats: Sequence[facts.SeatFacts]) -> Seat:
    return Seat(next(seat.number for seat in seats if seat.entrant == person.entrant) - 1)


def _course(hall: Hall, person: EntrantFacts) -> ScoreCurve | None:
    """The running total, hand by hand, over all rounds that may be shown."""
    total, totals, ends = 0, [], []
    for round_ in hall.rounds:
        table = round_.table_of(person.entrant)
        account = account_of(person, table) if table else None
        if account is None or hall.plans[round_.stage].matched or not hall.known.round(round_.number):
            continue
        for points in account.hands or ((account.points,) if account.points else ()):
            total += points
            totals.append(total)
        ends.append(len(totals))
    if len(totals) < 2:
        return None
    chart = line_chart([totals], width=340, height=150, right=14)
    step = (chart.right - chart.left) / len(totals)
    return ScoreCurve(chart, tuple(chart.left + step * end for end in ends if 0 < end < len(totals)))
