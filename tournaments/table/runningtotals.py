"""How an evening went: the running totals of a sheet, hand by hand, and their drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import Truncator

from tournaments.engines.charts import LineChart, line_chart
from tournaments.speech.wording import number
from tournaments.table.handview import HandView

LETTER = 7.4  # the width of a letter at the end of a line, in the chart's own units
LETTERS = 18  # more of them would leave too little room for the lines


@dataclass(frozen=True, slots=True)
class Lines:
    """All that the drawing of running totals depends on."""

    series: tuple[tuple[int, ...], ...]
    restarts: tuple[int, ...]
    widths: tuple[int, ...]
    labels: tuple[str, ...]

    def drawn(self) -> LineChart:
        """The running totals as a drawing for the page."""
        room = 8 + LETTER * max(map(len, self.labels), default=0)
        return line_chart(
            self.series, width=340, height=190, right=room, restarts=self.restarts, widths=self.widths
        )


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """The totals of all accounts after every hand."""

    hands: Sequence[HandView]
    accounts: Sequence[str]
    standing: Sequence[int]  # what every account has in the end
    played: int  # hands that count

    @property
    def series(self) -> tuple[tuple[int, ...], ...]:
        """Running totals, one series per account."""
        return tuple(
            tuple(hand.running[account] for hand in self.hands) for account in range(len(self.accounts))
        )

    @property
    def restarts(self) -> tuple[int, ...]:
        """Hands, counted from 0, that open a further game of the sheet."""
        pairs = zip(self.hands, self.hands[1:], strict=False)
        return tuple(place for place, (before, hand) in enumerate(pairs, start=1) if before.game != hand.game)

    @property
    def widths(self) -> tuple[int, ...]:
        """How much room each of them takes in a chart: as many hands as it counts, a redeal none. Where
        nothing but points without a reason was entered, each of them takes a step.
        """
        return tuple(hand.count if self.played else 1 for hand in self.hands)

    @property
    def labels(self) -> tuple[str, ...]:
        """What stands at the ends of the lines; only a name for which there is no room is cut short."""
        totals = [number(total) for total in self.standing]
        return tuple(
            f"{Truncator(name).chars(LETTERS - len(total) - 1)} {total}"
            for name, total in zip(self.accounts, totals, strict=True)
        )

    @property
    def lines(self) -> Lines:
        """What is drawn on the page."""
        return Lines(self.series, self.restarts, self.widths, self.labels)
