"""Tables out and in again: what was written is what is read, and no cell is a formula."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.lists import (
    DataTable,
    cleaned,
    decimal,
    read_people,
    rows_of_file,
    rows_of_text,
    write_csv,
    write_xlsx,
)
from tournaments.lists.lines import BULLET

FORMULAS = ["=1+1", "+49 7", "-2", "@SUM(A1)", "＝1", "'=1", "''@x", "'x"]
PEOPLE = DataTable(("Name", "Verein", "Nr"), (("Anna", "Köln", 1), ("Bernd", "", None)))


def cells(text: str, delimiter: str = ";") -> list[list[str]]:
    assert text[0] == "\ufeff"
    return list(csv.reader(io.StringIO(text[1:]), delimiter=delimiter))


def sheets(data: bytes) -> dict[str, list[tuple[object, ...]]]:
    book = openpyxl.load_workbook(io.BytesIO(data))
    return {sheet.title: list(sheet.values) for sheet in book.worksheets}


def test_numbers_are_written_as_the_reader_s_spreadsheet_expects_them() -> None:
    table = DataTable(("A", "B", "C"), ((-3, Fraction(5, 2), Fraction(1, 3)), (None, Fraction(4), "x")))
    assert cells(write_csv(table)) == [["A", "B", "C"], ["-3", "2,5", "0,3333"], ["", "4", "x"]]
    assert cells(write_csv(table, semicolons=False), ",")[1] == ["-3", "2.5", "0.3333"]
    (rows,) = sheets(write_xlsx(table)).values()
    assert rows == [("A", "B", "C"), (-3, 2.5, pytest.approx(1 / 3)), (None, 4, "x")]


def test_no_cell_is_a_formula() -> None:
    table = DataTable(("=Name",), tuple((text,) for text in FORMULAS))
    for row in cells(write_csv(table)):
        assert row[0][0] == "'"
    book = openpyxl.load_workbook(io.BytesIO(write_xlsx(table)))
    column = [cell for (cell,) in book.worksheets[0].iter_rows()]
    assert [cell.value for cell in column] == ["=Name", *FORMULAS]
    assert {cell.data_type for cell in column} == {"s"}
    assert all(cell.quotePrefix for cell in column[:-1])


def test_an_error_is_a_word_like_any_other() -> None:
    (rows,) = sheets(write_xlsx(DataTable(("#N/A",), (("#REF!",),)))).values()
    assert rows == [("#N/A",), ("#REF!",)]
    assert cells(write_csv(DataTable(("#N/A",), ()))) == [["#N/A"]]


def test_every_table_gets_a_sheet_with_a_name_of_its_own() -> None:
    table = DataTable(("A",), ())
    long = "Zwischenstand nach der zweiten Runde: alle"
    titles = [DataTable(("A",), (), title) for title in ("Seats", "seats", "a/b:*?[c]", long, long)]
    names = list(sheets(write_xlsx(table, *titles)))
    assert names[:4] == ["1", "Seats", "seats (2)", "a b c"]
    assert len({name.casefold() for name in names}) == 6
    assert max(map(len, names)) <= 31


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (Fraction(-1, 2), "-0.5"),
        (Fraction(1, 10**6), "0"),
        (10**30, "1" + "0" * 30),
        (Fraction(2, 3), "0.6667"),
    ],
)
def test_fractions_are_rounded_to_four_decimals(number: Fraction, text: str) -> None:
    assert decimal(number) == text


def test_people_that_were_written_are_read_again() -> None:
    for data in (
        write_csv(PEOPLE).encode(),
        write_csv(PEOPLE, semicolons=False).encode(),
        write_xlsx(PEOPLE),
    ):
        rows = read_people(rows_of_file(data)).rows
        assert [(row.names, row.club, row.number) for row in rows] == [
            (("Anna",), "Köln", 1),
            (("Bernd",), "", None),
        ]


# Names as the register keeps them: clean, without a comma, which would turn them round, and without a number
# before them, which is the line's.
WRITTEN = (
    st.text(min_size=1, max_size=20)
    .map(cleaned)
    .filter(lambda text: text and "," not in text and "\ufffd" not in text and not BULLET.match(text))
)
LISTS = st.lists(
    st.tuples(WRITTEN, st.one_of(st.just(""), WRITTEN)), max_size=8, unique_by=lambda row: row[0].casefold()
)


@given(LISTS)
@example([("=1+1", "'=x"), ("'Anna", '"'), ('"', "a;b"), ("_x0041_", "")])
def test_whatever_is_written_is_read_again(people: list[tuple[str, str]]) -> None:
    table = DataTable(("Name", "Verein"), tuple(people))
    written = [write_csv(table), write_csv(table, semicolons=False)]
    for rows in (*map(rows_of_text, written), rows_of_file(write_xlsx(table))):
        assert [(row.names[0], row.club) for row in read_people(rows).rows] == people


TEXTS = st.text(max_size=10)
CELLS = st.one_of(st.none(), st.integers(), TEXTS, st.fractions())


@given(st.lists(st.lists(CELLS, min_size=1, max_size=4).map(tuple), max_size=5).map(tuple))
def test_any_table_can_be_written(rows: tuple[tuple[str | int | Fraction | None, ...], ...]) -> None:
    table = DataTable(("A", "B"), rows)
    assert write_csv(table).startswith("\ufeff")
    assert write_xlsx(table).startswith(b"PK")
