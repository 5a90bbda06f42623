"""What an organiser decides about the ranking: one declaration, from which the form is made.

Points are whole numbers as on the sheets. Every switch says in one sentence what it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Many, When
from scoring.problem import Problem
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.standings.choices import (
    Absence,
    By,
    Bye,
    Credit,
    MatchBy,
    Places,
    Short,
    TeamBest,
    WithdrawnRank,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRules:
    """How results become places; published before the first hand."""

    criteria: Annotated[
        tuple[By, ...],
        Ask(
            _("Who is ahead"),
            _("Criteria"),
            _("The first of these decides; in a tie, the next one."),
            important=True,
        ),
        Many(1, 12, distinct=True),
    ] = (By.POINTS, By.BEST_ROUND, By.LAST_ROUND, By.LOT)
    low_wins: Annotated[
        bool, Ask(_("Few points win"), _("Low"), _("Points are penalties: the lowest sum is first."))
    ] = False
    best_rounds: Annotated[
        int,
        Ask(
            _("Only the best rounds count"),
            _("Best r."),
            _("How many rounds count for the points; the worst others are left out. 0: all count."),
            zero=_("all count"),
            important=True,
        ),
        Between(0, 200),
    ] = 0
    team_best: Annotated[
        int,
        Ask(
            _("Members who count for a team"),
            _("Team"),
            _("This many of the best members count for their team. 0: all members."),
            important=True,
        ),
        Between(0, 50),
    ] = 0
    team_by: Annotated[
        TeamBest,
        Ask(
            _("The best members of a team"),
            _("Best"),
            _("What decides which members count."),
            when=(When("team_best", tuple(range(1, 51))),),
            important=True,
        ),
    ] = TeamBest.ROUND
    win: Annotated[
        int, Ask(_("Match points for a win"), _("Per win"), _("What a match won is worth.")), Between(0, 20)
    ] = 2
    draw: Annotated[
        int,
        Ask(_("Match points for a tie"), _("Per tie"), _("What a tied match is worth.")),
        Between(0, 20),
    ] = 1
    loss: Annotated[
        int,
        Ask(_("Match points for a loss"), _("Per loss"), _("What a lost match is worth.")),
        Between(0, 20),
    ] = 0
    match_by: Annotated[
        MatchBy, Ask(_("A match is won by"), _("Won by"), _("What decides who has won a match."))
    ] = MatchBy.GAMES
    bye: Annotated[
        Bye, Ask(_("A bye is worth"), _("Bye"), _("What counts when there is nobody to play."))
    ] = Bye.WIN
    bye_number: Annotated[
        int,
        Ask(
            _("Match points for a bye"),
            _("Bye pts"),
            _("The fixed number for a bye."),
            when=(When("bye", (Bye.FIXED,)),),
        ),
        Between(0, 20),
    ] = 1
    forfeit_points: Annotated[
        int,
        Ask(
            _("Points for a walkover"),
            _("Walkover"),
            _("What is written for a match won without playing; the other side gets 0."),
        ),
        Between(0, 9999),
    ] = 0
    forfeit_games: Annotated[
        int,
        Ask(
            _("Games for a walkover"),
            _("W. games"),
            _("Games that a walkover counts as won; the other side gets none."),
        ),
        Between(0, 20),
    ] = 0
    walkover_meets: Annotated[
        bool,
        Ask(
            _("A walkover counts as a match played"),
            _("W. meets"),
            _("For head-to-head and for whatever counts opponents; usual where everybody meets everybody."),
        ),
    ] = False
    sitting_out: Annotated[
        Credit,
        Ask(_("Sitting out scores"), _("Sits out"), _("For a round in which the draw left somebody over.")),
    ] = Credit.ROUND
    sitting_out_points: Annotated[
        int,
        Ask(
            _("Points for sitting out"),
            _("Out pts"),
            _("The fixed number for a round of sitting out."),
            when=(When("sitting_out", (Credit.FIXED,)),),
        ),
        Between(-9999, 9999),
    ] = 0
    absent: Annotated[
        Absence,
        Ask(_("Being absent scores"), _("Absent"), _("For a round that somebody missed.")),
    ] = Absence.USUAL
    absent_points: Annotated[
        int,
        Ask(
            _("Points for being absent"),
            _("Abs. pts"),
            _("The fixed number for a round that was missed."),
            when=(When("absent", (Absence.FIXED,)),),
        ),
        Between(-9999, 9999),
    ] = 0
    places: Annotated[
        Places,
        Ask(_("Placement points"), _("Placing"), _("What the places at a table are worth.")),
    ] = Places.BALANCED
    absent_placement: Annotated[
        int,
        Ask(
            _("Placement points for being absent"),
            _("Abs. pl."),
            _("Placement points for a round that was missed."),
        ),
        Between(-20, 20),
    ] = 0
    short: Annotated[
        Short,
        Ask(
            _("Tables with more or fewer hands"),
            _("Short"),
            _("How a finished table counts that did not play the planned hands."),
        ),
    ] = Short.RAW
    least_hands: Annotated[
        int,
        Ask(
            _("Least number of hands"),
            _("Least"),
            _("With points per hand: whoever played fewer hands is listed behind the others."),
        ),
        Between(0, 9999),
    ] = 0
    penalty_in_round: Annotated[
        bool,
        Ask(
            _("Penalties also lower the round"),
            _("Pen. round"),
            _("Otherwise they lower only the sum, and stay even if the round is left out."),
        ),
    ] = False
    withdrawn: Annotated[
        WithdrawnRank,
        Ask(
            _("Leaving early"),
            _("Leaves"),
            _("Whether somebody who leaves before the end stays in the ranking."),
        ),
    ] = WithdrawnRank.STAYS


def problems(rules: RankingRules) -> list[Problem]:
    """What does not go together; answers that cannot be read at all are found by `scoring.read`."""
    contradictions = []
    if By.LOT in rules.criteria[:-1]:
        text = say(_("Drawing lots decides everything that is left: put it last."))
        contradictions.append(Problem("criteria", "lot_not_last", text))
    if rules.criteria[:1] == (By.LOT,):
        text = say(_("Drawing lots alone is not a ranking: put something before it."))
        contradictions.append(Problem("criteria", "only_lot", text))
    if not rules.win >= rules.draw >= rules.loss:
        text = say(_("A win is worth at least as much as a tie, and a tie as much as a loss."))
        contradictions.append(Problem("win", "match_points_order", text))
    return contradictions
