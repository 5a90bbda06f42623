"""Whist tournaments: everybody is everybody's partner once and everybody's opponent twice."""

from __future__ import annotations

from tournaments.draw.catalogue import whist_starts
from tournaments.draw.fields import field, prime_power
from tournaments.draw.whist_parts import WhistRound, composed

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
