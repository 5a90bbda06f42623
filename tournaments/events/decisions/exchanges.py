"""Two sat on each other's places: they are exchanged, the hands stay where they were played.

Points follow the place: whoever is put there gets what was written for it. Where nothing is written yet, the
seats themselves are changed (`seating.exchange`).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments import ledger
from tournaments.events.decisions.consequences import Consequences, compare, state_of, with_exchange
from tournaments.events.decisions.deciding import Done, decide
from tournaments.events.ground.locking import locked_round, round_now
from tournaments.events.seats import moves
from tournaments.ledger import TableSeat
from tournaments.models import Chair, Event, Round, RoundState, Via

EXCHANGED = "people_exchanged"


def preview(round_: Round, first: int, second: int) -> Consequences:
    """What an exchange of two entrants would move; raises Unreadable where they cannot be exchanged."""
    moves.exchanged(round_, first, second)
    _chairs(round_, first, second)
    state = state_of(round_.event)
    return compare(round_.event, state, with_exchange(state, round_.number, {first: second, second: first}))


def exchange(
    *,
    round_: Round,
    first: int,
    second: int,
    entry_id: uuid.UUID,
    reason: str,
    by: str = "",
    seen: int | None = None,
) -> Consequences | None:
    """Let two entrants, with all their people, exchange places in a round that is played or over.

    None: this very exchange has been made before, also by somebody else since there were `seen` changes.
    Raises Unreadable or a Refused of the ledger.
    """

    def do(event: Event) -> Done | None:
        current = locked_round(round_)
        if current.state not in (RoundState.OPEN, RoundState.CLOSED):
            raise _wrong(say(_("The round has not begun: please use “Swap two people”.")))
        if any(change.get("id") == str(entry_id) for change in current.changes):
            return None
        if moves.exchanged_since(current, first, second, seen):
            return None
        moved = moves.exchanged(current, first, second)
        pairs = _chairs(current, first, second)
        tables = sorted({chair.sitting.number or 0 for pair in pairs for chair in pair})
        for place, (here, there) in enumerate(pairs):
            ledger.exchange_people(
                left=TableSeat(here.sitting, here.seat),
                right=TableSeat(there.sitting, there.seat),
                entry_id=uuid.uuid5(entry_id, str(place)),
                via=Via.DESK,
                by=by,
                reason=reason,
            )
        facts: Done = {"one": first, "other": second, "tables": tables}
        if undoes_exchange(current, first, second):
            facts["back"] = True
        current.seating, current.version = moved.seating, current.version + 1
        now = timezone.now().isoformat()
        change = {"at": now, "by": by, "what": EXCHANGED, "reason": reason, "id": str(entry_id), **facts}
        current.changes.append(change)
        current.save(update_fields=("seating", "version", "changes"))
        return {"round": current.number, **facts}

    def expected(event: Event) -> Consequences:
        return preview(round_now(round_, event), first, second)

    return decide(event=round_.event, what=EXCHANGED, by=by, reason=reason, expected=expected, do=do)


def undoes_exchange(round_: Round, first: int, second: int) -> bool:
    """Would these two, exchanged now, sit again where they sat before they were exchanged by mistake?"""
    return any({change["one"], change["other"]} == {first, second} for change in exchanges_in_force(round_))


def exchanges_in_force(round_: Round, what: str = EXCHANGED) -> list[Mapping[str, Any]]:
    """The exchanges that can be taken back, the latest first: nobody of theirs has been moved since."""
    exchanges: list[Mapping[str, Any]] = []
    moved: set[int] = set()
    for change in reversed(round_.changes):
        people = {change[key] for key in ("one", "other", "entrant", "partner") if key in change}
        if change["what"] == what and not people & moved and not change.get("back"):
            exchanges.append(change)
        moved |= people
    return exchanges


def _chairs(round_: Round, first: int, second: int) -> Sequence[tuple[Chair, Chair]]:
    """The chairs that belong together, member by member; raises Unreadable where there are not as many."""
    rows = Chair.objects.filter(sitting__round=round_, entrant__in=(first, second))
    chairs = list(rows.select_related("sitting").order_by("seat"))
    here = [chair for chair in chairs if chair.entrant_id == first]
    there = [chair for chair in chairs if chair.entrant_id == second]
    if not here or len(here) != len(there):
        raise _wrong(say(_("Both have to sit at a table of this round.")))
    return list(zip(here, there, strict=True))


def _wrong(text: Any) -> Unreadable:
    return Unreadable([Problem(None, "no_exchange", text)])
