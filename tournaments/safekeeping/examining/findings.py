"""What the doctor finds."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass


class Level(enum.StrEnum):
    """How much it matters."""

    FINE = "fine"
    LOOK = "look"  # somebody should look at it
    BAD = "bad"  # something would be lost, or not work


ORDER = (Level.FINE, Level.LOOK, Level.BAD)


@dataclass(frozen=True, slots=True)
class LaptopFinding:
    """One thing that was looked at."""

    level: Level
    title: str
    sentence: str


def status(findings: Iterable[LaptopFinding]) -> int:
    """For the end of a command: 0 all is well, 1 something to look at, 2 something is bad."""
    return max((ORDER.index(finding.level) for finding in findings), default=0)
