"""Tables of four where 1 and 3 play against 2 and 4, and partners change.

Few rounds are tables at which nobody meets twice; whole tournaments come from whist; whatever lies between,
or stands on rounds played, is searched: a partner twice is dear, an opponent a third time less so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.engines.draw.bounds.proven import least_clubmates, least_repeats, meetings, repeats
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.declared import AnswerJson
from tournaments.engines.draw.partners.whist import nearly_whist, whist
from tournaments.engines.draw.partners.whist_parts import WhistRound
from tournaments.engines.draw.request import Request
from tournaments.engines.draw.seats import Dealers, balanced, seat_counts, spread
from tournaments.engines.draw.sitting_out import times_out, who_sits_out
from tournaments.engines.draw.sizes import table_sizes
from tournaments.engines.draw.tables.rounds import draw_rounds
from tournaments.engines.draw.watch import Watch

Rounds = list[list[list[int]]]
Pair = tuple[int, int]
STEPS = 150_000  # exchanges looked at, for an effort of 1
CLUBMATES = 50
WAYS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))  # who is whose partner at a table
TURNS = (
    *((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)),
    *((3, 2, 1, 0), (2, 1, 0, 3), (1, 0, 3, 2), (0, 3, 2, 1)),
)  # seat orders with the same partners


def partner_counts(rounds: Iterable[Sequence[Sequence[int]]]) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often each pair were partners, and opponents."""
    partners: Counter[Pair] = Counter()
    opponents: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            if len(table) == 4:
                a, b, c, d = table
                partners.update([_pair(a, c), _pair(b, d)])
                opponents.update([_pair(a, b), _pair(a, d), _pair(c, b), _pair(c, d)])
    return partners, opponents


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def partner_repeats(partners: Counter[Pair]) -> int:
    """Times somebody plays with the same partner again."""
    return sum(partners.values()) - len(partners)


def opponent_excess(opponents: Counter[Pair]) -> int:
    """Meetings as opponents beyond two per pair."""
    return sum(times - 2 for times in opponents.values() if times > 2)


def draw_partners(request: Request, watch: Watch | None) -> tuple[Rounds, list[list[int]], int]:
    """New rounds, who sits out in each, and the lower bound for all repeats."""
    sizes = table_sizes(len(request.here), (4,))
    chance = Chance("partners", request.seed)
    seatings: list[tuple[Rounds, list[list[int]]]] = []
    complete = None if request.played else _complete(len(request.here), request.rounds, chance)
    if 3 * request.rounds < len(request.here) or request.aces:
        rounds, resting, _bound = draw_rounds(replace(request, sizes=(4,)), watch)
        seatings.append((rounds if request.aces else _paired(request, rounds, chance), resting))
    elif complete is not None:
        people = chance.shuffled(request.here)
        seatings.append(
            (
                [[[people[p] for p in table] for table in tables] for tables, _out in complete],
                [[people[p] for p in out] for _tables, out in complete],
            )
        )
    if not seatings or (
        not request.aces and (_cost(request, seatings[0][0]) or request.apart or request.clubs)
    ):
        count = len(request.here) - sum(sizes)
        resting = (
            seatings[0][1]
            if seatings
            else who_sits_out(request.here, count, request.rounds, times_out(request), chance)
        )
        begin = seatings[0][0] if seatings else _dealt(request, resting, chance)
        seatings.insert(0, (_improved(request, begin, chance, watch), resting))
    rounds, resting = seatings[0]
    if request.aces or repeats(meetings([*request.played, *rounds])) == 0:  # any two may be partners
        before = seat_counts(len(request.ids), request.played, 4)
        rounds = balanced(rounds, before, Dealers(request), chance)
    else:
        rounds = seats_turned(request, rounds, chance)
    return rounds, resting, least_repeats(request, sizes, resting)


def _complete(people: int, rounds: int, chance: Chance) -> list[WhistRound] | None:
    """Rounds of a whist tournament, by lot; or of one in which two or three sit out in turn."""
    if people % 4 > 1:
        return nearly_whist(people, rounds)
    complete = whist(people)
    return chance.shuffled(complete)[:rounds] if complete is not None and rounds <= len(complete) else None


def _dealt(request: Request, resting: Sequence[Sequence[int]], chance: Chance) -> Rounds:
    """Tables by lot."""
    rounds = []
    for out in resting:
        cards = chance.shuffled([person for person in request.here if person not in out])
        rounds.append([cards[at : at + 4] for at in range(0, len(cards), 4)])
    return rounds


def _paired(request: Request, rounds: Rounds, chance: Chance) -> Rounds:
    """The partners at each table who were partners least often."""
    partners, _opponents = partner_counts(request.played)
    paired: Rounds = []
    for tables in rounds:
        paired.append([])
        for table in tables:
            ways = [[table[at] for at in way] for way in chance.shuffled(WAYS)]
            best = min(ways, key=lambda t: partners[_pair(t[0], t[2])] + partners[_pair(t[1], t[3])])
            partners.update([_pair(best[0], best[2]), _pair(best[1], best[3])])
            paired[-1].append(best)
    return paired


def _cost(request: Request, rounds: Rounds) -> int:
    partners, opponents = partner_counts([*request.played, *rounds])
    return partner_repeats(partners) + opponent_excess(opponents)


class _Prices:
    """What a table costs, given how often its pairs play together elsewhere."""

    def __init__(self, request: Request) -> None:
        self.partners, self.opponents = partner_counts(request.played)
        self.apart = set(request.apart)
        self.clubs = request.clubs

    def of(self, table: Sequence[int], first: bool) -> int:
        """The price of seating these four so; their own pairs are not counted at this moment."""
        a, b, c, d = table
        total = 0
        for pair in (_pair(a, c), _pair(b, d)):
            total += 12 * self.partners[pair]
        for pair in (_pair(a, b), _pair(a, d), _pair(c, b), _pair(c, d)):
            times = self.opponents[pair]
            total += 6 * (times - 1) if times > 1 else 0
        if self.apart or (first and self.clubs):
            for x, y in combinations(table, 2):
                if _pair(x, y) in self.apart:
                    total += 100
                if first and x in self.clubs and self.clubs[x] == self.clubs.get(y):
                    total += CLUBMATES
        return total

    def count(self, table: Sequence[int], by: int) -> None:
        """Add or take away the pairs of a table."""
        a, b, c, d = table
        for pair in (_pair(a, c), _pair(b, d)):
            self.partners[pair] += by
        for pair in (_pair(a, b), _pair(a, d), _pair(c, b), _pair(c, d)):
            self.opponents[pair] += by


def _improved(request: Request, rounds: Rounds, chance: Chance, watch: Watch | None) -> Rounds:
    """Exchanges between tables, and of partners at one, the best each time; who moved stays for a while."""
    rounds = _copied(rounds)
    prices = _Prices(request)
    now = 0
    for number, tables in enumerate(rounds):
        for table in tables:
            now += prices.of(table, number == 0)
            prices.count(table, 1)
    best, best_rounds = now, _copied(rounds)
    taken, moves, reported = 0, 0, 0
    stays: dict[tuple[int, int], int] = {}
    limit = STEPS * request.effort
    seated = [person for table in rounds[0] for person in table]
    goal = CLUBMATES * least_clubmates(request.clubs, seated, len(rounds[0]))
    while best > goal and taken < limit:
        looked, costly = _costly(prices, rounds, chance)
        taken += looked
        if costly is None:
            break
        number, at = costly
        tables = rounds[number]
        change, choice = _best_exchange(prices, tables, at, number, chance, stays, moves)
        taken += 16 * len(tables)
        for index, new in choice:
            prices.count(tables[index], -1)
            for person in set(new) - set(tables[index]):
                stays[number, person] = moves + 3 + chance.below(6)
            prices.count(new, 1)
            tables[index] = new
        now, moves = now + change, moves + 1
        if now < best:
            best, best_rounds = now, _copied(rounds)
        if watch is not None and taken - reported > 20_000:
            reported = taken
            if watch(taken, limit, best):
                break
    return best_rounds


def _copied(rounds: Rounds) -> Rounds:
    return [[table[:] for table in tables] for tables in rounds]


def _costly(prices: _Prices, rounds: Rounds, chance: Chance) -> tuple[int, tuple[int, int] | None]:
    """How many tables were looked at, and one that costs something: tried by lot, and then all in turn."""

    def costs(number: int, at: int) -> bool:
        table = rounds[number][at]
        prices.count(table, -1)
        price = prices.of(table, number == 0)
        prices.count(table, 1)
        return price > 0

    for looked in range(1, 21):
        number = chance.below(len(rounds))
        at = chance.below(len(rounds[number]))
        if costs(number, at):
            return looked, (number, at)
    every = [(number, at) for number, tables in enumerate(rounds) for at in range(len(tables))]
    for looked, place in enumerate(chance.shuffled(every), start=21):
        if costs(*place):
            return looked, place
    return len(every), None


def _best_exchange(
    prices: _Prices,
    tables: list[list[int]],
    at: int,
    number: int,
    chance: Chance,
    stays: dict[tuple[int, int], int],
    moves: int,
) -> tuple[int, list[tuple[int, list[int]]]]:
    """The best change of a table: other partners, or one of its people against one of another table.

    What it costs more, and the tables as they are then.
    """
    old, first = tables[at], number == 0
    prices.count(old, -1)
    choices: list[tuple[int, int, list[tuple[int, list[int]]]]] = []
    mine = prices.of(old, first)
    for way in WAYS[1:]:
        new = [old[seat] for seat in way]
        choices.append((prices.of(new, first) - mine, chance.below(1 << 20), [(at, new)]))
    for other, theirs in enumerate(tables):
        if other == at:
            continue
        prices.count(theirs, -1)
        before = mine + prices.of(theirs, first)
        for i in range(4):
            for j in range(4):
                if max(stays.get((number, old[i]), 0), stays.get((number, theirs[j]), 0)) > moves:
                    continue
                left, right = old[:], theirs[:]
                left[i], right[j] = theirs[j], old[i]
                change = prices.of(left, first) + prices.of(right, first) - before
                choices.append((change, chance.below(1 << 20), [(at, left), (other, right)]))
        prices.count(theirs, 1)
    prices.count(old, 1)
    change, _lot, tables_then = min(choices)
    return change, tables_then


def seats_turned(request: Request, rounds: Rounds, chance: Chance) -> Rounds:
    """Turn tables, partners staying partners, until everybody deals first equally often and everybody's seats
    are even, or that was tried enough."""
    flat = [(number, at) for number, tables in enumerate(rounds) for at in range(len(tables))]
    turned = _copied(rounds)
    dealers = Dealers(request)
    dealers.share_out([table for tables in turned for table in tables])
    counts = seat_counts(len(request.ids), [*request.played, *turned], 4)
    best, best_turned = spread(request.here, counts), [tables[:] for tables in turned]
    for _pass in range(min(80, 4 + 20_000 // max(1, len(flat)))):
        if best <= 1:
            break
        for number, at in chance.shuffled(flat):
            table = turned[number][at]
            for seat, person in enumerate(table):
                counts[person][seat] -= 1
            ways = [
                [table[seat] for seat in turn]
                for turn in TURNS
                if dealers.may_change(table[0], table[turn[0]])
            ]
            prices = [sum(counts[person][seat] for seat, person in enumerate(way)) for way in ways]
            cheapest = min(prices)
            way = chance.one_of([way for way, cost in zip(ways, prices, strict=True) if cost == cheapest])
            for seat, person in enumerate(way):
                counts[person][seat] += 1
            dealers.change(table[0], way[0])
            turned[number][at] = way
        widest = spread(request.here, counts)
        if widest < best:
            best, best_turned = widest, [tables[:] for tables in turned]
    return best_turned


def facts_of(request: Request, rounds: Rounds) -> AnswerJson:
    """The numbers only partners have."""
    every = [*request.played, *rounds]
    partners, opponents = partner_counts(every)
    return {
        "partner_repeats": partner_repeats(partners),
        "opponent_excess": opponent_excess(opponents),
        "meeting_repeats": repeats(meetings(every)),
    }
