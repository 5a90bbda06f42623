"""Coins and notes, in smallest units, from the largest to the smallest."""

from __future__ import annotations

from collections.abc import Mapping

EUR = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
PIECES: dict[str, tuple[int, ...]] = {
    "EUR": EUR,
    "CHF": (100000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5),
    "USD": (10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1),
    "GBP": (5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "ARS": (2000000, 1000000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100),
    "UYU": (200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100),
    "BRL": (20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5),
    "PLN": (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "CZK": (500000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100),
    "DKK": (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50),
    "SEK": (100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100),
    "NOK": (100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 100),
}
NOTES = {  # the smallest note; what is less is a coin
    **{"EUR": 500, "CHF": 1000, "USD": 100, "GBP": 500, "ARS": 10000, "UYU": 2000, "BRL": 200, "PLN": 1000},
    **{"CZK": 10000, "DKK": 5000, "SEK": 2000, "NOK": 5000},
}
OFFERED = 4  # notes that are offered at the door


def pieces_of(currency: str) -> tuple[int, ...]:
    """What there is to count; empty: an amount is typed as a whole."""
    return PIECES.get(currency, ())


def is_note(piece: int, currency: str) -> bool:
    return piece >= NOTES.get(currency, 0)


def counted(pieces: Mapping[int, int]) -> int:
    """What so many of each are worth."""
    return sum(piece * count for piece, count in pieces.items())


def notes_for(due: int, currency: str) -> tuple[int, ...]:
    """What somebody probably gives for this: the smallest round sums and notes above it."""
    if due <= 0:
        return ()
    notes = sorted(piece for piece in pieces_of(currency) if is_note(piece, currency))
    if not notes:
        step = 10 ** (len(str(due)) - 1)
        return tuple(sum_ for sum_ in (-(-due // step) * step, 10 * step) if sum_ > due)
    sums = {-(-due // note) * note for note in notes[:4]} | set(notes)
    return tuple(sorted(sum_ for sum_ in sums if sum_ > due)[:OFFERED])
