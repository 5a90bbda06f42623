"""Changing drawn seats by hand: exchange two people, a guest who comes late, somebody who does not come.

Only the tables that must change do; numbers of other tables stay. A published round is laid out anew at
once, and its version goes up, which phones and boards announce.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils import timezone

from config.database import writing
from scoring.text import mark as _
from tournaments.events import log
from tournaments.events.names import names_of
from tournaments.events.publishing import lay_out
from tournaments.events.refusal import no_draw
from tournaments.events.stages import plan_of
from tournaments.models import Entrant, Round, RoundState, Wish


@dataclass(frozen=True, slots=True)
class Concern:
    """What an exchange by hand brings about."""

    kind: str  # "again": they have met before; "apart": they wished not to meet; "club"
    one: int
    other: int


def exchange(round_: Round, one: int, other: int, *, by: str = "", reason: str = "") -> Round:
    """Two entrants change places; one of them may be sitting out."""
    with writing():
        round_ = _locked(round_)
        seating = round_.seating
        places = [*seating["tables"], seating["out"]]
        if not any(one in place for place in places) or not any(other in place for place in places):
            raise no_draw(_("Both have to be in this round."))
        swap = {one: other, other: one}
        seating["tables"] = [[swap.get(who, who) for who in table] for table in seating["tables"]]
        seating["out"] = [swap.get(who, who) for who in seating["out"]]
        return _changed(round_, "exchanged", by, reason, one=one, other=other)


def add_late(round_: Round, entrant: int, *, by: str = "") -> Round:
    """Seat somebody who came after the draw: at a smaller table if there is one, else where one more may sit,
    else among those who sit out. No other seat changes."""
    with writing():
        round_ = _locked(round_)
        seating = round_.seating
        if any(entrant in place for place in (*seating["tables"], seating["out"])):
            return round_
        plan = plan_of(round_.stage)
        if plan.matched:
            return _pair_up(round_, entrant, by)
        playable = set(round_.event.game_value().seats)
        largest = max(plan.sizes()) if not plan.matched else 2
        written = _written(round_)
        met = meetings(round_)
        free = [
            at
            for at, table in enumerate(seating["tables"])
            if seating["numbers"][at] not in written
            and len(table) < max(plan.size, largest)
            and len(table) + 1 in playable
        ]
        if free:
            at = min(
                free,
                key=lambda at: (
                    len(seating["tables"][at]) + 1 > plan.size,
                    sum(met[_pair(entrant, who)] for who in seating["tables"][at]),
                    len(seating["tables"][at]),
                    at,
                ),
            )
            seating["tables"][at].append(entrant)
            return _changed(round_, "seated_late", by, "", entrant=entrant, table=seating["numbers"][at])
        waiting = [*seating["out"], entrant]
        if len(waiting) >= plan.size and plan.size in playable:
            seating["tables"].append(waiting[: plan.size])
            seating["numbers"].append(max([0, *seating["numbers"]]) + 1)
            seating["out"] = waiting[plan.size :]
            return _changed(round_, "seated_late", by, "", entrant=entrant, table=seating["numbers"][-1])
        seating["out"] = waiting
        return _changed(round_, "sits_out_late", by, "", entrant=entrant)


def _pair_up(round_: Round, entrant: int, by: str) -> Round:
    """In rounds of matches whoever has a bye plays the one who came late."""
    seating = round_.seating
    if plan_of(round_.stage).bracket or "groups" in seating:
        raise no_draw(
            _("Nobody can join a knockout or a group after the draw. Draw again, or enter a substitute.")
        )
    if not seating["out"]:
        seating["out"] = [entrant]
        return _changed(round_, "sits_out_late", by, "", entrant=entrant)
    partner = seating["out"].pop(0)
    seating["tables"].append([partner, entrant])
    seating["numbers"].append(max([0, *seating["numbers"]]) + 1)
    return _changed(round_, "seated_late", by, "", entrant=entrant, table=seating["numbers"][-1])


def remove(round_: Round, entrant: int, *, by: str = "") -> Round:
    """Take somebody out who does not come. Somebody who sits out takes the place, or the table plays on
    smaller, or one comes over from another table; if nothing fits, the organiser is told so."""
    with writing():
        round_ = _locked(round_)
        seating = round_.seating
        if entrant in seating["out"]:
            seating["out"].remove(entrant)
            return _changed(round_, "taken_out", by, "", entrant=entrant)
        at = next((at for at, table in enumerate(seating["tables"]) if entrant in table), None)
        if at is None:
            return round_
        table: list[int] = seating["tables"][at]
        if seating["numbers"][at] in _written(round_):
            raise no_draw(
                _("Hands are written at table {table}. Enter a substitute."), table=seating["numbers"][at]
            )
        plan = plan_of(round_.stage)
        allowed = {2} if plan.matched else set(plan.sizes()) & set(round_.event.game_value().seats)
        place = table.index(entrant)
        if seating["out"] and not plan.bracket:
            table[place] = seating["out"].pop(0)
        elif len(table) - 1 in allowed:
            table.remove(entrant)
        elif plan.matched:
            rest = [who for who in table if who != entrant]
            del seating["tables"][at], seating["numbers"][at]
            if plan.bracket or "groups" in seating:
                raise no_draw(
                    _("In a knockout or a group the other side wins without playing: enter a walkover.")
                )
            seating["out"] += rest
        elif not _filled_from_elsewhere(seating, at, place, allowed, _written(round_)):
            raise no_draw(
                _("Without {who} table {table} has too few people, and no other table can spare one."),
                who=_name(entrant),
                table=seating["numbers"][at],
            )
        return _changed(round_, "taken_out", by, "", entrant=entrant)


def _filled_from_elsewhere(
    seating: Mapping[str, Any], at: int, place: int, allowed: set[int], written: set[int]
) -> bool:
    """One person comes over from the last table that stays large enough."""
    tables, numbers = seating["tables"], seating["numbers"]
    for other in reversed(range(len(tables))):
        if other != at and numbers[other] not in written and len(tables[other]) - 1 in allowed:
            tables[at][place] = tables[other].pop()
            return True
    return False


def warnings(round_: Round) -> list[Concern]:
    """What is not as it should be in a seating: people who meet again, or wished not to meet."""
    met = meetings(round_)
    wishes = {_pair(wish.one_id, wish.other_id) for wish in Wish.objects.filter(event=round_.event_id)}
    clubs = {}
    if plan_of(round_.stage).clubs_apart:
        clubs = dict(Entrant.objects.filter(event=round_.event_id).exclude(club="").values_list("pk", "club"))
    found = []
    for table in round_.seating["tables"]:
        for one, other in combinations(table, 2):
            pair = _pair(one, other)
            if pair in wishes:
                found.append(Concern("apart", *pair))
            if met[pair]:
                found.append(Concern("again", *pair))
            if one in clubs and clubs[one] == clubs.get(other):
                found.append(Concern("club", *pair))
    return found


def meetings(round_: Round) -> Counter[tuple[int, int]]:
    """How often every two have met in earlier rounds of the event."""
    met: Counter[tuple[int, int]] = Counter()
    earlier = Round.objects.filter(event=round_.event_id, number__lt=round_.number)
    for seating in earlier.values_list("seating", flat=True):
        for table in seating["tables"]:
            met.update(_pair(one, other) for one, other in combinations(table, 2))
    return met


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _name(entrant: int) -> str:
    return names_of(Entrant.objects.get(pk=entrant).event, 1).get(entrant, "")


def _locked(round_: Round) -> Round:
    found = Round.objects.select_for_update().select_related("event", "stage").get(pk=round_.pk)
    if found.state == RoundState.CLOSED:
        raise no_draw(_("This round is closed."))
    return found


def _written(round_: Round) -> set[int]:
    """Numbers of the tables where something is written already."""
    written = round_.sittings.filter(sheethead__head_seq__gt=0).values_list("number", flat=True)
    return {number for number in written if number is not None}


def _changed(round_: Round, what: str, by: str, reason: str, **data: int) -> Round:
    """Store the new seating, lay the sheets out if they are published, and say so."""
    tables: list[int] = []
    if round_.state != RoundState.DRAWN:
        tables = lay_out(round_)
        round_.version += 1
    now = timezone.now().isoformat()
    round_.changes.append({"at": now, "by": by, "what": what, "reason": reason, "tables": tables, **data})
    round_.save(update_fields=("seating", "changes", "version"))
    log.note(round_.event, what, by=by, reason=reason, round=round_.number, tables=tables, **data)
    return round_
