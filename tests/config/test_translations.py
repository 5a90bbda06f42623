"""A missing or wrong translation is found, with nothing but Python."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation

from config import catalogue
from config.catalogue import Sentence, in_python, in_template, placeholders, wrong
from scoring.text import mark, vocabulary
from tournaments.speech.wording import remembering, speak


def texts(source: str) -> list[str]:
    return [sentence.text for sentence in in_python(source, "x.py")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('_("One")', ["One"]),
        ('_("a long "\n"sentence")', ["a long sentence"]),
        ('say(_("{side} wins"), side=1)', ["{side} wins"]),
        ('translation.gettext("One")', ["One"]),
        ("_(name)", []),
        ('print("One")', []),
        ('_("×") + _("{total} ({gain:+d})") + _("%(n)d %")', []),
        ('b = 1\n_("second")\n_("third")', ["second", "third"]),
    ],
)
def test_sentences_in_python_are_found(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


def test_context_plural_and_note_are_kept() -> None:
    (sentence,) = in_python('# Translators: of cards\nnpgettext("cards", "{n} hand", "{n} hands", n)', "x.py")
    assert sentence == Sentence("{n} hand", "{n} hands", "cards", "x.py", "of cards")


def test_an_f_string_cannot_be_translated_and_is_refused() -> None:
    with pytest.raises(SyntaxError, match=r"x\.py:1: an f-string"):
        texts('_(f"{side} wins")')


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('{% translate "Hands" %}', [("Hands", "", None)]),
        ('{% translate "It\'s (your) turn" %}', [("It's (your) turn", "", None)]),
        ('{% translate "Hand" context "cards" %}', [("Hand", "", "cards")]),
        ('{% translate "A" as a %}{{ a }} {% translate "B" %}', [("A", "", None), ("B", "", None)]),
        ('<a title="{% translate \'Undo\' %}">{{ _("Redo") }}</a>', [("Undo", "", None), ("Redo", "", None)]),
        (
            "{% blocktranslate trimmed with n=x %}\n  {{ n }} of\n  many\n{% endblocktranslate %}",
            [("%(n)s of many", "", None)],
        ),
        (
            "{% blocktranslate count n=x %}one{% plural %}{{ n }} hands{% endblocktranslate %}",
            [("one", "%(n)s hands", None)],
        ),
        ("{# _('comment') #}{% comment %}{% translate 'No' %}{% endcomment %}plain", []),
    ],
)
def test_sentences_in_templates_are_found(source: str, expected: list[tuple[str, str, str | None]]) -> None:
    sentences = in_template("{% load i18n %}" + source, "x.html")
    assert [(sentence.text, sentence.plural, sentence.context) for sentence in sentences] == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{side} wins {points:+d}", {"side", "points"}),
        ("%(n)s of %(m)d, 100 %", {"n", "m"}),
        ("no names", set()),
        ("a single { bracket", set()),
        ("{{literal}}", set()),
    ],
)
def test_placeholders_are_recognised(text: str, names: set[str]) -> None:
    assert placeholders(text) == names


WRONG = {
    "not translated": polib.POEntry(msgid="One", msgstr=""),
    "marked as uncertain": polib.POEntry(msgid="One", msgstr="Eins", flags=["fuzzy"]),
    "placeholders differ": polib.POEntry(msgid="{side} wins", msgstr="{seite} gewinnt"),
    "blanks at the ends differ": polib.POEntry(msgid="One ", msgstr="Eins"),
}


@pytest.mark.parametrize("complaint", WRONG)
def test_a_wrong_translation_is_named(complaint: str) -> None:
    assert [text.split(":")[0] for text in wrong(WRONG[complaint])] == [complaint]


def test_a_plural_without_its_number_is_wrong_and_a_singular_without_it_is_not() -> None:
    def entry(singular: str, plural: str) -> polib.POEntry:
        return polib.POEntry(
            msgid="{n} hand", msgid_plural="{n} hands", msgstr_plural={0: singular, 1: plural}
        )

    assert wrong(entry("{n} Spiel", "{n} Spiele")) == []
    assert wrong(entry("ein Spiel", "{n} Spiele")) == ["placeholders differ: '{n} hand' and 'ein Spiel'"]
    assert wrong(entry("{n} Spiel", "viele Spiele")) == ["placeholders differ: '{n} hand' and 'viele Spiele'"]


@pytest.fixture
def german(tmp_path: Path, settings: object) -> list[Sentence]:
    """A complete little catalogue of two sentences."""
    settings.LOCALE_PATHS = [tmp_path]  # type: ignore[attr-defined]
    sentences = [Sentence("One", file="x.py"), Sentence("{n} hand", "{n} hands", file="y.py")]
    entries = catalogue.merged("de", sentences, polib.POFile())
    entries[0].msgstr = "Eins"
    entries[1].msgstr_plural = {0: "{n} Spiel", 1: "{n} Spiele"}
    catalogue.write("de", entries)
    return sentences


def test_a_complete_catalogue_gives_no_complaint(german: list[Sentence]) -> None:
    assert catalogue.complaints("de", german) == []


def test_a_new_sentence_and_a_dropped_one_are_named(german: list[Sentence]) -> None:
    changed = [german[1], Sentence("Two", file="z.py")]
    assert catalogue.complaints("de", changed) == [
        "not in the file: 'Two' (z.py)",
        "not said any more: 'One'",
    ]


def test_an_edited_file_has_to_be_compiled(german: list[Sentence]) -> None:
    file = catalogue.po_file("de")
    file.write_text(file.read_text().replace("Eins", "Eines"))
    assert catalogue.complaints("de", german) == ["django.mo does not hold what django.po says"]
    catalogue.compile_(file)
    assert catalogue.complaints("de", german) == []


def test_taking_over_new_sentences_keeps_the_translations(german: list[Sentence]) -> None:
    new = catalogue.merged("de", [*german, Sentence("Two")], catalogue.read(catalogue.po_file("de")))
    assert [(entry.msgid, entry.msgstr, entry.msgstr_plural) for entry in new] == [
        ("One", "Eins", {}),
        ("{n} hand", "", {0: "{n} Spiel", 1: "{n} Spiele"}),
        ("Two", "", {}),
    ]


# --- vocabularies: the same English words of two games -----------------------------------------------


def test_a_vocabulary_is_the_context_of_its_messages() -> None:
    source = '_ = vocabulary("skat")\n_rule = vocabulary("skat", "rules")\n_("Light")\n_rule("Light")\n'
    assert [(sentence.text, sentence.context) for sentence in in_python(source, "x.py")] == [
        ("Light", "skat"),
        ("Light", "skat.rules"),
    ]


def test_a_new_game_borrows_no_translation_and_the_clash_is_named(german: list[Sentence]) -> None:
    game = [Sentence("One", context="skat", file="s.py"), Sentence("Grand", context="skat", file="s.py")]
    new = catalogue.merged("de", [*german, *game], catalogue.read(catalogue.po_file("de")))
    assert [entry.msgstr for entry in new if entry.msgctxt == "skat"] == ["", ""]
    catalogue.write("de", new)
    assert catalogue.complaints("de", [*german, *game]) == [
        "not translated: 'Grand' of skat",
        "not translated: 'One' of skat; the pages say 'Eins': the same meaning?",
        "skat is spoken in English: none of its 2 texts is translated",
    ]


def test_what_nobody_has_translated_is_spoken_in_english_and_not_as_elsewhere() -> None:
    site = mark("Undo")
    with translation.override("de"):
        assert speak(site) == "Rückgängig"
        assert speak(vocabulary("skat")("Undo")) == "Undo"
        again = remembering()
        assert [again(site), again(vocabulary("skat")("Undo")), again(site)] == [
            "Rückgängig",
            "Undo",
            "Rückgängig",
        ]


def test_every_game_marks_its_messages_in_its_own_vocabulary() -> None:
    for sentence in catalogue.sentences(Path(settings.BASE_DIR)):
        folders = sentence.file.split("/")
        if folders[0] != "scoring":
            continue
        if folders[1] == "games" and len(folders) > 3:
            assert (sentence.context or "").partition(".")[0] == folders[2], sentence
        else:
            assert sentence.context == "scoring", sentence
