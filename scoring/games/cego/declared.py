"""Cego: what is asked for a hand.

Sources: [P] encyclopaedia article on Cego, January 2006 (the defaults); SWM, rules of the
Schwarzwaldmeisterschaft; Parlett, tavern game of Bräunlingen. No official rules exist, so every number
is a switch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Codes, Many, Option, When
from scoring.table import Seat
from scoring.text import vocabulary

_ = vocabulary("cego")


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
    RAEUBER = "raeuber", _("Räuber"), _("R"), _("Everybody plays alone; whoever has most points loses")
    DRESCHER = (
        "drescher",
        _("Drescher"),
        _("D"),
        _("Everybody plays alone; whoever takes the last trick loses"),
    )


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
            _("Which contract?"),
            _("Contract"),
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
        Ask(_("The declarer’s points"), _("Pts"), when=(PLAYED, COUNTED), codes=POINTS_CODES),
        Between(3, 79),
    ] = None
    pile: Annotated[
        Pile | None,
        Ask(_("The declarer’s pile"), _("Pile"), when=(PLAYED, COUNTED), codes=POINTS_CODES),
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
            _("Points as decided at the table"),
            _("Rul"),
            when=(When("kind", (Kind.REVOKE,)),),
            needed=True,
            codes=Codes(missing="ruling_missing", range="ruling_range", unasked="ruling_not_allowed"),
        ),
        Between(-999, 999),
    ] = None
