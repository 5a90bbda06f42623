"""Caesar: hands that cannot be. One function, one rule; Meldungen have a module of their own."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.checks import check, check_alone
from scoring.fields import Field
from scoring.games.caesar.cards import can_be
from scoring.games.caesar.declared import ALL_POINTS, Kind, Misdeal, Record, Rules, Unit
from scoring.games.caesar.hand import WON_BY_TENS, is_dealt_again, own_share
from scoring.games.caesar.seats import after
from scoring.hands import SoFar
from scoring.problem import Problem
from scoring.table import Table
from scoring.text import say, vocabulary

_ = vocabulary("caesar")

Found = Iterable[Problem]


def narrow(field: Field, table: Table[Rules]) -> Field:
    """What this table can record at all: tens alone do not say who won where Meldungen help."""
    rules = table.rules
    if field.name == "tens" and (rules.unit is Unit.POINTS or rules.contract_includes_melds):
        return field.never()
    return field


@check_alone("kind", "side", given=("kind",))
def side_missing(record: Record, table: Table[Rules]) -> Found:
    one_side = record.kind in (Kind.DURCH, Kind.REVOKE) or (
        record.kind is Kind.MISDEAL and table.rules.misdeal is Misdeal.LOST
    )
    if one_side and record.side is None:
        yield Problem("side", "side_missing", say(_("Which side? It is missing.")))


@check_alone("kind", "side", "dealer", given=("dealer", "side"))
def misdeal_side(record: Record, table: Table[Rules]) -> Found:
    if record.kind is not Kind.MISDEAL or record.dealer is None or record.side is None:
        return
    if table.seating.side_of(record.dealer) != record.side:
        text = say(_("{seat} dealt: the misdeal is on the other side."), seat=record.dealer)
        yield Problem("side", "misdeal_side", text)


@check("kind", "dealer", given=("dealer",))
def dealer_order(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if record.dealer is None or not so_far.hands or is_dealt_again(record, table.rules):
        return
    before = so_far.hands[-1].record
    if before.dealer is None:
        return
    expected = after(before, before.dealer, table)
    if record.dealer != expected:
        text = say(_("The deal goes round: this hand is dealt by {seat}."), seat=expected)
        yield Problem("dealer", "dealer_order", text)


@check_alone("kind", "points", "tens")
def points_missing(record: Record, table: Table[Rules]) -> Found:
    if record.kind is Kind.PLAYED and record.points is None and record.tens is None:
        yield Problem("points", "points_missing", say(_("The points of the maker’s side are missing.")))


@check_alone("points", given=("points",))
def points_range(record: Record, table: Table[Rules]) -> Found:
    if record.points is not None and not can_be(record.points):
        text = say(
            _("{points}–{rest} is not possible: no card counts 1."),
            points=record.points,
            rest=ALL_POINTS - record.points,
        )
        yield Problem("points", "points_range", text)


@check_alone("tens", given=("tens",))
def tens_range(record: Record, table: Table[Rules]) -> Found:
    if record.tens is not None and 0 < record.tens < WON_BY_TENS:
        text = say(_("A side that wins writes at least {least}."), least=WON_BY_TENS)
        yield Problem("tens", "tens_range", text)


@check_alone("points", "tens", given=("points", "tens"))
def tens_conflict(record: Record, table: Table[Rules]) -> Found:
    if record.points is None or record.tens is None:
        return
    share = own_share(record.points, table.rules) if 2 * record.points > ALL_POINTS else 0
    if record.tens != share:
        text = say(
            _("With {points} points a side writes {own}, not {tens}."),
            points=record.points,
            own=share,
            tens=record.tens,
        )
        yield Problem("tens", "tens_conflict", text)


@check_alone("kind", "points", "trick_taken", given=("points",))
def durch_question(record: Record, table: Table[Rules]) -> Found:
    """162 : 0 is Durch only if the side with 0 took no trick at all: four cards may count nothing."""
    if record.kind is Kind.PLAYED and record.points in (0, ALL_POINTS) and record.trick_taken is None:
        text = say(_("162–0: did the other side take a trick, or was it Durch?"))
        yield Problem("trick_taken", "durch_question", text)


@check_alone("kind", "points", "trick_taken", given=("kind",))
def durch_conflict(record: Record, table: Table[Rules]) -> Found:
    if record.kind is not Kind.DURCH:
        return
    if record.points is not None and record.points != ALL_POINTS:
        text = say(_("Durch is {all}–0, not {points}."), all=ALL_POINTS, points=record.points)
        yield Problem("points", "durch_conflict", text)
    elif record.trick_taken:
        text = say(_("With a trick of the other side it is not Durch."))
        yield Problem("trick_taken", "durch_conflict", text)


CHECKS = (
    side_missing,
    misdeal_side,
    dealer_order,
    points_missing,
    points_range,
    tens_range,
    tens_conflict,
    durch_question,
    durch_conflict,
)
