"""What must not break at the end of a line: a number and its unit, a word and its number, K.-o.

The catalogues are written with plain spaces, so that translators and tests can read them. When the .mo
files are made, the spaces at which a line would end badly become no-break spaces; of English, whose sentences
are those of the code, a file holds only these.
"""

from __future__ import annotations

import re

NO_BREAK = "\N{NO-BREAK SPACE}"
HYPHEN = "\N{NON-BREAKING HYPHEN}"

UNITS = (
    "MB|KB|€|%%|%|min|s|Uhr|cm|mm"
    "|Spiele?n?|Runden?|Punkte?n?|Tische?n?|Personen|Minuten?|Sekunden|Stiche?|Partien?|Teilnehmer|Plätze|Marken"
    "|hands?|rounds?|points?|tables?|people|minutes?|seconds|tricks?|games?|entrants?|chips"
    "|manos?|rondas?|puntos?|mesas?|personas?|minutos?|segundos|bazas?|partidas?|inscripci(?:ón|ones)|fichas"
)
COUNTED = (
    "Tische?|Runden?|Nr\\.|Spiel|Platz|Rang|Ränge|Partie|Begegnung|Abschnitt|Gruppe|Seite|Spalte|Zeile|Startnummer"
    "|Losnummer|Chico|Duell|Fach|Eintrag|Partei|Schritt|Wert|Siegerrunde|Verliererrunde|Port"
    "|[Tt]ables?|[Rr]ounds?|No\\.|no\\.|[Hh]and|[Ss]eats?|[Pp]laces?|[Ll]ine|[Pp]age|[Ss]tage|[Mm]atch|[Gg]roup"
    "|[Ss]tep|[Nn]umber|[Dd]uel|[Ss]ide|[Ee]ntry"
    "|[Mm]esas?|[Rr]ondas?|N\\.º|[Mm]ano|[Aa]sientos?|[Pp]uestos?|[Ll]ínea|[Pp]ágina|[Ff]ase|[Pp]artid[oa]|[Gg]rupo"
    "|[Pp]aso|[Nn]úmero|[Ee]quipo"
    r"|\{unit\}|%\(unit\)s"
)
# A number is a figure or a {name} or %(name)s for which one is put in.
PLACE = r"(?:\d|\{\w+\}|%\(\w+\)s)"
RULES = (
    re.compile(rf"(?:(?<=\d)|(?<=\}})|(?<=\)s)) (?=(?:{UNITS})(?!\w))"),
    re.compile(rf"(?<!\w)((?:{COUNTED})) (?={PLACE})"),
    re.compile(r" (×) "),
    re.compile(r"(?<==) (?=\{|\d)"),
)


def glued(text: str) -> str:
    """The text with no-break spaces where a line should not end."""
    number, counted, times, equals = RULES
    text = number.sub(NO_BREAK, text)
    text = counted.sub(rf"\1{NO_BREAK}", text)
    text = times.sub(rf"{NO_BREAK}\1{NO_BREAK}", text)
    return equals.sub(NO_BREAK, text).replace("K.-o", f"K.{HYPHEN}o")
