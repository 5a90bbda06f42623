"""What an organiser decides about the ranking: one declaration, from which the form is made.

Points are whole numbers as on the sheets. Every switch says in one sentence what it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Many, Option, When
from scoring.problem import Problem
from scoring.text import mark as _
from scoring.text import say


class By(Option):
    """What is compared, one after the other."""

    POINTS = "points", _("Points"), _("Pts"), _("The sum of all rounds, with credits and penalties.")
    MEAN = (
        "mean",
        _("Points per hand"),
        _("Per hand"),
        _("All points made at tables, divided by the hands played."),
    )
    SCALED = (
        "scaled",
        _("Points, scaled"),
        _("Scaled"),
        _("As points, but a table that was cut short counts as if it had gone on the same way."),
    )
    PLACEMENT = (
        "placement",
        _("Placement points"),
        _("Pl. pts"),
        _("Points for the place at each table; equal results share the places."),
    )
    MATCH_POINTS = "match_points", _("Match points"), _("MP"), _("Points for matches won and tied.")
    GAMES = "games", _("Games won"), _("Games +"), _("All games that were won.")
    GAMES_DIFFERENCE = (
        "games_difference",
        _("Games won minus lost"),
        _("Games ±"),
        _("Own games minus those of the opponents."),
    )
    POINT_DIFFERENCE = (
        "point_difference",
        _("Points for minus against"),
        _("Pts ±"),
        _("Own points minus those of the opponents."),
    )
    POINTS_FOR = (
        "points_for",
        _("Points made at tables"),
        _("At tables"),
        _("The sum of the sheets, without credits and penalties."),
    )
    BEST_ROUND = (
        "best_round",
        _("Best round"),
        _("Best r."),
        _("The best round; in a tie, the second best, and so on."),
    )
    LAST_ROUND = (
        "last_round",
        _("Last round"),
        _("Last r."),
        _("The last round; in a tie, the one before, and so on."),
    )
    WORST_ROUND = (
        "worst_round",
        _("Worst round"),
        _("Worst r."),
        _("Whoever’s worst round is better is ranked higher."),
    )
    BEST_HAND = (
        "best_hand",
        _("Best hand"),
        _("Best h."),
        _("The best hand; in a tie, the second best, and so on."),
    )
    WORST_HAND = (
        "worst_hand",
        _("Worst hand"),
        _("Worst h."),
        _("Whoever’s worst hand is better is ranked higher."),
    )
    HANDS_WON = "hands_won", _("Hands won"), _("Hands +"), _("Whoever has won more hands is ranked higher.")
    HANDS_LOST = (
        "hands_lost",
        _("Hands lost"),
        _("Hands −"),
        _("Whoever has lost fewer hands is ranked higher."),
    )
    HANDS_AT_ZERO = (
        "hands_at_zero",
        _("Hands at 0"),
        _("0 h."),
        _("Whoever has more hands with exactly 0 is ranked higher."),
    )
    ROUNDS_AT_ZERO = (
        "rounds_at_zero",
        _("Rounds at 0"),
        _("0 r."),
        _("Whoever has more rounds with exactly 0 is ranked higher."),
    )
    TABLES_WON = (
        "tables_won",
        _("Tables won"),
        _("Tables"),
        _("How often first at the table; a shared first place counts one half."),
    )
    WINS = "wins", _("Wins"), _("W"), _("Matches won; byes and walkovers that count as a win are included.")
    WINS_PLAYED = "wins_played", _("Wins at the table"), _("W pl."), _("Matches won by playing.")
    DIRECT = (
        "direct",
        _("Head-to-head"),
        _("Direct"),
        _("Only the results among those who are tied; used only if they decide."),
    )
    BUCHHOLZ = "buchholz", _("Buchholz"), _("BH"), _("The scores of all opponents, added up.")
    BUCHHOLZ_CUT = (
        "buchholz_cut",
        _("Buchholz without the weakest"),
        _("BH−1"),
        _("As Buchholz, but the weakest opponent is left out."),
    )
    BUCHHOLZ_MEDIAN = (
        "buchholz_median",
        _("Buchholz without both ends"),
        _("BH−2"),
        _("As Buchholz, but the weakest and the strongest opponent are left out."),
    )
    SONNEBORN = (
        "sonneborn",
        _("Sonneborn–Berger"),
        _("SB"),
        _("The scores of those one has beaten, and half the scores of those one has tied with."),
    )
    KOYA = (
        "koya",
        _("Against the upper half"),
        _("Koya"),
        _("Match points made against those who have at least half of what was possible."),
    )
    PROGRESSIVE = (
        "progressive",
        _("Sum of the totals"),
        _("Prog."),
        _("The totals after every round, added up: early points count more."),
    )
    OPPONENTS_WIN = (
        "opponents_win",
        _("Opponents’ success"),
        _("Opp. %"),
        _("The average share of match points of the opponents, each at least one third."),
    )
    BYES = "byes", _("Byes"), _("Byes"), _("Whoever had fewer byes is ranked higher.")
    UNPLAYED = (
        "unplayed",
        _("Rounds not played"),
        _("Not pl."),
        _("Whoever missed fewer rounds is ranked higher."),
    )
    PLAYOFF = (
        "playoff",
        _("Play-off"),
        _("Extra"),
        _("Hands that were played only to decide between those who were tied."),
    )
    LOT = (
        "lot",
        _("Lot"),
        _("Lot"),
        _("If there is still a tie, lots are drawn; without this they share the place."),
    )


class MatchBy(Option):
    GAMES = (
        "games",
        _("More games"),
        "",
        _("Points decide only where no games were counted; equal games are a tie."),
    )
    POINTS = "points", _("More points"), "", _("Games do not matter.")
    BOTH = "both", _("More games, then more points"), "", _("Points decide when games are equal.")


class Bye(Option):
    WIN = "win", _("A win"), "", _("With the score of a walkover.")
    DRAW = "draw", _("A tie")
    NONE = "none", _("Nothing")
    AVERAGE = "average", _("Their own average"), "", _("The average of the matches played.")
    FIXED = "fixed", _("A fixed number")


class Credit(Option):
    NONE = "none", _("Nothing")
    ROUND = "round", _("The average of the round"), "", _("The average of all who played, rounded down.")
    OWN = (
        "own",
        _("Their own average"),
        "",
        _("The average of the rounds they played themselves, rounded down."),
    )
    FIXED = "fixed", _("A fixed number")


class Absence(Option):
    USUAL = (
        "usual",
        _("The usual"),
        "",
        _("Nothing; where few points win, the worst result of the round."),
    )
    NONE = "none", _("Nothing")
    WORST = "worst", _("As the last of the round"), "", _("The worst result that was played.")
    FIXED = "fixed", _("A fixed number")


class Short(Option):
    RAW = "raw", _("As written")
    MEAN = "mean", _("Points per hand"), _("Per hand"), _("Every round counts by its points per hand.")
    SCALED = (
        "scaled",
        _("Scaled to the planned hands"),
        _("Scaled"),
        _("Halves are rounded: 2.5 → 3, −2.5 → −3."),
    )


class Places(Option):
    BALANCED = (
        "balanced",
        _("Around zero"),
        "±",
        _("At a table of four +3, +1, −1, −3; of three +2, 0, −2."),
    )
    COUNTING = (
        "counting",
        _("Counted from below"),
        _("n … 1"),
        _("At a table of four 4, 3, 2, 1; of three 3, 2, 1."),
    )


class TeamBest(Option):
    """Over what the best members of a team are looked for."""

    ROUND = (
        "round",
        _("In each round"),
        _("Per round"),
        _("The best members of each round count for that round; they may be others every time."),
    )
    EVENT = (
        "event",
        _("Over the whole event"),
        _("In all"),
        _("The members who stand best in the end count, with all they have; the others do not."),
    )


class WithdrawnRank(Option):
    STAYS = "stays", _("Stays in the ranking")
    UNRANKED = "unranked", _("Is listed at the end without a place")


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
