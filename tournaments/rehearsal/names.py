"""Names for robots, as long and as awkward as those of real people: what is cut in the hall is seen before.

Nobody of them exists; first names, surnames and clubs are put together by chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

FIRST = (
    *("Anna", "Bernd", "Christa", "Dieter", "Eva", "Franz", "Gisela", "Hans", "Ida", "Josef", "Käthe", "Udo"),
    *("Karl-Heinz", "Hans-Joachim", "Anna-Katharina", "Ernst-August", "Marie-Luise", "Wolf-Dietrich"),
    *(
        "Friedrich Wilhelm",
        "Maximilian",
        "Rosemarie",
        "Hannelore",
        "Bartholomäus",
        "Kunigunde",
        "Jörg",
        "Änne",
    ),
    *("Ignacio", "María José", "Juan Manuel", "María del Carmen", "José Luis", "Ángeles", "Nuria", "Martín"),
)
LAST = (
    *(
        "Maier",
        "Müller",
        "Kohl",
        "Groß",
        "Weiß",
        "Frei",
        "Dold",
        "Uhl",
        "Öhler",
        "Winterhalter",
        "Tritschler",
    ),
    *("Oberhollenzer", "Schwarzwälder", "Kaltenbacher", "Breitenfellner", "Zimmermann", "Kleinschmidtke"),
    *("Schulze-Hohenfeld", "Baumgärtner-Hinterseer", "Brandstätter-Wüstenhagen", "Meyer zu Schlochtern"),
    *("von der Heide", "van den Bergh", "von Waldburg-Sonnenthal", "Freiherr von Ritterstein", "Łukaszewicz"),
    *("García Márquez", "Fernández de la Vega", "Rodríguez Etcheverry", "de los Santos Villanueva", "Ibáñez"),
    *("Gómez", "Muñoz Bermúdez", "Echeverría Goicoechea"),
)
CLUBS = (
    *("SC Endingen", "Kenzingen", "TV Herbolzheim", "Triberg", "", "Stammtisch Zum Goldenen Engel"),
    *(
        "Kartenfreunde Villingen-Schwenningen 1921 e. V.",
        "1. Kartenspielverein Hochschwarzwald Titisee-Neustadt e. V.",
    ),
    *("Club Atlético y Social Juventud Unida de Rosario", "Peña La Escoba"),
)
TWINS = 12  # one in so many has a namesake


def people(count: int, seed: str, clubs: Sequence[str] = ()) -> list[tuple[str, str]]:
    """(name, club) of so many people; a few share their names. `clubs`: of the event that is rehearsed."""
    chance = random.Random(f"names {seed}")
    at_home = list(clubs) or list(CLUBS)
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    if count > len(names):  # a bench plays with thousands
        names += [f"{first} {other} {last}" for first in FIRST for other in FIRST for last in LAST]
    # The longest come for certain, however few play.
    longest = sorted(names, key=len, reverse=True)[: max(1, count // 8)]
    rest = [name for name in names if name not in longest]
    chance.shuffle(rest)
    twins = count // TWINS
    chosen = [*longest, *rest][: count - twins]
    chosen += chosen[:twins]
    invited = [(name, chance.choice(at_home)) for name in chosen]
    chance.shuffle(invited)
    return invited
