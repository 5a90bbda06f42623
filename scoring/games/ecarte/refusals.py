"""Écarté: deals that cannot be. One function, one rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.checks import check, check_alone
from scoring.fields import Field
from scoring.games.ecarte.deal import (
    PLAYERS,
    both_reach,
    decided_by_king,
    in_deal,
    in_order,
    other,
    result_of,
    stops_at,
)
from scoring.games.ecarte.declared import TRICKS, Claim, Record, Result, Rules, Scoring
from scoring.hands import SoFar
from scoring.problem import Problem
from scoring.sheet import sum_of
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("ecarte")

Found = Iterable[Problem]
HOYLE_ONLY = ("by", "refused", "unproposed", "leader")
PLAYED = ("declarer", "by", "result", "tricks")
WORTH = (*PLAYED, "dealer", "turned_king", "king", "king_claim", "leader", "refused", "unproposed")


def narrow(field: Field, table: Table[Rules]) -> Field:
    """What this table can record at all."""
    scoring = table.rules.scoring
    match field.name:
        case "declarer" if scoring is Scoring.HOYLE:
            return field.never()
        case "result" if scoring is Scoring.PER_TRICK:
            return field.never()
        case "king_claim" if not table.rules.late_king:
            return field.offering(Claim.BEFORE_LEAD, refused={Claim.AFTER_TRICK.value: "late_king"})
        case name if name in HOYLE_ONLY and scoring is not Scoring.HOYLE:
            return field.never()
        case _:
            return field


@check("declarer", "dealer", "turned_king", "king", "king_claim", unless=("declarer",))
def declarer_missing(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if table.rules.scoring is Scoring.HOYLE or record.declarer is not None:
        return
    played = record.tricks is not None or record.result is not None
    if played or not decided_by_king(record, so_far.totals, table):
        yield Problem("declarer", "declarer_missing", say(_("Who plays? It is missing.")))


@check("result", "tricks", "dealer", "turned_king", "king", "king_claim", unless=("result", "tricks"))
def tricks_missing(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if record.tricks is not None or record.result is not None:
        return
    if not decided_by_king(record, so_far.totals, table):
        field = "tricks" if table.rules.scoring is Scoring.PER_TRICK else "result"
        yield Problem(field, "tricks_missing", say(_("How did it go? The result is missing.")))


@check_alone("tricks", given=("tricks",))
def tricks_sum(record: Record, table: Table[Rules]) -> Found:
    if record.tricks is None:
        return
    total = sum(record.tricks)
    open_deal = table.rules.scoring is Scoring.PER_TRICK and total < TRICKS
    if total != TRICKS and not open_deal:
        text = say(_("A deal has {tricks} tricks, not {total}."), tricks=TRICKS, total=total)
        yield Problem("tricks", "tricks_sum", text)


@check("tricks", "dealer", "turned_king", "king", given=("tricks",))
def deal_stops(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """Where every trick is a point, a deal ends with the trick that brings somebody there."""
    if table.rules.scoring is not Scoring.PER_TRICK or record.tricks is None or sum(record.tricks) > TRICKS:
        return
    points = in_deal(record, table)
    stops = [stops_at(player, so_far.totals, table.rules) for player in PLAYERS]
    there = [points[player] - stops[player] for player in PLAYERS]
    if max(there) > 0 or there == [0, 0]:
        player = PLAYERS[there.index(max(there))]
        text = say(_("The deal stops as soon as {seat} has {points}."), seat=player, points=stops[player])
        yield Problem("tricks", "deal_over", text)
    elif max(there) < 0 and sum(record.tricks) < TRICKS:
        yield Problem("tricks", "deal_open", say(_("The deal goes on: nobody has enough points yet.")))


@check_alone("result", "tricks", "declarer", "by", given=("result", "tricks"))
def result_conflict(record: Record, table: Table[Rules]) -> Found:
    player = record.by if table.rules.scoring is Scoring.HOYLE else record.declarer
    if record.tricks is None or record.result is None or player is None:
        return
    if result_of(record, player) is not record.result:
        text = say(_("Tricks of {seat}: {tricks}."), seat=player, tricks=record.tricks[player])
        yield Problem("result", "result_conflict", text)


@check_alone("result", "by", one_of=("result", "by"))
def by_missing(record: Record, table: Table[Rules]) -> Found:
    if table.rules.scoring is not Scoring.HOYLE:
        return
    if record.result is not None and record.by is None:
        yield Problem("by", "by_missing", say(_("Whose tricks are meant?")))
    if record.result is None and record.by is not None:
        yield Problem("by", "by_not_allowed", say(_("The result is missing: a name alone is not enough.")))


@check_alone("king", "king_claim", "tricks", "result", "declarer", "by", given=("king",))
def king_tricks(record: Record, table: Table[Rules]) -> Found:
    """The trump king always takes a trick; a deal that stops early may leave it in hand."""
    if record.king is None:
        return
    none = result_of(record, other(record.king)) is Result.ALL
    if record.tricks is not None:
        none = record.tricks[record.king] == 0
    early = table.rules.scoring is Scoring.PER_TRICK and record.king_claim is Claim.BEFORE_LEAD
    if none and not (early and record.tricks is not None and sum(record.tricks) < TRICKS):
        text = say(_("{seat} has the trump king, which always takes a trick."), seat=record.king)
        yield Problem("king", "king_tricks", text)


@check_alone("king", "turned_king", given=("king", "turned_king"))
def king_turned(record: Record, table: Table[Rules]) -> Found:
    if record.king is not None and record.turned_king:
        text = say(_("The trump king was turned up: nobody holds it."))
        yield Problem("king", "king_turned", text)


@check_alone("king", "king_claim", given=("king_claim",))
def king_missing(record: Record, table: Table[Rules]) -> Found:
    if record.king is None and record.king_claim is Claim.AFTER_TRICK:
        yield Problem("king", "king_missing", say(_("Who marked the trump king? It is missing.")))


@check_alone("dealer", "turned_king", given=("turned_king",))
def dealer_missing(record: Record, table: Table[Rules]) -> Found:
    if record.turned_king and table.rules.turned_king and record.dealer is None:
        text = say(_("Who dealt? The king turned up counts for the dealer."))
        yield Problem("dealer", "dealer_missing", text)


@check_alone("refused", "unproposed", "leader", "dealer", one_of=("refused", "unproposed", "leader"))
def proposals(record: Record, table: Table[Rules]) -> Found:
    """Only the first proposal counts: it was refused, or there was none."""
    if record.refused and record.unproposed:
        text = say(_("Either refused or played without proposing: please choose one."))
        yield Problem("refused", "proposal_both", text)
    elif (record.refused or record.unproposed) and record.leader is None:
        text = say(_("Who refused, or played without proposing?"))
        yield Problem("leader", "leader_missing", text)
    elif record.leader is not None and not (record.refused or record.unproposed):
        text = say(_("Nobody refused, and nobody played without proposing."))
        yield Problem("leader", "leader_not_allowed", text)


def _worth_is_clear(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> bool:
    """Everything the worth of the deal depends on was said."""
    if table.rules.scoring is Scoring.HOYLE:
        named = record.tricks is not None or record.by is not None
    else:
        named = record.declarer is not None
    played = record.tricks is not None or record.result is not None
    return named if played else decided_by_king(record, so_far.totals, table)


@check("first", *WORTH)
def first_fits(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """Asked only when both reach the target in one deal; a king before the lead answers it."""
    if not _worth_is_clear(record, so_far, table):
        return
    if not both_reach(record, so_far.totals, table):
        if record.first is not None:
            yield Problem(
                "first", "first_not_asked", say(_("Only one of the two reaches the target in this deal."))
            )
    elif record.first is None and record.king_claim is Claim.AFTER_TRICK:
        yield Problem("first", "first_missing", say(_("Both reach the target: who was first?")))
    elif record.first is not None and record.king_claim is Claim.BEFORE_LEAD:
        after = sum_of(so_far.totals, in_order(replace(record, first=None), so_far.totals, table))
        winner = Seat(after[1] >= table.rules.target)
        if record.first != str(winner + 1):
            text = say(_("The king was marked first: {seat} reached the target."), seat=winner)
            yield Problem("first", "first_conflict", text)


CHECKS = (
    declarer_missing,
    tricks_missing,
    tricks_sum,
    deal_stops,
    result_conflict,
    by_missing,
    king_tricks,
    king_turned,
    king_missing,
    dealer_missing,
    proposals,
    first_fits,
)
