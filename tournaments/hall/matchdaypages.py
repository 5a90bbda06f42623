"""A match-day as everybody may see it: its halls, the joint ranking, and what there is to say about it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from config.caches import MB, Pictures, size
from tournaments.engines.standings import Standings, StandingsRow
from tournaments.hall.facts import EntrantFacts, Hall
from tournaments.hall.gathering import hall
from tournaments.hall.matchdaywords import (
    alike,
    comparison,
    completeness,
    in_two_halls,
    moment_of,
    state_of_hall,
)
from tournaments.hall.public import EVERYTHING, known
from tournaments.hall.ranks import CriterionView, RoundCell, cells_of, criteria_views, notes_of
from tournaments.hall.words import spoken
from tournaments.lists import Cell, DataTable
from tournaments.matchdays.halls import HallNow, MatchDayNow, halls_now
from tournaments.matchdays.ranking import JointRanking, joint_ranking
from tournaments.models import MatchDay
from tournaments.models.stored import Raw

SCHEMA, VERSION = "stammtisch-matchday", 1
_bodies: Pictures[tuple[str, str], str, SafeString] = Pictures(48, weigh=size, most=4 * MB)


@dataclass(frozen=True, slots=True)
class HallLine:
    """A hall in the list of halls."""

    number: int
    name: str
    event: int | None
    title: str
    state: str  # in words
    kind: str  # "expected", "coming", "running", "official"
    people: int
    last: str  # when its last hand was written
    silent: str = ""  # since when the laptop that leads it was not heard of, if it was not


@dataclass(frozen=True, slots=True)
class JointLine:
    """A row of the joint ranking."""

    place: str
    rank: int | None
    name: str
    club: str
    hall: str
    event: int
    number: int  # start number in that hall
    total: str
    values: tuple[str, ...]
    rounds: tuple[RoundCell, ...]
    points: Cell
    shared: bool
    by_lot: bool
    provisional: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchDayPage:
    """Everything a page, a paper or a file of a match-day shows."""

    matchday: MatchDay
    halls: tuple[HallLine, ...]
    criteria: tuple[CriterionView, ...]
    rounds: tuple[int, ...]
    rows: tuple[JointLine, ...]
    complete: bool
    completeness: tuple[str, ...]
    comparison: tuple[str, ...]
    twice: tuple[str, ...]
    alike: tuple[str, ...]  # who may be one person; for the desk
    lots: tuple[str, ...]

    @property
    def columns(self) -> list[CriterionView]:
        """The criteria after the first that are columns."""
        return [criterion for criterion in self.criteria[1:] if criterion.column]


def now_for_everybody(matchday: MatchDay) -> MatchDayNow:
    """The halls as the public may know them."""
    return halls_now(matchday, known)


def now_for_desk(matchday: MatchDay) -> MatchDayNow:
    """The halls with all that has been written."""
    return halls_now(matchday, lambda event: EVERYTHING)


def matchday_page(now: MatchDayNow) -> MatchDayPage:
    """The page in the active language, with names as people wish to be shown."""
    joint = joint_ranking(now)
    halls = {each.number: hall(each.stamp) for each in now.halls if each.stamp is not None}
    table = joint.standings
    criteria = criteria_views(table) if table is not None else ()
    rows = tuple(_row(joint, table, row, criteria, halls) for row in table.rows) if table is not None else ()
    called = {
        entrant: halls[number].people[entrant].name
        for entrant, number in joint.hall_of.items()
        if entrant in halls[number].people
    }
    return MatchDayPage(
        matchday=now.matchday,
        halls=tuple(_hall_line(joint, at) for at in range(len(joint.halls))),
        criteria=criteria,
        rounds=table.rounds if table is not None else (),
        rows=rows if table is not None and table.begun else (),
        complete=joint.complete,
        completeness=tuple(completeness(joint)),
        comparison=tuple(comparison(joint)),
        twice=tuple(in_two_halls(joint, called)),
        alike=tuple(alike(joint, called)),
        lots=tuple(_lots(table, called)) if table is not None else (),
    )


def _hall_line(joint: JointRanking, at: int) -> HallLine:
    state = joint.halls[at]
    here, event = state.hall, state.hall.event
    return HallLine(
        number=here.number,
        name=here.name,
        event=event.pk if event is not None else None,
        title=event.title if event is not None else "",
        state=state_of_hall(state),
        kind=state.state,
        people=state.entrants,
        last=moment_of(state.last_hand) if state.last_hand is not None else "",
        silent=_silent_since(here),
    )


def _silent_since(here: HallNow) -> str:
    """A hall that is still playing and whose laptop has not been heard of for a while."""
    if here.stamp is None or not here.stamp.age or here.official:
        return ""
    return moment_of(timezone.now() - datetime.timedelta(seconds=here.stamp.age))


def _row(
    joint: JointRanking,
    table: Standings,
    row: StandingsRow,
    criteria: tuple[CriterionView, ...],
    halls: Mapping[int, Hall],
) -> JointLine:
    number = joint.hall_of[row.entrant]
    where = halls[number]
    person: EntrantFacts | None = where.people.get(row.entrant)
    return JointLine(
        place=row.place if table.begun else "",
        rank=row.rank,
        name=person.name if person is not None else "–",
        club=person.club if person is not None else "",
        hall=next(each.hall.name for each in joint.halls if each.hall.number == number),
        event=where.event.pk,
        number=person.number if person is not None else 0,
        total=spoken(row.values[0].shown),
        values=tuple(
            spoken(row.values[criterion.place - 1].shown) for criterion in criteria[1:] if criterion.column
        ),
        rounds=tuple(cells_of(row, table.rounds, {})),
        points=row.values[0].first,
        shared=row.shared,
        by_lot=row.by_lot,
        provisional=row.provisional or row.entrant in where.disputed,
        notes=tuple(notes_of(row)),
    )


def _lots(table: Standings, called: Mapping[int, str]) -> list[str]:
    text = gettext("Places {first} to {last} were decided by drawing lots: {names}.")
    return [
        text.format(
            first=lot.rank,
            last=lot.rank + len(lot.order) - 1,
            names=", ".join(called.get(entrant, "–") for entrant in lot.order),
        )
        for lot in table.lots
    ]


def body_for_everybody(now: MatchDayNow) -> SafeString:
    """The living part of the page, rendered once for all who look at it."""
    subject = (now.matchday.uid.hex, get_language())
    today = timezone.localdate()  # a hand of yesterday is said with its day
    return _bodies.get(
        (subject, f"{now.mark}-{today}"),
        lambda: mark_safe(render_to_string("hall/_matchday.html", {"page": matchday_page(now)})),
    )  # ours


def matchday_of_event(event: int) -> MatchDay | None:
    """The match-day of which this event is a hall, if everybody may see it."""
    return MatchDay.objects.filter(halls__event=event, listed=True).first()


def named_rounds(page: MatchDayPage) -> list[str]:
    """`R1`, `R2`: heads of columns; none where there is one round only."""
    if len(page.rounds) < 2:
        return []
    return [gettext("R{number}").format(number=number) for number in page.rounds]


def joint_table(page: MatchDayPage) -> DataTable:
    """One row for each entrant: place, name, hall, points and what else is compared."""
    heads = (
        *(gettext("Rank"), gettext("Name"), gettext("Club"), gettext("Hall"), gettext("Start number")),
        *(criterion.name for criterion in page.criteria[:1]),
        *named_rounds(page),
        *(criterion.name for criterion in page.columns),
    )
    rows = [
        (
            *(row.place, row.name, row.club, row.hall, row.number, row.points),
            *((cell.text for cell in row.rounds) if len(page.rounds) > 1 else ()),
            *row.values,
        )
        for row in page.rows
    ]
    return DataTable(heads, tuple(rows), gettext("Standings"))


def joint_json(page: MatchDayPage, now: MatchDayNow) -> Raw:
    """What programs read. Numbers that are not whole are texts like "7/3"."""
    uids = {hall.number: str(hall.event.uid) for hall in now.halls if hall.event is not None}
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "matchday": {
            "id": page.matchday.pk,
            "uid": str(page.matchday.uid),
            "name": page.matchday.name,
            "day": page.matchday.day.isoformat(),
            "complete": page.complete,
            "seed": page.matchday.seed,
        },
        "halls": [
            {
                "number": line.number,
                "name": line.name,
                "event": uids.get(line.number),
                "state": line.kind,
                "entrants": line.people,
            }
            for line in page.halls
        ],
        "remarks": [*page.completeness, *page.comparison, *page.twice],
        "standings": [
            {
                "rank": row.rank,
                "place": row.place,
                "name": row.name,
                "hall": row.hall,
                "number": row.number,
                "total": _plain(row.points),
                "rounds": [cell.text for cell in row.rounds],
            }
            for row in page.rows
        ],
    }


def _plain(number: Any) -> int | str | None:
    return None if number is None else int(number) if number.denominator == 1 else str(number)


@dataclass(frozen=True, slots=True)
class MatchDayBoard:
    """A match-day as a screen shows it."""

    title: str
    state: str
    rows: tuple[JointLine, ...]


def matchday_board(event: int) -> MatchDayBoard | None:
    """The match-day of this event for a screen; None: it is a hall of none that everybody may see."""
    matchday = matchday_of_event(event)
    if matchday is None:
        return None
    page = matchday_page(now_for_everybody(matchday))
    return MatchDayBoard(matchday.name, " ".join(page.completeness), page.rows)
