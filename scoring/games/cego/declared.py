"""Cego: what is asked for a hand, and what a club may decide.

Sources: [P] encyclopaedia article on Cego, January 2006 (the defaults); SWM, rules of the
Schwarzwaldmeisterschaft; Parlett, tavern game of Bräunlingen. No official rules exist, so every number
is a switch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Codes, Many, Option, When
from scoring.table import Seat
from scoring.text import mark as _


class Contract(Option):
    CEGO = "cego", _("Cego"), _("C"), _("Two hand cards, one card of the blind back; only Vorhand")
    EINE = "eine", _("Eine"), _("1"), _("Any one hand card")
    EINE_LEERE = "eine_leere", _("Eine Leere"), _("1L"), _("One plain empty card, led first")
    ZWEI_GLEICHE = "zwei_gleiche", _("Zwei gleiche Leere"), _("2G"), _("Two empty cards of one suit")
    ZWEI_VERSCHIEDENE = (
        "zwei_verschiedene",
        _("Zwei verschiedene Leere"),
        _("2V"),
        _("Two empty cards of two suits"),
    )
    KLEINER_MANN = "kleiner_mann", _("Kleiner Mann"), _("KM"), _("Trump 1, led first")
    HALBE = "halbe", _("Halbe"), _("H")
    SOLO = "solo", _("Solo"), _("S"), _("The dealt hand; the blind counts for the player, unseen")
    ULTIMO = "ultimo", _("Ultimo"), _("U"), _("Solo whose last trick is taken with trump 1")
    DURCHMARSCH = "durchmarsch", _("Durchmarsch"), _("DM"), _("All tricks, announced")
    BETTEL = "bettel", _("Bettel"), _("B"), _("No trick")
    PICCOLO = "piccolo", _("Piccolo"), _("P"), _("Exactly one trick")
    RAEUBER = "raeuber", _("Räuber"), _("R"), _("Everybody for himself; most points loses")
    DRESCHER = "drescher", _("Drescher"), _("D"), _("Everybody for himself; the last trick loses")


BLIND = (
    Contract.CEGO,
    Contract.EINE,
    Contract.EINE_LEERE,
    Contract.ZWEI_GLEICHE,
    Contract.ZWEI_VERSCHIEDENE,
    Contract.KLEINER_MANN,
    Contract.HALBE,
)
"""Contracts in which the declarer takes the blind."""

POINTS = (*BLIND, Contract.SOLO)
"""Contracts decided by card points."""

MADE = (Contract.ULTIMO, Contract.DURCHMARSCH, Contract.BETTEL, Contract.PICCOLO)
"""Contracts that are made or not, at a fixed value."""

TRICKS = (Contract.BETTEL, Contract.PICCOLO)
LOSERS = (Contract.RAEUBER, Contract.DRESCHER)
"""Everybody for himself: losers are named, nobody wins."""

SPECIALS = (*TRICKS, *LOSERS)


class Kind(Option):
    PLAYED = "played", _("Played"), _("–")
    SCHINDEN = "schinden", _("Schinden"), _("Sch"), _("Somebody hid a hand that had to be announced")
    REVOKE = (
        "revoke",
        _("Revoke"),
        _("Rev"),
        _("Somebody did not follow suit; the hand is decided by the rule"),
    )
    REDEAL = "redeal", _("Redeal"), _("×"), _("Thrown in; the same dealer deals again")


class Counting(Option):
    THREES = "threes", _("In threes (70 points)")
    PAIRS = "pairs", _("In pairs (79 points)")


class Scheme(Option):
    STEPS = "steps", _("Steps of five points")
    DIFFERENCE5 = "difference5", _("Difference to 35, in fives")
    FACH10 = "fach10", _("Fach, in tens")


class LossScale(Option):
    MIRROR = "mirror", _("Grows like a win")
    SINGLE = "single", _("Always single")


class Buergermeister(Option):
    BASE = "base", _("Single loss")
    ZERO = "zero", _("Nobody pays")
    DOUBLE = "double", _("Double loss")
    FLAT = "flat", _("Fixed amount")


class Settlement(Option):
    DECLARER_ONLY = "declarer_only", _("Only the declarer's account moves")
    EACH_PAYS = "each_pays", _("Everybody pays or is paid")


class RaeuberTie(Option):
    CALLER_FIRST = "caller_first", _("The caller alone, if among them")
    ALL_TIED = "all_tied", _("Everybody who is tied")


class SpecialsSeat(Option):
    VORHAND = "vorhand", _("Vorhand only")
    VORHAND_RAEUBER = "vorhand_raeuber", _("Räuber by Vorhand, others by any seat")
    ANY = "any", _("Any seat")


class Revoke(Option):
    LOST_M1 = "lost_m1", _("Lost at the single value")
    LOST_AS_COUNTED = "lost_as_counted", _("Lost at the value of the points counted")
    REFEREE = "referee", _("The referee decides")


CARD = Codes(range="card_count")


@dataclass(frozen=True, slots=True)
class Pile:
    """The declarer's pile by kinds of card; absent means none."""

    K: Annotated[int, Ask(_("Kings"), _("K"), codes=CARD), Between(0, 4)] = 0
    D: Annotated[int, Ask(_("Queens"), _("D"), codes=CARD), Between(0, 4)] = 0
    R: Annotated[int, Ask(_("Riders"), _("R"), codes=CARD), Between(0, 4)] = 0
    B: Annotated[int, Ask(_("Jacks"), _("B"), codes=CARD), Between(0, 4)] = 0
    H: Annotated[int, Ask(_("Counting trumps (Stieß, 21, 1)"), _("H"), codes=CARD), Between(0, 3)] = 0
    E: Annotated[int, Ask(_("Empty cards and other trumps"), _("E"), codes=CARD), Between(0, 35)] = 0

    @property
    def cards(self) -> int:
        return self.K + self.D + self.R + self.B + self.H + self.E

    @property
    def raw_value(self) -> int:
        return 5 * (self.K + self.H) + 4 * self.D + 3 * self.R + 2 * self.B


NOT_REDEAL = When("kind", (Kind.PLAYED, Kind.SCHINDEN, Kind.REVOKE))
PLAYED = When("kind", (Kind.PLAYED,))
COUNTED = When("contract", (*POINTS, Contract.DURCHMARSCH))
SEAT = Codes(missing="declarer_seat", range="declarer_seat")
POINTS_CODES = Codes(missing="points_missing", range="points_range", unasked="points_not_allowed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One hand of Cego."""

    kind: Annotated[Kind, Ask(_("What happened?"), _("Kind"))] = Kind.PLAYED
    dealer: Annotated[Seat | None, Ask(_("Who dealt?"), _("Deal"))] = None
    sitting: Annotated[
        Seat | None, Ask(_("Who sits out?"), _("Out"), codes=Codes(range="table_size", unasked="table_size"))
    ] = None
    declarer: Annotated[
        Seat | None, Ask(_("Who plays?"), _("Who"), when=(NOT_REDEAL,), needed=True, codes=SEAT)
    ] = None
    contract: Annotated[
        Contract | None,
        Ask(
            _("Which game?"),
            _("Game"),
            when=(NOT_REDEAL,),
            needed=True,
            codes=Codes(missing="contract_missing"),
        ),
    ] = None
    against_solo: Annotated[
        bool,
        Ask(
            _("Against a Solo"),
            _("vS"),
            _("Somebody had announced a Solo and was outbid"),
            when=(When("kind", (Kind.PLAYED, Kind.REVOKE)),),
        ),
    ] = False
    points: Annotated[
        int | None,
        Ask(_("The declarer's points"), _("Pts"), when=(PLAYED, COUNTED), codes=POINTS_CODES),
        Between(3, 79),
    ] = None
    pile: Annotated[
        Pile | None,
        Ask(_("The declarer's pile"), _("Pile"), when=(PLAYED, COUNTED), codes=POINTS_CODES),
    ] = None
    made: Annotated[
        bool | None,
        Ask(
            _("Made?"),
            _("✓"),
            when=(PLAYED, When("contract", MADE)),
            needed=True,
            codes=Codes(missing="made_missing", unasked="made_not_allowed"),
        ),
    ] = None
    tricks: Annotated[
        int | None,
        Ask(
            _("Tricks of the declarer"),
            _("Tr"),
            when=(PLAYED, When("contract", TRICKS)),
            codes=Codes(range="tricks_range", unasked="tricks_not_allowed"),
        ),
        Between(0, 13),
    ] = None
    losers: Annotated[
        tuple[Seat, ...],
        Ask(
            _("Who lost?"),
            _("Lost"),
            when=(PLAYED, When("contract", LOSERS)),
            codes=Codes(range="raeuber_loser", length="raeuber_loser", unasked="losers_not_allowed"),
        ),
        Many(0, 5, distinct=True),
    ] = ()
    offender: Annotated[
        Seat | None,
        Ask(
            _("Who broke the rule?"),
            _("Off"),
            when=(When("kind", (Kind.SCHINDEN, Kind.REVOKE)),),
            needed=True,
            codes=Codes(missing="offender_missing", range="offender_seat", unasked="offender_not_allowed"),
        ),
    ] = None
    ruling: Annotated[
        int | None,
        Ask(
            _("The referee's ruling for the declarer"),
            _("Rul"),
            when=(When("kind", (Kind.REVOKE,)),),
            needed=True,
            codes=Codes(missing="ruling_missing", range="ruling_range", unasked="ruling_not_allowed"),
        ),
        Between(-999, 999),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a club decides; the defaults follow [P] and, where it is silent, `docs/rules-decisions.md`."""

    settlement: Annotated[
        Settlement,
        Ask(_("Settlement"), _("Settlement"), _("Whose accounts move after a hand."), important=True),
    ] = Settlement.DECLARER_ONLY
    hands_per_round: Annotated[
        int,
        Ask(
            _("Hands per round"),
            _("Hands"),
            _("The sheet is full after so many hands; 0 means no limit."),
            important=True,
        ),
        Between(0, 200),
    ] = 0
    counting: Annotated[
        Counting, Ask(_("Counting"), _("Counting"), _("How the cards of a pile are counted."), important=True)
    ] = Counting.THREES
    value_scheme: Annotated[
        Scheme, Ask(_("Value of a hand"), _("Value"), _("How card points become points."), important=True)
    ] = Scheme.STEPS
    specials_seat: Annotated[
        SpecialsSeat,
        Ask(
            _("Who may play Cego, Bettel, Piccolo, Räuber, Drescher"),
            _("Specials"),
            _("Checked as long as the dealer is known."),
            important=True,
        ),
    ] = SpecialsSeat.VORHAND
    loss_scale: Annotated[
        LossScale, Ask(_("A lost hand"), _("Loss"), _("Whether a high loss costs more than a narrow one."))
    ] = LossScale.MIRROR
    buergermeister: Annotated[
        Buergermeister,
        Ask(_("Bürgermeister (35 points)"), _("Bürgerm."), _("What exactly half of the points costs.")),
    ] = Buergermeister.BASE
    buergermeister_flat: Annotated[
        int,
        Ask(
            _("Fixed amount of the Bürgermeister"),
            _("Bgm. flat"),
            _("Used only when the Bürgermeister costs a fixed amount."),
        ),
        Between(0, 999),
    ] = 5
    sitting_dealer_pays: Annotated[
        bool,
        Ask(
            _("The sitting dealer pays too"),
            _("Dealer pays"),
            _("With five at the table, when everybody pays or is paid."),
        ),
    ] = True
    three_player_bonus: Annotated[
        int,
        Ask(
            _("Point for the removed cards"),
            _("3p bonus"),
            _("With three players three empty cards are taken out; their point goes to the declarer."),
        ),
        Between(0, 1),
    ] = 1
    contract_values: Annotated[
        tuple[int, ...],
        Ask(
            _("Values of Cego, Eine, Eine Leere, Zwei gleiche, Zwei verschiedene, Kleiner Mann"),
            _("Values"),
            _("Six numbers."),
        ),
        Many(6, 6),
        Between(0, 99),
    ] = (1, 2, 3, 4, 5, 6)
    halbe: Annotated[bool, Ask(_("Halbe"), _("Halbe"), _("An extra contract worth 2."))] = False
    solo_won: Annotated[
        int, Ask(_("Solo won"), _("Solo +"), _("Value of a Solo that is won.")), Between(0, 99)
    ] = 2
    solo_lost: Annotated[
        int, Ask(_("Solo lost"), _("Solo −"), _("Value of a Solo that is lost.")), Between(0, 99)
    ] = 1
    against_solo_bonus: Annotated[
        int,
        Ask(
            _("Bonus against a Solo"),
            _("vs Solo"),
            _("Added to the value of a contract that outbids a Solo."),
        ),
        Between(0, 99),
    ] = 1
    ultimo_value: Annotated[int, Ask(_("Ultimo"), _("Ultimo"), _("Won or lost.")), Between(0, 999)] = 24
    durchmarsch_value: Annotated[
        int, Ask(_("Durchmarsch"), _("March"), _("Won or lost; 0 means it is not played.")), Between(0, 999)
    ] = 48
    bettel_value: Annotated[int, Ask(_("Bettel"), _("Bettel"), _("Won or lost.")), Between(0, 999)] = 10
    piccolo_value: Annotated[int, Ask(_("Piccolo"), _("Piccolo"), _("Won or lost.")), Between(0, 999)] = 10
    raeuber_value: Annotated[
        int, Ask(_("Räuber"), _("Räuber"), _("What the loser pays.")), Between(0, 999)
    ] = 5
    raeuber_caller_factor: Annotated[
        int,
        Ask(
            _("Räuber lost by the caller"), _("Caller ×"), _("How many times the value a losing caller pays.")
        ),
        Between(1, 9),
    ] = 1
    raeuber_tie: Annotated[
        RaeuberTie, Ask(_("Tie in Räuber"), _("Tie"), _("Who loses when several have most points."))
    ] = RaeuberTie.CALLER_FIRST
    drescher_value: Annotated[
        int,
        Ask(_("Drescher"), _("Drescher"), _("What the loser pays; 0 means it is not played.")),
        Between(0, 999),
    ] = 5
    table_of_three: Annotated[
        bool, Ask(_("Tables of three"), _("3 players"), _("Three may play, without three empty cards."))
    ] = True
    specials_three_players: Annotated[
        bool,
        Ask(
            _("Bettel, Piccolo, Räuber, Drescher with three"),
            _("3p specials"),
            _("Otherwise they need four players."),
        ),
    ] = False
    pairs_three_players: Annotated[
        bool,
        Ask(
            _("Count in pairs with three"),
            _("3p pairs"),
            _("Half points are rounded down for the declarer."),
        ),
    ] = False
    schinden_factor: Annotated[
        int,
        Ask(
            _("Schinden"),
            _("Schinden"),
            _("How many times the contract's value a hidden hand costs; 0 means it is not punished."),
        ),
        Between(0, 99),
    ] = 8
    revoke: Annotated[
        Revoke,
        Ask(_("Revoke"), _("Revoke"), _("What a hand is worth in which somebody did not follow suit.")),
    ] = Revoke.LOST_M1
    rate_cent: Annotated[
        int,
        Ask(_("Cents per point"), _("Cent"), _("Only for the cash line under the totals.")),
        Between(0, 10000),
    ] = 1
