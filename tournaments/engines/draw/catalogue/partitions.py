"""A round as one number: its place among all ways of dividing people among tables.

The smallest person still standing takes a table and chooses the others; what is chosen is counted like
digits, so that no number is wasted. To the base of 85, 48 people at tables of four need 19 characters.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from functools import cache
from math import comb

Table = list[int]
DIGITS = string.digits + string.ascii_letters + "!#$%&()*+-;<=>?@^_`{|}~"
VALUES = {digit: value for value, digit in enumerate(DIGITS)}


@cache
def partitions(sizes: tuple[int, ...]) -> int:
    """In how many ways people can sit at tables of these sizes; larger sizes come first."""
    if not sizes:
        return 1
    return sum(_ways(sizes, size) for size in sorted(set(sizes), reverse=True))


def _ways(sizes: tuple[int, ...], size: int) -> int:
    """The same with the smallest person at a table of `size`."""
    return comb(sum(sizes) - 1, size - 1) * partitions(_without(sizes, size))


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    place = sizes.index(size)
    return sizes[:place] + sizes[place + 1 :]


def rank(tables: Iterable[Sequence[int]]) -> int:
    """The number of this division of the people 0 … n − 1."""
    ordered = sorted(sorted(table) for table in tables)
    sizes = tuple(sorted(map(len, ordered), reverse=True))
    standing = list(range(sum(sizes)))
    number = 0
    for table in ordered:
        size = len(table)
        number += sum(_ways(sizes, larger) for larger in set(sizes) if larger > size)
        sizes = _without(sizes, size)
        del standing[0]
        places = [standing.index(person) for person in table[1:]]
        number += sum(comb(place, k + 1) for k, place in enumerate(places)) * partitions(sizes)
        standing = [person for person in standing if person not in table]
    return number


def unrank(number: int, sizes: tuple[int, ...]) -> list[Table]:
    """The tables with this number, larger ones first."""
    if not 0 <= number < partitions(sizes):
        raise ValueError(number)
    standing = list(range(sum(sizes)))
    tables: list[Table] = []
    while sizes:
        size = sizes[0]
        for size in sorted(set(sizes), reverse=True):
            if number < _ways(sizes, size):
                break
            number -= _ways(sizes, size)
        sizes = _without(sizes, size)
        chosen, number = divmod(number, partitions(sizes))
        table = [standing.pop(0)]
        places = _chosen(chosen, len(standing), size - 1)
        table += [standing[place] for place in places]
        for place in reversed(places):
            del standing[place]
        tables.append(table)
    return sorted(tables, key=lambda table: (-len(table), table))


def _chosen(number: int, among: int, count: int) -> list[int]:
    """The choice of `count` places with this number, ascending."""
    places = []
    place = among - 1
    for k in range(count, 0, -1):
        ways = comb(place, k)
        while ways > number:
            place -= 1
            ways = comb(place, k)
        number -= ways
        places.append(place)
        place -= 1
    return places[::-1]


def width(sizes: tuple[int, ...]) -> int:
    """Characters that hold every number of a round."""
    most, needed = partitions(sizes) - 1, 1
    while most >= len(DIGITS):
        most //= len(DIGITS)
        needed += 1
    return needed


def written(number: int, characters: int) -> str:
    """The number to the base of 85, so many characters long."""
    digits = []
    for _place in range(characters):
        number, digit = divmod(number, len(DIGITS))
        digits.append(DIGITS[digit])
    if number:
        raise ValueError(number)
    return "".join(reversed(digits))


def read(text: str) -> int:
    """The number that was written."""
    number = 0
    for digit in text:
        number = number * len(DIGITS) + VALUES[digit]
    return number
