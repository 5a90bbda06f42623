"""Drawing the seats of one table: from names and a seed, so that anybody can repeat it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that looks like another
SEED_LENGTH = 6


def new_seed() -> str:
    """A seed to announce before the seats are drawn from it."""
    return "".join(secrets.choice(LETTERS) for _ in range(SEED_LENGTH))


def draw_seats(names: Sequence[str], seed: str) -> tuple[tuple[str, ...], int]:
    """(names in seat order, the seat that deals first, from 1).

    The order in which the names were typed does not matter; same names and seed, same seats.
    """
    chance = random.Random(f"stammtisch seats 1 {seed}")
    seated = sorted(names)
    chance.shuffle(seated)
    return tuple(seated), chance.randrange(len(seated)) + 1 if seated else 0
