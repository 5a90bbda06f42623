"""Lists of people are sorted by surname, whatever a name is made of."""

from __future__ import annotations

import pytest

from tournaments.lists.surnames import by_name, by_surname, letter, letters, parted, surname


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("Hans Maier", "Maier"),
        ("Maier, Hans", "Maier"),
        ("Hans", "Hans"),
        ("Hans Maier (Endingen)", "Maier"),
        ("Hans Peter Maier", "Maier"),
        ("Hans-Peter Müller-Lüdenscheidt", "Müller-Lüdenscheidt"),
        ("Dr. Hans Maier", "Maier"),
        ("Prof. Dr. med. Hans Maier", "Maier"),
        ("Maier, Dr. Hans", "Maier"),
        ("Hans Maier, Dr.", "Maier"),
        ("Dr. Maier", "Maier"),
        ("Hans Maier sen.", "Maier"),
        ("Hans Maier, jun.", "Maier"),
        ("Ursula von der Heide", "von der Heide"),
        ("Karl von und zu Hohenfels", "von und zu Hohenfels"),
        ("Heide, Ursula von der", "Heide"),
        ("von Berg", "von Berg"),
        ("Dr. von Berg", "von Berg"),
        ("Piet van den Berg", "van den Berg"),
        ("Hans M.", "M."),
        ("H. M.", "M."),
        ("María García Márquez", "García Márquez"),
        ("María José García Márquez", "García Márquez"),
        ("Carlos Alberto Gómez", "Gómez"),
        ("Ana Gómez Maier", "Gómez Maier"),
        ("Hans Martin Maier", "Maier"),
        ("María del Carmen López", "López"),
        ("María del Carmen López Ruiz", "López Ruiz"),
        ("María de los Ángeles Pérez", "Pérez"),
        ("Juan de la Fuente", "de la Fuente"),
        ("José Ortega y Gasset", "Ortega y Gasset"),
        ("Anna Maier / Bernd Kohl", "Maier"),
        ("Anonym 17", "17"),
        ("", ""),
        (" , ", ","),
        ("Dr.", "Dr."),
    ],
)
def test_the_surname_of_a_name(name: str, last: str) -> None:
    assert surname(name) == last


def test_first_names_and_surname() -> None:
    assert parted("Dr. María José García Márquez (Rosario)") == ("María José", "García Márquez")
    assert parted("Maier, Hans") == ("Hans", "Maier")


def test_a_list_is_sorted_by_surname_then_first_name_as_a_german_list_is() -> None:
    listed = [
        "Hans Maier",
        "Anna Zeh",
        "Eva Bäcker",
        "Udo Baum",
        "Ida Bauer",
        "Dr. Anna Maier",
        "Ötzi",
    ]
    assert sorted(listed, key=by_surname) == [
        *("Eva Bäcker", "Ida Bauer", "Udo Baum", "Dr. Anna Maier", "Hans Maier", "Ötzi", "Anna Zeh"),
    ]


def test_the_letters_of_a_list_and_where_each_begins() -> None:
    keys = [by_surname("Anonym 17"), by_surname("Eva Bäcker"), by_name("Bären"), by_surname("Hans Maier")]
    assert letters(keys) == [("#", 0), ("B", 1), ("M", 3)]
    assert by_name("Die Füchse") < by_surname("Hans Maier")


@pytest.mark.parametrize(
    ("name", "initial"),
    [("Jörg Öhler", "O"), ("Łukasz Żak", "Z"), ("Anna de la Fuente", "D"), ("Anonym 17", "#"), ("", "#")],
)
def test_the_letter_somebody_stands_under(name: str, initial: str) -> None:
    assert letter(name) == initial
