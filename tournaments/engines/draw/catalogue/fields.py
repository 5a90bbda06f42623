"""Finite fields: sums and products of the numbers 0 … q − 1 for a prime power q."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product


@dataclass(frozen=True, slots=True)
class FiniteField:
    """The field with q elements; `plus[a][b]` and `times[a][b]` are its tables."""

    q: int
    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]

    def primitive(self) -> int:
        """A number whose powers are all numbers but 0."""
        for number in range(1, self.q):
            power, seen = number, 1
            while power != 1:
                power, seen = self.times[power][number], seen + 1
            if seen == self.q - 1:
                return number
        raise ValueError(self.q)


def prime_power(q: int) -> tuple[int, int] | None:
    """(p, k) with p prime and p to the k equal to q, or None."""
    prime = next((p for p in range(2, q + 1) if q % p == 0), None)
    if prime is None:
        return None
    exponent = 0
    while q % prime == 0:
        q, exponent = q // prime, exponent + 1
    return (prime, exponent) if q == 1 else None


@lru_cache(maxsize=8)
def field(q: int) -> FiniteField:
    """The field with q elements; raises ValueError when q is no prime power."""
    factors = prime_power(q)
    if factors is None:
        raise ValueError(q)
    prime, exponent = factors
    if exponent == 1:
        plus = tuple(tuple((a + b) % q for b in range(q)) for a in range(q))
        times = tuple(tuple(a * b % q for b in range(q)) for a in range(q))
        return FiniteField(q, plus, times)
    rule = _irreducible(prime, exponent)
    digits = [_digits(number, prime, exponent) for number in range(q)]
    plus = tuple(
        tuple(_number([(x + y) % prime for x, y in zip(a, b, strict=True)], prime) for b in digits)
        for a in digits
    )
    times = tuple(tuple(_number(_times(a, b, rule, prime), prime) for b in digits) for a in digits)
    return FiniteField(q, plus, times)


def _digits(number: int, prime: int, length: int) -> list[int]:
    """Coefficients of a polynomial, the constant one first."""
    return [number // prime**place % prime for place in range(length)]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**place for place, digit in enumerate(digits))


def _times(a: list[int], b: list[int], rule: list[int], prime: int) -> list[int]:
    """The product of two polynomials modulo x^k = rule."""
    length = len(a)
    coefficients = [0] * (2 * length)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            coefficients[i + j] += x * y
    for high in range(2 * length - 1, length - 1, -1):
        for place, digit in enumerate(rule):
            coefficients[high - length + place] += coefficients[high] * digit
        coefficients[high] = 0
    return [coefficient % prime for coefficient in coefficients[:length]]


def _irreducible(prime: int, exponent: int) -> list[int]:
    """x^k = rule, such that no two polynomials of smaller degree but 0 multiply to 0."""
    unity = [1] + [0] * (exponent - 1)
    x = [0, 1] + [0] * (exponent - 2)
    for rule in product(range(prime), repeat=exponent):
        power, seen = x, 1
        while power != unity and seen < prime**exponent and any(power):
            power, seen = _times(power, x, list(rule), prime), seen + 1
        if seen == prime**exponent - 1 and power == unity:  # x runs through everything but 0
            return list(rule)
    raise ValueError(prime)
