from __future__ import annotations

import datetime
import threading
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from tests.tournaments.paper import LONGEST_NAME, NAMES, fonts_of, plain, reader, text_of
from tournaments.paper import lettering
from tournaments.paper.lettering import (
    ELLIPSIS,
    Face,
    Run,
    clean,
    fit,
    fit_lines,
    shortened,
    width_of,
    word_or_sign,
    wrap,
    wrap_evenly,
    wrap_runs,
)
from tournaments.paper.page import Area, Heading, Pdf, draw_heading, heading_bottom, joined, written_date

FACE = Face(9)
SIGNS = "♠ ♥ ♦ ♣ ✓ ✗ → − × ± Σ … “ ” „ « » ñ ¿ ¡ € ½"
WORDS = st.text(st.sampled_from("abcdeäöüłżđğşñő -–./♠"), min_size=1, max_size=80)


def a_page(*lines: str) -> bytes:
    paper = Pdf(title="Probe – Žižka", author="Cegofreunde Łódź")
    paper.page(400, 40 + 20 * len(lines))
    for place, line in enumerate(lines, start=1):
        paper.text(20, 20 * place, line, Face(9, bold=place % 2 == 0))
    return paper.save()


def test_names_of_all_members_and_all_signs_can_be_searched_in_the_file() -> None:
    printed = text_of(a_page(*NAMES, SIGNS))
    for line in (*NAMES, SIGNS):
        assert plain(line) in printed


def test_only_embedded_fonts_are_referred_to() -> None:
    fonts = fonts_of(a_page("Anna", "Ben"))
    assert len(fonts) == 2
    assert all(fonts.values()), fonts
    assert all("DejaVuSans" in name for name in fonts)
    assert b"Helvetica" not in a_page("Anna", "Ben")


def test_only_one_printer_at_a_time_takes_letters_out_of_the_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their reader has one place in the file: two at once would send each other astray."""
    held = []
    add = TTFont.addObjects

    def held_meanwhile(font: TTFont, document: object) -> None:
        case = lettering.LETTER_CASE
        other = threading.Thread(target=lambda: held.append(not case.acquire(blocking=False)))
        other.start()
        other.join()
        add(font, document)

    monkeypatch.setattr(TTFont, "addObjects", held_meanwhile)
    a_page("Anna", "Ben")
    assert held == [True, True]


def test_letters_outside_the_font_do_not_stop_the_printing() -> None:
    assert reader(a_page("王 小明 🂡 😀 ‮abc\x07")).pages


def test_a_file_knows_its_language_its_title_and_its_author() -> None:
    with translation.override("es"):
        file = reader(a_page("Anna"))
    root: Any = file.trailer["/Root"]
    assert root["/Lang"] == "es"
    assert file.metadata is not None
    assert file.metadata.title == "Probe – Žižka"
    assert file.metadata.author == "Cegofreunde Łódź"


def test_the_same_input_gives_the_same_bytes() -> None:
    assert a_page(*NAMES) == a_page(*NAMES)


def test_decomposed_letters_are_composed_and_line_ends_become_spaces() -> None:
    assert clean("Z\u030ciz\u030cka\n  Jir\u030ci\u0301\t") == "Žižka Jiří"


def test_what_fits_stays_as_it_is() -> None:
    assert fit("Anna", FACE, 100) == Run("Anna", FACE)


def test_what_does_not_fit_gets_smaller_first() -> None:
    run = fit("Karl-Heinz Müller", FACE, width_of("Karl-Heinz Müller", FACE) * 0.8)
    assert run.text == "Karl-Heinz Müller"
    assert FACE.size > run.face.size >= 5.5


def test_what_would_get_too_small_is_cut_with_an_ellipsis() -> None:
    run = fit(LONGEST_NAME, FACE, 60)
    assert run.text.startswith("Maximiliane")
    assert run.text.endswith(ELLIPSIS)
    assert run.face.size == 5.5


@given(WORDS, st.floats(4, 300), st.floats(4, 30))
def test_nothing_fitted_is_ever_wider_than_its_room(text: str, width: float, size: float) -> None:
    run = fit(text, Face(size), width)
    assert not run.text or width_of(run.text, run.face) <= width * 1.001 or run.text == ELLIPSIS


@given(WORDS, st.floats(12, 300))
def test_wrapped_lines_fit_and_lose_no_letter(text: str, width: float) -> None:
    lines = wrap(text, FACE, width)
    assert all(width_of(line, FACE) <= width * 1.001 for line in lines)
    assert "".join(lines).replace(" ", "") == clean(text).replace(" ", "")


@given(WORDS, st.floats(30, 300))
def test_even_lines_are_no_more_than_needed(text: str, width: float) -> None:
    even = wrap_evenly(text, FACE, width)
    assert len(even) == len(wrap(text, FACE, width))
    assert "".join(even).replace(" ", "") == clean(text).replace(" ", "")


def test_a_hyphen_is_a_place_to_break_without_a_new_space() -> None:
    assert wrap("Müller-Lüdenscheidt", FACE, width_of("Lüdenscheidt", FACE) + 1) == [
        "Müller-",
        "Lüdenscheidt",
    ]
    assert wrap("Müller-Lüdenscheidt", FACE, 500) == ["Müller-Lüdenscheidt"]


def test_lines_of_two_faces_keep_their_faces() -> None:
    bold = Face(9, bold=True)
    (line,) = wrap_runs([Run("Who", bold), Run("Who plays?", FACE)], 300)
    assert line == [Run("Who", bold), Run("Who plays?", FACE)]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_takes_two_lines_at_most_and_stays_in_its_room(name: str) -> None:
    lines = fit_lines(name, Face(8.4, bold=True), 52, least=5.6)
    assert 1 <= len(lines) <= 2
    assert all(width_of(line.text, line.face) <= 52.1 for line in lines)


def test_a_name_of_two_words_is_broken_between_them() -> None:
    room = width_of("Đorđević", Face(8, bold=True)) + 1
    lines = fit_lines("Đorđević Šarić", Face(8, bold=True), room, least=5.6)
    assert [line.text for line in lines] == ["Đorđević", "Šarić"]


def test_a_head_without_room_for_its_word_is_a_sign() -> None:
    assert word_or_sign("Total", "Σ", FACE, 100).text == "Total"
    assert word_or_sign("Total", "Σ", FACE, 8).text == "Σ"


def test_a_shortened_paragraph_says_that_it_goes_on() -> None:
    lines = shortened("one two three four five six seven", FACE, 60, most=2)
    assert len(lines) == 2
    assert lines[-1].endswith(ELLIPSIS)
    assert shortened("one two", FACE, 600, most=2) == ["one two"]
    assert shortened("", FACE, 600, most=2) == []


def test_dates_are_written_in_the_language_of_the_reader() -> None:
    day = datetime.date(2026, 11, 20)
    for language, written in (("de", "20. November 2026"), ("es", "20 de noviembre de 2026")):
        with translation.override(language):
            assert written_date(day) == written
    assert written_date(None) == ""


def test_parts_that_are_missing_leave_no_dots() -> None:
    assert joined("Club", "", " ", "Table 3") == "Club · Table 3"


@pytest.mark.parametrize("title", ["", "Round 2, table 3"])
@pytest.mark.parametrize("qr", [None, "http://192.168.1.2:8000/j/1"])
def test_a_head_ends_where_it_was_measured_to_end(title: str, qr: str | None) -> None:
    head = Heading(
        club="", game="Cego", title=title, date=None, rules_line="House rules " * 30, qr=qr, address=qr
    )
    area = Area(30, 30, 400, 500)
    paper = Pdf(title="", author="")
    paper.page(460, 560)
    assert draw_heading(paper, area, head) == heading_bottom(area, head) < 200
