"""Names in narrow places: broken between syllables, never in the middle of one."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.tournaments.builders import a_sitting, eine, record
from tournaments.table import reading
from tournaments.templatetags.names import letters, syllables


def parts(name: str, language: str = "de") -> str:
    with translation.override(language):
        return syllables(name).replace("\N{SOFT HYPHEN}", "|")


@pytest.mark.parametrize(
    ("name", "language", "broken"),
    [
        ("Hildegard", "de", "Hil|de|gard"),
        ("Mechthild", "de", "Mecht|hild"),
        ("Maximiliane", "de", "Maxi|mi|li|ane"),
        ("Encarnación", "es", "Encar|na|ción"),
        ("Christopher", "en", "Chris|topher"),
    ],
)
def test_long_names_break_between_syllables(name: str, language: str, broken: str) -> None:
    assert parts(name, language).replace("|", "") == name
    assert parts(name, language) == broken


def test_short_names_are_left_alone() -> None:
    assert [parts(name) for name in ("Anna", "Dieter", "Gökçe", "Jo", "")] == [
        "Anna",
        "Dieter",
        "Gökçe",
        "Jo",
        "",
    ]


def test_only_words_are_broken() -> None:
    assert parts("Hans-Joachim 2") == "Hans-Joachim 2"  # there is a place already
    assert parts("Eva-Friederike") == "Eva-Frie|de|rike"
    assert parts("<b>Hildegard") == "<b>Hil|de|gard"


def test_a_name_that_one_language_cannot_break_is_broken_by_another() -> None:
    assert parts("Mechthild", "es") == parts("Mechthild", "de")


def test_the_size_follows_the_longest_word() -> None:
    assert [letters(name) for name in ("Anna", "Hans-Joachim", "Hildegard", "X" * 40)] == [
        "",
        "l7",
        "l9",
        "l14",
    ]


@pytest.mark.django_db
def test_a_chart_cuts_a_name_short_only_where_there_is_no_room() -> None:
    names = ("Karl-Heinz", "Hans-Joachim", "Maximiliane Freifrau von und zu Hohenlohe", "Jo")
    sitting = a_sitting(names=names, first_dealer=4)
    record(sitting, eine())
    shown = reading.sheet(sitting).running_totals.labels
    assert [label.rpartition(" ")[0] for label in shown] == [
        "Karl-Heinz",
        "Hans-Joachim",
        "Maximiliane Fre…",
        "Jo",
    ]
