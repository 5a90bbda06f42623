"""Truco: records that cannot be. One function, one rule, one code (two where a rule has two names)."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.checks import check, check_alone
from scoring.games.truco.deal import due
from scoring.games.truco.declared import (
    ABOUT_FLOR,
    PIDO_FLOR,
    Answer,
    Course,
    End,
    Kind,
    Offence,
    Record,
    RoundKind,
)
from scoring.games.truco.rules import Rules
from scoring.games.truco.score import ends_before_truco
from scoring.games.truco.sides import Camp, against, camp, divided, players
from scoring.games.truco.value import chain_problem
from scoring.hands import SoFar
from scoring.problem import Problem
from scoring.table import Table
from scoring.text import Text, say, vocabulary

_ = vocabulary("truco")

Found = Iterable[Problem]

CHAINS = {
    "envido_after_falta": _("Nothing can be called after the falta envido."),
    "envido_classic": _("These rules allow envido twice, real envido once, and only upwards."),
}


@check("kind", "round", "duel")
def round_kind(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """What is no hand need not say which round it was; if it names a duel, it must be the one that is due."""
    if record.kind is not Kind.PLAYED and not record.duelling:
        return
    coming = due(so_far, table)
    if coming is None:
        return
    kind, duel = coming
    if record.round is not kind:
        yield Problem("round", "round_kind", _due(kind, duel))
    elif record.duel != duel:
        yield Problem("duel", "round_kind", _due(kind, duel))


def _due(kind: RoundKind, duel: int | None) -> Text:
    if duel is None:
        return say(_("A redonda is due now; please choose it."))
    return say(_("Pica-pica is due now, duel {duel}; please choose it."), duel=duel)


@check_alone("kind", "gallo")
def gallo_missing(record: Record, table: Table[Rules]) -> Found:
    if record.kind is Kind.PLAYED and not divided(record, table):
        yield Problem("gallo", "gallo_missing", say(_("Choose who the gallo is.")))


@check_alone("gallo", "flor", "round", given=("flor",))
def flores_players(record: Record, table: Table[Rules]) -> Found:
    """No more flores than players, on either side."""
    flor = record.flor
    if flor is None or not divided(record, table):
        return
    for name, members, flores in (
        ("winner_flores", camp(flor.winner, record, table), flor.winner_flores),
        ("loser_flores", against(flor.winner, record, table), flor.others),
    ):
        most = players(members, record, table)
        if flores > most:
            text = say(
                _("{side}: {flores} flores, but only {most} can have one."),
                side=members,
                flores=flores,
                most=most,
            )
            yield Problem("flor", "flores_players", text, (name,))


@check_alone("flor", given=("flor",))
def flor_course(record: Record, table: Table[Rules]) -> Found:
    flor = record.flor
    if flor is None:
        return
    if flor.course is Course.ALONE and flor.others:
        text = say(_("The other side announced a flor too: choose how it was settled."))
        yield Problem("flor", "flores_course", text, ("course",))
    elif flor.course is not Course.ALONE and not flor.others:
        text = say(_("“{course}” needs a flor on both sides."), course=flor.course)
        yield Problem("flor", "flores_course", text, ("loser_flores",))


@check_alone("flor", "envido", given=("flor", "envido"))
def flor_and_envido(record: Record, table: Table[Rules]) -> Found:
    if record.flor is not None and record.envido is not None and table.rules.flor_cancels_envido:
        text = say(_("Once a flor was announced there is no envido in this hand."))
        yield Problem("envido", "flor_and_envido", text)


@check_alone("envido", given=("envido",))
def envido_order(record: Record, table: Table[Rules]) -> Found:
    code = chain_problem(record.envido.calls, table.rules) if record.envido is not None else None
    if code is not None:
        yield Problem("envido", code, say(CHAINS[code]), ("calls",))


@check_alone("envido", given=("envido",))
def envido_misannounced(record: Record, table: Table[Rules]) -> Found:
    envido = record.envido
    if envido is not None and envido.misannounced and envido.answer is Answer.NO_QUIERO:
        text = say(_("After “no quiero” nobody announces a count."))
        yield Problem("envido", "envido_misannounced", text, ("misannounced",))


@check("kind", "gallo", "round", "flor", "envido", "truco", "penalties")
def truco_missing(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """Only flor or envido that already end the chico leave the tricks unplayed."""
    if record.kind is not Kind.PLAYED or record.truco is not None or not divided(record, table):
        return
    if not ends_before_truco(record, so_far, table):
        yield Problem("truco", "truco_missing", say(_("Choose who won the hand.")))


@check_alone("gallo", "truco", given=("truco",))
def truco_refused(record: Record, table: Table[Rules]) -> Found:
    """Callers alternate; a refused call is paid to whoever made it."""
    truco = record.truco
    if truco is None or truco.end is not End.REFUSED or not divided(record, table):
        return
    if truco.level == 0:
        text = say(_("Nothing was called that could be refused."))
        yield Problem("truco", "truco_refused", text, ("end",))
        return
    assert truco.caller is not None
    callers = (camp if truco.level % 2 else against)(truco.caller, record, table)
    if truco.winner not in callers:
        text = say(_("The refused call was made by {side}: it is theirs."), side=callers)
        yield Problem("truco", "truco_credit", text, ("winner",))


@check_alone("gallo", "penalties", given=("penalties",))
def penalty_side(record: Record, table: Table[Rules]) -> Found:
    if not divided(record, table):
        return
    for place, penalty in enumerate(record.penalties, start=1):
        if penalty.against in camp(penalty.by, record, table):
            text = say(_("A penalty is claimed from the other side."))
            yield Problem("penalties", "penalty_side", text, (place, "against"))


@check_alone("penalties", "round", given=("penalties",))
def interference_round(record: Record, table: Table[Rules]) -> Found:
    for place, penalty in enumerate(record.penalties, start=1):
        if penalty.kind is Offence.INTERFERENCE and not record.duelling:
            text = say(_("Only in a duel of pica-pica somebody else can interfere."))
            yield Problem("penalties", "interference_round", text, (place, "kind"))


@check_alone("gallo", "penalties", given=("penalties",))
def pido_flor_both(record: Record, table: Table[Rules]) -> Found:
    """The points of a hand can move over one way only."""
    if not divided(record, table):
        return
    moved: set[Camp] = {
        camp(penalty.by, record, table)
        for penalty in record.penalties
        if penalty.kind is Offence.PIDO_FLOR_RIGHT
    }
    if len(moved) > 1:
        text = say(_("Both sides cannot take over each other’s points."))
        yield Problem("penalties", "pido_flor_both", text)


@check_alone("gallo", "round", "flor", "penalties", given=("penalties",))
def flor_announced(record: Record, table: Table[Rules]) -> Found:
    """A player cannot have announced his flor and hidden it, or shown that it was none."""
    if not divided(record, table):
        return
    for place, penalty in enumerate(record.penalties, start=1):
        if penalty.kind not in ABOUT_FLOR:
            continue
        members = camp(penalty.against, record, table)
        same = [
            earlier
            for earlier in record.penalties[: place - 1]
            if earlier.kind in ABOUT_FLOR and earlier.against in members
        ]
        if len(same) + _announced(members, record, table) >= players(members, record, table):
            text = say(_("{side}: everybody’s flor is already written down."), side=members)
            yield Problem(
                "penalties",
                "pido_flor_announced" if penalty.kind in PIDO_FLOR else "false_flor_counted",
                text,
                (place, "against"),
            )


def _announced(members: Camp, record: Record, table: Table[Rules]) -> int:
    flor = record.flor
    if flor is None:
        return 0
    return flor.winner_flores if flor.winner in members else flor.others


CHECKS = (
    round_kind,
    gallo_missing,
    flores_players,
    flor_course,
    flor_and_envido,
    envido_order,
    envido_misannounced,
    truco_missing,
    truco_refused,
    penalty_side,
    interference_round,
    pido_flor_both,
    flor_announced,
)
