"""What all papers of an event have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from django.utils import translation

from tests.tournaments import event_samples as samples
from tests.tournaments import money_samples
from tests.tournaments.paper import fonts_of, glued, reader, text_of, watched, wordy
from tournaments.lists.filing import filed
from tournaments.paper.event import Document, printed

pytestmark = pytest.mark.usefixtures("in_german")

LISTS: dict[str, Callable[[int], Document]] = {
    "participants": samples.participants,
    "door": lambda count: samples.participants(count, door=True, note="Startgeld 12 €"),
    "seats by name": lambda count: samples.seating(count, "name"),
    "seats by table": lambda count: samples.seating(count, "table"),
    "seats of pairs": lambda count: samples.seating(count, "table", pairs=True),
    "results": samples.results,
    "standings": samples.standings,
    "standings of nine rounds": lambda count: samples.standings(count, 9, official=False),
    "cross table": lambda count: samples.crosses(1, min(count, 20)),
    "groups": lambda count: samples.crosses(4, min(count, 12)),
    "knockout": lambda count: samples.knockout(min(count, 32)),
    "large knockout": lambda count: samples.knockout(count + 7),
    "double knockout": lambda count: samples.knockout(min(count, 16), double=True),
    "corrections": lambda count: samples.corrections(min(count, 20)),
    "prizes": lambda count: money_samples.prizes(min(count, 20)),
    "gifts": money_samples.gifts,
    "payouts": lambda count: money_samples.payouts(min(count, 20)),
    "donors": money_samples.donors,
    "payments": money_samples.payments,
    "cash report": money_samples.cash_report,
    "cash report so far": money_samples.cash_report_so_far,
    "protocol": samples.protocol,
    "numbers": samples.numbers,
    "event card": lambda count: samples.event_card(),
}
OTHERS: dict[str, Callable[[int], Document]] = {
    "table cards": lambda count: samples.cards(count, "flat"),
    "table tents": lambda count: samples.cards(count, "tent"),
    "certificates": samples.certificates,
    "card certificates": lambda count: samples.certificates(count, design="cards"),
    "upright certificates": lambda count: samples.certificates(count, design="modern", upright=True),
    "score sheets": samples.score_sheets,
    "club door": lambda count: samples.club_door(),
    "receipts": money_samples.receipts,
    "single receipts": lambda count: money_samples.receipts(count, alone=True),
    "table cards to pay by": lambda count: samples.cards(count, "flat", pay=True),
    "table tents to pay by": lambda count: samples.cards(count, "tent", pay=True),
}
EVERY = {**LISTS, **OTHERS}
every_paper = pytest.mark.parametrize("name", EVERY)


def test_every_kind_of_paper_is_looked_at() -> None:
    assert {type(make(3)) for make in EVERY.values()} == set(get_args(Document))


@every_paper
@pytest.mark.parametrize("count", [7, 43])
def test_nothing_stands_on_anything_else_or_in_the_edge_and_every_page_says_whose_it_is(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose, when it was printed, and which one it is, on the pages of lists."""
    with watched(monkeypatch) as written:
        data = printed(EVERY[name](count))
    assert written.overlapping() == []
    assert written.outside() == []
    if count < 43 or name not in LISTS:
        return
    pages = reader(data).pages
    for number, page in enumerate(pages, start=1):
        text = glued(page.extract_text())
        assert glued("37. Schwarzwälder Cego-Meisterschaft") in text
        assert glued("Gedruckt am 20.11.2026, 19:04 Uhr") in text
        assert glued(f"Seite {number} von {len(pages)}") in text


def test_long_lists_have_several_pages() -> None:
    """So that the number on every page is looked at on more than one."""
    assert sum(len(reader(printed(make(43))).pages) > 1 for make in LISTS.values()) >= 6


@every_paper
@pytest.mark.parametrize("language", ["en", "es"])
def test_longer_words_keep_their_places(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with translation.override(language), wordy(monkeypatch), watched(monkeypatch) as written:
        printed(EVERY[name](22))
    assert written.overlapping() == []
    assert written.outside() == []


@every_paper
def test_a_paper_speaks_its_language_embeds_its_fonts_keeps_all_letters_and_stays_the_same(name: str) -> None:
    data = {}
    for language in ("de", "en", "es"):
        with translation.override(language):
            data[language] = printed(EVERY[name](15))
    texts = {language: text_of(file) for language, file in data.items()}
    assert len(set(texts.values())) == 3, "papers speak the language that is active"
    for language, file in data.items():
        fonts = fonts_of(file)
        assert fonts, language
        assert all(fonts.values()), f"every font is in the file: {language}"
    assert printed(EVERY[name](15)) == data["de"], "the same values make the same file"
    letters = glued(texts["de"])
    shows_people = name not in ("event card", "club door") and not name.startswith(
        ("table cards", "table tents")
    )
    for person in ("Łukasz Żółć", "Gökçe Yıldız", "Nguyễn Thị Hồng", "Őry Gábor"):
        there = glued(person) in letters or glued(filed(person)) in letters
        assert there is shows_people, f"all letters of all names survive: {person}"
    if name in LISTS:
        first = glued(reader(data["de"]).pages[0].extract_text())
        for fact in ("Cego-Freunde Sankt Georgen", "20. November 2026", "Stadthalle St. Georgen"):
            assert glued(fact) in first, "the first page names club, day and place"


@pytest.mark.parametrize("name", ["participants", "standings", "results", "seats by name", "gifts"])
def test_a_paper_without_anybody_is_still_a_page(name: str) -> None:
    empty: dict[str, dict[str, Any]] = {
        "participants": {"people": ()},
        "standings": {"rows": ()},
        "results": {"tables": (), "ranking": None, "resting": ()},
        "seats by name": {"tables": (), "resting": ()},
        "gifts": {"picks": ()},
    }
    nobody = replace(LISTS[name](8), **empty[name])
    assert len(reader(printed(nobody)).pages) == 1


def test_all_papers_go_into_one_file_with_a_bookmark_for_each() -> None:
    documents = [make(12) for make in EVERY.values()]
    file = reader(printed(*documents, title="Alles"))
    assert file.metadata is not None
    assert file.metadata.title == "Alles"
    names = [entry.title for entry in file.outline if not isinstance(entry, list)]
    assert len(names) == len(EVERY) - 1 + 12, "of receipts that are pages of their own each has one"
    for title in ("Plätze nach Namen · Runde 2", "Rangliste · Nach Runde 3", "Urkunden", "Tischkarten"):
        assert title in names


def test_the_file_is_called_like_the_event() -> None:
    file = reader(printed(samples.participants(3)))
    assert file.metadata is not None
    assert file.metadata.title == "37. Schwarzwälder Cego-Meisterschaft · Cego-Freunde Sankt Georgen"


def test_page_numbers_begin_anew_with_each_paper() -> None:
    pages = reader(printed(samples.participants(100), samples.event_card())).pages
    assert "Seite 1 von 1" in pages[-1].extract_text()
    assert "Seite 1 von" in pages[0].extract_text()


def test_an_event_without_place_day_and_clock_prints_none() -> None:
    head = replace(samples.HEAD, date=None, place="", printed=None)
    text = text_of(printed(replace(samples.participants(4), event=head)))
    assert "Gedruckt" not in text
    assert "2026" not in text
    assert "None" not in text


def test_names_of_clubs_and_events_as_long_as_the_database_allows_keep_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = replace(samples.HEAD, club="Cego-Freunde " * 9, title="Meisterschaft " * 8, place="Halle " * 20)
    for make in EVERY.values():
        with watched(monkeypatch) as written:
            printed(replace(make(9), event=long))
        assert written.overlapping() == []
        assert written.outside() == []
