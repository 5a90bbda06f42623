"""Lists of points as people keep them: on paper, in a mail, in a spreadsheet."""

from __future__ import annotations

import pytest

from scoring import Unreadable
from tournaments.lists import ListRow, PointsLine, points_of_rows, points_of_text


def facts(lines: list[PointsLine]) -> list[tuple[str, int, str, int | None]]:
    assert not any(line.wrong for line in lines), [line for line in lines if line.wrong]
    return [(line.name, line.points, line.club, line.rank) for line in lines]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Keller 410\nBert Maier -60", [("Anna Keller", 410, "", None), ("Bert Maier", -60, "", None)]),
        ("1. Keller, Anna 410", [("Anna Keller", 410, "", 1)]),
        ("1 Anna Keller: 1.250 Punkte", [("Anna Keller", 1250, "", 1)]),
        ("Anna Keller (SC Freiburg) −890", [("Anna Keller", -890, "SC Freiburg", None)]),
        ("3;Anna Keller;SC Freiburg;410", [("Anna Keller", 410, "SC Freiburg", 3)]),
        ("Keller\tAnna\t410", [("Anna Keller", 410, "", None)]),
        ("Platz;Name;Verein;Punkte\n1;Anna Keller;SC;410", [("Anna Keller", 410, "SC", 1)]),
        ("Puesto;Apellidos;Nombre;Puntos\n2;Gómez;Ana;12", [("Ana Gómez", 12, "", 2)]),
        ("Name;Points\nAnna;5\n;5", [("Anna", 5, "", None)]),
        ("Die Liste vom Freitag\nName;Points\nAnna;5", [("Anna", 5, "", None)]),
    ],
)
def test_a_list_is_read_as_it_was_meant(text: str, expected: list[tuple[str, int, str, int | None]]) -> None:
    assert facts(points_of_text(text)) == expected


def test_everything_that_can_count_is_read_by_its_heading() -> None:
    heads = ("Rang", "Vorname", "Nachname", "Klasse", "Spiele", "Runden", "Siege", "Gast", "Summe")
    row = ("2.", "Anna", "Keller", "Damen", "48", "3", "7", "x", "410")
    (line,) = points_of_rows([ListRow(1, heads), ListRow(2, row)])
    assert line == PointsLine(2, "Anna Keller", 410, "", 2, 48, 3, 7, "Damen", True)


@pytest.mark.parametrize(
    "text",
    ["Anna Keller", "410", "Anna Keller; 4,5", "Anna; 99999999999", f"{'x' * 80} 5", "Name;Points\nA;b"],
)
def test_a_line_that_says_no_result_says_why(text: str) -> None:
    (line,) = points_of_text(text)
    assert line.wrong


@pytest.mark.parametrize("text", ["", "\n \n", "Name;Punkte", "a 1\n" * 2001])
def test_what_is_no_list_is_refused_as_a_whole(text: str) -> None:
    with pytest.raises(Unreadable):
        points_of_text(text)
