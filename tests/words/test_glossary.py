"""The catalogues say what docs/glossar.md has settled: no stray word is left, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

from config import catalogue
from tests.words import english, german, spanish
from tests.words.strays import Stray

ROOT = Path(__file__).parents[2]
STRAYS = {"de": german.STRAYS, "en": english.STRAYS, "es": spanish.STRAYS}

# Numbers that the program or a game has fixed: never one.
FIXED = {"most", "high", "low", "size", "wanted", "length", "hand", "tricks"}
# Sentences that are only said of several.
SEVERAL = (
    "Equal in everything; the place is shared with",
    "With {points} points a side writes",
    "people cannot all sit at tables of",
    "At most {people} people and {seats} seats",
    "A sheet has room for {count} people",
    "An event has at most",
    "All rounds of a draw together",
    "Dealing first: some do it",
    "The rounds played have {seats} seats",
    "has more than {largest} people",
    "“{key}” has {count} pairs",
    "This draw would take longer than",
    "The database {file} is not whole",
    "%(count)s people",
    "points to a row of",
)
COUNTED = {
    "de": (
        r"(?:weiteren? |anderen? )?(?:Spielen?|Punkten?|Personen|Tischen?|Minuten|Sekunden|Runden|Stichen?"
        r"|Karten|Zeilen|Spalten|Zeichen|Teilnehmern?|Marken|Siegpunkten?|Partien|Paaren?|Mannschaften|Gruppen"
        r"|Einträgen?|Anzeigen|Abschnitten?|Schritten?|Seiten|Plätzen?|Spielern?|Begegnungen|Zetteln?|Handys"
        r"|Stellen)"
    ),
    "en": (
        r"(?:more |other )?(?:hands|points|people|persons|tables|minutes|seconds|rounds|tricks|cards|rows"
        r"|columns|letters|characters|entrants|chips|games|pairs|teams|groups|screens|stages|steps|pages|seats"
        r"|matches|phones)"
    ),
    "es": (
        r"(?:más )?(?:manos|puntos|personas|mesas|minutos|segundos|rondas|bazas|cartas|filas|columnas|letras"
        r"|caracteres|inscripciones|fichas|partidas|parejas|equipos|grupos|pantallas|fases|pasos|páginas|asientos"
        r"|partidos|celulares)"
    ),
}


class Saying(NamedTuple):
    """One text of one language."""

    text: str
    english: str
    files: tuple[str, ...]
    plural: bool


@lru_cache
def sayings(language: str) -> tuple[Saying, ...]:
    return tuple(_sayings(language))


def _sayings(language: str) -> Iterator[Saying]:
    for entry in catalogue.read(catalogue.po_file("de" if language == "en" else language)):
        files = tuple(file for file, _line in entry.occurrences)
        texts = (entry.msgid, entry.msgid_plural)
        if language != "en":
            texts = (entry.msgstr, *entry.msgstr_plural.values())
        for text in filter(None, texts):
            yield Saying(text, entry.msgid, files, bool(entry.msgid_plural))


def cases() -> list[tuple[str, Stray]]:
    return [(language, stray) for language, strays in STRAYS.items() for stray in strays]


@pytest.mark.parametrize(("language", "stray"), cases(), ids=lambda case: getattr(case, "pattern", case))
def test_a_word_that_was_replaced_is_not_said_any_more(language: str, stray: Stray) -> None:
    left = [
        saying.text for saying in sayings(language) if stray.strays(saying.text, saying.english, saying.files)
    ]
    assert left == [], f"better: {stray.instead}"


@pytest.mark.parametrize("language", COUNTED)
def test_a_number_that_may_be_one_has_a_singular(language: str) -> None:
    counted = re.compile(r"(?:\{(\w+)\}|%\((\w+)\)s) " + COUNTED[language] + r"\b")
    unready = []
    for saying in sayings(language):
        if saying.plural or any(known in saying.english for known in SEVERAL):
            continue
        names = {first or second for first, second in counted.findall(saying.text)}
        unready += [saying.text] if names - FIXED else []
    assert unready == []


def controls() -> set[str]:
    """Everything a German page may say, without what is put in; also on a server."""
    texts = [saying.text for saying in sayings("de")]
    texts += [entry.msgstr for entry in catalogue.read(catalogue.server_file("de"))]
    return {re.sub(r"\{\w+\}|%\(\w+\)s", "…", text) for text in texts}


def for_organisers(name: str) -> str:
    """A document in German; what is for engineers comes after it."""
    return (ROOT / "docs" / name).read_text().partition("\n# For engineers")[0]


@pytest.mark.parametrize("name", ["handbuch.md", "following.md", "operators.md"])
def test_what_a_document_calls_a_control_is_on_a_page(name: str) -> None:
    """Names in *italics* are those of buttons, tabs and headings, letter by letter."""
    text = re.sub(r"```.*?```|`[^`]*`", "", for_organisers(name), flags=re.DOTALL)
    text = text.replace("**", "\0")
    named = {
        " ".join(name.split()) for name in re.findall(r"(?<![\w*])\*([^*\0\n][^*\0]*?)\*(?![\w*])", text)
    }
    texts = controls()
    unknown = sorted(name for name in named if not _is_said(name, texts))
    assert unknown == []


def _is_said(name: str, texts: set[str]) -> bool:
    """As a whole, or between the dots of a quotation that leaves something out."""
    pieces = [piece.strip(" .,:") for piece in re.split(r"…|\d[\d,]*", name)]
    whole = [text.strip(" .:") for text in texts]
    if len(pieces) == 1:
        return pieces[0] in whole or any(text.startswith(f"{pieces[0]} (") for text in whole)
    return any(all(piece in text for piece in pieces) for text in texts)


def test_every_settled_word_stands_in_four_columns() -> None:
    rows = [line for line in (ROOT / "docs" / "glossar.md").read_text().splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert cells[0] == ["Deutsch", "English", "Español", "Was es ist"]
    assert all(len(row) == 4 and all(row) for row in cells)
