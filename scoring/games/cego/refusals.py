"""Cego: records that cannot be. One function, one rule, one code (two where a rule has two names)."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.checks import check, check_alone
from scoring.fields import Field, When
from scoring.games.cego.counting import all_points, lowest_points, pile_sizes, possible_points
from scoring.games.cego.declared import (
    BLIND,
    COUNTED,
    LOSERS,
    POINTS,
    SPECIALS,
    TRICKS,
    Contract,
    Kind,
    Record,
)
from scoring.games.cego.rules import Counting, RaeuberTie, Revoke, Rules, Scheme
from scoring.games.cego.seats import active, after, bound_to_vorhand, vorhand
from scoring.games.cego.value import points_of
from scoring.hands import SoFar
from scoring.problem import Problem
from scoring.table import Table
from scoring.text import say, vocabulary

_ = vocabulary("cego")

Found = Iterable[Problem]
SCHINDEN_BID = _("Schinden needs the contract that had been bid for the blind.")


def playable(table: Table[Rules]) -> Found:
    """Switches that contradict each other or the number of people."""
    rules, seats = table.rules, table.seating.seats
    schemes = {
        Counting.PAIRS: (Scheme.STEPS, Scheme.FACH10),
        Counting.THREES: (Scheme.STEPS, Scheme.DIFFERENCE5),
    }
    if rules.value_scheme not in schemes[rules.counting]:
        text = say(
            _("“{scheme}” cannot be used with “{counting}”."),
            scheme=rules.value_scheme,
            counting=rules.counting,
        )
        yield Problem("value_scheme", "counting_scheme", text)
    if seats == 3 and not rules.table_of_three:
        yield Problem("seats", "table_size", say(_("These rules have no tables of three.")))
    if (
        seats == 3
        and rules.counting is Counting.PAIRS
        and not rules.pairs_three_players
        and rules.table_of_three
    ):
        yield Problem(
            "pairs_three_players",
            "pairs_three_players",
            say(_("Counting in pairs with three players must be switched on.")),
        )


def narrow(field: Field, table: Table[Rules]) -> Field:
    """What this table can record at all."""
    rules, seats = table.rules, table.seating.seats
    match field.name:
        case "contract":
            off = {Contract.HALBE: not rules.halbe, Contract.DURCHMARSCH: not rules.durchmarsch_value}
            off[Contract.DRESCHER] = not rules.drescher_value
            refused: dict[str, str] = {}
            if seats == 3 and not rules.specials_three_players:
                off |= dict.fromkeys(SPECIALS, True)
                refused = {special.value: "three_players_special" for special in SPECIALS}
            return field.offering(*(c for c in Contract if not off.get(c)), refused=refused)
        case "kind":
            hidden = () if rules.schinden_factor else (Kind.SCHINDEN,)
            refused = {kind.value: "schinden_self" for kind in hidden}
            return field.offering(*(kind for kind in Kind if kind not in hidden), refused=refused)
        case "points" | "pile":
            kinds = (Kind.PLAYED, Kind.REVOKE) if rules.revoke is Revoke.LOST_AS_COUNTED else (Kind.PLAYED,)
            asked = field.asked_when(When("kind", kinds), COUNTED)
            if field.name == "pile":
                return asked
            people = {3: (3,), 4: (3, 4), 5: (4,)}[seats]
            low = min(lowest_points(rules, players) for players in people)
            return asked.within(low, max(all_points(rules, players) for players in people))
        case "ruling":
            return field if rules.revoke is Revoke.REFEREE else field.never()
        case "sitting":
            return field if seats > 3 else field.never()
        case _:
            return field


@check_alone("kind", "sitting")
def table_size(record: Record, table: Table[Rules]) -> Found:
    """A redeal has no players: nobody needs to sit out."""
    players = len(active(record, table))
    if record.kind is Kind.REDEAL:
        return
    if players > 4:
        yield Problem("sitting", "table_size", say(_("Five at the table: choose who sits this hand out.")))
    elif players == 3 and not table.rules.table_of_three:
        yield Problem("sitting", "table_size", say(_("These rules have no hands of three.")))
    elif players == 3 and table.rules.counting is Counting.PAIRS and not table.rules.pairs_three_players:
        text = say(_("Counting in pairs with three players must be switched on."))
        yield Problem("sitting", "pairs_three_players", text)


@check("dealer", given=("dealer",))
def dealer_order(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if record.dealer is None or not so_far.hands or record.kind is Kind.REDEAL:
        return
    expected = after(so_far.hands[-1].record, table.seating.seats)
    if expected is not None and record.dealer != expected:
        text = say(_("The deal goes round: this hand is dealt by {seat}."), seat=expected)
        yield Problem("dealer", "dealer_order", text)


@check_alone("declarer", "sitting", given=("declarer", "sitting"))
def declarer_seat(record: Record, table: Table[Rules]) -> Found:
    if record.declarer is not None and record.declarer == record.sitting:
        text = say(_("{seat} sits this hand out and cannot play it."), seat=record.declarer)
        yield Problem("declarer", "declarer_seat", text)


@check_alone("contract", "sitting", given=("contract",))
def three_players_special(record: Record, table: Table[Rules]) -> Found:
    if (
        record.contract in SPECIALS
        and len(active(record, table)) == 3
        and table.seating.seats > 3
        and not table.rules.specials_three_players
    ):
        text = say(_("“{contract}” needs four players."), contract=record.contract)
        yield Problem("contract", "three_players_special", text)


@check_alone(
    "kind",
    "dealer",
    "sitting",
    "declarer",
    "contract",
    "against_solo",
    given=("dealer", "declarer", "contract"),
)
def only_vorhand(record: Record, table: Table[Rules]) -> Found:
    contract = record.contract
    if record.dealer is None or record.declarer is None or contract is None:
        return
    first = vorhand(record.dealer, record.sitting, table)
    if bound_to_vorhand(contract, record.against_solo, table.rules) and record.declarer != first:
        text = say(_("Only Vorhand may play “{contract}”: that is {seat}."), contract=contract, seat=first)
        yield Problem("declarer", "vorhand", text)


@check_alone("contract", "against_solo", given=("against_solo",))
def against_solo(record: Record, table: Table[Rules]) -> Found:
    if record.against_solo and record.contract is not None and record.contract not in BLIND:
        text = say(_("“{contract}” cannot be played against a Solo."), contract=record.contract)
        yield Problem("against_solo", "against_solo", text)


def _wants_points(record: Record, table: Table[Rules]) -> bool:
    counted = record.kind is Kind.PLAYED or (
        record.kind is Kind.REVOKE and table.rules.revoke is Revoke.LOST_AS_COUNTED
    )
    return counted and record.contract in POINTS


@check_alone("kind", "contract", "points", "pile")
def points_missing(record: Record, table: Table[Rules]) -> Found:
    if _wants_points(record, table) and record.points is None and record.pile is None:
        yield Problem("points", "points_missing", say(_("The declarer’s points are missing.")))


@check_alone("kind", "contract", "points", "pile", given=("kind", "contract"))
def points_not_allowed(record: Record, table: Table[Rules]) -> Found:
    """A Durchmarsch broken off by a revoke has a fixed price; its points were not played out."""
    counted = record.points is not None or record.pile is not None
    if counted and record.kind is Kind.REVOKE and record.contract is Contract.DURCHMARSCH:
        text = say(_("“{contract}” has a fixed value: no points."), contract=record.contract)
        yield Problem("points", "points_not_allowed", text)


@check_alone("points", "sitting", given=("points",))
def points_range(record: Record, table: Table[Rules]) -> Found:
    players = len(active(record, table))
    if record.points is None or players not in (3, 4):
        return
    if not possible_points(record.points, table.rules, players):
        low, high = lowest_points(table.rules, players), all_points(table.rules, players)
        message = _("{points} is not possible: the declarer has {low} to {high} points.")
        if table.rules.counting is Counting.PAIRS and low <= record.points <= high:
            message = _("{points} is not possible: with one trick missing there are 77 points at most.")
        yield Problem("points", "points_range", say(message, points=record.points, low=low, high=high))


@check_alone("pile", "points", "sitting", given=("pile",))
def pile_fits(record: Record, table: Table[Rules]) -> Found:
    players = len(active(record, table))
    if record.pile is None or players not in (3, 4):
        return
    cards, sizes = record.pile.cards, pile_sizes(players)
    if players == 3 and record.pile.E > 32:
        text = say(_("With three players there are 32 empty cards and other trumps."))
        yield Problem("pile", "card_count", text, ("E",))
    if cards not in sizes:
        message = _(
            "This many cards are not possible ({cards}): {blind} laid down, and {players} for every trick."
        )
        text = say(message, cards=cards, blind=sizes.start, players=players)
        yield Problem("pile", "pile_size", text)
        return
    counted = points_of(Record(pile=record.pile), table.rules, players)
    if record.points is not None and record.points != counted:
        text = say(_("The pile counts {counted}, not {points}."), counted=counted, points=record.points)
        yield Problem("pile", "points_sum", text)


@check_alone("kind", "contract", "points", "pile", "made", "sitting", given=("made",))
def march_conflict(record: Record, table: Table[Rules]) -> Found:
    players = len(active(record, table))
    if record.contract is not Contract.DURCHMARSCH or record.made is None or players not in (3, 4):
        return
    points = points_of(record, table.rules, players)
    highest = all_points(table.rules, players)
    if points is not None and record.made != (points == highest):
        text = say(_("All tricks count {highest}; that does not fit."), highest=highest)
        yield Problem("points", "march_conflict", text)


@check_alone("contract", "tricks", "made", "sitting", given=("tricks",))
def tricks_agree(record: Record, table: Table[Rules]) -> Found:
    if record.tricks is None or record.contract not in TRICKS:
        return
    highest = 13 if len(active(record, table)) == 3 else 11
    if record.tricks > highest:
        text = say(_("Tricks in a hand: {highest} at most."), highest=highest)
        yield Problem("tricks", "tricks_range", text)
    elif record.made is not None and record.made != (record.tricks == (record.contract is Contract.PICCOLO)):
        message = _("“{contract}” is made with no trick; {tricks} does not fit.")
        if record.contract is Contract.PICCOLO:
            message = _("“{contract}” is made with exactly one trick; {tricks} does not fit.")
        text = say(message, contract=record.contract, tricks=record.tricks)
        yield Problem("tricks", "tricks_conflict", text)


@check_alone("kind", "contract", "losers", "declarer", "sitting", given=("contract",))
def losers_fit(record: Record, table: Table[Rules]) -> Found:
    if record.kind is not Kind.PLAYED or record.contract not in LOSERS:
        return
    playing, losers = active(record, table), record.losers
    if record.contract is Contract.DRESCHER:
        if len(losers) != 1 or losers[0] not in playing:
            yield Problem("losers", "last_trick_twice", say(_("Exactly one player took the last trick.")))
        return
    if not losers or len(losers) == len(playing) or not set(losers) <= set(playing):
        text = say(_("Name who had most points in the Räuber: at least one player, not all of them."))
        yield Problem("losers", "raeuber_loser", text)
    elif table.rules.raeuber_tie is RaeuberTie.CALLER_FIRST and len(losers) > 1 and record.declarer in losers:
        text = say(
            _("{seat} called the Räuber and is among the losers: then nobody else loses."),
            seat=record.declarer,
        )
        yield Problem("losers", "raeuber_tie", text)


@check_alone("kind", given=("kind",))
def schinden_bid(record: Record, table: Table[Rules]) -> Found:
    if record.kind is Kind.SCHINDEN and record.contract is None:
        yield Problem("contract", "schinden_self", say(SCHINDEN_BID))


@check_alone("kind", "contract", "declarer", "offender", "sitting", given=("kind", "offender"))
def schinden_self(record: Record, table: Table[Rules]) -> Found:
    if record.kind is not Kind.SCHINDEN:
        return
    if record.offender is not None and record.offender == record.declarer:
        text = say(_("{seat} took the blind and cannot have hidden a hand."), seat=record.offender)
        yield Problem("offender", "schinden_self", text)
    if record.contract is not None and record.contract not in BLIND:
        yield Problem("contract", "schinden_self", say(SCHINDEN_BID))


@check_alone("offender", "sitting", given=("offender", "sitting"))
def offender_seat(record: Record, table: Table[Rules]) -> Found:
    if record.offender is not None and record.offender == record.sitting:
        text = say(_("{seat} sits this hand out and cannot play it."), seat=record.offender)
        yield Problem("offender", "offender_seat", text)


CHECKS = (
    table_size,
    dealer_order,
    declarer_seat,
    three_players_special,
    only_vorhand,
    against_solo,
    points_missing,
    points_not_allowed,
    points_range,
    pile_fits,
    march_conflict,
    tricks_agree,
    losers_fit,
    schinden_bid,
    schinden_self,
    offender_seat,
)
