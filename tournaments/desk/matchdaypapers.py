"""The joint ranking of a match-day on paper."""

from __future__ import annotations

from django.utils import formats, timezone
from django.utils.translation import gettext

from tournaments.hall.matchdaypages import JointLine, MatchDayPage, named_rounds
from tournaments.paper.event import EventHead, PrintedColumn, PrintedRank, PrintedRanking, printed


def matchday_paper(page: MatchDayPage) -> bytes:
    """A PDF, with the names as everybody may read them."""
    return printed(_ranking(page), title=page.matchday.name)


def _ranking(page: MatchDayPage) -> PrintedRanking:
    rounds = named_rounds(page)
    columns = [
        PrintedColumn(head=criterion.short, name=criterion.name, explained=criterion.explain, decides=True)
        for criterion in (*page.criteria[:1], *page.columns)
    ]
    columns[1:1] = [PrintedColumn(head=head) for head in rounds]
    halls = "; ".join(_hall(line.name, line.state, line.last) for line in page.halls)
    day = formats.date_format(page.matchday.day, "DATE_FORMAT")
    notes = [halls, *page.completeness, *page.twice, *page.comparison]
    notes.append(gettext("Each event has prizes of its own."))
    title = f"{page.matchday.name}, {day}"
    if not page.complete:  # at the top of every sheet, not only where it is explained
        title += " · " + gettext("not complete")
    return PrintedRanking(
        event=EventHead(club="", title=title, printed=timezone.localtime()),
        title=gettext("Joint ranking"),
        columns=tuple(columns),
        rows=tuple(_rank(row, several=bool(rounds)) for row in page.rows),
        lots=page.lots,
        notes=tuple(notes),
        official=page.complete,
        club_head=gettext("Hall"),
    )


def _hall(name: str, state: str, last: str) -> str:
    if not last:
        return f"{name}: {state}"
    return f"{name}: {state}, " + gettext("last hand {time}").format(time=last)


def _rank(row: JointLine, *, several: bool) -> PrintedRank:
    rounds = row.rounds if several else ()
    return PrintedRank(
        place=row.place if row.rank is not None else "",
        name=row.name,
        cells=(row.total, *(cell.text for cell in rounds), *row.values),
        club=" · ".join(filter(None, (row.hall, row.club))),
        dropped=frozenset(at for at, cell in enumerate(rounds, start=1) if cell.left_out),
        lot=row.by_lot,
        remark="; ".join(row.notes),
    )
