"""Whist tournaments: everybody is everybody's partner once and everybody's opponent twice."""

from __future__ import annotations

from collections import Counter
from math import gcd

from tournaments.engines.draw.catalogue import resting_starts, whist_starts
from tournaments.engines.draw.catalogue.fields import field, prime_power
from tournaments.engines.draw.partners.whist_parts import WhistRound, composed

LARGEST = 400  # people


def whist(people: int) -> list[WhistRound] | None:
    """All rounds for people 0 … n − 1 with who sits out in each, or None where none is known here.

    For a prime power q = 4t + 1 Bose's and Moore's first round: the tables g^i, g^(i+t), g^(i+2t), g^(i+3t)
    for a generator g of the field; the differences of partners are then all numbers but 0 once, those of
    opponents twice. Otherwise the catalogue, or smaller tournaments put together.
    """
    if people == 4:
        return [([[0, 1, 3, 2]], []), ([[0, 1, 2, 3]], []), ([[0, 3, 1, 2]], [])]
    if people > LARGEST or people < 4 or people % 4 > 1:
        return None
    first = whist_starts().get(people)
    if first is not None:
        moving = people - 1 if people % 4 == 0 else people
        rounds = []
        for shift in range(moving):
            points = [(p + shift) % moving if p < moving else p for p in first]
            tables = [points[at : at + 4] for at in range(0, len(points), 4)]
            rounds.append((tables, sorted(set(range(people)) - set(points))))
        return rounds
    if people % 4 == 1 and prime_power(people):
        return _over_a_field(people)
    return composed(people, whist)


def _over_a_field(q: int) -> list[WhistRound]:
    numbers = field(q)
    generator, powers = numbers.primitive(), [1]
    while len(powers) < q - 1:
        powers.append(numbers.times[powers[-1]][generator])
    quarter = (q - 1) // 4
    first = [[powers[i + k * quarter] for k in range(4)] for i in range(quarter)]
    return [
        ([[numbers.plus[point][shift] for point in table] for table in first], [shift]) for shift in range(q)
    ]


def nearly_whist(people: int, rounds: int) -> list[WhistRound] | None:
    """Rounds for 4n + 2 or 4n + 3 people in which nobody is partner twice or opponent more than twice.

    In each two or three sit out, as evenly as can be; None where no such rounds are known here.
    """
    first = resting_starts().get(people)
    if first is None or rounds > people:
        return None
    out = sorted(set(range(people)).difference(first))
    turns: list[WhistRound] = []
    for shift in _in_turn(people, len(out), out[1] - out[0])[:rounds]:
        points = [(p + shift) % people for p in first]
        tables = [points[at : at + 4] for at in range(0, len(points), 4)]
        turns.append((tables, [(p + shift) % people for p in out]))
    times = Counter(person for _tables, resting in turns for person in resting)
    spread = max(times.values()) - min(times[person] for person in range(people))
    return turns if spread <= 1 else None


def _in_turn(people: int, resting: int, apart: int) -> list[int]:
    """All shifts, so that those who sit out, each `apart` from the next, follow one another round and round.

    Where steps of their length do not lead to everybody there are several such circles, taken in turn.
    """
    step = resting * apart
    circles = gcd(step, people)
    if circles > apart:  # one circle of people, in which the shifts meet their beginning too early
        return [start + turn * step for start in range(circles) for turn in range(people // circles)]
    return [(start + turn * step) % people for turn in range(people // circles) for start in range(circles)]
