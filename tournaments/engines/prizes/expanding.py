"""A plan of prizes becomes single prizes, each standing in the line of those it is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from tournaments.engines.prizes.choices import Division, PerPerson, PrizeKind, PrizePlaces, Takes
from tournaments.engines.prizes.contest import Contest, Level
from tournaments.engines.prizes.inputs import PlannedPrize, PrizeQuestion, PrizeTarget
from tournaments.engines.prizes.lines import Key, Slot, WaitingLine
from tournaments.engines.prizes.lots import PLAYOFF, Lots
from tournaments.engines.prizes.outcome import WonSlot
from tournaments.engines.prizes.pots import based_on

MOST_SLOTS = 20_000  # single prizes of one plan
FIRST_PHASE, SECOND_PHASE, RAFFLES = 0, 1, 2
BY_PLACE = (
    PrizePlaces.RANKS,
    PrizePlaces.EVERY,
    PrizePlaces.ONE_IN,
    PrizePlaces.PER_TABLE,
    PrizePlaces.PERCENT,
)


@dataclass(frozen=True, slots=True)
class Idle:
    """A single prize that stands in no line, and why."""

    slot: Slot
    code: str
    needed: int = 0
    here: int = 0
    planned: bool = True  # False: with so few people it was never to be awarded


@dataclass(slots=True)
class Expanded:
    """All single prizes of a plan."""

    lines: list[WaitingLine]
    slots: list[Slot]
    idle: list[Idle]
    plain: set[int]  # ids of the lines of whole rankings, without a group
    too_many: bool = False


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where one single prize stands."""

    place: int  # in its line; 0: there is no such place
    named: int  # the place it is called after
    from_end: int = 0


@dataclass(frozen=True, slots=True)
class _Spread:
    """A line of the plan among some people, and where its single prizes stand."""

    number: int
    prize: PlannedPrize
    part: str
    levels: Sequence[Level]
    people: int
    spots: Sequence[_Spot]
    unmet: tuple[str, int, int]

    def amounts(self, total: Fraction) -> list[Fraction]:
        """The money of each place."""
        return _amounts(self.prize, total, len(self.spots))

    def member_at(self, place: int) -> int:
        """Who stands there."""
        for level in self.levels:
            if place <= len(level):
                return level[place - 1]
            place -= len(level)
        raise IndexError(place)


class Expander:
    """Makes the single prizes of one plan."""

    def __init__(self, question: PrizeQuestion, contest: Contest, lots: Lots, pot: int) -> None:
        self.question, self.contest, self.lots, self.pot = question, contest, lots, pot
        self.declined = {
            decision.prize
            for decision in question.decisions
            if decision.kind == "declined" and decision.prize
        }
        self.withheld = {decision.prize for decision in question.decisions if decision.kind == "withheld"}
        self.result = Expanded([], [], [], set())
        self._lines: dict[tuple[object, ...], WaitingLine] = {}
        self._entitled: dict[PrizeTarget, list[tuple[str, list[Level]]]] = {}

    def expanded(self) -> Expanded:
        """Every prize at its places, with its money."""
        spread: list[_Spread] = []
        count = 0
        for number, prize in enumerate(self.question.prizes):
            for part, levels in self._parts(prize):
                people = sum(map(len, levels))
                spots = self._spots(prize, levels, people)
                spread.append(_Spread(number, prize, part, levels, people, spots, self._unmet(prize, people)))
                count += len(spots)
                if count > MOST_SLOTS:
                    self.result.too_many = True
                    return self.result
        awarded = [row for row in spread if not row.unmet[0]]
        fixed = sum(
            (sum(row.amounts(Fraction(row.prize.money)), Fraction(0)) for row in awarded), Fraction(0)
        )
        rules = self.question.rules
        factor = based_on(
            floor(fixed), rules.based_on, self.contest.players, rules.based_least, rules.based_above
        )
        left = max(self.pot - fixed * factor, Fraction(0))
        counted: dict[int, int] = {}
        for row in spread:
            prize = row.prize
            total = prize.money * factor + (left if prize.of_left else self.pot) * prize.percent / 100
            for spot, amount in zip(row.spots, row.amounts(total), strict=False):
                counted[row.number] = counted.get(row.number, -1) + 1
                slot = self._slot(prize, spot, amount, row.part, (row.number, counted[row.number]))
                self._put(slot, spot, row)
        return self.result

    def _put(self, slot: Slot, spot: _Spot, row: _Spread) -> None:
        """In line, or aside with the reason."""
        code, needed, here = row.unmet
        if code == "too_many_players":
            return
        self.result.slots.append(slot)
        if slot.prize.id in self.withheld:
            self.result.idle.append(Idle(slot, "withheld"))
        elif code:
            self.result.idle.append(Idle(slot, code, needed, here, planned=False))
        elif slot.phase == RAFFLES and not self.lots.raffle_ready(slot.prize.id):
            self.result.idle.append(Idle(slot, "not_drawn"))
        elif not spot.place:
            reason = "no_such_place" if row.people else "nobody_entitled"
            self.result.idle.append(Idle(slot, reason, spot.named, row.people))
        else:
            line = self._line(slot, row, spot)
            place = 1 if slot.prize.target.places is PrizePlaces.ABOVE else spot.place
            line.tier_at(place).slots.append(slot)

    def _parts(self, prize: PlannedPrize) -> list[tuple[str, list[Level]]]:
        """Who is entitled, in order; each table, club or group apart where there is a prize for each."""
        target = prize.target
        if target.places is PrizePlaces.RAFFLE:
            belongs = self.contest.entitled(target)
            before = self.lots.drawn_before(prize.id)
            drum = [
                number
                for number, entrant in enumerate(self.contest.entrants)
                if (entrant.present or number in before) and belongs(number)
            ]
            return [("", [(number,) for number in self.lots.raffle(prize.id, drum)])]
        key = _ranking_of(target)
        if key not in self._entitled:
            self._entitled[key] = self.contest.entitled_levels(target)
        return self._entitled[key]

    def _spots(self, prize: PlannedPrize, levels: Sequence[Level], people: int) -> list[_Spot]:
        """The places it is for."""
        target = prize.target
        match target.places:
            case PrizePlaces.RANKS:
                return _ranks(target, people)
            case PrizePlaces.EVERY:
                places = range(target.number, people + 1, target.number)
            case PrizePlaces.MIDDLE:
                places = range((people + 1) // 2, (people + 1) // 2 + 1)
            case PrizePlaces.ONE_IN:
                places = range(1, people // target.number + 1)
            case PrizePlaces.PER_TABLE:
                places = range(1, self.contest.tables * target.number + 1)
            case PrizePlaces.PERCENT:
                places = range(1, people * target.number // 100 + 1)
            case PrizePlaces.RAFFLE:
                places = range(1, target.number + 1)
            case PrizePlaces.ABOVE:
                points = self.contest.order(target).points
                least = target.points
                ranked = [number for level in levels for number in level]
                return [
                    _Spot(place, place)
                    for place, number in enumerate(ranked, start=1)
                    if number in points
                    and (points[number] > least or (target.inclusive and points[number] == least))
                ]
        if prize.weights:
            places = places[: len(prize.weights)]
        return [_Spot(place if 1 <= place <= people else 0, place) for place in places[: MOST_SLOTS + 1]]

    def _unmet(self, prize: PlannedPrize, people: int) -> tuple[str, int, int]:
        """What is missing for this prize to be awarded at all."""
        players, tables = self.contest.players, self.contest.tables
        if prize.most_players is not None and players > prize.most_players:
            return "too_many_players", prize.most_players, players
        if players < prize.least_players:
            return "too_few_players", prize.least_players, players
        if tables < prize.least_tables:
            return "too_few_tables", prize.least_tables, tables
        if 0 < people < prize.least_entitled:
            return "too_few_entitled", prize.least_entitled, people
        return "", 0, 0

    def _slot(
        self, prize: PlannedPrize, spot: _Spot, amount: Fraction, part: str, written: tuple[int, int]
    ) -> Slot:
        keys = keys_of(prize, self.question.rules.per_person)
        target, phase = prize.target, FIRST_PHASE
        if target.places is PrizePlaces.RAFFLE:
            phase = RAFFLES
            keys |= {("raffle", prize.id)}
        elif self.question.rules.takes is Takes.PLACES_FIRST and not _is_place(target):
            phase = SECOND_PHASE
        upwards = target.places is PrizePlaces.RANKS and target.first < 0 and (target.last or -1) < 0
        won = WonSlot(prize.id, spot.named, amount, prize.goods, prize.worth, part)
        return Slot(prize, won, written, keys, phase, -1 if upwards else 1, spot.from_end)

    def _line(self, slot: Slot, row: _Spread, spot: _Spot) -> WaitingLine:
        """The line these people stand in for prizes of this kind."""
        prize, target = slot.prize, slot.prize.target
        if target.places is PrizePlaces.ABOVE:
            line = WaitingLine([(row.member_at(spot.place),)], target, slot.keys)
            self.result.lines.append(line)
            return line
        raffle = target.places is PrizePlaces.RAFFLE
        ranking = _ranking_of(target)
        apart = prize.id if prize.id in self.declined or raffle else ""
        key = (ranking, row.part, slot.keys, prize.heads, apart)
        if key not in self._lines:
            line = WaitingLine(self.lots.played_off(row.levels), target, slot.keys, raffle=raffle)
            line.mark(row.levels, PLAYOFF)
            line.needs_none = raffle and target.without_prize
            self._lines[key] = line
            self.result.lines.append(line)
            if _is_whole(ranking):
                self.result.plain.add(id(line))
        return self._lines[key]


def keys_of(prize: PlannedPrize, limit: PerPerson) -> frozenset[Key]:
    """What nobody may take twice."""
    kinds = kinds_of(prize)
    match limit:
        case PerPerson.ONE:
            return frozenset({(prize.block, "any")})
        case PerPerson.ONE_MONEY:
            return frozenset({(prize.block, "money")}) if PrizeKind.MONEY in kinds else frozenset()
        case PerPerson.ONE_PER_KIND:
            return frozenset((prize.block, kind.value) for kind in kinds)
        case PerPerson.ALL:
            return frozenset()


def kinds_of(prize: PlannedPrize) -> frozenset[PrizeKind]:
    """Money, goods, or both."""
    kinds = set()
    if prize.money or prize.percent:
        kinds.add(PrizeKind.MONEY)
    if prize.goods or not kinds:
        kinds.add(prize.kind or PrizeKind.GOODS)
    return frozenset(kinds)


def _amounts(prize: PlannedPrize, total: Fraction, places: int) -> list[Fraction]:
    """The money of each place."""
    if prize.weights:
        used = prize.weights[:places]
        whole = sum(used, Fraction(0))
        return [total * weight / whole for weight in used] if whole else [Fraction(0)] * len(used)
    match prize.division:
        case Division.EACH:
            return [total] * places
        case Division.EVENLY:
            return [total / places] * places if places else []
        case Division.FALLING:
            steps = places * (places + 1) // 2
            return [total * (places - place) / steps for place in range(places)]


def _ranks(target: PrizeTarget, people: int) -> list[_Spot]:
    """From one place to another; what is counted from the last has as many places as there are people."""
    first, last = target.first, target.first if target.last is None else target.last
    begin = people + 1 + first if first < 0 else first
    end = people + 1 + last if last < 0 else last
    if first < 0 and last < 0 and begin < 1:
        if target.last is None:
            return [_Spot(0, -first, -first)]
        begin = 1
    return [
        _Spot(place if 1 <= place <= people else 0, place, people + 1 - place if first < 0 else 0)
        for place in range(begin, min(end, begin + MOST_SLOTS) + 1)
    ]


def _ranking_of(target: PrizeTarget) -> PrizeTarget:
    """The same people in the same order, whichever of their places it is for."""
    return replace(
        target,
        places=PrizePlaces.RANKS,
        first=1,
        last=None,
        number=1,
        points=0,
        inclusive=False,
        without_prize=False,
    )


def _is_whole(target: PrizeTarget) -> bool:
    """Is it for everybody of the event, by rank?"""
    return target == PrizeTarget()


def _is_place(target: PrizeTarget) -> bool:
    """Is it a prize for a place of the event, and nothing special?"""
    upwards = target.places is PrizePlaces.RANKS and target.first < 0
    return (
        target.places in BY_PLACE
        and not upwards
        and not (
            target.teams
            or target.ranking
            or target.statistic
            or target.each
            or target.group
            or target.club
            or target.table
            or target.members is not None
        )
    )
