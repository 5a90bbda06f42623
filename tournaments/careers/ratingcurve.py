"""Somebody's rating over the years: a line, and a band that says how far it may be off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext

from tournaments.careers.words import rating_view
from tournaments.engines.careers.rating import Skill
from tournaments.engines.charts import BandChart, Curve, band_chart
from tournaments.models import Appearance
from tournaments.speech.wording import number


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The chart, and what is said of it."""

    chart: BandChart
    sentence: str

    @property
    def line(self) -> Curve:
        """The rating itself."""
        return self.chart.lines.curves[0]

    @property
    def edges(self) -> tuple[Curve, ...]:
        """What it is at most, and at least."""
        return self.chart.lines.curves[1:]

    @property
    def labels(self) -> tuple[tuple[str, float], ...]:
        """What stands at the end of each line, and where."""
        return tuple((number(curve.last), curve.label_y) for curve in self.chart.lines.curves)


def rating_curve(rows: Sequence[Appearance]) -> RatingCurve | None:
    """After each event and evening of one game, the oldest first; None: there are not two ratings yet."""
    rated = [
        (row.chapter.day, Skill(row.mu, row.sigma))
        for row in rows
        if row.mu is not None and row.sigma is not None
    ]
    if len(rated) < 2:
        return None
    days, skills = zip(*rated, strict=True)
    turns = [at for at, (day, later) in enumerate(pairwise(days), start=1) if day.year != later.year]
    chart = band_chart(
        [skill.number for skill in skills],
        [skill.margin for skill in skills],
        width=340,
        height=170,
        marks=[(at, days[at].year) for at in (0, *turns)],
    )
    sentence = gettext("Rating: first {first}, now {last}").format(
        first=rating_view(skills[0]), last=rating_view(skills[-1])
    )
    return RatingCurve(chart, sentence)
