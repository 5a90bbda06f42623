"""A season as a table for spreadsheets, as JSON for programs, and as a page for the club's own web site."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext

from tournaments.engines.season import Number, SeasonTable
from tournaments.lists import Cell, DataTable
from tournaments.models.stored import Raw
from tournaments.seasons.gathering import SeasonFacts
from tournaments.seasons.keeping import SeasonNow
from tournaments.seasons.names import names_of
from tournaments.seasons.showing import EveningLine, SeasonPage, column_of

SCHEMA, VERSION = "stammtisch-season", 1
STYLE = Path(settings.BASE_DIR) / "static" / "site.css"


def season_table(now: SeasonNow, *, full: bool = False) -> DataTable:
    """One row for each person: place, total, every evening, and what counted."""
    table, names = now.table, names_of(now.facts.season, _people(now.table), full=full)
    dates = {str(date_.pk): date_ for date_ in now.facts.dates}
    columns = [column_of(evening, dates) for evening in table.evenings]
    heads = (
        *(gettext("Rank"), gettext("Name"), gettext("Club"), gettext("Total"), gettext("Evenings")),
        *(column.head for column in columns),
        gettext("Left out"),
        gettext("Missing"),
    )
    rows: list[tuple[Cell, ...]] = []
    for row in table.rows:
        left_out = [
            column.head
            for column, cell in zip(columns, row.cells, strict=True)
            if cell.left_out is not None and cell.value is not None
        ]
        rows.append(
            (
                row.rank if row.last in (None, row.rank) else row.place,
                names.of(row.person),
                names.clubs.get(row.person, "") if isinstance(row.person, int) else "",
                row.total,
                row.attended,
                *(cell.value for cell in row.cells),
                ", ".join(left_out),
                row.missing or None,
            )
        )
    return DataTable(heads, tuple(rows), gettext("Standings"))


def as_json(now: SeasonNow) -> Raw:
    """What programs read. Numbers that are not whole are texts like "7/3"."""
    facts, table = now.facts, now.table
    names = names_of(facts.season, _people(table))
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "season": {
            "id": facts.season.pk,
            "uid": str(facts.season.uid),
            "name": facts.season.name,
            "list": now.of.name,
            "over": table.over,
            "evenings_planned": table.planned,
            "seed": facts.season.drawn_from,
        },
        "evenings": [
            {
                "key": evening.key,
                "day": evening.day.isoformat() if evening.day else None,
                "place": evening.place,
                "kind": evening.kind,
                "weight": _plain(evening.weight),
                "played": evening.played,
            }
            for evening in table.evenings
        ],
        "standings": [
            {
                "rank": row.rank,
                "place": row.place,
                "name": names.of(row.person),
                "total": _plain(row.total),
                "attended": row.attended,
                "missing": row.missing,
                "unranked": row.unranked.value if row.unranked else None,
                "evenings": [
                    {
                        "state": cell.state,
                        "value": _plain(cell.value),
                        "counted": cell.counted,
                        "left_out": cell.left_out.value if cell.left_out else None,
                    }
                    for cell in row.cells
                ],
            }
            for row in table.rows
        ],
    }


def _plain(number: Number | None) -> int | str | None:
    return None if number is None else int(number) if number.denominator == 1 else str(number)


def _people(table: SeasonTable) -> set[int]:
    return {row.person for row in table.rows if isinstance(row.person, int)}


def as_site(facts: SeasonFacts, pages: list[SeasonPage], evenings: list[EveningLine]) -> bytes:
    """A zip file to unpack where the web site lives, in the active language: one page, no script."""
    context = {"season": facts.season, "pages": pages, "evenings": evenings}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.html", render_to_string("site/season.html", context))
        archive.writestr("site.css", STYLE.read_text(encoding="utf-8"))
    return packed.getvalue()
