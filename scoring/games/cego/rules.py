"""Cego: what a club may decide. No official rules exist, so every number is a switch.

Sources as in `declared`: the defaults follow [P].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Many, Option
from scoring.text import vocabulary

_ = vocabulary("cego")


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
    DECLARER_ONLY = "declarer_only", _("Only the declarer’s account moves")
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
    REFEREE = "referee", _("Decided at the table")


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
            _("The sheet is full after this many hands; 0 means no limit."),
            zero=_("no limit"),
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
        int,
        Ask(_("Durchmarsch"), _("March"), _("Won or lost; 0 means it is not played."), zero=_("not played")),
        Between(0, 999),
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
        Ask(
            _("Drescher"),
            _("Drescher"),
            _("What the loser pays; 0 means it is not played."),
            zero=_("not played"),
        ),
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
            _("How many times the contract’s value a hidden hand costs; 0 means it is not punished."),
            zero=_("not punished"),
        ),
        Between(0, 99),
    ] = 8
    revoke: Annotated[
        Revoke,
        Ask(_("Revoke"), _("Revoke"), _("What a hand is worth in which somebody did not follow suit.")),
    ] = Revoke.LOST_M1
    rate_cent: Annotated[
        int,
        Ask(
            _("Cents per point"),
            _("Cent"),
            _("Only for the cash line under the totals, where a table plays for money."),
        ),
        Between(0, 10000),
    ] = 1
