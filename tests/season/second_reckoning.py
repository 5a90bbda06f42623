"""A season reckoned a second time: slow, plain, with nothing of the engine but its inputs and choices.

Everything is a Fraction, every list is gone through again and again, the best evenings are found by taking
away the worst one by one, and places by comparing everybody with everybody.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from tournaments.engines.season.choices import (
    Absent,
    BonusPlace,
    Combining,
    Negatives,
    Outsiders,
    PlaceSharing,
    SeasonBy,
    Unit,
    Whom,
    Worth,
)
from tournaments.engines.season.inputs import PersonId, Season, SeasonEvening, SeasonPerson, SeasonResult


@dataclass
class PlainRow:
    """What is known of somebody in the end."""

    person: PersonId
    place: int | None = None
    last: int | None = None
    total: Fraction | None = None
    counted: Fraction = Fraction(0)
    attended: int = 0
    missed: int = 0
    units: int = 0


@dataclass
class PlainMark:
    value: Fraction | None
    rank: int | None
    results: list[SeasonResult]
    rounds: int
    hands: int
    wins: int
    losses: int
    bonus: Fraction
    announced: bool


class SlowSeason:
    """All of it again. `rows` are in order of the places, those without one at the end by name."""

    def __init__(self, whole: Season) -> None:
        self.whole, self.rules = whole, whole.rules
        self.low = self.rules.worth is Worth.RANK or (
            self.rules.low_wins and self.rules.worth in (Worth.POINTS, Worth.PER_HAND)
        )
        self.evenings = self._evenings()
        played = [evening for evening in self.evenings if evening.played]
        left = max(len(self.evenings), self.rules.evenings) - len(played)
        self.over = whole.over if whole.over is not None else left == 0
        self.marks = [self._marks(evening) for evening in self.evenings]
        self.rows = [self._row(person) for person in self._persons()]
        self._rank()

    def known(self, person: PersonId) -> SeasonPerson:
        return next((p for p in self.whole.people if p.id == person), SeasonPerson(person))

    # --- evenings ---

    def _evenings(self) -> list[SeasonEvening]:
        rules, chosen = self.rules, []
        for evening in self.whole.evenings:
            if rules.kinds and evening.kind not in rules.kinds:
                continue
            if rules.places and evening.place not in rules.places:
                continue
            if evening.place in rules.not_places:
                continue
            if rules.months and self._too_old(evening.day):
                continue
            if evening.played and max(evening.size, len(evening.results)) < rules.smallest_field:
                continue
            longest = max([len(result.parts) for result in evening.results] + [0])
            if not (rules.part or rules.each_part) or not evening.played or not longest:
                if rules.part < 2 or not evening.played:
                    chosen.append(evening)
            elif rules.part:
                if rules.part <= longest:
                    chosen.append(self._series(evening, rules.part))
            else:
                chosen += [self._series(evening, number) for number in range(1, longest + 1)]
        return chosen

    def _too_old(self, day: date | None) -> bool:
        days = [e.day for e in self.whole.evenings if e.day is not None and e.played]
        last = self.whole.today or (max(days) if days else None)
        if last is None or day is None:
            return False
        # The window opens on the day with the same number, so many months back; the 31st may be the 30th.
        year, month = last.year, last.month
        for _month in range(self.rules.months):
            year, month = (year, month - 1) if month > 1 else (year - 1, 12)
        number = last.day
        while number > 28:
            try:
                date(year, month, number)
                break
            except ValueError:
                number -= 1
        return (day.year, day.month, day.day) <= (year, month, number)

    def _series(self, evening: SeasonEvening, number: int) -> SeasonEvening:
        here = [r for r in evening.results if len(r.parts) >= number and r.parts[number - 1] is not None]
        results = []
        for result in here:
            mine: Any = result.parts[number - 1]
            better = [r for r in here if self._better(r.parts[number - 1], mine, self.rules.low_wins)]
            results.append(
                replace(
                    result,
                    points=mine,
                    rank=1 + len(better),
                    rounds=1,
                    hands=0,
                    wins=0,
                    losses=0,
                    bonus=result.bonus if number == 1 else 0,
                    parts=(mine,),
                )
            )
        return replace(
            evening,
            results=tuple(results),
            size=0,
            hosts=evening.hosts if number == 1 else (),
            tables=evening.tables if number == 1 else (),
        )

    def _better(self, first: Any, other: Any, low: bool) -> bool:
        return bool(first < other) if low else bool(first > other)

    # --- what an evening is worth ---

    def _listed(self, result: SeasonResult) -> bool:
        person = self.known(result.person)
        if self.rules.members_only and (result.guest or not person.member):
            return False
        return not self.rules.category or any(c in self.rules.category for c in person.categories)

    def _marks(self, evening: SeasonEvening) -> tuple[dict[PersonId, PlainMark], Fraction | None]:
        rules = self.rules
        keep = rules.outsiders is Outsiders.KEEP
        field = [r for r in evening.results if keep or self._listed(r)]
        ranks: dict[PersonId, int] = {}
        if all(result.rank is None for result in evening.results):
            for r in field:
                if r.points is not None:
                    better = [
                        o
                        for o in field
                        if o.points is not None and self._better(o.points, r.points, rules.low_wins)
                    ]
                    ranks[r.person] = 1 + len(better)
        else:
            for r in field:
                if r.rank is not None:
                    ahead = [o for o in field if o.rank is not None and o.rank < r.rank]
                    ranks[r.person] = r.rank if keep else 1 + len(ahead)
            if keep:
                ranks = {r.person: r.rank for r in evening.results if r.rank is not None}
        size = max(len(field), evening.size if keep else 0)
        values = {r.person: self._value(r, ranks, size) for r in field}
        worst = self._worst([value for value in values.values() if value is not None])
        marks = {
            r.person: PlainMark(
                values[r.person],
                ranks.get(r.person),
                [r],
                r.rounds,
                r.hands,
                r.wins,
                r.losses,
                Fraction(r.bonus),
                r.announced,
            )
            for r in evening.results
            if self._listed(r)
        }
        if rules.whom is Whom.PEOPLE:
            return marks, worst
        return self._clubs(marks)

    def _worst(self, values: list[Fraction]) -> Fraction | None:
        if not values:
            return None
        return max(values) if self.low else min(values)

    def _value(self, r: SeasonResult, ranks: dict[PersonId, int], size: int) -> Fraction | None:
        rules = self.rules
        match rules.worth:
            case Worth.POINTS:
                return None if r.points is None else Fraction(r.points)
            case Worth.PER_HAND:
                return None if r.points is None or not r.hands else Fraction(r.points) / r.hands * rules.times
            case Worth.WINS:
                return Fraction(r.wins)
            case Worth.PRESENCE:
                return Fraction(1)
        if r.person not in ranks:
            return None
        rank = ranks[r.person]
        equal = sum(other == rank for other in ranks.values())
        worth = [self._place(place, size) for place in range(rank, rank + equal)]
        if rules.sharing is PlaceSharing.HIGHER:
            return Fraction(worth[0])
        if rules.sharing is PlaceSharing.LOWER:
            return Fraction(worth[-1])
        return sum(map(Fraction, worth), Fraction(0)) / equal

    def _place(self, place: int, size: int) -> int:
        rules = self.rules
        match rules.worth:
            case Worth.FIELD:
                return max(size + 1 - place, 0)
            case Worth.RANK:
                return place
            case Worth.ROOT:
                number = 0
                while (number + 1) ** 2 * place <= rules.times**2 * size:
                    number += 1
                return number
        fitting = [table for table in rules.larger if table.size <= size]
        if fitting:
            largest = max(table.size for table in fitting)
            table = [table for table in fitting if table.size == largest][-1]
            return table.points[place - 1] if place <= len(table.points) else table.tail
        return rules.place_points[place - 1] if place <= len(rules.place_points) else rules.tail

    def _clubs(self, marks: dict[PersonId, PlainMark]) -> tuple[dict[PersonId, PlainMark], Fraction | None]:
        teams: dict[PersonId, list[PlainMark]] = {}
        for person, mark in sorted(marks.items(), key=lambda item: str(item[0])):
            (result,), about = mark.results, self.known(person)
            of_clubs = self.rules.whom is Whom.CLUBS
            club = (result.club or about.club) if of_clubs else (result.team or about.team)
            if club:
                teams.setdefault(club, []).append(mark)
        gathered: dict[PersonId, PlainMark] = {}
        for name, team in teams.items():
            valued = [mark for mark in team if mark.value is not None]
            while self.rules.club_best and len(valued) > self.rules.club_best:
                worst = self._worst([mark.value for mark in valued if mark.value is not None])
                last = [n for n, mark in enumerate(valued) if mark.value == worst][-1]
                valued = valued[:last] + valued[last + 1 :]
            values = [mark.value for mark in valued if mark.value is not None]
            gathered[name] = PlainMark(
                sum(values, Fraction(0)) if values else None,
                None,
                [],
                sum(mark.rounds for mark in valued),
                sum(mark.hands for mark in valued),
                sum(mark.wins for mark in valued),
                sum(mark.losses for mark in valued),
                sum((mark.bonus for mark in valued), Fraction(0)),
                any(mark.announced for mark in valued),
            )
        for mark in gathered.values():
            if mark.value is not None:
                others = [m.value for m in gathered.values() if m.value is not None]
                mark.rank = 1 + sum(self._better(other, mark.value, self.low) for other in others)
        return gathered, self._worst([m.value for m in gathered.values() if m.value is not None])

    # --- totals ---

    def _persons(self) -> list[PersonId]:
        persons = {person for marks, _worst in self.marks for person in marks}
        if self.rules.whom is Whom.PEOPLE:
            more = [extra.person for extra in self.whole.extras]
            if self.rules.hosting_bonus:
                more += [host for evening in self.evenings if evening.played for host in evening.hosts]
            persons |= {person for person in more if self._listed(SeasonResult(person))}
        return sorted(persons, key=str)

    def _weight(self, evening: SeasonEvening) -> Fraction:
        return Fraction(evening.weight) if self.rules.weighted else Fraction(1)

    def _row(self, person: PersonId) -> PlainRow:
        rules, row = self.rules, PlainRow(person)
        good = -1 if self.low else 1
        fixed: list[tuple[int, Fraction]] = []
        free: list[tuple[int, Fraction]] = []
        apart, there = Fraction(0), 0
        for number, (evening, (marks, worst)) in enumerate(zip(self.evenings, self.marks, strict=True)):
            if not evening.played:
                continue
            weight, mark = self._weight(evening), marks.get(person)
            always = evening.kind in rules.always
            there += not always
            if rules.hosting_bonus and person in evening.hosts:
                apart += good * rules.hosting_bonus
            if mark is None:
                row.missed += 1
                apart -= good * rules.absence_penalty
                value = {
                    Absent.NOTHING: None,
                    Absent.WORST: worst,
                    Absent.FIXED: Fraction(rules.absent_points),
                }[rules.absent]
                if value is None or rules.announced_only:
                    continue
                if value < 0 and rules.negatives is Negatives.ZERO:
                    value = Fraction(0)
                if value * weight < 0 and rules.negatives is Negatives.LEFT_OUT:
                    continue
                (fixed if always else free).append((number, value * weight))
                continue
            row.attended += 1
            row.units += {Unit.EVENINGS: 1, Unit.ROUNDS: mark.rounds, Unit.HANDS: mark.hands}[rules.least_of]
            bonus = good * (mark.bonus + rules.presence_bonus)
            if rules.bonus is BonusPlace.APART or mark.value is None:
                apart += bonus
                bonus = Fraction(0)
            value = mark.value
            if value is None or (rules.announced_only and not mark.announced):
                continue
            if value < 0 and rules.negatives is Negatives.LEFT_OUT:
                continue
            if value < 0 and rules.negatives is Negatives.ZERO:
                value = Fraction(0)
            (fixed if always else free).append((number, value * weight + bonus))
        if rules.all_bonus and self.over and row.attended and not row.missed:
            apart += good * rules.all_bonus
        apart += sum((Fraction(e.points) for e in self.whole.extras if e.person == person), Fraction(0))
        free = self._best_few(person, free, there)
        counting = fixed + free
        row.counted = sum((value for _number, value in counting), Fraction(0))
        row.total = row.counted
        if rules.combine is Combining.MEAN:
            divisor = Fraction(0)
            for number, _value in counting:
                mark = self.marks[number][0].get(person)
                units = {
                    Unit.EVENINGS: 1,
                    Unit.ROUNDS: mark.rounds if mark else 0,
                    Unit.HANDS: mark.hands if mark else 0,
                }[rules.divisor]
                divisor += units * self._weight(self.evenings[number])
            divisor = max(divisor, Fraction(rules.least_divisor))
            row.total = row.counted / divisor if divisor else None
        if row.total is not None:
            row.total += apart
        return row

    def _best_few(
        self, person: PersonId, free: list[tuple[int, Fraction]], there: int
    ) -> list[tuple[int, Fraction]]:
        """Take away the worst, the later of equals, one by one, until no more have to go."""
        rules = self.rules
        if rules.per_group:
            for group in {evening.group for evening in self.evenings}:
                while True:
                    inside = [item for item in free if self.evenings[item[0]].group == group]
                    if len(inside) <= rules.per_group:
                        break
                    free = [item for item in free if item != self._last_worst(inside)]
        if rules.best:
            most = rules.best
        elif rules.drop:
            most = max(there - rules.drop, 0)
        elif rules.drop_from:
            attended = sum(person in self.marks[number][0] for number, _value in free)
            drops, step = 0, rules.drop_from
            while step <= attended and drops < rules.drop_most:
                drops, step = drops + 1, step + rules.drop_every
            most = len(free) - drops
        else:
            return free
        while len(free) > most:
            free = [item for item in free if item != self._last_worst(free)]
        return free

    def _last_worst(self, items: list[tuple[int, Fraction]]) -> tuple[int, Fraction]:
        worst = self._worst([value for _number, value in items])
        return [item for item in items if item[1] == worst][-1]

    # --- places ---

    def _has_place(self, row: PlainRow) -> bool:
        rules = self.rules
        if rules.whom is Whom.PEOPLE and self.known(row.person).barred:
            return False
        if row.total is None or not row.attended:
            return False
        if rules.all_required and row.missed:
            return False
        if row.units < rules.least and (self.over or not rules.least_at_end):
            return False
        partners = {
            partner
            for marks, _worst in self.marks
            if row.person in marks
            for result in marks[row.person].results
            for partner in result.partners
        }
        return len(partners) >= rules.least_partners

    def _rank(self) -> None:
        ranked = [row for row in self.rows if self._has_place(row)]
        others = [row for row in self.rows if not self._has_place(row)]
        place = 1
        ordered: list[PlainRow] = []
        for group in self._groups(ranked, [None, *self.rules.ties]):
            for row in group:
                row.place, row.last = place, place + len(group) - 1
            place += len(group)
            ordered += group
        self.rows = ordered + others

    def _groups(self, rows: list[PlainRow], by: Sequence[SeasonBy | None]) -> list[list[PlainRow]]:
        if len(rows) < 2 or not by:
            return [rows] if rows else []
        keys = {id(row): key for row, key in zip(rows, self._keys(rows, by[0]), strict=True)}
        places = {id(row): sum(self._key_ahead(keys[id(o)], keys[id(row)]) for o in rows) for row in rows}
        groups = [[row for row in rows if places[id(row)] == place] for place in sorted(set(places.values()))]
        return [part for group in groups for part in self._groups(group, by[1:])]

    def _key_ahead(self, first: Any, other: Any) -> bool:
        """Is this key better? Lists are compared item by item; None is behind everything."""
        mine = first if isinstance(first, list) else [first]
        theirs = other if isinstance(other, list) else [other]
        for left, right in zip(mine, theirs, strict=False):
            if left != right:
                if left is None or right is None:
                    return right is None
                return bool(left > right)
        return len(mine) > len(theirs)

    def _values(self, row: PlainRow) -> list[tuple[int, Fraction]]:
        values = []
        for number, (marks, _worst) in enumerate(self.marks):
            mark = marks.get(row.person)
            if mark is None or mark.value is None:
                continue
            value = mark.value
            if value < 0 and self.rules.negatives is Negatives.ZERO:
                value = Fraction(0)
            value *= self._weight(self.evenings[number])
            if self.rules.bonus is BonusPlace.EVENING:
                bonus = mark.bonus + self.rules.presence_bonus
                value += -bonus if self.low else bonus
            values.append((number, -value if self.low else value))
        return values

    def _keys(self, rows: list[PlainRow], by: SeasonBy | None) -> list[Any]:
        low = self.rules.low_wins
        tables = [table for evening in self.evenings if evening.played for table in evening.tables]
        if by is SeasonBy.HEAD_TO_HEAD:
            all_there = [table for table in tables if all(row.person in table for row in rows)]
            sums = [sum(Fraction(table[row.person]) for table in all_there) for row in rows]
            return [-number if low else number for number in sums]
        if by is SeasonBy.LOT:
            if not self.whole.seed:
                return [0 for _row in rows]
            names = sorted(self.known(row.person).on_lot or str(row.person) for row in rows)
            tickets = []
            for row in rows:
                name = self.known(row.person).on_lot or str(row.person)
                message = "".join(f"{line}\n" for line in names) + "\n" + name
                tickets.append(
                    hmac.new(self.whole.seed.encode(), message.encode(), hashlib.sha256).hexdigest()
                )
            return [-sorted(tickets).index(ticket) for ticket in tickets]
        return [self._key(row, by, tables, low) for row in rows]

    def _key(self, row: PlainRow, by: SeasonBy | None, tables: list[Any], low: bool) -> Any:
        values = [value for _number, value in self._values(row)]
        marks = [marks[row.person] for marks, _worst in self.marks if row.person in marks]
        seats = [(Fraction(table[row.person]), table) for table in tables if row.person in table]
        match by:
            case None:
                assert row.total is not None
                return -row.total if self.low else row.total
            case SeasonBy.MOST_EVENINGS:
                return row.attended
            case SeasonBy.FEWEST_EVENINGS:
                return -row.attended
            case SeasonBy.BEST_EVENING:
                return max(values) if values else None
            case SeasonBy.BEST_EVENINGS:
                return sorted(values)[::-1]
            case SeasonBy.WORST_EVENING:
                return min(values) if values else None
            case SeasonBy.LAST_EVENING:
                known = dict(self._values(row))
                played = [n for n, evening in enumerate(self.evenings) if evening.played]
                return [known.get(number) for number in reversed(played)]
            case SeasonBy.EVENINGS_WON:
                return sum(mark.rank == 1 for mark in marks)
            case SeasonBy.SUM_OF_ALL:
                return sum(values, Fraction(0))
            case SeasonBy.MEAN_RANK:
                ranks = [mark.rank for mark in marks if mark.rank is not None]
                return -Fraction(sum(ranks), len(ranks)) if ranks else None
            case SeasonBy.WON:
                return sum(mark.wins for mark in marks)
            case SeasonBy.LOST:
                return -sum(mark.losses for mark in marks)
            case SeasonBy.TABLE_PLACES:
                places = []
                for mine, table in seats:
                    better = sum(self._better(points, mine, low) for points in table.values())
                    equal = sum(points == mine for points in table.values())
                    middle = [better + step for step in range(1, equal + 1)]
                    places.append(Fraction(sum(middle), len(middle)))
                return -sum(places, Fraction(0)) / len(places) if places else None
            case SeasonBy.BEST_ROUND:
                rounds = [mine for mine, _table in seats]
                rounds += [
                    Fraction(part)
                    for mark in marks
                    for r in mark.results
                    for part in r.parts
                    if part is not None
                ]
                if not rounds:
                    return None
                return -min(rounds) if low else max(rounds)
        raise AssertionError(by)
