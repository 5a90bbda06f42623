"""Écarté: what is asked for a deal, and what two players may decide.

Sources: [P] an article with the rules and a worked example (the defaults follow its rules; the example
counts differently and is `per_trick`); the classical laws (`hoyle`). Only tricks count, never card points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Codes, Many, Option, PerSeat
from scoring.table import Seat, Side
from scoring.text import vocabulary

_ = vocabulary("ecarte")

TRICKS = 5
MADE = 3  # tricks a declarer needs


class Scoring(Option):
    RULE_TEXT = "rule_text", _("Contract: 1, all tricks 2, failed −2")
    PER_TRICK = "per_trick", _("Every trick a point, a deal ends at 3")
    HOYLE = "hoyle", _("Classical laws, no declarer")


class FailRule(Option):
    DECLARER_MINUS_2 = "declarer_minus_2", _("The declarer loses 2")
    DECLARER_MINUS_1 = "declarer_minus_1", _("The declarer loses 1")
    OPPONENT_PLUS_1 = "opponent_plus_1", _("The other gets 1")
    OPPONENT_PLUS_2 = "opponent_plus_2", _("The other gets 2")


class DoubleStake(Option):
    DOUBLE = "double", _("Double if the loser won no point")
    OFF = "off", _("Always single")
    TREBLE_DOUBLE_SINGLE = "treble_double_single", _("Treble at 0, double at 1 or 2")


class DoubleBasis(Option):
    POINTS_EVER_WON = "points_ever_won", _("A point won at any time")
    FINAL_SCORE = "final_score", _("The final score")


class Result(Option):
    MADE = "made", _("Made"), _("✓"), _("Three or four tricks")
    ALL = "all", _("All five"), _("5"), _("The vole")
    FAILED = "failed", _("Failed"), _("–"), _("Fewer than three tricks")


class Claim(Option):
    BEFORE_LEAD = "before_lead", _("Before the first card")
    AFTER_TRICK = "after_trick", _("After winning a trick")


class First(Option):
    """Told as a player's number or as not known."""

    PLAYER_1 = "1", _("Player 1")
    PLAYER_2 = "2", _("Player 2")
    UNKNOWN = "unknown", _("Nobody knows"), _("?"), _("An extra deal decides")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One deal of Écarté."""

    dealer: Annotated[
        Seat | None,
        Ask(_("Who dealt?"), _("Deal"), codes=Codes(missing="dealer_missing", range="dealer_seat")),
    ] = None
    turned_king: Annotated[
        bool, Ask(_("The turned-up card is a king"), _("TK"), codes=Codes(range="turned_king"))
    ] = False
    king: Annotated[
        Seat | None,
        Ask(
            _("Who marked the trump king?"),
            _("King"),
            _("In hand, announced and led."),
            codes=Codes(range="king_seat"),
        ),
    ] = None
    king_claim: Annotated[
        Claim, Ask(_("When was the king announced?"), _("When"), codes=Codes(choice="king_claim"))
    ] = Claim.BEFORE_LEAD
    declarer: Annotated[
        Seat | None,
        Ask(_("Who plays?"), _("Who"), codes=Codes(missing="declarer_missing", range="declarer_seat")),
    ] = None
    refused: Annotated[
        bool,
        Ask(_("The first proposal was refused"), _("Ref"), codes=Codes(range="proposal")),
    ] = False
    unproposed: Annotated[
        bool,
        Ask(_("Played without proposing"), _("NoP"), codes=Codes(range="proposal")),
    ] = False
    leader: Annotated[
        Seat | None,
        Ask(
            _("Who refused, or played without proposing?"),
            _("By"),
            codes=Codes(missing="leader_missing", range="leader_seat"),
        ),
    ] = None
    by: Annotated[
        Seat | None,
        Ask(_("Whose tricks?"), _("Of"), codes=Codes(missing="by_missing", range="by_seat")),
    ] = None
    result: Annotated[
        Result | None,
        Ask(_("How did it go?"), _("Res"), codes=Codes(missing="tricks_missing", choice="result_kind")),
    ] = None
    tricks: Annotated[
        PerSeat[int] | None,
        Ask(
            _("Tricks"),
            _("Tr"),
            codes=Codes(missing="tricks_missing", range="tricks_range", length="tricks_count"),
        ),
        Between(0, TRICKS),
    ] = None
    first: Annotated[
        First | None,
        Ask(
            _("Who reached the target first?"),
            _("1st"),
            _("Only when both do in one deal."),
            codes=Codes(missing="first_missing", choice="first_player"),
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What two players decide; the defaults follow [P] and, where it is silent, `docs/rules-decisions.md`."""

    scoring: Annotated[
        Scoring, Ask(_("Scoring"), _("Scoring"), _("What a deal is worth."), important=True)
    ] = Scoring.RULE_TEXT
    target: Annotated[
        int, Ask(_("A game goes to"), _("Goal"), _("Points that win a game."), important=True), Between(2, 50)
    ] = 5
    games_to_win: Annotated[
        int,
        Ask(_("Games to win"), _("Games"), _("Of one match; 2 is best of three."), important=True),
        Between(1, 9),
    ] = 1
    turned_king: Annotated[
        int,
        Ask(
            _("A king turned up"),
            _("Turned"),
            _("Points for the dealer; nearly everybody else gives 1."),
            important=True,
        ),
        Between(0, 1),
    ] = 0
    stake: Annotated[
        int,
        Ask(
            _("Stake"),
            _("Stake"),
            _("Chips each player pays in; 0 means points only."),
            important=True,
            zero=_("points only"),
        ),
        Between(0, 1000),
    ] = 5
    double_stake: Annotated[
        DoubleStake,
        Ask(_("Double stake"), _("Double"), _("When the loser pays more than the stake."), important=True),
    ] = DoubleStake.DOUBLE
    double_basis: Annotated[
        DoubleBasis,
        Ask(_("No point won means"), _("Basis"), _("What the double stake looks at.")),
    ] = DoubleBasis.POINTS_EVER_WON
    fail_rule: Annotated[
        FailRule, Ask(_("A declarer who fails"), _("Failed"), _("Fewer than three tricks."))
    ] = FailRule.DECLARER_MINUS_2
    floor_at_zero: Annotated[
        bool, Ask(_("Never below zero"), _("Floor"), _("Otherwise scores may be negative."))
    ] = False
    king_point: Annotated[
        int, Ask(_("The trump king"), _("King"), _("Points for whoever marks it.")), Between(0, 1)
    ] = 1
    late_king: Annotated[
        bool,
        Ask(
            _("The king may be announced after a trick"),
            _("Late king"),
            _("Otherwise only before the first card."),
        ),
    ] = True
    max_points_per_deal: Annotated[
        int,
        Ask(
            _("Most points in one deal"),
            _("Max"),
            _("With every trick a point a deal stops there; 0 means no limit."),
            zero=_("no limit"),
        ),
        Between(0, 20),
    ] = 3
    pt_fail_penalty: Annotated[
        int,
        Ask(
            _("Failed, with every trick a point"),
            _("Penalty"),
            _("For a declarer whose opponent gets there first."),
        ),
        Between(-9, 0),
    ] = -2
    side_bet_levy: Annotated[
        int, Ask(_("Levy on bets"), _("Levy"), _("Percent of what a spectator wins.")), Between(0, 100)
    ] = 0
    side_bet_double: Annotated[
        bool,
        Ask(_("Bets follow the double stake"), _("Bets ×"), _("Otherwise they are always single.")),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """A spectator's bet at even money."""

    name: Annotated[str, Ask(_("Who bets?"), _("Name"), codes=Codes(missing="bet_name", range="bet_name"))]
    on: Annotated[Side, Ask(_("On whom?"), _("On"), codes=Codes(missing="bet_on", range="bet_on"))]
    amount: Annotated[
        int,
        Ask(_("How much?"), _("Sum"), codes=Codes(missing="bet_amount", range="bet_amount")),
        Between(1, 1_000_000),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """What a sheet carries besides its deals: bets on its first game, in the order made."""

    bets: Annotated[tuple[Bet, ...], Ask(_("Spectators’ bets"), _("Bets")), Many(at_most=30)] = ()
