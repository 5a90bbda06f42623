"""Lists of people, seats and tables: they are read standing, by people who want to sit down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments import event_samples as samples
from tests.tournaments.paper import glued, reader, seen_codes, text_of, watched
from tests.tournaments.test_sheets_blank import sizes
from tournaments.lists.filing import filed
from tournaments.paper.event import Document, Participant, Resting, SeatedTable, SeatingList, printed
from tournaments.paper.lettering import Run
from tournaments.paper.page import A4_WIDTH, Pdf

pytestmark = pytest.mark.usefixtures("in_english")

HALL = 150
MM = 72 / 25.4


def letters_of(monkeypatch: pytest.MonkeyPatch, document: Document) -> list[tuple[int, float, float, Run]]:
    """Everything that is written: page, place from the top, place from the left, letters."""
    letters: list[tuple[int, float, float, Run]] = []
    write = Pdf.write

    def noting(self: Pdf, x: float, y: float, run: Run) -> None:
        letters.append((self.pages, y, x, run))
        write(self, x, y, run)

    with monkeypatch.context() as patch:
        patch.setattr(Pdf, "write", noting)
        printed(document)
    return letters


def sizes_of_letters(monkeypatch: pytest.MonkeyPatch, document: Document) -> dict[str, float]:
    """How large each text is written."""
    return {run.text: run.face.size for _page, _y, _x, run in letters_of(monkeypatch, document)}


def lines_of(monkeypatch: pytest.MonkeyPatch, document: Document) -> list[list[str]]:
    """What stands beside each other, in the left and the right column of pages."""
    columns: dict[tuple[int, bool], list[tuple[float, float, str]]] = {}
    for page, y, x, run in letters_of(monkeypatch, document):
        columns.setdefault((page, x > A4_WIDTH / 2), []).append((y, x, run.text))
    lines: list[list[tuple[float, str]]] = []
    for _place, words in sorted(columns.items()):
        last = -100.0
        for y, x, text in sorted(words):
            if y - last > 4:
                lines.append([])
            lines[-1].append((x, text))
            last = y
    return [[text for _x, text in sorted(line)] for line in lines]


# --- by name


def test_a_hall_of_150_finds_its_seats_on_two_pages_by_name_and_three_by_table() -> None:
    assert len(reader(printed(samples.seating(HALL, "name"))).pages) == 2
    assert len(reader(printed(samples.seating(HALL, "table"))).pages) == 3


@pytest.mark.parametrize("by", ["name", "table"])
def test_names_are_written_in_eleven_points_or_more(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    letter_sizes = sizes_of_letters(monkeypatch, samples.seating(HALL, by))
    usual = [name for name in samples.people(HALL) if len(name) < 20]
    shown = [filed(name) if by == "name" else name for name in usual]
    assert len(shown) > 120
    assert min(letter_sizes[name] for name in shown if name in letter_sizes) >= 11
    assert sum(name in letter_sizes for name in shown) > 100


def test_few_people_get_large_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tuple(SeatedTable(table=str(at), people=("Jo", "Ida Maier", "Ruth Kern")) for at in range(1, 9))
    listed = SeatingList(event=samples.HEAD, round="", tables=tables)
    assert sizes_of_letters(monkeypatch, listed)["Jo"] >= 16


def test_each_person_stands_once_with_table_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(monkeypatch, samples.seating(HALL, "name"))
    for table in samples.tables(HALL):
        for seat, name in enumerate(table.people, start=1):
            if len(name) < 22:
                assert [filed(name), table.table, str(seat)] in lines


def test_names_stand_under_their_surnames_and_accents_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    people = ("Zoë Ömer", "Łukasz Oda", "Dr. Anna Maier", "Hans Maier", "Ötzi")
    listed = SeatingList(event=samples.HEAD, round="", tables=(SeatedTable(table="1", people=people),))
    names = [line[0] for line in lines_of(monkeypatch, listed) if len(line) == 3 and line[0] != "Name"]
    assert names == ["Maier, Dr. Anna", "Maier, Hans", "Oda, Łukasz", "Ömer, Zoë", "Ötzi"]


def test_who_rests_is_told_with_the_reason() -> None:
    for by in ("name", "table"):
        text = text_of(printed(samples.seating(9, by)))
        assert "Not playing in this round" in text
        assert "Ida Sitzfleisch" in text
        assert "setzt aus" in text


def test_people_who_sit_alone_at_their_tables_have_no_seat_number(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tuple(SeatedTable(table=str(number), people=(f"Person {number}",)) for number in (7, 8))
    with watched(monkeypatch) as written:
        printed(SeatingList(event=samples.HEAD, round="", tables=tables))
    assert "1" not in [word.text for word in written.words]


# --- by table


def test_partners_share_a_letter_and_the_dealer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = SeatedTable(table="12", people=("Anna", "Ben", "Carla"), sides=((0, 2), (1,)), deals=1)
    listed = SeatingList(event=samples.HEAD, round="Round 1", tables=(table,), by="table")
    lines = lines_of(monkeypatch, listed)
    assert [line for line in lines if {"Anna", "Ben", "Carla"} & set(line)] == [
        ["1", "A", "Anna"],
        ["2", "B", "Ben", "deals"],
        ["3", "A", "Carla"],
    ]
    alone = replace(table, sides=((0,), (1,), (2,)))
    assert ["2", "Ben", "deals"] in lines_of(monkeypatch, replace(listed, tables=(alone,)))


def test_a_seat_that_stays_free_is_told_by_table_and_left_out_by_name() -> None:
    tables = (SeatedTable(table="3", people=("Anna", "", "Carla")),)
    listed = SeatingList(event=samples.HEAD, round="Round 1", tables=tables, by="table")
    assert "2 free seat" in text_of(printed(listed))
    assert "free seat" not in text_of(printed(replace(listed, by="name")))


def test_a_list_by_table_goes_down_the_first_column_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tuple(
        SeatedTable(table=str(at), people=(f"First{at}", f"Second{at}", f"Third{at}")) for at in range(1, 14)
    )
    listed = SeatingList(event=samples.HEAD, round="", tables=tables, by="table")
    first_names = [line[1] for line in lines_of(monkeypatch, listed) if line[0] == "1" and len(line) > 1]
    assert first_names == [table.people[0] for table in tables]


# --- participants


def test_150_participants_stand_in_two_columns_in_their_order() -> None:
    data = printed(samples.participants(HALL))
    assert len(reader(data).pages) == 3
    text = glued(text_of(data))
    usual = [(number, name) for number, name in enumerate(samples.people(HALL), 1) if len(name) < 22]
    places = [text.index(glued(f"{number}{name}")) for number, name in usual]
    assert places == sorted(places)


def test_columns_nobody_fills_are_left_out() -> None:
    people = (Participant(number=None, name="Anna"), Participant(number=None, name="Ben", club="CF"))
    text = text_of(printed(replace(samples.participants(2), people=people)))
    assert "Club" in text
    assert "2 entrants" in text
    for head in ("No.", "Category", "Team", "Here", "Paid"):
        assert head not in text


def test_the_list_for_the_door_has_boxes_with_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes, ticks = [], []
    frame, polyline = Pdf.frame, Pdf.polyline
    monkeypatch.setattr(Pdf, "frame", lambda *a, **b: (boxes.append(a), frame(*a, **b)))
    monkeypatch.setattr(Pdf, "polyline", lambda *a, **b: (ticks.append(a), polyline(*a, **b)))
    people = (
        Participant(number=1, name="Anna", here=True, paid=True),
        Participant(number=2, name="Ben", here=True),
        Participant(number=3, name="Carla"),
    )
    text = text_of(printed(replace(samples.participants(3, door=True, note="Fee 12 €"), people=people)))
    assert (len(boxes), len(ticks)) == (6, 3)
    assert "Fee 12 €" in text
    assert "Here" in text


def test_what_happened_to_somebody_stands_below_the_name() -> None:
    assert "nach Runde 2 abgereist" in text_of(printed(samples.participants(20)))


# --- table cards


@pytest.mark.parametrize(("shape", "pages", "per_card"), [("flat", 2, 1), ("tent", 5, 2)])
def test_a_phone_reads_every_card_on_every_side(shape: str, pages: int, per_card: int) -> None:
    view = samples.cards(5, shape)
    data = printed(view)
    assert len(reader(data).pages) == pages
    codes = seen_codes(data)
    assert sorted(code.text for code in codes) == sorted(card.qr for card in view.cards * per_card)
    assert {code.level for code in codes} <= {"Q", "H"}
    assert min(code.width for code in codes) >= 35 * MM


@pytest.mark.parametrize("shape", ["flat", "tent"])
def test_a_card_says_its_table_what_to_type_and_what_to_do(shape: str) -> None:
    text = text_of(printed(samples.cards(1, shape)))
    for phrase in ("37. Schwarzwälder Cego-Meisterschaft", "Table", "192.168.178.20:8000", "1 K7QF"):
        assert phrase in text
    assert "First join the Wi-Fi “Stadthalle-Gast”. Scan with the camera of your phone" in text


def test_a_card_can_say_that_it_is_for_reading_only() -> None:
    view = replace(samples.cards(1, "flat"), action="Scan to see the standings.", wifi="")
    text = text_of(printed(view))
    assert "Scan to see the standings." in text
    assert "Wi-Fi" not in text


@pytest.mark.parametrize(("shape", "least"), [("flat", 80), ("tent", 150)])
def test_the_number_of_the_table_is_seen_across_the_hall(
    shape: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = samples.cards(1, shape)
    view = replace(view, cards=(replace(view.cards[0], table="38"),))
    assert sizes_of_letters(monkeypatch, view)["38"] >= least


def test_four_cards_share_a_page_that_is_cut_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    with watched(monkeypatch) as written:
        data = printed(samples.cards(4, "flat"))
    assert sizes(data) == [(595, 842)]
    halves = {(word.right < 297.7, word.bottom < 421) for word in written.words}
    assert halves == {(True, True), (True, False), (False, True), (False, False)}
    assert not any(word.left < 297.6 < word.right or word.top < 420.9 < word.bottom for word in written.words)


# --- score sheets


def test_every_table_gets_a_sheet_with_its_number_and_its_people() -> None:
    view = samples.score_sheets(11)
    pages = reader(printed(view)).pages
    assert len(pages) == len(view.sheets) == 3
    for page, sheet in zip(pages, view.sheets, strict=True):
        text = glued(page.extract_text())
        for phrase in (f"Table {sheet.number}", "Runde 2", "37. Schwarzwälder Cego-Meisterschaft"):
            assert glued(phrase) in text
        for name in sheet.names:
            assert glued(name.split(" ")[0])[:12] in text


def test_two_tables_share_a_page_across() -> None:
    view = samples.score_sheets(16, two_up=True)
    names = ("Anna Maier", "Ben Kurz", "Carla Hofmann", "Dieter Duffner")
    data = printed(replace(view, sheets=tuple(replace(sheet, names=names) for sheet in view.sheets)))
    assert sizes(data) == [(842, 595), (842, 595)]
    assert len(seen_codes(data)) == 4


def test_nobody_who_rests_is_forgotten_when_all_rest() -> None:
    listed = SeatingList(
        event=samples.HEAD, round="Round 1", tables=(), resting=(Resting(name="Anna", why="sits out"),)
    )
    assert "Anna" in text_of(printed(listed))
