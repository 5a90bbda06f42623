"""Pieces of an event become rows here: made where they are new, else changed.

Whatever a piece speaks of stands before it. What cannot be read raises what reading raises: nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.engines.eventlog import PieceKind
from tournaments.following.applying import decisions, live, people, plan, tables
from tournaments.following.applying.removing import EARLY, remove
from tournaments.following.applying.rows import Rows
from tournaments.models.stored import Raw

__all__ = ["APPLIED", "EARLY", "Rows", "remove"]

K = PieceKind
Apply = Callable[[Rows, str, Raw], int | None]
APPLIED: dict[PieceKind, Apply] = {
    K.EVENT: plan.event,
    K.PERSON: people.person,
    K.STAGE: plan.stage,
    K.ENTRANT: plan.entrant,
    K.WISH: plan.wish,
    K.ROUND: plan.round_,
    K.TABLE: tables.table,
    K.DEVICE: tables.device,
    K.ENTRIES: tables.entries,
    K.ERASURE: tables.erasure,
    K.ASIDE: tables.aside,
    K.RULING: decisions.ruling,
    K.CASH: decisions.cash,
    K.PRIZE: decisions.prize,
    K.COUNT: decisions.count,
    K.NOTICE: decisions.notice,
    K.LINK: decisions.link,
    K.CLOCK: live.clock,
    K.SCREEN: live.screen,
    K.CALL: live.call,
}
