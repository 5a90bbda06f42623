"""Changing drawn seats by hand: exchange two people, a guest who comes late, somebody who does not come.

Only the tables that must change do; numbers of other tables stay. A published round is laid out anew at
once, and its version goes up, which phones and boards announce.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from django.utils import timezone

from config.database import writing
from scoring.text import mark as _
from tournaments.engines.plans.declared import PARTNERED
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked_round
from tournaments.events.ground.refusal import no_draw
from tournaments.events.ground.stages import plan_of
from tournaments.events.rounds.publishing import lay_out
from tournaments.events.seats import moves
from tournaments.events.seats.moves import IncompleteTable, Moved, meetings, pair, partners, partnerships
from tournaments.models import Entrant, Round, RoundState, Wish


@dataclass(frozen=True, slots=True)
class Concern:
    """What an exchange by hand brings about."""

    kind: str  # "again": they have met before, or were "partners"; "apart": a wish is broken; "club"
    first: int
    second: int


def exchange(
    round_: Round, first: int, second: int, *, by: str = "", reason: str = "", seen: int | None = None
) -> Round:
    """Two entrants change places; one of them may be sitting out.

    `seen` is how many changes of the seats were known: of two who put the same right, the second does not
    undo it.
    """
    with writing():
        round_ = _locked(round_)
        if moves.exchanged_since(round_, first, second, seen):
            return round_
        return _changed(round_, moves.exchanged(round_, first, second), by, reason)


def add_late(round_: Round, entrant: int, *, by: str = "") -> Round:
    """Seat somebody who came after the draw: at a smaller table if there is one, else where one more may sit,
    else among those who sit out. No other seat changes."""
    with writing():
        round_ = _locked(round_)
        moved = moves.seated_late(round_, entrant, written_tables(round_))
        return _changed(round_, moved, by) if moved else round_


def remove(
    round_: Round, entrant: int, *, by: str = "", rest: IncompleteTable = IncompleteTable.REFUSE
) -> Round:
    """Take somebody out who does not come. Somebody who sits out takes the place, or the table plays on
    smaller, or one comes over from another table; if nothing fits, the organiser is told so."""
    with writing():
        round_ = _locked(round_)
        moved = moves.taken_out(round_, entrant, written_tables(round_), rest)
        return _changed(round_, moved, by) if moved else round_


def partner(round_: Round, table: int, entrant: int, *, by: str = "") -> Round:
    """The cards drawn at a table of four say who plays with the person on seat 1."""
    with writing():
        round_ = _locked(round_)
        return _changed(round_, moves.partnered(round_, table, entrant), by)


def follow(round_: Round, entrant: int, *, by: str = "", reason: str = "") -> Round:
    """Somebody else plays for this entrant now: lay its table out anew. Raises Unreadable where hands are
    written."""
    with writing():
        round_ = _locked(round_)
        return _changed(round_, Moved(round_.seating, "lineup", {"entrant": entrant}), by, reason)


def warnings(round_: Round) -> list[Concern]:
    """What is not as it should be in a seating: people who meet again, or wished not to meet.

    Where everybody meets everybody, or results decide, meeting again is no fault; with changing partners it
    is one only between partners.
    """
    plan = plan_of(round_.stage)
    together = plan.format in PARTNERED
    given = plan.format in moves.BY_RESULTS
    met: Counter[tuple[int, int]] = Counter() if given or together else meetings(round_)
    played = partnerships(round_) if together else Counter()
    wishes: set[tuple[int, int]] = set()
    beside: set[tuple[int, int]] = set()
    for wish in Wish.objects.filter(event=round_.event_id):
        (beside if wish.together else wishes).add(pair(wish.entrant_id, wish.other_id))
    clubs = {}
    if plan.clubs_apart and not plan.bracket and _keeps_clubs_apart(round_):
        clubs = dict(Entrant.objects.filter(event=round_.event_id).exclude(club="").values_list("pk", "club"))
    concerns = []
    for table in round_.seating["tables"]:
        for first, second in combinations(table, 2):
            both = pair(first, second)
            if both in wishes:
                concerns.append(Concern("apart", *both))
            if met[both] and both not in beside:
                concerns.append(Concern("again", *both))
            if first in clubs and clubs[first] == clubs.get(second):
                concerns.append(Concern("club", *both))
        if together:
            concerns += [Concern("partners", *both) for both in partners(table) if played[both]]
    return concerns


def _keeps_clubs_apart(round_: Round) -> bool:
    """Of rounds drawn together only the first keeps clubs apart."""
    return not any(part["round"] for part in round_.request.get("parts", ()))


def _locked(round_: Round) -> Round:
    locked = locked_round(round_)
    if locked.state == RoundState.CLOSED:
        raise no_draw(_("This round is closed."))
    return locked


def written_tables(round_: Round) -> set[int]:
    """Numbers of the tables where something is written already."""
    written = round_.sittings.filter(sheethead__head_seq__gt=0).values_list("number", flat=True)
    return {number for number in written if number is not None}


def _changed(round_: Round, moved: Moved, by: str, reason: str = "") -> Round:
    """Store the new seating, lay the sheets out if they are published, and say so."""
    round_.seating = moved.seating
    tables: list[int] = []
    if round_.state != RoundState.DRAWN:
        tables = lay_out(round_)
        round_.version += 1
    now = timezone.now().isoformat()
    facts = {"what": moved.what, "reason": reason, "tables": tables, **moved.data}
    round_.changes.append({"at": now, "by": by, **facts})
    round_.save(update_fields=("seating", "changes", "version"))
    noted = {"tables": tables, **moved.data}
    log.note(round_.event, moved.what, by=by, reason=reason, round=round_.number, **noted)
    return round_
