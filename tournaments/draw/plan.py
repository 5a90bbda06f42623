"""A seating plan in the making: who sits where in every new round, who met whom, what that costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

REPEAT = 16  # price of meeting once more; each further time costs a little more, so that repeats spread
EVEN = 4  # price of sitting at smaller tables k times is EVEN times the square of k
CLUB = 100
APART = 250
KEPT_APART = 128  # added to the meetings of people who shall never meet


def _prices() -> bytes:
    """Price of one more meeting of a pair that met m times; from KEPT_APART on for pairs kept apart."""
    once_more = [0] + [min(REPEAT + m - 1, CLUB - 1) for m in range(1, KEPT_APART)]
    return bytes(once_more + [APART] * (256 - KEPT_APART))


JOIN = _prices()
LEAVE = bytes([0, *JOIN[:KEPT_APART], *JOIN[KEPT_APART:-1]])  # price of the last of m meetings

Table = list[int]


class Plan:
    """New rounds on top of what was played; people change places within a round.

    `where[r][a]` is the table of person a in new round r, −1 for nobody's; `met[a][b]` counts all meetings,
    played ones included. `cost` is repeats, wishes and the smaller tables in one number; 0 is perfect only if
    nothing had to be repeated.
    """

    def __init__(
        self,
        people: int,
        met: list[bytearray],
        small: Sequence[int],
        clubs: Mapping[int, str],
        together: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        self.together = together  # whose meetings cost nothing; they stay where they are
        self.people = people
        self.met = met
        self.small = list(small)
        self.clubs = clubs
        self.club_rows: dict[int, bytes] = {}
        if len(set(clubs.values())) < len(clubs):
            for person, club in clubs.items():
                row = bytearray(people)
                for other, same in clubs.items():
                    if same == club and other != person:
                        row[other] = CLUB
                self.club_rows[person] = bytes(row)
        self.rounds: list[list[Table]] = []
        self.where: list[list[int]] = []
        self.full = 0  # size of the largest tables
        self.table_cost: list[list[int]] = []
        self.cost = sum(EVEN * times * times for times in self.small)

    def meetings_of(self, a: int, b: int) -> int:
        """How often two have met so far; very often if they shall never meet."""
        return self.met[a][b]

    def add_round(self, tables: Sequence[Sequence[int]]) -> None:
        """One more round; all its meetings are counted."""
        where = [-1] * self.people
        self.full = max(self.full, max(map(len, tables)))
        self.rounds.append([list(table) for table in tables])
        self.where.append(where)
        self.table_cost.append([0] * len(tables))
        for number, table in enumerate(tables):
            for place, a in enumerate(table):
                where[a] = number
                for b in table[:place]:
                    if (min(a, b), max(a, b)) not in self.together:
                        self._meet(a, b, 1)
            if len(table) < self.full:
                for a in table:
                    self.cost += EVEN * (2 * self.small[a] + 1)
                    self.small[a] += 1
        self.recount()

    def recount(self) -> None:
        """Costs of all tables and the whole, from the counts."""
        for number, tables in enumerate(self.rounds):
            self.table_cost[number] = [self.price_of(number, table) for table in tables]
        self.cost = sum(EVEN * times * times for times in self.small) + self._pair_cost()

    def price_of(self, number: int, table: Sequence[int]) -> int:
        """What the pairs of a table cost: the last meeting of each, and clubs in the first new round."""
        total = 0
        for place, a in enumerate(table):
            row = self.met[a]
            for b in table[:place]:
                total += LEAVE[row[b]]
        if number == 0 and self.club_rows:
            for place, a in enumerate(table):
                clubmates = self.club_rows.get(a)
                if clubmates is not None:
                    total += sum(clubmates[b] for b in table[:place])
        return total

    def prices(self, number: int, person: int) -> bytes | bytearray:
        """What it costs this person to meet each of the others in that round."""
        row = self.met[person].translate(JOIN)
        clubmates = self.club_rows.get(person) if number == 0 else None
        if clubmates is None:
            return row
        return bytes(min(255, price + club) for price, club in zip(row, clubmates, strict=True))

    def part_of(self, number: int, person: int, table: Sequence[int]) -> int:
        """What this person's meetings at his table cost."""
        row = self.met[person]
        total = sum(LEAVE[row[b]] for b in table if b != person)
        clubmates = self.club_rows.get(person) if number == 0 else None
        if clubmates is not None:
            total += sum(clubmates[b] for b in table if b != person)
        return total

    def smaller_tables(self, a: int, b: int, here: int, there: int) -> int:
        """What it changes that a goes from a table of size `here` to one of size `there`, and b back."""
        if here == there or (here < self.full) == (there < self.full):
            return 0
        if here < self.full:
            a, b = b, a
        return 2 * EVEN * (self.small[a] + 1 - self.small[b])

    def swap(self, number: int, a: int, b: int, delta: int) -> list[tuple[int, int]]:
        """a and b change places in a round; returns the (round, table)s whose cost may have changed."""
        where, tables = self.where[number], self.rounds[number]
        t, u = where[a], where[b]
        old, new = tables[t], tables[u]
        changed = [(number, t), (number, u)]
        for x in old:
            if x != a:
                self._moved(a, x, -1, number, changed)
                self._moved(b, x, 1, number, changed)
        for y in new:
            if y != b:
                self._moved(b, y, -1, number, changed)
                self._moved(a, y, 1, number, changed)
        old[old.index(a)] = b
        new[new.index(b)] = a
        where[a], where[b] = u, t
        if (len(old) < self.full) != (len(new) < self.full):
            if len(old) < self.full:
                a, b = b, a
            self.small[a] += 1
            self.small[b] -= 1
        self.cost += delta
        for round_number, table in changed:
            self.table_cost[round_number][table] = self.price_of(
                round_number, self.rounds[round_number][table]
            )
        return changed

    def copy(self) -> list[list[Table]]:
        """The rounds as they are now."""
        return [[table[:] for table in tables] for tables in self.rounds]

    def _moved(self, a: int, b: int, by: int, number: int, changed: list[tuple[int, int]]) -> None:
        self._meet(a, b, by)
        if self.met[a][b] % KEPT_APART + (by < 0) > 1:
            for other, where in enumerate(self.where):
                if other != number and where[a] == where[b] and where[a] >= 0:
                    changed.append((other, where[a]))

    def _meet(self, a: int, b: int, by: int) -> None:
        self.met[a][b] += by
        self.met[b][a] += by

    def _pair_cost(self) -> int:
        """The cost of all meetings of new rounds, each counted once: k meetings cost the k − 1 last ones."""
        total = 0
        seen: dict[tuple[int, int], int] = {}
        for number, tables in enumerate(self.rounds):
            for table in tables:
                for place, a in enumerate(table):
                    for b in table[:place]:
                        pair = (a, b) if a < b else (b, a)
                        if pair in self.together:
                            continue
                        later = seen.get(pair, 0)
                        seen[pair] = later + 1
                        total += LEAVE[self.met[a][b] - later]
                        if number == 0 and a in self.club_rows:
                            total += self.club_rows[a][b]
        return total
