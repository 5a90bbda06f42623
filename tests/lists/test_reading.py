"""Lists as people send them: pasted, from spreadsheets, in any usual form. Nothing breaks the reading."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Unreadable
from tournaments.lists import (
    ListColumn,
    ListedEntrant,
    PeopleList,
    cells,
    read_people,
    rows_of_file,
    rows_of_text,
)
from tournaments.lists.cells import MOST_BYTES, MOST_ROWS
from tournaments.lists.people import TOGETHER


def read(text: str | bytes, *, together: bool = False) -> PeopleList:
    rows = rows_of_text(text) if isinstance(text, str) else rows_of_file(text)
    return read_people(rows, together=together)


def names(text: str | bytes, *, together: bool = False) -> list[str]:
    return [" + ".join(row.names) for row in read(text, together=together).rows]


def codes(row: ListedEntrant) -> list[str]:
    return [problem.code for problem in row.problems]


def workbook(*rows: tuple[Any, ...], **more: object) -> bytes:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in rows:
        sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


# --- Pasted -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna\nBernd\n", ["Anna", "Bernd"]),
        ("Anna\r\nBernd\rCarla", ["Anna", "Bernd", "Carla"]),
        ("\n\n  Hans   Müller \n\n", ["Hans Müller"]),
        ("Müller, Hans\nKeller, Anna", ["Hans Müller", "Anna Keller"]),
        ("von der Au, Maria\nKeller, Anna\nGroß, Ida", ["Maria von der Au", "Anna Keller", "Ida Groß"]),
        ("1. Anna\n2. Bernd", ["Anna", "Bernd"]),
        ("- Anna\n• Bernd\n3) Carla", ["Anna", "Bernd", "Carla"]),
        ('Hans "Hansi" Müller\n"Carla"', ['Hans "Hansi" Müller', "Carla"]),
        ("Anna\tSC Freiburg\nBernd\tSC Köln", ["Anna", "Bernd"]),
        ('"Müller, Hans";Köln\n"Keller, Anna";Bonn', ["Hans Müller", "Anna Keller"]),
        ('"Müller, Hans",Köln\n"Keller, Anna",Bonn', ["Hans Müller", "Anna Keller"]),
        ('"Hansi;Köln\nAnna;Bonn', ['"Hansi', "Anna"]),
        ("sep=;\nName;Verein\nAnna;Köln", ["Anna"]),
        ("", []),
        ("\ufeff", []),
    ],
)
def test_names_are_found_however_they_are_written(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_a_comma_after_full_names_separates_columns() -> None:
    rows = read("Hans Müller, SC Freiburg\nAnna Keller, SC Köln").rows
    assert [(row.names, row.club) for row in rows] == [
        (("Hans Müller",), "SC Freiburg"),
        (("Anna Keller",), "SC Köln"),
    ]


def test_what_looks_like_an_address_is_no_club() -> None:
    listed = read("Anna;anna@club.example;Köln\nBernd;0171 234 567;Bonn\nCarla;;Bonn")
    assert [row.contact for row in listed.rows] == ["anna@club.example", "0171 234 567", ""]
    assert [row.club for row in listed.rows] == ["Köln", "Bonn", "Bonn"]


def test_numbers_before_the_names_are_start_numbers() -> None:
    assert [(row.number, row.names) for row in read("7;Anna\n12;Bernd").rows] == [
        (7, ("Anna",)),
        (12, ("Bernd",)),
    ]


def test_pairs_are_told_apart_where_pairs_are_asked_for() -> None:
    text = "Anna / Bernd\nCarla & Dora\nEmil+Fritz\nGerd"
    assert names(text, together=True) == ["Anna + Bernd", "Carla + Dora", "Emil + Fritz", "Gerd"]
    assert names(text) == ["Anna / Bernd", "Carla & Dora", "Emil+Fritz", "Gerd"]


def test_a_name_may_have_an_and_of_its_own() -> None:
    noble = "Maximiliane Freifrau von und zu Hohenlohe"
    assert not TOGETHER.search(noble)
    assert TOGETHER.split(f"{noble} und Zuzana Zumsteg") == [noble, "Zuzana Zumsteg"]


# --- Headings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "row", "name"),
    [
        ("Name;Verein", "Hans Müller;Köln", "Hans Müller"),
        ("Name;Vorname;Verein", "Müller;Hans;Köln", "Hans Müller"),
        ("Vorname;Nachname;Verein", "Hans;Müller;Köln", "Hans Müller"),
        ("Mitglied Nr;Nachname;Vorname;PLZ;Straße;Ort", "12;Müller;Hans;50667;Am Dom 1;Köln", "Hans Müller"),
        ("First name;Last name;Club", "Hans;Müller;Köln", "Hans Müller"),
        ("Nombre;Apellidos;Club", "Hans;Müller;Köln", "Hans Müller"),
        ("NOMBRE Y APELLIDOS;CLUB", "Hans Müller;Köln", "Hans Müller"),
        ("Vorname;Verein", "Hans;Köln", "Hans"),
        ("Verein;Spieler/in", "Köln;Müller, Hans", "Hans Müller"),
    ],
)
def test_headings_say_where_the_names_are(head: str, row: str, name: str) -> None:
    for text in (f"{head}\n{row}", f"{head}\n{row}".replace(";", "\t")):
        (listed,) = read(text).rows
        assert (listed.names, listed.club, listed.problems) == ((name,), "Köln", ())


def test_headings_are_read_between_commas_too() -> None:
    (row,) = read("Name,Club,Fee paid\nHans Müller,Köln,yes").rows
    assert (row.names, row.club, row.paid) == (("Hans Müller",), "Köln", True)


def test_every_column_has_its_place() -> None:
    head = "Nr.\tName\tVerein\tKlasse\tTeam\tE-Mail\tSpitzname\tbezahlt\tSetzplatz"
    (row,) = read(f"{head}\n7\tAnna\tKöln\tDamen\tDie A\ta@b.example\tÄnni\tja\t3").rows
    assert row == ListedEntrant(2, ("Anna",), "Köln", "Damen", "Die A", "a@b.example", "Änni", True, 7, 3)


def test_partners_have_columns_of_their_own() -> None:
    listed = read("Spieler 1;Spieler 2;Mannschaft\nAnna;Bernd;Die A\nCarla;;", together=True)
    assert [(row.names, row.team) for row in listed.rows] == [(("Anna", "Bernd"), "Die A"), (("Carla",), "")]


def test_a_name_is_no_heading_and_headings_are_no_name() -> None:
    assert names("Klaus Team\nAnna") == ["Klaus Team", "Anna"]
    assert names("Name\nAnna") == ["Anna"]
    assert names("Anna;Team\nBernd;Team") == ["Anna", "Bernd"]


def test_columns_that_are_not_read_are_named() -> None:
    listed = read("Name;Geburtstag;Schuhgröße\nAnna;1.1.1970;39")
    (note,) = listed.notes
    assert note.values == {"columns": "2 (Geburtstag), 3 (Schuhgröße)"}
    assert listed.columns == (ListColumn.NAME, None, None)


# --- What is wrong ------------------------------------------------------------------------------------------


def test_every_row_says_what_is_wrong_with_it() -> None:
    text = (
        "Name;Verein;Nr;bezahlt\n;Köln;1;ja\n"
        + "x" * 61
        + ";Köln;zwei;vielleicht\nAnna;Bonn;4;\nanna;Bonn;4;5,00 €"
    )
    listed = read(text)
    assert [codes(row) for row in listed.rows] == [
        ["name_missing"],
        ["length", "type", "type"],
        [],
        ["number_twice"],  # of one name there may be two people
    ]
    assert [row.line for row in listed.rows] == [2, 3, 4, 5]
    assert listed.rows[3].problems[0].text.values == {"number": 4, "line": 4}
    assert [row.paid for row in listed.rows] == [True, None, False, True]


def test_a_person_cannot_be_his_own_partner() -> None:
    assert codes(read("Anna / anna", together=True).rows[0]) == ["name_twice"]


def test_letters_that_were_lost_are_told() -> None:
    assert codes(read("J�rgen").rows[0]) == ["letters"]


def test_start_numbers_have_four_digits_at_most() -> None:
    assert codes(read("Name;Nr\nAnna;10000").rows[0]) == ["range"]
    assert codes(read("Name;Nr\nAnna;" + "9" * 999).rows[0]) == ["type"]


# --- Files --------------------------------------------------------------------------------------------------

UMLAUTS = "Name;Verein\nJürgen Groß;Köln\nÉmile Ñandú;Łódź"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_come_in_several_encodings(encoding: str) -> None:
    assert names(UMLAUTS.encode(encoding)) == ["Jürgen Groß", "Émile Ñandú"]


def test_old_windows_files_are_read() -> None:
    assert names("Name;Verein\r\nJürgen Groß;Köln".encode("cp1252")) == ["Jürgen Groß"]


def test_a_spreadsheet_is_read_with_its_values() -> None:
    rows = [
        ("Name", "Nr", "bezahlt", "Verein"),
        ("Müller, Hans", 3.0, True, None),
        (None,),
        ("=1+1", 4, 0, "Köln"),
    ]
    listed = read(workbook(*rows))
    first, second = listed.rows
    assert (first.line, first.names, first.number, first.paid) == (2, ("Hans Müller",), 3, True)
    # A formula that no program has computed has no value.
    assert codes(second) == ["name_missing"]


def test_the_first_sheet_that_holds_anything_is_read() -> None:
    book = openpyxl.Workbook()
    hidden = book.create_sheet("Hidden")
    hidden.append(["Nobody"])
    hidden.sheet_state = "hidden"
    book.create_sheet("List").append(["Anna"])
    written = io.BytesIO()
    book.save(written)
    assert names(written.getvalue()) == ["Anna"]


@pytest.mark.parametrize("name", ["A1048576", "XFD1", "XFD1048576"])
def test_a_cell_far_away_costs_nothing(name: str) -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet["A1"] = "Anna"
    sheet[name] = "far"
    written = io.BytesIO()
    book.save(written)
    assert names(written.getvalue()) == ["Anna"]


def packed(**parts: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return written.getvalue()


NO_LISTS = {
    "a bomb": packed(**{"xl/sharedStrings.xml": b"\0" * 50_000_000}),
    "many parts": packed(**{f"part{number}": b"" for number in range(300)}),
    "an empty package": packed(),
    "no spreadsheet": packed(**{"word/document.xml": b"<w/>"}),
    "open document": packed(**{"content.xml": b"<office/>"}),
    "half a spreadsheet": workbook(("Anna",))[:2000],
    "pdf": b"%PDF-1.7 ...",
    "picture": b"\x89PNG\r\n\x1a\n",
    "old spreadsheet": b"\xd0\xcf\x11\xe0" + bytes(1000),
    "zeros": bytes(1000),
    "too large": b"Anna\n" * 250_000,
    "too many rows": b"A;B\n" * (MOST_ROWS + 1),
    "too many rows in a spreadsheet": workbook(*[(f"N{number}",) for number in range(MOST_ROWS + 1)]),
    "a cell without end": b"Anna;" + b"x" * 200_000,
}


SHEET = "xl/worksheets/sheet1.xml"
BEGIN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
END = b"</sheetData></worksheet>"
MANY = 1_100_000


def with_part(name: str, data: bytes, rows: tuple[tuple[object, ...], ...] = (("Anna",),)) -> bytes:
    """A spreadsheet in which one part is another one."""
    with zipfile.ZipFile(io.BytesIO(workbook(*rows))) as old:
        parts = {part.filename: old.read(part) for part in old.infolist()}
    return packed(**{**parts, name: data})


def texts(text: str) -> bytes:
    return f'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{text}</sst>'.encode()


ONE_CELL = b'<row><c t="inlineStr"><is><t>%s</t></is></c></row>'
COSTLY = {
    "a cell of many letters": lambda: with_part(SHEET, BEGIN + ONE_CELL % (b"a" * 5_000_000) + END),
    "a cell of too many letters": lambda: workbook(("Anna", "x" * 1_001)),
    "rows without anything": lambda: with_part(SHEET, BEGIN + b"<row/>" * MANY + END),
    "a row of many cells": lambda: with_part(SHEET, BEGIN + b"<row>" + b"<c/>" * MANY + b"</row>" + END),
    "merged cells": lambda: with_part(SHEET, BEGIN + END.replace(b"</w", b"<m/>" * MANY + b"</w")),
    "a few hundred thousand merged cells": lambda: with_part(
        SHEET, BEGIN + END.replace(b"</w", b'<mergeCell ref="A1:B2"/>' * 300_000 + b"</w")
    ),
    "formats without end": lambda: with_part("xl/styles.xml", b"<styleSheet>" + b"<xf/>" * 300_000),
    "a list of parts without end": lambda: with_part("[Content_Types].xml", b"<Types>" + b"<a/>" * 300_000),
    "a shared text": lambda: with_part("xl/sharedStrings.xml", texts(f"<si><t>{'a ' * 2_000_000}</t></si>")),
    "many shared texts": lambda: with_part("xl/sharedStrings.xml", texts("<si/>" * MANY)),
    "one text in many cells": lambda: workbook(*[("x" * 900,) * 40] * 30),
    "a type of document": lambda: with_part(SHEET, b"<!DOCTYPE x>" + BEGIN + END),
    "letters of two bytes": lambda: with_part(SHEET, (BEGIN + END).decode().encode("utf-16")),
    "a line without end": lambda: b"Anna\n" + b"x " * 400_000,
    "columns without end": lambda: b"Anna;Koeln\n" + b"a;" * 400_000,
    "one cell of a text": lambda: b"Name;Verein\nAnna;" + b"x" * 1_001,
}


@pytest.mark.parametrize("what", COSTLY)
def test_what_costs_more_to_read_than_a_list_is_refused_before(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not after all of it has been looked at, letter by letter: that took twelve seconds."""
    letters = 0

    def counted(text: str) -> str:
        nonlocal letters
        letters += len(text)
        return text

    data = COSTLY[what]()  # made here: they are large
    monkeypatch.setattr(cells, "cleaned", counted)
    with pytest.raises(Unreadable) as refused:
        rows_of_file(data)
    (problem,) = refused.value.problems
    assert problem.text.message
    assert letters <= MOST_BYTES


def test_a_large_list_is_no_attack() -> None:
    row = ONE_CELL.replace(b"</row>", b"") % b"Vorname Nachname" + b"<c><v>1</v></c>" * 9 + b"</row>"
    assert len(rows_of_file(with_part(SHEET, BEGIN + row * MOST_ROWS + END))) == MOST_ROWS


@pytest.mark.parametrize("what", NO_LISTS)
def test_what_is_no_list_is_refused_in_words(what: str) -> None:
    with pytest.raises(Unreadable) as refused:
        rows_of_file(NO_LISTS[what])
    (problem,) = refused.value.problems
    assert problem.text.message


def test_entities_do_not_grow() -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(("Anna",)))) as old, zipfile.ZipFile(written, "w") as new:
        for part in old.infolist():
            text = old.read(part).decode()
            if "Anna" in text:
                text = f'<!DOCTYPE x [<!ENTITY e0 "lol">{entities}]>' + text.replace("Anna", "&e11;")
            new.writestr(part.filename, text)
    with pytest.raises(Unreadable):
        rows_of_file(written.getvalue())


def test_a_long_text_is_refused() -> None:
    with pytest.raises(Unreadable):
        rows_of_text("x" * (MOST_BYTES + 1))


# --- Whatever arrives ---------------------------------------------------------------------------------------


def either(data: bytes | str) -> None:
    """Understood, or refused in words; and every name that was found can be kept."""
    try:
        rows = rows_of_text(data) if isinstance(data, str) else rows_of_file(data)
    except Unreadable:
        return
    for together in (False, True):
        for row in read_people(rows, together=together).rows:
            assert row.problems or (row.names and all(1 <= len(name) <= 60 for name in row.names))


@given(st.binary())
def test_no_bytes_break_it(data: bytes) -> None:
    either(data)


@given(st.binary(max_size=200))
def test_no_package_breaks_it(data: bytes) -> None:
    either(b"PK\x03\x04" + data)


SOURCE = workbook(("Name", "Verein"), ("Anna", "Köln"))


@given(st.integers(0, len(SOURCE) - 1), st.binary(min_size=1, max_size=8))
def test_no_damaged_spreadsheet_breaks_it(place: int, data: bytes) -> None:
    either(SOURCE[:place] + data + SOURCE[place + len(data) :])


@given(st.text(alphabet=st.sampled_from("aÄß,;\t\n\r\" =|/&'0.\u202e\0𝔘"), max_size=80))
def test_no_text_breaks_it(text: str) -> None:
    either(text)


@given(st.text())
def test_no_letters_break_it(text: str) -> None:
    either(text)


def test_who_is_under_age_is_said_by_a_column_or_by_a_class_of_young_people() -> None:
    listed = read(
        "Name;Klasse;minderjährig\nAnna;Damen;x\nBen;;nein\nIda;Jugend;\nJo;U16;-\nUdo;Senioren;\n"
        "Eva;U-12 A;ja\nMax;;vielleicht"
    )
    assert [row.minor for row in listed.rows] == [True, False, True, True, False, True, False]
    assert codes(listed.rows[-1]) == ["type"]
    assert [row.minor for row in read("Name,Category\nAna,Juvenil\nLuz,Damas").rows] == [True, False]
