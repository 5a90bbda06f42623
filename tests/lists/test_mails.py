"""Lists as clubs really send them: mails, messengers, mixed separators. Who is in them, and who is nobody."""

from __future__ import annotations

import pytest

from tournaments.lists import Hints, ListedEntrant, PeopleList, read_people, rows_of_text
from tournaments.lists.headings import meaning

GERMAN_MAIL = """Hallo Peter,

anbei unsere Anmeldungen zum Preisskat am 12. Mai:

1. Hans Müller, SC Köln
2. Keller, Anna
- Bernd Groß (Skatfreunde Bonn)
• Ida Schmitz – 1. FC Nippes
5) Erika von der Au - Kartenclub Deutz
6. Josef Kern; SC Köln
7. Uwe Lang, 0171 2345678
8. Rita Sommer, rita.sommer@mail.example

Wir freuen uns auf den Abend!

Liebe Grüße
Karl-Heinz Obermann
Vorsitzender SC Köln
Tel. 0221 / 98 76 54
"""
SPANISH_MAIL = """Hola Juan, ¿cómo estás?
Te paso los inscriptos para el torneo de truco:

* María Fernández (Club Atlético Banfield)
* Gómez, Carlos
* Jorge Pereyra - Peña El Ombú
* Lucía Díaz, tel 11 4567-8901
García López, Pablo

Confirmo el lunes si viene alguien más.
Un abrazo,
Martín
"""
ENGLISH_MAIL = """Hi Joe,

please find our entries below:

John Smith (The Red Lion)
Mary O'Brien - The Red Lion
Brown, William
4. Sarah Jane Miller, Kings Arms

Kind regards
Tom Baker
www.redlion.example
"""
HEADED = """Anmeldeliste Herbstturnier 2026

SC Köln:
Hans Müller
Anna Keller (Damen)

Skatclub Bonn:
1) Bernd Groß
2) Groß, Ida

Gesamt: 4
"""
MESSENGER = """[12.05.26, 18:31:02] Karl: Hans Müller
12.05.26, 18:30 - Anna: Anna Keller, SC Bonn
[12.05.26, 18:35:10] Karl: danke, ich komme auch
1️⃣ Bernd Groß ✅
✅ Ida Schmitz (bezahlt)
"""
LAST_FIRST = "Müller, Hans, SC Köln\nvon der Au, Maria, SC Köln\nKeller, Anna\nXyzowski, Grzegorz"
FULL_NAMES = "Hans Müller, Köln\nAnna Keller, Bonn\nGrzegorz Xyzowski, Deutz\nCher, Köln"
SOME_CLUBS = "Hans Müller; SC Köln\nAnna Keller\nBernd Groß\nIda Schmitz; SC Bonn\nJosef Kern"

LISTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a German mail": (
        GERMAN_MAIL,
        [
            ("Hans Müller", "SC Köln"),
            ("Anna Keller", ""),
            ("Bernd Groß", "Skatfreunde Bonn"),
            ("Ida Schmitz", "1. FC Nippes"),
            ("Erika von der Au", "Kartenclub Deutz"),
            ("Josef Kern", "SC Köln"),
            ("Uwe Lang", ""),
            ("Rita Sommer", ""),
        ],
    ),
    "a Spanish mail": (
        SPANISH_MAIL,
        [
            ("María Fernández", "Club Atlético Banfield"),
            ("Carlos Gómez", ""),
            ("Jorge Pereyra", "Peña El Ombú"),
            ("Lucía Díaz", ""),
            ("Pablo García López", ""),
        ],
    ),
    "an English mail": (
        ENGLISH_MAIL,
        [
            ("John Smith", "The Red Lion"),
            ("Mary O'Brien", "The Red Lion"),
            ("William Brown", ""),
            ("Sarah Jane Miller", "Kings Arms"),
        ],
    ),
    "clubs as headings": (
        HEADED,
        [
            ("Hans Müller", "SC Köln"),
            ("Anna Keller", "SC Köln"),
            ("Bernd Groß", "Skatclub Bonn"),
            ("Ida Groß", "Skatclub Bonn"),
        ],
    ),
    "a messenger": (
        MESSENGER,
        [("Hans Müller", ""), ("Anna Keller", "SC Bonn"), ("Bernd Groß", ""), ("Ida Schmitz", "")],
    ),
    "last names first": (
        LAST_FIRST,
        [
            ("Hans Müller", "SC Köln"),
            ("Maria von der Au", "SC Köln"),
            ("Anna Keller", ""),
            ("Grzegorz Xyzowski", ""),
        ],
    ),
    "towns behind commas": (
        FULL_NAMES,
        [("Hans Müller", "Köln"), ("Anna Keller", "Bonn"), ("Grzegorz Xyzowski", "Deutz"), ("Cher", "Köln")],
    ),
    "some clubs": (
        SOME_CLUBS,
        [
            ("Hans Müller", "SC Köln"),
            ("Anna Keller", ""),
            ("Bernd Groß", ""),
            ("Ida Schmitz", "SC Bonn"),
            ("Josef Kern", ""),
        ],
    ),
}


def read(text: str, hints: Hints | None = None) -> PeopleList:
    return read_people(rows_of_text(text, hints or Hints()))


def people(listed: PeopleList) -> list[tuple[str, str]]:
    return [(" / ".join(row.names), row.club) for row in listed.rows if not row.doubt]


def nobodies(listed: PeopleList) -> dict[int, str]:
    return {row.line: row.doubt for row in listed.rows if row.doubt}


def by_name(listed: PeopleList, name: str) -> ListedEntrant:
    return next(row for row in listed.rows if name in row.names)


@pytest.mark.parametrize("what", LISTS)
def test_a_list_as_it_was_sent(what: str) -> None:
    text, expected = LISTS[what]
    assert people(read(text)) == expected


def test_what_is_no_person_is_said_with_its_reason() -> None:
    assert nobodies(read(GERMAN_MAIL)) == {
        1: "greeting",
        3: "heading",
        14: "sentence",
        16: "greeting",
        17: "signature",
        18: "club",
        19: "contact",
    }


def test_addresses_and_numbers_are_contacts() -> None:
    listed = read(GERMAN_MAIL)
    assert by_name(listed, "Uwe Lang").contact == "0171 2345678"
    assert by_name(listed, "Rita Sommer").contact == "rita.sommer@mail.example"


def test_a_class_and_a_payment_in_brackets_are_no_club() -> None:
    assert by_name(read(HEADED), "Anna Keller").category == "Damen"
    assert by_name(read(MESSENGER), "Ida Schmitz").paid is True


@pytest.mark.parametrize(
    ("line", "name", "club"),
    [
        ("Zeyrek, Oguzhan", "Oguzhan Zeyrek", ""),
        ("Liebe, Hans", "Hans Liebe", ""),
        ("Müller-Lüdenscheidt, Anna", "Anna Müller-Lüdenscheidt", ""),
        ("Hans-Peter Müller", "Hans-Peter Müller", ""),
        ("José Ortega y Gasset", "José Ortega y Gasset", ""),
        ("Hans Müller [SC Köln]", "Hans Müller", "SC Köln"),
        ("Hans Müller | SC Köln", "Hans Müller", "SC Köln"),
        ("Hans Müller (kommt etwas später)", "Hans Müller", ""),
        ("Hans Müller <hans@mail.example>", "Hans Müller", ""),
        ("#12 Hans Müller", "Hans Müller", ""),
        ("Hans Müller, SC Köln, Damen", "Hans Müller", "SC Köln"),
        ("Hans Müller (SC Köln) 10 €", "Hans Müller", "SC Köln"),
        ("Klaus Team", "Klaus Team", ""),
        ("Anna", "Anna", ""),
    ],
)
def test_a_line_by_itself(line: str, name: str, club: str) -> None:
    assert people(read(line)) == [(name, club)]


def test_the_register_says_what_a_comma_means() -> None:
    assert people(read("Oguz, Deniz")) == [("Deniz Oguz", "")]
    hints = Hints.of(["Deniz"], ["Oguz Demir"])
    assert people(read("Oguz, Deniz", hints)) == [("Oguz", "Deniz")]


def test_titles_above_the_headings_are_no_people() -> None:
    listed = read(
        "Skatturnier Mai;;\nAnmeldungen;;\nLfd. Nr.;Name;Ortsverein\n1;Hans Müller;SC Köln\n2;Anna Keller;"
    )
    assert people(listed) == [("Hans Müller", "SC Köln"), ("Anna Keller", "")]
    assert nobodies(listed) == {1: "heading", 2: "heading"}


def test_a_sum_below_a_table_is_no_person() -> None:
    listed = read("Name;Verein;m/w\nHans Müller;SC Köln;m\nAnna Keller;;w\nGesamt\nViele Grüße")
    assert people(listed) == [("Hans Müller", "SC Köln"), ("Anna Keller", "")]
    assert by_name(listed, "Anna Keller").category == "Damen"


def test_a_town_is_the_club_only_where_there_is_no_other() -> None:
    listed = read("Ort;Name;Verein\nKöln;Hans Müller;SC Nippes")
    assert people(listed) == [("Hans Müller", "SC Nippes")]


HEADINGS = """Ortsverein| m/w| Startgeld bez.| Lfd. Nr.| Lfd.Nr| lfd. Nr| Geschlecht| Vor- und
    Nachname| Name, Vorname| Verein/Ort| Handy-Nr.| E-Mail-Adresse| Tel.-Nr.|
    Startgebühr| Startgeld (10 €)| Start-Nr.| Teilnehmer:in| AK| Spielklasse|
    Mannschaftsname| Heimatverein| Vereinsname| Name des Spielers| Pos.| Nenngeld|
    Einsatz bezahlt| Tandem| Wohnort| Apellido y nombre| Nro.| Nº| Localidad|
    Procedencia| Celular| Abonó| Sexo| Pareja| Correo electrónico| Teléfono| Categoría|
    Inscripción paga| Jugador/a| Nombres y apellidos| Club/Localidad| Orden| Player
    Name| Home club| Entry fee paid| Gender| Age group| Phone number| Entry No.| Contact
    details| Surname| Forename| Team name| Email address| Paid?| Town| Given names|
    Playing partner| Draw number"""


def test_headings_of_clubs_are_known() -> None:
    assert [head for head in " ".join(HEADINGS.split()).split("|") if meaning(head.strip()) is None] == []


@pytest.mark.parametrize("bullet", ["1. ", "- ", ""])
def test_a_club_behind_a_comma_may_be_called_as_it_likes(bullet: str) -> None:
    text = f"{bullet}Clara Dold, Cegoclub Donaueschingen 1978\n{bullet}Ulrich Schwarzwälder, SV Bräunlingen\n"
    rows = read_people(rows_of_text(text)).rows
    assert [(row.names, row.club, row.doubt) for row in rows] == [
        (("Clara Dold",), "Cegoclub Donaueschingen 1978", ""),
        (("Ulrich Schwarzwälder",), "SV Bräunlingen", ""),
    ]
