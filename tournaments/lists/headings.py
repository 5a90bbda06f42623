"""Which column holds what: headings in German, English and Spanish."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence

from tournaments.lists.typed import folded


class ListColumn(enum.StrEnum):
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
    MINOR = "minor"  # under age: shown with less in public
    MEMBER = "club_number"  # number in the club
    SEX = "sex"  # m/w: whoever is a woman plays in her class


WORDS = {
    ListColumn.NAME: """name, namen, voller name, vollständiger name, name und vorname, name vorname, name,
        vorname, vorname name, vor- und nachname, vor- und zuname, nach- und vorname, nachname
        vorname, nachname und vorname, familienname vorname, spieler, spielerin, spieler/in,
        spieler:in, spielername, name des spielers, name der spielerin, teilnehmer, teilnehmerin,
        teilnehmer/in, teilnehmer:in, teilnehmende, teilnehmername, name des teilnehmers, name
        teilnehmer, name spieler, anmelder, mitglied, skatfreund, full name, name in full, first and
        last name, player, player name, player's name, participant, participant name, entrant,
        competitor, member, member name, nombre, nombres, nombre completo, nombre y apellido, nombre
        y apellidos, nombres y apellidos, apellido y nombre, apellidos y nombre, apellidos y
        nombres, apellido nombre, jugador, jugadora, jugador/a, jugadores, participante,
        participantes, inscripto, inscrito, nombre del jugador, socio, competidor""",
    ListColumn.FIRST: """vorname, vornamen, rufname, first name, given name, given names, forename,
        firstname, christian name, nombre de pila, primer nombre""",
    ListColumn.LAST: """nachname, nachnamen, familienname, zuname, last name, surname, family name,
        lastname, apellido, apellidos, primer apellido""",
    ListColumn.PARTNER: """partner, partnerin, partner/in, mitspieler, mitspielerin, spielpartner,
        doppelpartner, teampartner, compañero, compañera, compañero/a, playing partner, team mate,
        teammate""",
    ListColumn.CLUB: """verein, vereine, ortsverein, heimatverein, stammverein, vereinsname, name des
        vereins, verein/ort, ort/verein, verein/club, verein/stadt, verein/wohnort, verein bzw. ort,
        verein oder ort, klub, club, clubname, skatclub, skatverein, spielclub, spielgemeinschaft,
        club/ort, club/verein, verbandsgruppe, lv/vg, stammtisch, gesellschaft, ort, wohnort,
        heimatort, stadt, wohnort/verein, herkunft, gruppe, abteilung, firma, club name, home club,
        town, city, association, society, organisation, organization, village, asociación,
        asociación/club, localidad, ciudad, pueblo, peña, club/localidad, club o localidad, entidad,
        procedencia, institución, agrupación""",
    ListColumn.CATEGORY: """klasse, spielklasse, startklasse, kategorie, wertung, wertungsklasse,
        wertungsgruppe, altersklasse, ak, altersgruppe, damen/herren, herren/damen, d/h/s, status,
        category, class, division, section, age group, age class, categoría, clase, división, grupo
        de edad""",
    ListColumn.SEX: """m/w, w/m, m/w/d, m / w, m-w, geschlecht, geschl, d/h, h/d, sex, gender, m/f, f/m,
        male/female, sexo, género, h/m, hombre/mujer""",
    ListColumn.TEAM: """team, mannschaft, mannschaftsname, tandem, vierer, name der mannschaft, paar,
        paarname, teamname, duo, team name, name of the team, pair, pair name, equipo, nombre del
        equipo, pareja, nombre de la pareja, cuarteto, squad""",
    ListColumn.CONTACT: """kontakt, kontaktdaten, e-mail, email, mail, e-mail-adresse, emailadresse,
        mailadresse, telefon, tel, tel nr, telefonnr, telefon-nr, handy, handy-nr, handynr, mobil,
        mobilnummer, mobilnr, mobiltelefon, telefonnummer, handynummer, telefon/e-mail, whatsapp,
        contact, contact details, e-mail address, email address, phone, mobile, mobile number, cell,
        cell phone, telephone, phone number, contacto, correo, mail/teléfono, correo electrónico,
        teléfono, teléfono celular, móvil, celular, cel, tel/cel""",
    ListColumn.PSEUDONYM: """pseudonym, spitzname, künstlername, spielname, alias, nickname, nick, seudónimo,
        apodo, mote""",
    ListColumn.PAID: """bezahlt, bez, gezahlt, zahlung, eingezahlt, überwiesen, startgeld, startgeld
        bezahlt, startgeld bez, startgeld gezahlt, startgeld erhalten, startgeld eingegangen,
        startgebühr, startgebühr bezahlt, nenngeld, einsatz, einsatz bezahlt, geld, kassiert,
        teilnahmegebühr, beitrag bezahlt, paid, payment, fee, fee paid, entry fee, entry fee paid,
        has paid, paid?, pagado, pagó, pago, abonó, abonado, abonada, cuota, cuota pagada,
        inscripción paga, inscripción pagada, señó""",
    ListColumn.NUMBER: """nr, nr., nummer, startnummer, startnr, start-nr, start nr, stnr, st-nr, st nr,
        lfd nr, lfdnr, lfd, lfd nummer, laufende nummer, laufende nr, laufnummer, losnummer, los-nr,
        losnr, platznummer, pos, position, spielernummer, spielernr, spieler-nr, teilnehmernummer,
        teilnehmernr, teilnehmer-nr, no, number, start number, starting number, start no, entry no,
        entry number, player no, draw number, #, número, num, n°, nº, nro, nro., n, dorsal, número
        de salida, número de inscripción, nro de inscripción, orden, nº de orden""",
    ListColumn.RATING: """rating, nivel, setzplatz, setzliste, setznummer, setzung, rangliste,
        ranglistenplatz, wertungszahl, spielstärke, seed, seeding, ranking, strength, puntuación
        previa, preclasificación, cabeza de serie""",
    ListColumn.SHOWN: """anzeige, gezeigt als, name gezeigt als, shown as, name shown as, se muestra como,
        nombre se muestra como""",
    ListColumn.MEMBER: """mitgliedsnummer, mitgliedsnr, mitglieds-nr, mitglieds nr, mitglied nr,
        mgl-nr, mgl nr, mglnr, mgl, vereinsnummer, nummer im verein, nr im verein, ausweisnummer,
        member number, membership number, member no, membership no, member id, club number, number
        in the club, número de socio, nro de socio, nº de socio, n° de socio, socio nº, socio nro,
        número en el club, carnet""",
    ListColumn.MINOR: """minderjährig, minderjährige, minderjährige/r, minderj, unter 18, unter 18 jahren,
        u18, jugendlich, jugendliche, jugendliche/r, minor, under age, underage, under 18, menor, menor de
        edad, menor de 18""",
}
# Where a list has both, the club is what it plays for, and the town where somebody lives.
TOWNS = """ort, wohnort, heimatort, stadt, herkunft, gruppe, abteilung, firma, town, city, village,
    localidad, ciudad, pueblo, procedencia"""
NUMBERED = re.compile(r"(?:spieler|spielerin|player|jugador|jugadora|mitglied|member|name|person)\s?([1-9])")


def _key(heading: str) -> str:
    plain = folded(heading)
    return plain or heading.strip()  # "#" has no letters


def _dictionary() -> dict[str, ListColumn]:
    columns: dict[str, ListColumn] = {}
    for column, words in WORDS.items():
        for word in words.split(","):
            columns[_key(word)] = column
    return columns


MEANS = _dictionary()
TOWN_KEYS = frozenset(_key(word) for word in TOWNS.split(","))


def meaning(heading: str) -> ListColumn | None:
    """What a heading says, or None."""
    key = _key(heading.partition("(")[0] if heading.partition("(")[0].strip() else heading)
    numbered = NUMBERED.fullmatch(key)
    if numbered:
        return ListColumn.NAME if numbered[1] == "1" else ListColumn.PARTNER
    return MEANS.get(key)


def headings(cells: Sequence[str]) -> tuple[ListColumn | None, ...] | None:
    """The columns, if this row is one of headings; None if it is a row of people.

    A heading says where the names are. "Name" beside "Vorname" is the family name, "Nombre" beside
    "Apellidos" the first name. A second column of the same kind is not read, except partners.
    """
    columns = [meaning(cell) if cell else None for cell in cells]
    if any(
        column is ListColumn.CLUB and _key(cells[place]) not in TOWN_KEYS
        for place, column in enumerate(columns)
    ):
        columns = [
            None if cell and _key(cell) in TOWN_KEYS else column
            for cell, column in zip(cells, columns, strict=True)
        ]
    has = set(columns)
    if ListColumn.FIRST in has and ListColumn.LAST not in has:
        read_as, meant = (
            (ListColumn.NAME, ListColumn.LAST)
            if ListColumn.NAME in has
            else (ListColumn.FIRST, ListColumn.NAME)
        )
        columns[columns.index(read_as)] = meant
    elif ListColumn.LAST in has and ListColumn.FIRST not in has:
        read_as, meant = (
            (ListColumn.NAME, ListColumn.FIRST)
            if ListColumn.NAME in has
            else (ListColumn.LAST, ListColumn.NAME)
        )
        columns[columns.index(read_as)] = meant
    has = set(columns)
    only_team = ListColumn.TEAM in has and all(meaning(cell) for cell in cells if cell)
    if not (ListColumn.NAME in has or {ListColumn.FIRST, ListColumn.LAST} <= has or only_team):
        return None
    seen: set[ListColumn] = set()
    for place, column in enumerate(columns):
        if column in seen and column is not ListColumn.PARTNER:
            columns[place] = None
        elif column is not None:
            seen.add(column)
    return tuple(columns)
