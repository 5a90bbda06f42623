"""An event on paper as large as anybody needs: names of a hall, its tables, its results."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from typing import Any

from scoring import game_for, set_up
from tests.tournaments.paper import NAMES
from tournaments.paper.event import (
    BracketSide,
    BracketTree,
    Certificate,
    Certificates,
    ClubDoorPaper,
    Correction,
    CorrectionList,
    CriterionLine,
    CrossTables,
    DrawFile,
    DrawnRound,
    DrawProtocol,
    EveningNumbers,
    EventCard,
    EventHead,
    Participant,
    ParticipantList,
    PlayedAccount,
    PlayedFor,
    PrintedBracket,
    PrintedCard,
    PrintedColumn,
    PrintedCross,
    PrintedHighlight,
    PrintedMatch,
    PrintedPenalty,
    PrintedRank,
    PrintedRanking,
    PrintedResult,
    Resting,
    RoundResults,
    ScoreSheets,
    SeatedTable,
    SeatingList,
    Signature,
    TableCards,
)
from tournaments.paper.sheet import ScoreSheet

FIRST = """
Anna Ben Carla Dieter Elfriede Fritz Gudrun Hans-Peter Irmgard Jürgen Käthe Lothar Margarethe
Norbert Ottilie Paul Renate Siegfried Theresia Ulrich Veronika Wolfgang Xaver Ömer Zoë
"""
LAST = """
Maier Kurz Hofmann Schwörer Duffner Weißhaar Kaltenbach Fürderer Rombach Ketterer Hug Faller Dold
Scherzinger Tritschler Hummel Wehrle Braun Straub Löffler Winterhalder Zähringer Spiegelhalter
"""
CLUBS = ("CF Donaueschingen", "Cegofreunde Villingen", "KSV St. Georgen", "", "Stammtisch Löwen Furtwangen")
CATEGORIES = ("", "", "", "Damen", "Jugend")
GREEK_AND_RUSSIAN = ("Ελένη Παπαδοπούλου", "Дмитрий Щёголев", "Ľudovít Štúr")


def people(count: int, seed: str = "hall") -> list[str]:
    """Different names; among them those that are hard on paper."""
    dice = random.Random(seed)
    every = [f"{first} {last}" for first in FIRST.split() for last in LAST.split()]
    dice.shuffle(every)
    if count > len(every):  # a congress
        every += [f"{name}-{last}" for last in LAST.split() for name in every if not name.endswith(last)]
    names = [*every[: max(0, count - len(NAMES) - 3)], *GREEK_AND_RUSSIAN, *NAMES]
    return names[-count:]


HEAD = EventHead(
    club="Cego-Freunde Sankt Georgen",
    title="37. Schwarzwälder Cego-Meisterschaft",
    date=datetime.date(2026, 11, 20),
    place="Stadthalle St. Georgen",
    printed=datetime.datetime(2026, 11, 20, 19, 4),
)


def participants(count: int, **more: Any) -> ParticipantList:
    entrants = tuple(
        Participant(
            number=number,
            name=name,
            club=CLUBS[number % 5],
            category=CATEGORIES[number % 4],
            team=f"Team {number // 4 + 1}" if number % 3 else "",
            here=number % 5 > 0,
            paid=number % 7 > 0,
            remark="nach Runde 2 abgereist" if number == 17 else "",
        )
        for number, name in enumerate(people(count), start=1)
    )
    return ParticipantList(event=HEAD, people=entrants, **more)


def tables(count: int, *, pairs: bool = False) -> tuple[SeatedTable, ...]:
    """Tables of four, the last ones of three."""
    names = people(count)
    small = -count % 4
    sizes = [4] * ((count - 3 * small) // 4) + [3] * small
    seated, start = [], 0
    for number, size in enumerate(sizes, start=1):
        seated.append(
            SeatedTable(
                table=str(number),
                people=tuple(names[start : start + size]),
                sides=((0, 2), (1, 3)) if pairs else (),
                deals=number % size,
                place="Nebenzimmer" if number > len(sizes) - 4 else "",
            )
        )
        start += size
    return tuple(seated)


def seating(count: int, by: Any, **more: Any) -> SeatingList:
    resting = (Resting(name="Ida Sitzfleisch", why="setzt aus"),)
    known: dict[str, Any] = {
        "resting": resting,
        "note": "Beginn 19:30 Uhr. Die Handys liegen auf dem Tisch.",
    }
    return SeatingList(
        event=HEAD,
        round="Runde 2",
        tables=tables(count, pairs=more.pop("pairs", False)),
        by=by,
        **known | more,
    )


def cards(count: int, shape: Any, *, pay: bool = False) -> TableCards:
    cards_of_hall = tuple(
        PrintedCard(
            table=str(number),
            qr=f"http://192.168.178.20:8000/j/{number}/eyJzZWF0IjoxfQ:1abcde:ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            host="192.168.178.20:8000",
            code=f"{number} K7QF",
        )
        for number in range(1, count + 1)
    )
    code = "BCD\n002\n1\nSCT\n\nCegofreunde Villingen e.V.\nDE89370400440532013000\nEUR10.00\n\n\nStartgeld"
    return TableCards(
        event=HEAD,
        cards=cards_of_hall,
        shape=shape,
        wifi="Stadthalle-Gast",
        pay=code if pay else "",
        pay_words="Mitglied 10,00 €: mit der App deiner Bank",
    )


def played(count: int) -> tuple[PrintedResult, ...]:
    dice = random.Random("played")
    results_of_hall = []
    for table in tables(count):
        totals = [dice.randint(-40, 60) for _ in table.people]
        order = sorted(totals, reverse=True)
        results_of_hall.append(
            PrintedResult(
                table=table.table,
                accounts=tuple(
                    PlayedAccount(
                        name=name,
                        total=f"{total:+d}".replace("-", "−"),
                        place=order.index(total) + 1,
                        won=total == order[0],
                    )
                    for name, total in zip(table.people, totals, strict=True)
                ),
                remark="21:14 korrigiert" if table.table == "3" else "",
            )
        )
    return tuple(results_of_hall)


CRITERIA = (
    PrintedColumn(head="Pkt", name="Punkte", explained="die Summe aller gewerteten Runden", decides=True),
    PrintedColumn(
        head="Siege", name="Tischsiege", explained="so oft war man an seinem Tisch der Beste", decides=True
    ),
    PrintedColumn(
        head="Beste", name="Beste Runde", explained="die höchste Punktzahl in einer Runde", decides=True
    ),
)


def standings(count: int, rounds: int = 3, **more: Any) -> PrintedRanking:
    dice = random.Random("standings")
    rows = []
    for name in people(count):
        points = [dice.randint(-40, 60) for _ in range(rounds)]
        rows.append((sum(points) - min(points), points, name))
    rows.sort(key=lambda row: -row[0])
    columns = tuple(PrintedColumn(head=f"R{number}") for number in range(1, rounds + 1)) + CRITERIA
    lines = []
    for place, (total, points, name) in enumerate(rows, start=1):
        worst = points.index(min(points))
        cells = (
            *(str(point).replace("-", "−") for point in (*points, total)),
            str(place % 3),
            str(max(points)),
        )
        lines.append(
            PrintedRank(
                place=str(place) if place != 5 else "4",
                name=name,
                cells=cells,
                number=place * 7 % count + 1,
                club=CLUBS[place % 5],
                category=CATEGORIES[place % 4],
                dropped=frozenset({worst}) if rounds > 2 else frozenset(),
                lot=place in (7, 8),
                remark="ab Runde 2 für Karl Hug" if place == 11 else "",
            )
        )
    known: dict[str, Any] = {
        "lots": ("Platz 7 und 8 entschied das Los: Anna Maier vor Ben Kurz (Zahl „Sommerfest“).",),
        "notes": ("Die schlechteste Runde zählt nicht.",),
    }
    known |= {"title": "Nach Runde 3"} | more
    return PrintedRanking(event=HEAD, columns=columns, rows=tuple(lines), **known)


def results(count: int) -> RoundResults:
    return RoundResults(
        event=HEAD,
        round="Runde 2",
        tables=played(count),
        resting=(Resting(name="Ida Sitzfleisch", why="setzt aus"),),
        ranking=standings(count, 1, title="Rangliste der Runde 2", lots=(), notes=()),
    )


def cross(count: int, name: str = "") -> PrintedCross:
    names = tuple(people(count))
    return PrintedCross(
        name=name,
        people=names,
        results=tuple(
            tuple("" if a == b else f"{(a + b) % 3} : {2 - (a + b) % 3}" for b in range(count))
            for a in range(count)
        ),
        columns=(CRITERIA[0], CRITERIA[1]),
        cells=tuple((str(count * 2 - a), str(count - a)) for a in range(count)),
        places=tuple(str(a + 1) for a in range(count)),
        through=2 if name else 0,
    )


def crosses(groups: int, count: int) -> CrossTables:
    return CrossTables(
        event=HEAD,
        title="Gruppenphase" if groups > 1 else "Jeder gegen jeden",
        groups=tuple(
            cross(count, f"Gruppe {'ABCDEFGH'[number]}" if groups > 1 else "") for number in range(groups)
        ),
        notes=("Die ersten zwei jeder Gruppe kommen weiter.",) if groups > 1 else (),
    )


def knockout(count: int, *, double: bool = False, done: int = 2) -> PrintedBracket:
    """A knockout of the draw engine; the first `done` rounds are played, the better seed always wins."""
    from tournaments.engines.bracket import BracketMatch, Branch, MatchOutcome, Origin
    from tournaments.engines.draw.matches.knockout import bracket_order
    from tournaments.engines.draw.matches.knockout import double as two_lives
    from tournaments.engines.draw.matches.knockout import single as one_life

    names = people(count)
    size = 1 << (count - 1).bit_length()
    lines = [seed if seed < count else None for seed in bracket_order(size)]
    matches = (two_lives if double else one_life)(lines)
    winner: dict[int, int] = {}
    loser: dict[int, int] = {}

    def who(origin: Origin) -> int | None:
        if not isinstance(origin, MatchOutcome):
            return origin
        return (winner if origin.won else loser).get(origin.match)

    def line(match: BracketMatch, place: int) -> BracketSide:
        origin = match.origins[place]
        person = who(origin)
        source = str(origin.match) if isinstance(origin, MatchOutcome) and origin.won else ""
        waits_for = (
            "" if not isinstance(origin, MatchOutcome) or source else f"Verlierer Spiel {origin.match}"
        )
        return BracketSide(
            name="" if person is None else names[person],
            seed="" if person is None or match.round > 1 or match.branch != Branch.UPPER else str(person + 1),
            source=source,
            waits_for=waits_for,
            score="" if match.number not in winner else "21" if winner[match.number] == person else "17",
            won=match.number in winner and winner[match.number] == person,
        )

    branches: dict[str, list[PrintedMatch]] = {branch: [] for branch in Branch}
    for match in matches:
        first, second = map(who, match.origins)
        if match.round <= done and first is not None and second is not None:
            winner[match.number], loser[match.number] = min(first, second), max(first, second)
        branches[match.branch].append(
            PrintedMatch(
                key=str(match.number),
                round=match.round,
                sides=(line(match, 0), line(match, 1)),
                label=f"Spiel {match.number} · Tisch {match.number % 12 + 1}",
            )
        )

    def tree(stage: str, name: str) -> BracketTree:
        rounds = max(match.round for match in branches[stage])
        named = stage == "winners" and not double
        words = ("Finale", "Halbfinale", "Viertelfinale", "Achtelfinale")
        titles = tuple(
            words[rounds - number] if named and rounds - number < 4 else f"Runde {number}"
            for number in range(1, rounds + 1)
        )
        return BracketTree(name=name, rounds=titles, matches=tuple(branches[stage]))

    third = PrintedMatch(
        key="3.",
        round=1,
        sides=(BracketSide(waits_for="Verlierer Spiel A"), BracketSide(name=names[0])),
        label="Tisch 2",
    )
    return PrintedBracket(
        event=HEAD,
        title="K.-o.-Runde",
        winners=tree("winners", "Siegerrunde" if double else ""),
        losers=tree("losers", "Trostrunde") if double else None,
        finals=tuple(branches["final"]),
        third=None if double else third,
        notes=("Bei Gleichstand entscheidet ein weiteres Spiel.",),
    )


def corrections(count: int) -> CorrectionList:
    at = datetime.datetime(2026, 11, 20, 21, 14)
    names = people(count + 1)
    return CorrectionList(
        event=HEAD,
        corrections=tuple(
            Correction(
                at=at + datetime.timedelta(minutes=7 * number),
                where=f"Runde 2, Tisch {number + 3}, Spiel {number + 1}",
                who=names[number],
                reason="Auf dem Zettel stand 36, eingetippt war 46"
                + " und niemand hat es gemerkt" * (number % 3),
                before="46 Punkte für Anna Maier",
                after="36 Punkte für Anna Maier",
                moved=("Huber: Rang 2 statt 4", "Preis 2 geht an Ben Kurz") if number % 2 == 0 else (),
            )
            for number in range(count)
        ),
        penalties=tuple(
            PrintedPenalty(
                at=at,
                where="Runde 1",
                name=names[number + 1],
                points="−10",
                reason="20 Minuten zu spät",
                who="Turnierleitung",
                withdrawn=number == 1,
            )
            for number in range(min(2, count))
        ),
    )


def certificates(count: int, **more: Any) -> Certificates:
    names = people(count)
    return Certificates(
        event=HEAD,
        certificates=tuple(
            Certificate(names=(name,), place=place, points=f"{150 - place} Punkte")
            for place, name in enumerate(names, start=1)
        ),
        signatures=(
            Signature(role="Turnierleitung", name="Margarethe Spiegelhalter"),
            Signature(role="Vorstand", name="Dr. Wolfgang Winterhalder"),
        ),
        occasion="Cego-Turnier mit 150 Spielern",
        **more,
    )


def protocol(count: int) -> DrawProtocol:
    resting = (Resting(name="Ida Sitzfleisch", why="setzt aus"),)
    seated = tuple(
        replace(table, numbers=tuple(range(4 * at + 1, 4 * at + 1 + len(table.people))))
        for at, table in enumerate(tables(count))
    )
    return DrawProtocol(
        event=HEAD,
        round="Runde 1",
        seed="Sommerfest 1974",
        format="Tische zu 4 und 3",
        drawn=datetime.datetime(2026, 11, 20, 19, 2, 33),
        entrants=count + 1,
        rounds=(DrawnRound(name="Wer wo sitzt", tables=seated, resting=resting),),
        how=("Jeder für sich; möglichst trifft niemand zweimal denselben.",),
        wished=("So viele 4er-Tische wie möglich.",),
        achieved=("Niemand trifft jemanden zweimal.", "Alle, die getrennt sitzen wollten, sitzen getrennt."),
        files=(DrawFile(name="round-1-1.json", checksum="0123456789abcdef" * 4, answer="fedcba98" * 8),),
    )


def event_card(**more: Any) -> EventCard:
    known: dict[str, Any] = {
        "game": "Cego",
        "facts": (
            ("Spielform", "3 Runden an Tischen zu 4, ausgelost"),
            ("Spiele je Runde", "24"),
            ("Startgeld", "12 €, Jugend 8 €"),
            ("Verlorene Spiele", "0,50 € für die ersten drei, dann 1 €"),
        ),
        "criteria": (
            CriterionLine(name="Punkte", explained="die Summe aller gewerteten Runden"),
            CriterionLine(name="Tischsiege", explained="so oft war man an seinem Tisch der Beste"),
            CriterionLine(name="Los", explained="wenn alles gleich ist"),
        ),
        "lots": "Lose zieht das Programm aus der Zahl „Sommerfest 1974“; jeder kann sie nachrechnen.",
        "rules_name": "Baden 2006",
        "rules": ("Abgerechnet wird nur beim Alleinspieler.", "24 Spiele je Runde.", "Ultimo zählt 8."),
        "schedule": (("19:00", "Einlass"), ("19:30", "Runde 1"), ("21:00", "Runde 2"), ("22:45", "Preise")),
        "notes": ("Wer zu spät kommt, verliert 10 Punkte.",),
    }
    return EventCard(event=HEAD, **known | more)


def score_sheets(count: int, **more: Any) -> ScoreSheets:
    game = game_for("cego")
    sheets = tuple(
        ScoreSheet(
            game=game,
            table=set_up(game, len(table.people), None),
            rules_line="Baden 2006 · Spiele je Runde: 24",
            names=table.people,
            club=HEAD.club,
            title=HEAD.title,
            round="Runde 2",
            number=table.table,
            date=HEAD.date,
            rows=24,
            qr=f"http://192.168.178.20:8000/j/{table.table}/eyJzZWF0IjoxfQ:1abcde:ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            address=f"192.168.178.20:8000  {table.table} K7QF",
        )
        for table in tables(count)
    )
    return ScoreSheets(event=HEAD, round="Runde 2", sheets=sheets, **more)


def club_door() -> ClubDoorPaper:
    qr = "https://tische.example.org/c#ABCDEFGHJKLM"
    return ClubDoorPaper(event=HEAD, qr=qr, host="tische.example.org/c", code="ABCD-EFGH-JKLM")


def numbers(count: int) -> EveningNumbers:
    return EveningNumbers(
        event=HEAD,
        sums=(("Gespielte Spiele", "1.248"), ("Gewonnen von Alleinspielern", "61 %"), ("Dauer", "4:12 h")),
        feats=tuple(
            PrintedHighlight(
                label="Das teuerste Spiel",
                value=f"{120 - number} Punkte",
                who=name,
                where=f"Runde 2, Tisch {number}, Spiel 7",
                why="Solo mit 68 Augen, Ultimo angesagt und gewonnen",
            )
            for number, name in enumerate(people(min(count, 24)), start=1)
        ),
        choices=(
            PlayedFor(name="Solo", tried="412", won="61 %", most="Ελένη Παπαδοπούλου, 24-mal"),
            PlayedFor(name="Ultimo mit Gstieß", tried="3", won="–", most="Дмитрий Щёголев"),
        ),
    )
