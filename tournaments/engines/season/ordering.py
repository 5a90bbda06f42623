"""Who is ahead where totals are equal: one tie-break after the other, the lot at the end."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.engines.season.choices import SeasonBy
from tournaments.engines.season.counting import Reckoned, SeasonFrame
from tournaments.engines.season.inputs import Number, PersonId, SeasonEvening, SeasonPerson
from tournaments.engines.season.marks import Mark, quotient
from tournaments.engines.season.tables import SeasonLot

Keys = Mapping[PersonId, Any]
"""Sortable, highest first, for everybody of a group of equals; empty: the criterion does not apply."""

NONE: tuple[int, Number] = (0, 0)


class SeasonOrder(NamedTuple):
    """Groups of equals in order; for everybody what separates him from the one above, and the lots."""

    groups: list[list[PersonId]]
    decided: Mapping[PersonId, SeasonBy]
    lots: tuple[SeasonLot, ...]


class Standing(NamedTuple):
    """What ties are decided by."""

    frame: SeasonFrame
    reckoned: Mapping[PersonId, Reckoned]
    people: Mapping[PersonId, SeasonPerson]
    seed: str

    def marks(self, person: PersonId) -> list[Mark]:
        """What somebody brought home, evening by evening."""
        return [evening.marks[person] for evening in self.frame.marks if person in evening.marks]

    def values(self, person: PersonId) -> list[Number]:
        """The values of the evenings somebody came to, highest number first where that is good."""
        cells = self.reckoned[person].cells
        return [self.signed(c.value) for c in cells if c.state == "played" and c.value is not None]

    def signed(self, number: Number) -> Number:
        """So that more is better."""
        return -number if self.frame.rules.lowest_first else number


def ordered(group: list[PersonId], standing: Standing) -> SeasonOrder:
    """People in order of total and tie-breaks; equals in the order of their names or numbers."""
    decided: dict[PersonId, SeasonBy] = {}
    lots: list[SeasonLot] = []
    totals = {person: _total_key(standing, person) for person in group}
    groups: list[list[PersonId]] = []
    for part in _parts(group, totals):
        groups += _split(part, standing, standing.frame.rules.ties, len(_flat(groups)), decided, lots)
    return SeasonOrder(groups, decided, tuple(lots))


def _flat(groups: list[list[PersonId]]) -> list[PersonId]:
    return [person for group in groups for person in group]


def _total_key(standing: Standing, person: PersonId) -> tuple[int, Number]:
    total = standing.reckoned[person].total
    return NONE if total is None else (1, standing.signed(total))


def _parts(group: Sequence[PersonId], keys: Keys) -> list[list[PersonId]]:
    parts: dict[Any, list[PersonId]] = {}
    for person in group:
        parts.setdefault(keys[person], []).append(person)
    return [parts[key] for key in sorted(parts, reverse=True)]


def _split(
    group: list[PersonId],
    standing: Standing,
    ties: Sequence[SeasonBy],
    before: int,
    decided: dict[PersonId, SeasonBy],
    lots: list[SeasonLot],
) -> list[list[PersonId]]:
    """A group of equals in order; `before` people are ahead of it."""
    for number, by in enumerate(ties):
        if len(group) < 2:
            break
        if by is SeasonBy.LOT:
            return _drawn(group, standing, before, decided, lots)
        keys = CRITERIA[by](standing, group)
        parts = _parts(group, keys) if keys else [group]
        if len(parts) > 1:
            groups: list[list[PersonId]] = []
            for part in parts:
                smaller = _split(part, standing, ties[number + 1 :], before, decided, lots)
                if groups:
                    decided[smaller[0][0]] = by
                groups += smaller
                before += len(part)
            return groups
    return [group]


# --- criteria ------------------------------


def _each(key: Callable[[Standing, PersonId], Any]) -> Callable[[Standing, Sequence[PersonId]], Keys]:
    return lambda standing, group: {person: key(standing, person) for person in group}


def _last_evenings(standing: Standing, person: PersonId) -> tuple[tuple[int, Number], ...]:
    cells = [cell for cell in standing.reckoned[person].cells if cell.state != "coming"]
    return tuple(
        (1, standing.signed(cell.value)) if cell.state == "played" and cell.value is not None else NONE
        for cell in reversed(cells)
    )


def _mean_rank(standing: Standing, person: PersonId) -> tuple[int, Number]:
    ranks = [mark.rank for mark in standing.marks(person) if mark.rank is not None]
    return (1, -quotient(sum(ranks), len(ranks))) if ranks else NONE


def _best(values: Sequence[Number]) -> tuple[int, Number]:
    return (1, max(values)) if values else NONE


def _worst_evening(standing: Standing, person: PersonId) -> tuple[int, Number]:
    values = standing.values(person)
    return (1, min(values)) if values else NONE


def _head_to_head(standing: Standing, group: Sequence[PersonId]) -> Keys:
    """The points of the tables at which all of them sat; nothing where they never did."""
    sums: dict[PersonId, Number] = {}
    everybody = set(group)
    for table in _tables(standing):
        if everybody <= table.keys():
            for person in group:
                sums[person] = sums.get(person, 0) + table[person]
    low = standing.frame.rules.low_wins
    return {person: -points if low else points for person, points in sums.items()}


def _tables(standing: Standing) -> list[Mapping[PersonId, Number]]:
    evenings: Sequence[SeasonEvening] = standing.frame.evenings
    return [table for evening in evenings if evening.played for table in evening.tables]


def _table_places(standing: Standing, group: Sequence[PersonId]) -> Keys:
    """The average place at all tables; who shares places at a table has the middle of them."""
    low = standing.frame.rules.low_wins
    places: dict[PersonId, list[Number]] = {person: [] for person in group}
    for table in _tables(standing):
        for person, mine in table.items():
            if person in places:
                ahead = sum((points < mine) if low else (points > mine) for points in table.values())
                equal = sum(points == mine for points in table.values())
                places[person].append(ahead + quotient(equal + 1, 2))
    return {person: (1, -quotient(sum(mine), len(mine))) if mine else NONE for person, mine in places.items()}


def _best_round(standing: Standing, group: Sequence[PersonId]) -> Keys:
    low = standing.frame.rules.low_wins
    best: dict[PersonId, list[Number]] = {person: [] for person in group}
    for table in _tables(standing):
        for person, points in table.items():
            if person in best:
                best[person].append(-points if low else points)
    for person in group:
        best[person] += [
            -part if low else part
            for evening in standing.frame.marks
            if person in evening.marks
            for part in evening.marks[person].parts
        ]
    return {person: _best(values) for person, values in best.items()}


CRITERIA: Mapping[SeasonBy, Callable[[Standing, Sequence[PersonId]], Keys]] = {
    SeasonBy.MOST_EVENINGS: _each(lambda standing, person: standing.reckoned[person].attended),
    SeasonBy.FEWEST_EVENINGS: _each(lambda standing, person: -standing.reckoned[person].attended),
    SeasonBy.BEST_EVENING: _each(lambda standing, person: _best(standing.values(person))),
    SeasonBy.BEST_EVENINGS: _each(
        lambda standing, person: tuple(sorted(standing.values(person), reverse=True))
    ),
    SeasonBy.WORST_EVENING: _each(_worst_evening),
    SeasonBy.LAST_EVENING: _each(_last_evenings),
    SeasonBy.EVENINGS_WON: _each(
        lambda standing, person: sum(mark.rank == 1 for mark in standing.marks(person))
    ),
    SeasonBy.SUM_OF_ALL: _each(lambda standing, person: sum(standing.values(person))),
    SeasonBy.MEAN_RANK: _each(_mean_rank),
    SeasonBy.WON: _each(lambda standing, person: sum(mark.wins for mark in standing.marks(person))),
    SeasonBy.LOST: _each(lambda standing, person: -sum(mark.losses for mark in standing.marks(person))),
    SeasonBy.HEAD_TO_HEAD: _head_to_head,
    SeasonBy.TABLE_PLACES: _table_places,
    SeasonBy.BEST_ROUND: _best_round,
}


# --- the lot ------------------------------


def ticket(seed: str, group: Sequence[str], name: str) -> str:
    """HMAC-SHA256 with the seed as key, of all who are equal in order and the one, a line each."""
    message = "\n".join([*sorted(group), "", name])
    return hmac.new(
        seed.encode("utf-8", "surrogatepass"), message.encode("utf-8", "surrogatepass"), hashlib.sha256
    ).hexdigest()


def _drawn(
    group: list[PersonId],
    standing: Standing,
    before: int,
    decided: dict[PersonId, SeasonBy],
    lots: list[SeasonLot],
) -> list[list[PersonId]]:
    """The smallest ticket is first. Without a seed nothing is drawn."""
    if not standing.seed:
        return [group]
    names = {person: _on_lot(standing, person) for person in group}
    everybody = list(names.values())
    tickets = {person: ticket(standing.seed, everybody, name) for person, name in names.items()}
    order = sorted(group, key=lambda person: (tickets[person], str(person)))
    lots.append(SeasonLot(before + 1, tuple(order), tuple(tickets[person] for person in order)))
    decided.update(dict.fromkeys(order[1:], SeasonBy.LOT))
    return [[person] for person in order]


def _on_lot(standing: Standing, person: PersonId) -> str:
    about = standing.people.get(person)
    return (about.on_lot if about else "") or str(person)
