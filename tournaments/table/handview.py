"""One hand of a sheet as screens, paper and exports take it: its points, and why, already spoken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from scoring import PaperTotals, Stretch
from scoring.hands import Hand
from tournaments.speech.wording import signed


@dataclass(frozen=True, slots=True)
class LineView:
    """One reason for points."""

    sentence: str
    points: tuple[int, ...]
    code: str


def reasons(sentences: Sequence[str]) -> str:
    """The reasons of a hand as one sentence; without any it was dealt again."""
    return " · ".join(sentences) or gettext("Redeal: nothing counts")


@dataclass(frozen=True, slots=True)
class HandWords:
    """A hand as its row on the page says it."""

    number: int
    label: str
    sentence: str
    correction: str
    opens: str
    moves: tuple[tuple[str, str, int], ...]
    on_paper: bool


@dataclass(frozen=True)
class HandView:
    """One live hand of a sheet. It outlives the next hand, and remembers what it has been asked for once."""

    number: int  # in the ledger: redeals have one too
    label: str  # on the sheet: redeals have none, hands from paper a range
    game: int  # which game of the sheet, from 1
    lines: tuple[LineView, ...]
    running: tuple[int, ...]  # totals of its game after this hand
    correction: str  # the time when it was put right; empty: never
    scored: Hand[Any]
    accounts: tuple[str, ...]  # who scores
    stretch: Stretch[Any]  # who played it
    outcome: str = ""  # of a preview: what this hand decides
    is_last: bool = False  # of a preview: no further hand is taken after it
    count: int = 1  # how many hands it is: a redeal none, from paper several
    opens: str = ""  # who plays from this hand on, where somebody has come or gone

    @property
    def record(self) -> Any:
        """What was entered."""
        return self.scored.record

    @property
    def on_paper(self) -> bool:
        """Only totals are known: how many hands it was, and what they were worth together."""
        return isinstance(self.scored.record, PaperTotals)

    @property
    def points(self) -> tuple[int, ...]:
        """What it is worth, one number per account."""
        return self.stretch.spread(self.scored.points, len(self.accounts))

    @cached_property
    def sentence(self) -> str:
        """All reasons of this hand as one sentence."""
        return reasons([line.sentence for line in self.lines])

    @property
    def scores(self) -> bool:
        """Does any account move?"""
        return any(self.points)

    @cached_property
    def moves(self) -> tuple[tuple[str, str, int], ...]:
        """Who, signed points, total after it; in account order, without those who sat out."""
        rows = zip(self.accounts, map(signed, self.points), self.running, strict=True)
        return tuple(row for account, row in enumerate(rows) if self.played_by(account))

    @cached_property
    def words(self) -> HandWords:
        """What its row on the page says."""
        return HandWords(
            self.number, self.label, self.sentence, self.correction, self.opens, self.moves, self.on_paper
        )

    def played_by(self, account: int) -> bool:
        """Did this account take part?"""
        return account in self.stretch.accounts
