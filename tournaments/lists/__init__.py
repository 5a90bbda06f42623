"""Lists in and out: pasted text, CSV and spreadsheets. Pure: values in, values out.

listed = read_people(rows_of_file(data))        # what it says, row by row, with all that is wrong
judged = Acquaintances(known).judge("Müller, Hans")  # new, known, or doubtful with candidates
write_csv(Table(("Name", "Points"), (("Anna", 12),)))
"""

from __future__ import annotations

from tournaments.lists.cells import (
    MOST_BYTES,
    MOST_ROWS,
    ListRow,
    is_workbook,
    rows_of_file,
    rows_of_text,
    table_of_file,
    table_of_text,
)
from tournaments.lists.headings import ListColumn
from tournaments.lists.likeness import Acquaintances, Candidate, Judged, KnownPerson, Verdict
from tournaments.lists.nobody import Doubt, Hints, reason
from tournaments.lists.people import ListedEntrant, PeopleList, first_name_first, read_people
from tournaments.lists.points import PointsLine, point_rows, points_of_rows, points_of_text
from tournaments.lists.typed import cleaned, folded
from tournaments.lists.writing import Cell, DataTable, decimal, harmless, write_csv, write_xlsx

__all__ = [
    "MOST_BYTES",
    "MOST_ROWS",
    "Acquaintances",
    "Candidate",
    "Cell",
    "DataTable",
    "Doubt",
    "Hints",
    "Judged",
    "KnownPerson",
    "ListColumn",
    "ListRow",
    "ListedEntrant",
    "PeopleList",
    "PointsLine",
    "Verdict",
    "cleaned",
    "decimal",
    "first_name_first",
    "folded",
    "harmless",
    "is_workbook",
    "point_rows",
    "points_of_rows",
    "points_of_text",
    "read_people",
    "reason",
    "rows_of_file",
    "rows_of_text",
    "table_of_file",
    "table_of_text",
    "write_csv",
    "write_xlsx",
]
