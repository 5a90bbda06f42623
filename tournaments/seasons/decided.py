"""What organisers have decided about people of a season, as it stands in the season's log.

Points, a place refused, who does not come to the final: decided and taken back, never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.engines.season import SeasonExtra
from tournaments.models import ClubSeason

POINTS, POINTS_BACK, BARRED, LET_IN = "points", "points_back", "barred", "let_in"
DECLINED, COMES, MERGED, TAKEN_IN = "declined", "comes", "merged", "taken_in"
DECISIONS = (POINTS, POINTS_BACK, BARRED, LET_IN, DECLINED, COMES, MERGED)


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """Points for or against somebody; `key` names the decision."""

    key: str
    person: int
    points: int
    reason: str

    @property
    def spoken(self) -> str:
        """`+20`, `−20`, as it is written beside a name."""
        return f"{self.points:+d}".replace("-", "−")

    @property
    def extra(self) -> SeasonExtra:
        """For the engine."""
        return SeasonExtra(self.person, self.points, self.reason)


@dataclass(slots=True)
class SeasonDecisions:
    """What holds now."""

    points: dict[str, PointsGiven] = field(default_factory=dict)
    barred: dict[int, str] = field(default_factory=dict)  # with the reason
    declined: set[int] = field(default_factory=set)
    lots: dict[int, str] = field(default_factory=dict)  # what stands on tickets, where a file said it


def decisions_of(season: ClubSeason) -> SeasonDecisions:
    """From the first line of the log to the last; two who became one are followed."""
    decisions = SeasonDecisions()
    lines = season.notices.filter(what__in=(*DECISIONS, TAKEN_IN)).order_by("at", "pk")
    for what, data, reason in lines.values_list("what", "data", "reason"):
        _take(decisions, what, data, reason)
    return decisions


def _take(decisions: SeasonDecisions, what: str, data: Mapping[str, Any], reason: str) -> None:
    if what == TAKEN_IN:
        decisions.lots |= {person: str(lot) for person, lot in data.get("lots", ())}
    person = data.get("person")
    if not isinstance(person, int):
        return
    if what == POINTS:
        key = str(data.get("key", ""))
        decisions.points[key] = PointsGiven(key, person, int(data.get("points", 0)), reason)
    elif what == POINTS_BACK:
        decisions.points.pop(str(data.get("key", "")), None)
    elif what == BARRED:
        decisions.barred[person] = reason
    elif what == LET_IN:
        decisions.barred.pop(person, None)
    elif what == DECLINED:
        decisions.declined.add(person)
    elif what == COMES:
        decisions.declined.discard(person)
    elif what == MERGED:
        _follow(decisions, person, data.get("gone"))


def _follow(decisions: SeasonDecisions, keep: int, gone: object) -> None:
    for key, each in decisions.points.items():
        if each.person == gone:
            decisions.points[key] = PointsGiven(key, keep, each.points, each.reason)
    if isinstance(gone, int):
        if gone in decisions.barred:
            decisions.barred.setdefault(keep, decisions.barred.pop(gone))
        if gone in decisions.lots:
            decisions.lots.setdefault(keep, decisions.lots[gone])
        if gone in decisions.declined:
            decisions.declined = {*decisions.declined - {gone}, keep}
