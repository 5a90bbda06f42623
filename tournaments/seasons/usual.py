"""Rules that clubs usually have: where a new season begins."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.text import mark as _
from tournaments.engines.season import Absent, Combining, PlaceSharing, SeasonBy, SeasonRules, Whom, Worth

TIES = (SeasonBy.MOST_EVENINGS, SeasonBy.BEST_EVENINGS, SeasonBy.LAST_EVENING)


@dataclass(frozen=True, slots=True)
class UsualRules:
    """Rules with a name."""

    key: str
    name: str  # marked for translation, like the next
    explain: str
    rules: SeasonRules


USUAL: tuple[UsualRules, ...] = (
    UsualRules(
        "sum",
        _("Sum of all evenings"),
        _("Every evening counts as it was played. Whoever comes often is ahead."),
        SeasonRules(ties=TIES),
    ),
    UsualRules(
        "best",
        _("The best 10 of 13"),
        _("Everybody may miss three evenings, or have three bad ones."),
        SeasonRules(evenings=13, best=10, least=3, least_at_end=True, ties=TIES),
    ),
    UsualRules(
        "places",
        _("Points for places"),
        _("25, 18, 15, 12, 10, 8, 6, 4, 2, 1 for the first ten, then 1 for everybody."),
        SeasonRules(
            worth=Worth.PLACES,
            place_points=(25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
            tail=1,
            sharing=PlaceSharing.MEAN,
            ties=(SeasonBy.EVENINGS_WON, SeasonBy.BEST_EVENINGS),
        ),
    ),
    UsualRules(
        "mean",
        _("Average with a minimum"),
        _("The sum divided by the evenings; whoever came fewer than ten times has no place."),
        SeasonRules(combine=Combining.MEAN, least=10, least_at_end=True, ties=TIES),
    ),
    UsualRules(
        "absent",
        _("Being absent counts as 0"),
        _("The worst two evenings are left out; whoever is missing has a 0."),
        SeasonRules(drop=2, absent=Absent.FIXED, absent_points=0, ties=TIES),
    ),
    UsualRules(
        "clubs",
        _("Clubs against each other"),
        _("On every evening the best four members count for their club."),
        SeasonRules(whom=Whom.CLUBS, club_best=4, ties=()),
    ),
)


def usual(key: str) -> UsualRules | None:
    """The rules with this key."""
    return next((each for each in USUAL if each.key == key), None)
