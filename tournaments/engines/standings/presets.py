"""Named rule sets, by the style of an event. Which game suggests which is said elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.text import mark as _
from tournaments.engines.standings.choices import Absence, By, Bye, Credit, Places, WithdrawnRank
from tournaments.engines.standings.rules import RankingRules


@dataclass(frozen=True, slots=True)
class RankingStyle:
    """A usual way to rank; everything in it can be changed before the start."""

    key: str
    name: str
    explain: str
    rules: RankingRules


STYLES: tuple[RankingStyle, ...] = (
    RankingStyle(
        "individual_sum",
        _("Sum of points"),
        _(
            "Everybody plays alone, all rounds added up; ties are broken by the last round, then "
            "by drawing lots."
        ),
        RankingRules(criteria=(By.POINTS, By.LAST_ROUND, By.LOT), sitting_out=Credit.NONE),
    ),
    RankingStyle(
        "individual_best",
        _("Sum of points, best round decides"),
        _("Like the sum of points; ties are broken by the best round, then the last, then by drawing lots."),
        RankingRules(criteria=(By.POINTS, By.BEST_ROUND, By.LAST_ROUND, By.LOT), sitting_out=Credit.NONE),
    ),
    RankingStyle(
        "individual_low",
        _("Fewest points"),
        _(
            "Points are penalties; ties are broken by hands at 0, the better worst hand, then by "
            "drawing lots."
        ),
        RankingRules(
            criteria=(By.POINTS, By.HANDS_AT_ZERO, By.WORST_HAND, By.LOT),
            low_wins=True,
            absent=Absence.WORST,
            withdrawn=WithdrawnRank.UNRANKED,
        ),
    ),
    RankingStyle(
        "partners",
        _("Changing partners"),
        _(
            "Everybody collects what their side writes; ties are broken by the best rounds, then "
            "by drawing lots."
        ),
        RankingRules(criteria=(By.POINTS, By.BEST_ROUND, By.LOT), sitting_out=Credit.ROUND),
    ),
    RankingStyle(
        "placement",
        _("Places at the table"),
        _("Places count before points, so that lively and quiet tables weigh the same."),
        RankingRules(
            criteria=(By.PLACEMENT, By.POINTS, By.BEST_ROUND, By.LOT),
            absent=Absence.FIXED,
            absent_points=-150,
            absent_placement=-3,
        ),
    ),
    RankingStyle(
        "placement_low",
        _("Places at the table, few points win"),
        _(
            "Places count before penalty points; then hands won, the last round, a play-off, and "
            "drawing lots."
        ),
        RankingRules(
            criteria=(By.PLACEMENT, By.POINTS, By.HANDS_WON, By.LAST_ROUND, By.PLAYOFF, By.LOT),
            low_wins=True,
            places=Places.COUNTING,
            absent=Absence.WORST,
            withdrawn=WithdrawnRank.UNRANKED,
        ),
    ),
    RankingStyle(
        "matches",
        _("Matches, everybody against everybody"),
        _("Match points, then games, points, head-to-head, points made, and drawing lots."),
        RankingRules(
            criteria=(
                By.MATCH_POINTS,
                By.GAMES_DIFFERENCE,
                By.POINT_DIFFERENCE,
                By.DIRECT,
                By.POINTS_FOR,
                By.LOT,
            ),
            bye=Bye.NONE,
            walkover_meets=True,
            forfeit_points=30,
            forfeit_games=1,
        ),
    ),
    RankingStyle(
        "swiss",
        _("Matches, Swiss system"),
        _("Match points, then the strength of the opponents, games, points, and drawing lots."),
        RankingRules(
            criteria=(By.MATCH_POINTS, By.BUCHHOLZ, By.GAMES_DIFFERENCE, By.POINT_DIFFERENCE, By.LOT),
            forfeit_points=30,
            forfeit_games=1,
        ),
    ),
    RankingStyle(
        "games",
        _("Matches of several games"),
        _("Matches won, then games, points, head-to-head, a play-off, and drawing lots."),
        RankingRules(
            criteria=(
                By.MATCH_POINTS,
                By.GAMES_DIFFERENCE,
                By.POINT_DIFFERENCE,
                By.DIRECT,
                By.SONNEBORN,
                By.PLAYOFF,
                By.LOT,
            ),
            win=1,
            draw=0,
            bye=Bye.NONE,
            walkover_meets=True,
            forfeit_points=10,
            forfeit_games=2,
        ),
    ),
    RankingStyle(
        "best_rounds",
        _("Best rounds"),
        _("Only the three best rounds count; ties are broken by the best of them, then by drawing lots."),
        RankingRules(criteria=(By.POINTS, By.BEST_ROUND, By.LOT), best_rounds=3),
    ),
    RankingStyle(
        "per_hand",
        _("Points per hand"),
        _("For tables that play different numbers of hands."),
        RankingRules(criteria=(By.MEAN, By.POINTS, By.BEST_ROUND, By.LOT), sitting_out=Credit.NONE),
    ),
)


def style(key: str) -> RankingStyle:
    """The style of that name; raises KeyError when this version does not know it."""
    for ranking_style in STYLES:
        if ranking_style.key == key:
            return ranking_style
    raise KeyError(key)
