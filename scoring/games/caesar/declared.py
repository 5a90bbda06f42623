"""Caesar: what is asked for a hand, and what a club may decide.

Sources: [P] a club's rule sheet with four tournament rules (the defaults); the tournament sheet, thirteen
rules over the same text. Where both are silent, near relatives decide (Belot, Belote, Klaverjas). Points
are written in units of ten: 162 card points are 16, a Meldung of 50 is 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Codes, Many, Option, When
from scoring.table import Seat, Side
from scoring.text import vocabulary

_ = vocabulary("caesar")

ALL_POINTS = 162
WIN = 82  # card points a maker needs
ALL_TENS = 16


class Kind(Option):
    PLAYED = "played", _("Played"), _("–")
    DURCH = "durch", _("Durch"), _("D"), _("One side took every trick")
    REVOKE = "revoke", _("Wrong card"), _("Rev"), _("A wrong card or a wrong lead ended the hand")
    MISDEAL = "misdeal", _("Misdeal"), _("Mis"), _("The dealer dealt wrongly")
    REDEAL = "redeal", _("Redeal"), _("×"), _("Nobody named trumps; the same dealer deals again")


class Figure(Option):
    RUN = "run", _("Run"), _("R"), _("Cards of one suit in sequence")
    FOUR = "four", _("Four of a kind"), _("4")


class Rank(Option):
    """Natural order, in trumps too."""

    SEVEN = "7", _("7")
    EIGHT = "8", _("8")
    NINE = "9", _("9")
    TEN = "10", _("10")
    JACK = "J", _("jack"), _("J")
    QUEEN = "Q", _("queen"), _("Q")
    KING = "K", _("king"), _("K")
    ACE = "A", _("ace"), _("A")


RANKS = tuple(Rank)


class Unit(Option):
    TENS = "tens", _("Tens (16 for a hand)")
    POINTS = "points", _("Points (162 for a hand)")


class Rounding(Option):
    LOW_SIDE_UP = "low_side_up", _("The lower side, rounded up from 6")
    MAKER_UP = "maker_up", _("The maker’s side, rounded up from 6")


class Writing(Option):
    BOTH_OWN = "both_own", _("Each side its own points")
    WINNER_ALL = "winner_all", _("The winner writes everything")


class Tie(Option):
    LOST = "lost", _("Lost by the maker")
    CARRY = "carry", _("The maker’s half waits for the next winner")
    SPLIT = "split", _("Each side writes its half")


class Keeps(Option):
    """Who writes the Meldungen of a side that has lost."""

    KEEP = "keep", _("The side that holds them")
    TO_OPPONENTS = "to_opponents", _("The opponents")
    VOID = "void", _("Nobody")


class Height(Option):
    LENGTH_THEN_TOP = "length_then_top", _("Same length and same top card")
    VALUE_ONLY = "value_only", _("Same value")


class Equal(Option):
    NONE_UNLESS_TRUMP = "none_unless_trump", _("Nobody writes, unless one is in trumps")
    SPLIT = "split", _("Each side writes half")
    FIRST_PLAYER = "first_player", _("Who sits nearest after the dealer")


class Winning(Option):
    ALL = "all", _("All of that side")
    HIGHEST_ONLY = "highest_only", _("Only the highest")


class LongRuns(Option):
    FLAT = "flat", _("100 from five cards on")
    JASS = "jass", _("150, 200 and 250 for six, seven and eight")


class Misdeal(Option):
    REDEAL = "redeal", _("The same dealer deals again")
    LOST = "lost", _("Lost by the dealer’s side")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """One Meldung."""

    side: Annotated[Side, Ask(_("Whose?"), _("Side"), codes=Codes(missing="meld_side", range="meld_side"))]
    kind: Annotated[Figure, Ask(_("What?"), _("Kind"), codes=Codes(missing="meld_kind", choice="meld_kind"))]
    length: Annotated[
        int | None,
        Ask(
            _("How many cards?"),
            _("Len"),
            when=(When("kind", (Figure.RUN,)),),
            needed=True,
            codes=Codes(missing="run_length", range="run_length", unasked="run_length"),
        ),
        Between(3, 8),
    ] = None
    top: Annotated[
        Rank | None,
        Ask(_("Highest card"), _("Top"), codes=Codes(range="meld_top", choice="meld_top")),
    ] = None
    trump: Annotated[
        bool | None,
        Ask(_("In trumps"), _("Tr"), _("Asked only where the highest runs of both sides are equal.")),
    ] = None
    seat: Annotated[Seat | None, Ask(_("Who holds it?"), _("Who"), codes=Codes(range="meld_seat"))] = None

    @property
    def rank(self) -> int | None:
        """Place of the highest card, 7 being 0; None where it was not said."""
        return None if self.top is None else RANKS.index(self.top)

    def is_four(self, rank: Rank) -> bool:
        return self.kind is Figure.FOUR and self.top is rank


PLAYED = When("kind", (Kind.PLAYED,))
COUNTED = When("kind", (Kind.PLAYED, Kind.DURCH))
MELDED = When("kind", (Kind.PLAYED, Kind.DURCH, Kind.REVOKE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One hand of Caesar."""

    kind: Annotated[Kind, Ask(_("What happened?"), _("Kind"))] = Kind.PLAYED
    dealer: Annotated[Seat | None, Ask(_("Who dealt?"), _("Deal"), codes=Codes(range="dealer_seat"))] = None
    maker: Annotated[
        Side | None,
        Ask(
            _("Who plays?"),
            _("Who"),
            _("The side that named trumps."),
            when=(PLAYED,),
            needed=True,
            codes=Codes(missing="maker_missing", range="maker_missing"),
        ),
    ] = None
    side: Annotated[
        Side | None,
        Ask(
            _("Which side?"),
            _("Side"),
            _("Who took every trick; who broke the rule; who dealt wrongly."),
            when=(When("kind", (Kind.DURCH, Kind.REVOKE, Kind.MISDEAL)),),
            codes=Codes(missing="side_missing", range="side_missing"),
        ),
    ] = None
    points: Annotated[
        int | None,
        Ask(
            _("Card points of the maker’s side"),
            _("Pts"),
            _("With the last trick, without Meldungen."),
            when=(COUNTED,),
            codes=Codes(missing="points_missing", range="points_range"),
        ),
        Between(0, ALL_POINTS),
    ] = None
    tens: Annotated[
        int | None,
        Ask(
            _("What the maker’s side writes"),
            _("10s"),
            _("Instead of the points: 8 to 16, or 0 when the hand is lost."),
            when=(PLAYED,),
            codes=Codes(missing="points_missing", range="tens_range"),
        ),
        Between(0, ALL_TENS),
    ] = None
    trick_taken: Annotated[
        bool | None,
        Ask(
            _("Did the side with 0 take a trick?"),
            _("Tr"),
            when=(COUNTED, When("points", (0, ALL_POINTS))),
            codes=Codes(missing="durch_question"),
        ),
    ] = None
    melds: Annotated[
        tuple[Meld, ...],
        Ask(_("Meldungen"), _("M"), _("Runs and fours of a kind."), when=(MELDED,)),
        Many(at_most=8),
    ] = ()
    bella: Annotated[
        Side | None,
        Ask(
            _("Who has Bella?"),
            _("Be"),
            _("King and queen of trumps in one hand."),
            when=(MELDED,),
            codes=Codes(range="bella_side"),
        ),
    ] = None
    bella_seat: Annotated[
        Seat | None,
        Ask(_("Who holds Bella?"), _("BeS"), when=(MELDED,), codes=Codes(range="bella_seat")),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a club decides; the defaults follow [P] and, where it is silent, `docs/rules-decisions.md`."""

    hands_per_round: Annotated[
        int,
        Ask(
            _("Hands per round"),
            _("Hands"),
            _("The sheet is full after this many hands; 0 means no limit."),
            zero=_("no limit"),
            important=True,
        ),
        Between(0, 200),
    ] = 16
    unit: Annotated[
        Unit,
        Ask(_("Written in"), _("Unit"), _("What is written on the sheet for a hand."), important=True),
    ] = Unit.TENS
    tie_81: Annotated[
        Tie, Ask(_("81 : 81"), _("81:81"), _("What happens when both sides have the same."), important=True)
    ] = Tie.LOST
    contract_includes_melds: Annotated[
        bool,
        Ask(
            _("Meldungen help to win"),
            _("With Meld."),
            _("Both sides are compared with their Meldungen and Bella, not by card points alone."),
            important=True,
        ),
    ] = False
    loser_melds: Annotated[
        Keeps,
        Ask(
            _("Meldungen of a side that loses"),
            _("Loser’s M"),
            _("Who writes them after a lost hand or without a trick; Bella always stays."),
            important=True,
        ),
    ] = Keeps.KEEP
    misdeal: Annotated[
        Misdeal, Ask(_("Misdeal"), _("Misdeal"), _("What a wrong deal costs."), important=True)
    ] = Misdeal.REDEAL
    tens_rounding: Annotated[
        Rounding,
        Ask(_("Rounding to tens"), _("Rounding"), _("Whose points are rounded; the other gets the rest.")),
    ] = Rounding.LOW_SIDE_UP
    win_writing: Annotated[
        Writing, Ask(_("After a win"), _("Win"), _("Who writes the card points of a hand that is won."))
    ] = Writing.BOTH_OWN
    durch_value: Annotated[
        int, Ask(_("Durch"), _("Durch"), _("For all tricks, in tens.")), Between(0, 99)
    ] = 25
    lost_value: Annotated[
        int,
        Ask(_("A lost hand"), _("Lost"), _("What the other side writes, in tens.")),
        Between(0, 99),
    ] = ALL_TENS
    revoke_value: Annotated[
        int,
        Ask(_("Wrong card"), _("Wrong card"), _("What the opponents of the offender write, in tens.")),
        Between(0, 99),
    ] = ALL_TENS
    offender_melds: Annotated[
        Keeps,
        Ask(
            _("Meldungen of the offender’s side"),
            _("Offender’s M"),
            _("Who writes them after a wrong card; Bella always stays."),
        ),
    ] = Keeps.KEEP
    meld_height: Annotated[
        Height, Ask(_("Meldungen are equal at"), _("Height"), _("When neither Meldung is the higher one."))
    ] = Height.LENGTH_THEN_TOP
    equal_melds: Annotated[
        Equal,
        Ask(_("Equal Meldungen"), _("Equal"), _("Trumps break the tie first; this decides the rest.")),
    ] = Equal.NONE_UNLESS_TRUMP
    winning_side_melds: Annotated[
        Winning,
        Ask(_("The side with the higher Meldung writes"), _("Writes"), _("How many of its Meldungen count.")),
    ] = Winning.ALL
    four_nines: Annotated[
        int,
        Ask(_("Four nines"), _("4×9"), _("In points; 0 means no Meldung."), zero=_("no Meldung")),
        Between(0, 500),
    ] = 0
    four_tens: Annotated[
        int,
        Ask(_("Four tens"), _("4×10"), _("In points; 0 means no Meldung."), zero=_("no Meldung")),
        Between(0, 500),
    ] = 0
    long_runs: Annotated[
        LongRuns, Ask(_("Runs of more than five"), _("Long"), _("What six, seven and eight cards are worth."))
    ] = LongRuns.FLAT
    card_reuse: Annotated[
        bool,
        Ask(
            _("A card may count twice"),
            _("Reuse"),
            _("In two Meldungen of one player; the cards of Bella always may."),
        ),
    ] = False
