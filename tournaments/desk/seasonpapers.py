"""The list of a season on paper: wide with a column for every evening, or narrow with the totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.desk.seasondeciding import FinalList, final_list
from tournaments.lists import Cell, DataTable
from tournaments.paper.event import EventHead, PrintedColumn, PrintedRank, PrintedRanking, printed
from tournaments.seasons.cups import cup_of
from tournaments.seasons.keeping import SeasonNow
from tournaments.seasons.showing import SeasonLineView, SeasonPage, season_page


@dataclass(frozen=True, slots=True)
class SeasonPaper:
    """A way to print it."""

    key: str
    label: str


KINDS = (
    SeasonPaper("wide", _("With all evenings (PDF)")),
    SeasonPaper("narrow", _("Totals only (PDF)")),
)


def season_paper(now: SeasonNow, key: str) -> bytes:
    """A PDF, with the names as everybody may read them."""
    page = season_page(SeasonNow(now.facts, now.of, now.table))
    cup = cup_of(now.facts)
    cup_line = (cup.sentence,) if cup is not None else ()
    return printed(_ranking(page, cup_line, wide=key == "wide"), title=page.season.name)


def _ranking(page: SeasonPage, cup_line: Sequence[str], *, wide: bool) -> PrintedRanking:
    columns = [PrintedColumn(head=gettext("Total"), decides=True)]
    if wide:
        columns += [PrintedColumn(head=column.head) for column in page.columns]
    else:
        columns.append(PrintedColumn(head=gettext("Evenings")))
    notes = [page.sentence, page.as_of, *cup_line]
    if wide:
        notes += [f"{column.head} {column.what}" for column in page.columns if column.what]
    return PrintedRanking(
        event=EventHead(club=page.season.home, title=page.season.name, printed=timezone.localtime()),
        title=page.of.name,
        columns=tuple(columns),
        rows=tuple(_rank(row, wide=wide) for row in page.people),
        lots=page.lots,
        notes=tuple(notes),
        official=True,
    )


def _rank(row: SeasonLineView, *, wide: bool) -> PrintedRank:
    cells = [row.total]
    cells += [value.text for value in row.values] if wide else [str(row.came)]
    dropped = {place for place, value in enumerate(row.values, start=1) if value.dropped}
    return PrintedRank(
        place=row.place if row.rank is not None else "",
        name=row.name,
        cells=tuple(cells),
        club="" if wide else row.club,
        dropped=frozenset(dropped) if wide else frozenset(),
        lot=row.by_lot,
        remark="; ".join(row.notes),
    )


def _final(now: SeasonNow) -> tuple[SeasonPage, FinalList]:
    page = season_page(SeasonNow(now.facts, now.of, now.table))
    return page, final_list(now, {row.person: row.total for row in page.people}, None, full=False)


def final_paper(now: SeasonNow) -> bytes:
    """The list of the final as a PDF, with the names as everybody may read them."""
    page, final = _final(now)
    clubs = {row.person: row.club for row in page.people}
    ranking = PrintedRanking(
        event=EventHead(club=page.season.home, title=page.season.name, printed=timezone.localtime()),
        title=gettext("List of the final"),
        columns=(PrintedColumn(head=gettext("Season")), PrintedColumn(head=gettext("Total"), decides=True)),
        rows=tuple(
            PrintedRank(
                place=str(each.number),
                name=each.name,
                cells=(each.place, each.total),
                club=clubs.get(each.pk, ""),
            )
            for each in final.coming
        ),
        notes=(page.sentence, page.as_of),
    )
    return printed(ranking, title=f"{page.season.name} – {ranking.title}")


def final_table(now: SeasonNow) -> DataTable:
    """The same for spreadsheets."""
    page, final = _final(now)
    clubs = {row.person: row.club for row in page.people}
    heads = (gettext("No."), gettext("Name"), gettext("Club"), gettext("Rank"), gettext("Total"))
    rows: list[tuple[Cell, ...]] = [
        (each.number, each.name, clubs.get(each.pk, ""), each.place, each.total) for each in final.coming
    ]
    return DataTable(heads, tuple(rows), gettext("List of the final"))
