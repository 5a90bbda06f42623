"""What organisers can choose from: criteria, and what byes, absence, short tables and places are worth."""

from __future__ import annotations

from scoring.fields import Option
from scoring.text import mark as _


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
