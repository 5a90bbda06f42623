"""German words that docs/glossar.md has replaced."""

from __future__ import annotations

from tests.words.strays import Stray

GAMES = ("scoring/games/", "templates/games/")
CAESAR = ("scoring/games/caesar/", "templates/games/caesar/")
CEGO = ("scoring/games/cego/", "templates/games/cego/", "scoring/games/caesar/")

STRAYS = (
    Stray(r"\bMeldung(en)?\b", "Teilnehmer", within=GAMES),
    Stray(r"\b[Gg]emeldet\b", "eingetragen", within=GAMES),
    Stray(r"Anmeldung", "Teilnehmer", unless="No account"),
    Stray(r"Wertung", "Kriterium, Klasse, Rangliste", unless=r"[Rr]anking"),
    Stray(r"Kategorie", "Klasse"),
    Stray(r"Merkmal", "Kriterium"),
    Stray(r"\bTabellen?\b|Tabellenstand", "Rangliste"),
    Stray(r"Kalkulation", "Excel-Datei"),
    Stray(
        r"\bPl[aä]tz(?!ierung|ierg)\w*",
        "Rang",
        unless=r"[Ss]eat|[Ss]it|[Pp]lacement|on the sheet|change places|[Rr]oom",
    ),
    Stray(r"[Mm]atchpunkt", "Siegpunkte"),
    Stray(r"[Dd]irekte\w* Treffen", "direkter Vergleich"),
    Stray(r"[Ss]tichspiel|Entscheidungspartie|Entscheidungsspiel", "Stechen"),
    Stray(r"Entscheide?\b", "Entscheidung"),
    Stray(r"\b(Ein|ein|pro|diesem|selben|zusätzliches) Geben\b", "Spiel"),
    Stray(
        r"\bPart\b(?!\.)|\b(andere|beide|beider|eigene|spielende|spielenden|zwei|zweier) Seiten?\b", "Partei"
    ),
    Stray(r"Alleinspieler", "Spielmacher", within=CEGO),
    Stray(r"\bPhase", "Abschnitt"),
    Stray(r"[Vv]eröffentlich", "aushängen"),
    Stray(r"(?<![Aa]b)geschlossen|im Gang\b", "abgeschlossen, gesperrt, läuft"),
    Stray(r"[Bb]erichtig|\bverbesser", "korrigieren"),
    Stray(r"[Ee]incheck|eingecheckt", "abhaken"),
    Stray(r"Eingang", "Einlass", unless="Stage, entrance"),
    Stray(r"\bErsatz\b|springt ein", "Vertretung"),
    Stray(r"\b[Gg]esetzt, aber", "hat einen Platz"),
    Stray(r"Startzahl", "Losnummer"),
    Stray(r"Telefon", "Handy"),
    Stray(r"\bSaal", "alle, die anderen Tische"),
    Stray(r"Personenverzeichnis", "Kartei"),
    Stray(r"[Vv]erborgen", "verdeckt"),
    Stray(r"K\.-o\.-Baum|(Oberer|Unterer) Baum|Untere Hälfte", "Turnierbaum, Siegerrunde, Verliererrunde"),
    Stray(r"Fingerabdr", "Prüfsumme"),
    Stray(r"Spielleitung", "Turnierleitung"),
    Stray(r"\bvorne\b", "vorn"),
    Stray(r"Gewinner\b", "Sieger"),
    Stray(r"[Jj]emand andere[sr]\b", "jemand anders"),
    Stray(r"(?<!Passwort )vergessen|Vergessen", "anonymisieren"),
    Stray(r"Spiellisten?\b|\b[Ll]isten? (abgeben|abgegeben|voll)", "Zettel"),
    Stray(r"\bSchlüssel", "Code", unless=r"secret key|copy of the key|sorted keys|with the key"),
    Stray(r"Tische?n? (zu|mit) [\d{%]", "4er-Tisch", unless=r"cannot all sit"),
    Stray(r"swiss", "Schweizer System"),
    Stray(r"[\d}s] : [\d{%]", "81:81"),
    Stray(r"^[JQ]$", "B, D"),
    Stray(r'["”]|(?<!\w)\'', "„ “", unless="chown|chmod"),
    Stray(r"\d\.\d", "Dezimalkomma"),
    Stray(
        r"wenn es geht\b|\bvon vorher\b|öffnen? nichts|nichts öffnet|verschiebt",
        "deutsch gedacht",
        unless="accepted before",
    ),
)
