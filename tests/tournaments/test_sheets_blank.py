from __future__ import annotations

import datetime
from contextlib import nullcontext
from typing import Any

import pytest
from django.utils import translation
from reportlab.lib.units import mm

from scoring import GAMES, Table, game_for, set_up
from scoring.game import Game
from tests.scoring.probe_game import PROBE
from tests.tournaments.paper import (
    LONGEST_NAME,
    NAMES,
    codes_of,
    fonts_of,
    glued,
    reader,
    text_of,
    watched,
    wordy,
)
from tests.tournaments.test_sheets_columns import EVERYTHING, FOUR, USUAL_TABLES
from tournaments.paper.page import Pdf
from tournaments.paper.sheet import ScoreSheet, score_sheet, score_sheets
from tournaments.paper.sheet.blank import fits_two_up
from tournaments.paper.sheet.columns import plan_for
from tournaments.paper.sheet.layout import whole_page
from tournaments.paper.sheet.tally import TallyDrawing
from tournaments.speech.wording import speak

pytestmark = pytest.mark.usefixtures("in_english")

QR = "http://192.168.178.20:8000/j/12/eyJzZWF0IjoxfQ:1abcde:ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LANDSCAPE, PORTRAIT = (842, 595), (595, 842)


def a_sheet(
    key: str = "cego",
    seats: int = 4,
    preset: str | None = None,
    game: Game[Any, Any] | None = None,
    **more: Any,
) -> ScoreSheet:
    """Of the game with this key, or of one that is not in the house."""
    game = game or game_for(key)
    known: dict[str, Any] = {"rules_line": "Baden 2006 · Hands per round: 24", "names": NAMES[:seats]}
    return ScoreSheet(game=game, table=set_up(game, seats, preset), **known | more)


FULL: dict[str, Any] = {
    "club": "Cego-Freunde Sankt Georgen im Schwarzwald e. V. " * 3,
    "title": "Freundschaftsturnier gegen die Gäste aus Łódź, Runde 12, Tisch 103 " * 2,
    "date": datetime.date(2026, 11, 20),
    "qr": QR,
    "address": "http://192.168.178.20:8000/j  12  K7QF",
    "rules_line": "Settlement: only the declarer's account moves · " * 20,
}


def sizes(data: bytes) -> list[tuple[int, int]]:
    return [(round(page.mediabox.width), round(page.mediabox.height)) for page in reader(data).pages]


def test_a_cego_sheet_has_the_columns_of_the_declaration_and_the_people_of_the_table() -> None:
    printed = text_of(score_sheet(a_sheet()))
    for word in ("Who", "Contract", "vS", "Pts", "✓", "Remarks", "Points", "Total", "Result", "Place"):
        assert word in printed
    for name in NAMES[:4]:
        assert glued(name) in glued(printed)
    assert "Baden 2006 · Hands per round: 24" in printed


def test_the_sheet_says_club_title_and_date() -> None:
    printed = text_of(
        score_sheet(a_sheet(club="Cegofreunde", title="Table 3", date=datetime.date(2026, 11, 20)))
    )
    assert "Cegofreunde" in printed
    assert "Table 3" in printed
    assert "2026" in printed


def test_a_sheet_for_nobody_leaves_lines_for_table_and_date() -> None:
    printed = text_of(score_sheet(a_sheet(names=())))
    assert "Table" in printed
    assert "Date" in printed


@pytest.mark.parametrize("seats", [3, 4])
def test_24_hands_of_cego_fit_on_one_upright_page(seats: int) -> None:
    data = score_sheet(a_sheet(seats=seats, rows=24, **FULL))
    assert sizes(data) == [PORTRAIT]
    assert " 24 " in text_of(data)
    assert " 25 " not in text_of(data)


@pytest.mark.parametrize("seats", range(2, 13))
def test_cabo_has_a_sheet_for_two_to_twelve_people(seats: int) -> None:
    data = score_sheet(a_sheet("cabo", seats))
    assert sizes(data) == [PORTRAIT if seats <= 4 else LANDSCAPE]
    for name in NAMES[:seats]:
        assert glued(name.split(" ")[0])[:12] in glued(text_of(data))


WRITTEN = [
    (game, seats)
    for game in (*GAMES, PROBE)
    for seats in game.seats
    if seats <= 5 and not game.tally(set_up(game, seats, None).rules)
]


@pytest.mark.parametrize(("game", "seats"), WRITTEN, ids=lambda value: getattr(value, "key", str(value)))
def test_a_hand_has_twelve_millimetres_for_its_points_and_no_column_stays_empty(
    game: Game[Any, Any], seats: int
) -> None:
    sheet = a_sheet(seats=seats, game=game)
    layout = whole_page(sheet)
    for account in range(sheet.table.seating.sides):
        widths = [width for _text, _asked, width in layout.under_account(account)]
        assert min(widths[-2:]) >= 11.7 * mm
    assert bool(layout.remarks) is bool(layout.plan.remarks)
    digits = [layout.of(head) for head in layout.plan.heads if head.digits]
    assert all(width >= 11.5 * mm for width in digits)


def test_the_names_of_a_table_are_whole_and_of_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    with watched(monkeypatch) as written:
        score_sheet(a_sheet(seats=4, names=(LONGEST_NAME, "Jo", "Karl-Heinz Müller-Lüdenscheidt", "Ida")))
    heads = [word for word in written.words if 100 < word.top < 180]
    assert not [word.text for word in heads if "…" in word.text]
    sizes_of = {
        round(word.bottom - word.top, 2) for word in heads if word.text in ("Jo", "Ida", "Lüdenscheidt")
    }
    assert len(sizes_of) == 1


def test_without_a_number_of_rows_the_page_is_full_of_whole_deals() -> None:
    words = text_of(score_sheet(a_sheet(seats=4))).split()
    rows = max(int(word) for word in words if word.isdigit() and int(word) < 60)
    assert rows >= 20
    assert rows % 4 == 0


def test_more_rows_than_a_page_holds_go_on_with_the_totals_carried_over() -> None:
    data = score_sheet(a_sheet(rows=60))
    first, last = reader(data).pages[0].extract_text(), reader(data).pages[-1].extract_text()
    assert len(reader(data).pages) == 2
    assert "To carry over" in first
    assert "Result" not in first
    assert "Carried over" in last
    assert "Result" in last
    assert " 60 " in text_of(data)
    assert "Page 2 of 2" in text_of(data)


def test_two_sheets_stand_on_one_page_to_be_cut() -> None:
    data = score_sheet(a_sheet(rows=24, **FULL), two_up=True)
    assert sizes(data) == [LANDSCAPE]
    assert text_of(data).count("Remarks") >= 2
    assert codes_of(data) == [QR, QR]


def test_what_does_not_fit_on_half_a_page_gets_a_page_of_its_own() -> None:
    twelve = a_sheet("cabo", 12)
    assert not fits_two_up(twelve)
    assert sizes(score_sheet(twelve, two_up=True)) == [LANDSCAPE]


def test_the_tables_of_a_round_are_one_file_with_a_bookmark_each() -> None:
    data = score_sheets([a_sheet(title=f"Table {number}") for number in (1, 2, 3)])
    assert len(reader(data).pages) == 3
    titles = [str(item.title) for item in reader(data).outline]
    assert len(titles) == 3
    assert "Table 2" in titles[1]


def test_three_tables_two_up_take_two_pages() -> None:
    data = score_sheets([a_sheet(title=f"Table {number}") for number in (1, 2, 3)], two_up=True)
    assert sizes(data) == [LANDSCAPE, LANDSCAPE]
    assert "Table 3" in text_of(data)


# --- strokes instead of rows ------------------------------


@pytest.mark.parametrize(
    ("rules", "stretches", "chicos"),
    [
        ({}, ("Malas 15", "Buenas 15"), 3),
        ({"target": 15, "games_to_win": 1}, ("Malas 8", "Buenas 7"), 0),
        ({"target": 40, "games_to_win": 3}, ("Malas 20", "Buenas 20"), 5),
    ],
)
def test_truco_is_kept_in_strokes(rules: dict[str, int], stretches: tuple[str, ...], chicos: int) -> None:
    game = game_for("truco")
    table = set_up(game, 4, None, rules)
    printed = text_of(score_sheet(ScoreSheet(game=game, table=table, rules_line="", names=NAMES[:4])))
    for stretch in stretches:
        assert printed.count(stretch) == max(chicos, 1)
    assert [number for number in range(1, 10) if f"Chico {number}" in printed] == list(range(1, chicos + 1))
    assert ("Result" in printed) == (chicos > 1)
    assert "Remarks" in printed or chicos > 3


@pytest.mark.parametrize("two_up", [False, True])
@pytest.mark.parametrize("seats", game_for("truco").seats)
@pytest.mark.parametrize("rules", [{}, {"target": 200}, {"games_to_win": 9}])
def test_every_stroke_has_its_place(
    seats: int, rules: dict[str, int], two_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_for("truco")
    table = set_up(game, seats, None, rules)
    squares: list[float] = []
    monkeypatch.setattr(TallyDrawing, "_strokes", counting(TallyDrawing._strokes, squares))
    sheet = ScoreSheet(game=game, table=table, names=NAMES[:seats], number="3", **{**FULL, "rules_line": ""})
    with watched(monkeypatch) as written:
        score_sheet(sheet, two_up=two_up)
    assert written.overlapping() == []
    assert written.outside() == []
    tally = game.tally(table.rules)
    assert tally is not None
    per_sheet = sum(-(-points // 5) for _name, points in tally.parts) * tally.games * table.seating.sides
    assert len(squares) in (per_sheet, 2 * per_sheet)
    assert min(squares) > 11  # points: four millimetres for a square


def counting(draw: Any, squares: list[float]) -> Any:
    """Draws, and notes the side of every square."""

    def counted(self: TallyDrawing, paper: Pdf, middle: float, y: float, square: float, count: int) -> None:
        squares.extend([square] * count)
        draw(self, paper, middle, y, square, count)

    return counted


def test_a_phone_reads_the_code_of_the_table() -> None:
    assert codes_of(score_sheet(a_sheet(qr=QR, address="club.local/j 12 K7QF"))) == [QR]
    assert codes_of(score_sheet(a_sheet())) == []


def test_the_address_is_printed_for_typing() -> None:
    assert "club.local/j 12 K7QF" in text_of(score_sheet(a_sheet(qr=QR, address="club.local/j  12  K7QF")))


def test_everything_a_record_can_ask_fits_on_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = ScoreSheet(game=EVERYTHING, table=FOUR, rules_line="Plain", names=NAMES[:4], rows=30)
    with watched(monkeypatch) as written:
        data = score_sheet(sheet)
    assert written.overlapping() == []
    assert written.outside() == []
    printed = text_of(data)
    for topic in (*plan_for(EVERYTHING, FOUR).printed, *plan_for(EVERYTHING, FOUR).remarks):
        assert topic.legend.short in printed
        assert glued(topic.legend.text) in glued(printed)


@pytest.mark.parametrize(("game", "table"), USUAL_TABLES)
def test_every_head_and_every_explanation_is_on_the_sheet_in_every_language(
    game: Game[Any, Any], table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read a file back takes much longer than to print it: it is done in German."""
    for language in ("de", "en", "es"):
        with translation.override(language), watched(monkeypatch) as written:
            sheet = ScoreSheet(game=game, table=table, rules_line=speak(game.name))
            data = score_sheet(sheet)
            plan, tally = plan_for(game, table), game.tally(table.rules)
            stretches = [glued(f"{speak(name)} {points}") for name, points in tally.parts] if tally else []
        on_paper = glued("".join(word.text for word in written.words))
        in_the_file = glued(text_of(data)) if language == "de" else on_paper
        legends = () if tally else (topic.legend for topic in (*plan.printed, *plan.remarks))
        explained = [glued(text) for legend in legends for text in (legend.short, legend.text)]
        assert explained or stretches
        for text in (*explained, *stretches):
            assert text in on_paper, language
            assert text in in_the_file, language


@pytest.mark.parametrize("longer", [False, True], ids=["as it is", "longer words"])
@pytest.mark.parametrize("two_up", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "table"), USUAL_TABLES)
def test_nothing_leaves_the_page_or_stands_on_something_else(
    game: Game[Any, Any], table: Table[Any], two_up: bool, longer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = table.seating.seats
    known: dict[str, Any] = {"game": game, "table": table}
    sheets = [
        ScoreSheet(**known, names=NAMES[:seats], rows=60, **FULL),
        ScoreSheet(**known, names=NAMES[::-1][:seats], rules_line="Plain", rows=5),
        ScoreSheet(**known, rules_line="Plain"),
    ]
    with wordy(monkeypatch) if longer else nullcontext():
        for sheet in sheets:
            with watched(monkeypatch) as written:
                score_sheet(sheet, two_up=two_up)
            assert written.overlapping() == []
            assert written.outside() == []


def test_only_embedded_fonts_are_used_and_the_bytes_are_the_same_again() -> None:
    sheet = a_sheet(rows=24, **FULL)
    data = score_sheet(sheet)
    assert all(fonts_of(data).values())
    assert b"Helvetica" not in data
    assert data == score_sheet(sheet)
