"""Spaces at which no line may end: made when the catalogues are compiled, never typed."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from config import catalogue
from config.typography import HYPHEN, NO_BREAK, glued

LOCALE = Path(__file__).parents[2] / "locale"


@pytest.mark.parametrize(
    "text",
    [
        "Tisch~{table}, Platz~{seat}",
        "%(count)s~Spiele",
        "höchstens 1~MB",
        "{fach}~×~5~×~{f} =~{raw} → {value}",
        "Runde~%(number)s läuft",
        "%(pace)s~%% vom Tempo",
        "Save {unit}~{number}",
        "Anna mit {points}",
        "Platz suchen",
    ],
)
def test_a_number_stays_with_what_it_counts(text: str) -> None:
    assert glued(text.replace("~", " ")) == text.replace("~", NO_BREAK)


def test_a_knockout_is_one_word() -> None:
    assert glued("Gruppen, dann K.-o.") == f"Gruppen, dann K.{HYPHEN}o."


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_what_django_reads_is_glued_in_every_language(language: str) -> None:
    texts = polib.mofile(str(LOCALE / language / "LC_MESSAGES" / "django.mo"))
    for message in ("Table {number}", "Round {number}"):
        assert texts.find(message).msgstr.endswith(f"{NO_BREAK}{{number}}")


@pytest.mark.parametrize("language", ["de", "es"])
def test_translators_type_plain_spaces(language: str) -> None:
    typed = [entry.msgid for entry in catalogue.read(catalogue.po_file(language)) if NO_BREAK in str(entry)]
    assert typed == []
