"""Which column holds what: headings in German, English and Spanish."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence

from tournaments.lists.words import folded


class Column(enum.StrEnum):
    """What a column of a list of people can hold."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    PARTNER = "partner"  # a further person of the same row
    CLUB = "club"
    CATEGORY = "category"
    TEAM = "team"
    CONTACT = "contact"
    PSEUDONYM = "pseudonym"
    PAID = "paid"
    NUMBER = "number"
    RATING = "rating"
    SHOWN = "shown"  # how the name is shown in public


WORDS = {
    Column.NAME: """name, voller name, vollständiger name, spieler, spielerin, spieler/in, spieler:in,
        teilnehmer, teilnehmerin, teilnehmer/in, teilnehmende, full name, player, participant, entrant,
        nombre, nombre completo, nombre y apellido, nombre y apellidos, jugador, jugadora, participante""",
    Column.FIRST: "vorname, rufname, first name, given name, forename, firstname, nombre de pila",
    Column.LAST: """nachname, familienname, zuname, last name, surname, family name, lastname, apellido,
        apellidos""",
    Column.PARTNER: "partner, partnerin, mitspieler, mitspielerin, compañero, compañera",
    Column.CLUB: """verein, klub, club, ort, wohnort, verein/ort, gruppe, stammtisch, town, city, association,
        asociación, localidad, ciudad, peña""",
    Column.CATEGORY: "klasse, kategorie, wertung, altersklasse, category, class, division, categoría, clase",
    Column.TEAM: "team, mannschaft, paar, paarname, teamname, team name, pair, equipo, pareja, squad",
    Column.CONTACT: """kontakt, e-mail, email, mail, e-mail-adresse, mailadresse, telefon, tel, handy, mobil,
        telefonnummer, handynummer, contact, phone, mobile, telephone, phone number, contacto, correo,
        correo electrónico, teléfono, móvil, celular""",
    Column.PSEUDONYM: """pseudonym, spitzname, künstlername, alias, nickname, seudónimo, apodo,
        mote""",
    Column.PAID: """bezahlt, gezahlt, startgeld, startgeld bezahlt, paid, fee, fee paid, entry fee, pagado,
        pagó, cuota, inscripción pagada""",
    Column.NUMBER: """nr, nummer, startnummer, startnr, start-nr, lfd nr, platznummer, no, number, start
        number, #, número, num, n°, nº, dorsal, número de salida""",
    Column.RATING: """rating, nivel, setzplatz, setzliste, spielstärke, seed, seeding, strength,
        puntuación previa, cabeza de serie""",
    Column.SHOWN: """anzeige, gezeigt als, name gezeigt als, shown as, name shown as, se muestra como,
        nombre se muestra como""",
}
NUMBERED = re.compile(r"(?:spieler|spielerin|player|jugador|jugadora|mitglied|member|name|person)\s?([1-9])")


def _key(heading: str) -> str:
    plain = folded(heading)
    return plain or heading.strip()  # "#" has no letters


def _dictionary() -> dict[str, Column]:
    found: dict[str, Column] = {}
    for column, words in WORDS.items():
        for word in words.split(","):
            found[_key(word)] = column
    return found


MEANS = _dictionary()


def meaning(heading: str) -> Column | None:
    """What a heading says, or None."""
    key = _key(heading)
    numbered = NUMBERED.fullmatch(key)
    if numbered:
        return Column.NAME if numbered[1] == "1" else Column.PARTNER
    return MEANS.get(key)


def headings(cells: Sequence[str]) -> tuple[Column | None, ...] | None:
    """The columns, if this row is one of headings; None if it is a row of people.

    A heading says where the names are. "Name" beside "Vorname" is the family name, "Nombre" beside
    "Apellidos" the first name. A second column of the same kind is not read, except partners.
    """
    columns = [meaning(cell) if cell else None for cell in cells]
    has = set(columns)
    if Column.FIRST in has and Column.LAST not in has:
        one, other = (Column.NAME, Column.LAST) if Column.NAME in has else (Column.FIRST, Column.NAME)
        columns[columns.index(one)] = other
    elif Column.LAST in has and Column.FIRST not in has:
        one, other = (Column.NAME, Column.FIRST) if Column.NAME in has else (Column.LAST, Column.NAME)
        columns[columns.index(one)] = other
    has = set(columns)
    only_team = Column.TEAM in has and all(meaning(cell) for cell in cells if cell)
    if not (Column.NAME in has or {Column.FIRST, Column.LAST} <= has or only_team):
        return None
    seen: set[Column] = set()
    for place, column in enumerate(columns):
        if column in seen and column is not Column.PARTNER:
            columns[place] = None
        elif column is not None:
            seen.add(column)
    return tuple(columns)
