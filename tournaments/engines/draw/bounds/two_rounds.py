"""What two rounds have in common at least: people who sit together in both.

Count for every table of one round how many of its people sit at each table of the other. These numbers are a
matrix whose rows and columns add up to the sizes of the tables; a number m in it is m·(m − 1)/2 pairs who sit
together twice. Everything here follows from the sums alone.
"""

from __future__ import annotations

from collections.abc import Sequence


def inside(size: int, groups: int) -> int:
    """Pairs of the same group in the best choice of `size` people from so many groups."""
    each, more = divmod(size, groups)
    return more * each * (each + 1) // 2 + (groups - more) * each * (each - 1) // 2


def least_in_common(first: Sequence[int], second: Sequence[int], alone: int = 0, resting: int = 0) -> int:
    """Pairs who sit together in both rounds, with tables of these sizes; no two such rounds have fewer.

    `alone` play only in the second round, `resting` only in the first.
    """
    if not first or not second:
        return 0
    least = max(_by_rows(first, len(second), resting), _by_rows(second, len(first), alone))
    if alone or resting or sum(first) != sum(second):
        return least
    for edge in sorted(set(first))[1:]:
        for border in sorted(set(second))[1:]:
            large, across = _from(first, edge), _from(second, border)
            least = max(least, _by_quarters(first, second, large, across))
    return least


def _by_rows(sizes: Sequence[int], groups: int, free: int) -> int:
    """Each table chooses its people evenly from all tables of the other round; `free` people are from none.

    A table of k people saves (k − 1) div groups pairs when one of them is free, and so on downwards.
    """
    if max(sizes) <= groups:
        return 0
    total = sum(inside(size, groups) for size in sizes)
    if not free:
        return total
    saved = sorted((place // groups for size in sizes for place in range(groups, size)), reverse=True)
    return total - sum(saved[:free])


def _from(sizes: Sequence[int], edge: int) -> list[int]:
    """The tables with at least so many seats."""
    return [size for size in sizes if size >= edge]


def _by_quarters(
    first: Sequence[int], second: Sequence[int], large: Sequence[int], across: Sequence[int]
) -> int:
    """The large tables of both rounds, the small ones, and those between: four parts of the matrix.

    How many people sit at large tables in both rounds decides what all four parts add up to; within a part
    nothing is better than even numbers. The sum is convex, so it falls until it rises.
    """
    people, in_rows, in_columns = sum(first), sum(large), sum(across)
    rows, columns = len(large), len(across)
    more_rows, more_columns = len(first) - rows, len(second) - columns

    def price(both: int) -> int:
        return (
            inside(both, rows * columns)
            + inside(in_rows - both, rows * more_columns)
            + inside(in_columns - both, more_rows * columns)
            + inside(people - in_rows - in_columns + both, more_rows * more_columns)
        )

    low, high = max(0, in_rows + in_columns - people), min(in_rows, in_columns)
    while low < high:
        middle = (low + high) // 2
        if price(middle) <= price(middle + 1):
            high = middle
        else:
            low = middle + 1
    return price(low)
