"""The list of a season on paper: wide with a column for every evening, or narrow with the totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

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
    said = (cup.said,) if cup is not None else ()
    return printed(_ranking(page, said, wide=key == "wide"), title=page.season.name)


def _ranking(page: SeasonPage, said: Sequence[str], *, wide: bool) -> PrintedRanking:
    columns = [PrintedColumn(head=gettext("Total"), decides=True)]
    if wide:
        columns += [PrintedColumn(head=column.head) for column in page.columns]
    else:
        columns.append(PrintedColumn(head=gettext("Evenings")))
    notes = [page.sentence, page.as_of, *said]
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
