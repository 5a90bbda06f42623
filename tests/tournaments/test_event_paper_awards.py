"""The end of the evening: prizes, gifts, certificates; and the papers that show it was fair."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any, get_args

import pytest
from django.utils import translation
from PIL import Image

from tests.tournaments import event_samples as samples
from tests.tournaments import money_samples
from tests.tournaments.paper import LONGEST_NAME, NAMES, glued, reader, text_of, watched
from tests.tournaments.test_sheets_blank import LANDSCAPE, PORTRAIT, sizes
from tournaments.paper.event import (
    BadPicture,
    Certificate,
    Certificates,
    GiftTable,
    Prize,
    PrizeList,
    Signature,
    printed,
    read_logo,
)
from tournaments.paper.event.certificates.pages import DESIGNS
from tournaments.paper.event.certificates.words import ordinal

pytestmark = pytest.mark.usefixtures("in_english")

TEAM = Certificate(
    team="Stammtisch Löwen Furtwangen 2",
    names=NAMES[:7],
    substitutes=("Karl Hug (Runde 2)",),
    place=113,
    award="Beste Mannschaft",
    points="1 248 Punkte",
    text="Mit herzlichem Dank für 25 Jahre Treue zu unserem Verein.",
)
SIGNERS = tuple(Signature(role=role, name=f"Dr. {role} Müller-Lüdenscheidt") for role in ("A", "B", "C"))


def a_picture(kind: str = "PNG", mode: str = "RGB", size: tuple[int, int] = (300, 200)) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, 1 if mode in ("P", "1") else "red").save(out, kind)
    return out.getvalue()


# --- prizes


def test_a_list_of_prizes_names_rank_name_prize_and_note() -> None:
    view = PrizeList(
        event=samples.HEAD,
        prizes=(
            Prize(rank="1", prize="120 €", name="Anna", note="shared with Ben"),
            Prize(rank="Best youth", prize="a basket", name=""),
        ),
        total="Sum: 240 €",
    )
    text = text_of(printed(view))
    assert "1 Anna 120 € shared with Ben" in text
    assert "Best youth – a basket" in text
    assert "Sum: 240 €" in text


def test_the_gift_table_leaves_lines_to_write_and_to_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.paper.page import Pdf

    rules = []
    rule = Pdf.rule
    monkeypatch.setattr(Pdf, "rule", lambda *a, **b: (rules.append(a), rule(*a, **b)))

    def lines(*picks: Prize) -> int:
        rules.clear()
        printed(GiftTable(event=samples.HEAD, picks=picks))
        return len(rules)

    open_ones = lines(*(Prize(rank=str(n), prize="", name=f"Person {n}") for n in (1, 2, 3)))
    chosen = lines(*(Prize(rank=str(n), prize="ham", name=f"Person {n}") for n in (1, 2, 3)))
    assert open_ones - chosen == 3  # the prize is to be written


def test_gifts_are_picked_in_the_order_given() -> None:
    text = text_of(printed(money_samples.gifts(9)))
    places = [text.index(name[:12]) for name in samples.people(9)]
    assert places == sorted(places)
    assert "Whoever is first chooses first." in text


# --- certificates


@pytest.mark.parametrize(
    ("language", "place", "words"),
    [
        *(("en", 1, "1st place"), ("en", 2, "2nd place"), ("en", 3, "3rd place"), ("en", 4, "4th place")),
        *(("en", 11, "11th place"), ("en", 12, "12th place"), ("en", 21, "21st place")),
        *(("en", 111, "111th place"), ("en", 102, "102nd place")),
        *(("de", 1, "1. Platz"), ("de", 13, "13. Platz")),
        *(("es", 1, "1.er puesto"), ("es", 2, "2.º puesto"), ("es", 3, "3.er puesto")),
        *(("es", 11, "11.º puesto"), ("es", 13, "13.er puesto"), ("es", 21, "21.er puesto")),
    ],
)
def test_a_place_in_words(language: str, place: int, words: str) -> None:
    with translation.override(language):
        assert ordinal(place) == words


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("upright", [False, True])
def test_a_certificate_says_everything_in_every_design(design: Any, upright: bool) -> None:
    view = samples.certificates(1, design=design, upright=upright)
    view = replace(view, certificates=(TEAM,), signatures=SIGNERS, logo=read_logo(a_picture()))
    data = printed(view)
    assert sizes(data) == [PORTRAIT if upright else LANDSCAPE]
    text = glued(text_of(data))
    for phrase in (
        *("Certificate", samples.HEAD.club, samples.HEAD.title, view.occasion, TEAM.team, "113th place"),
        *(TEAM.award, TEAM.points, TEAM.text, "Also played: Karl Hug (Runde 2)"),
        *("Stadthalle St. Georgen, Nov. 20, 2026", "Dr. B Müller-Lüdenscheidt"),
        *(name for name in TEAM.names if name != LONGEST_NAME),
    ):
        assert glued(phrase) in text


HARD = (
    Certificate(names=("Jo",), place=1),
    Certificate(names=(LONGEST_NAME, "Wolfeschlegelsteinhausenbergerdorff" + "x" * 25), place=2),
    Certificate(names=NAMES, place=None, award="Best team of the whole evening in the large hall"),
    Certificate(names=("Ελένη Παπαδοπούλου", "Дмитрий Щёголев"), place=1234, text="Danke! " * 22),
    TEAM,
)


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("signers", [0, 1, 2, 3])
@pytest.mark.parametrize("logo", [False, True])
def test_nothing_on_a_certificate_stands_on_anything_else(
    design: Any, upright: bool, signers: int, logo: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = samples.certificates(1, design=design, upright=upright)
    long = replace(samples.HEAD, title="Offene Vereinsmeisterschaft der Cego-Freunde " * 2, club="CF " * 30)
    view = replace(view, event=long, certificates=HARD, signatures=SIGNERS[:signers])
    with watched(monkeypatch) as written:
        printed(replace(view, logo=read_logo(a_picture())) if logo else view)
    assert written.overlapping() == []
    assert written.outside() == []


def test_every_design_the_inputs_know_exists() -> None:
    known = get_args(Certificates.__annotations__["design"]) or ("classic", "modern", "cards")
    assert set(known) == set(DESIGNS)


def test_what_is_the_same_on_all_pages_is_in_the_file_once() -> None:
    view = samples.certificates(3, design="classic")
    certificates = replace(view, certificates=view.certificates[:1])
    more = replace(view, certificates=view.certificates[:1] * 21)
    assert len(printed(more)) < len(printed(certificates)) + 20 * 4_000


def test_designs_mix_in_one_file() -> None:
    views = [samples.certificates(1, design=name, upright=up) for name in DESIGNS for up in (False, True)]
    data = printed(*views)
    assert len(reader(data).pages) == 6
    assert len({page.extract_text() for page in reader(data).pages}) <= 6


def test_each_certificate_is_found_by_its_bookmark() -> None:
    view = replace(samples.certificates(1), certificates=(Certificate(names=("Anna", "Ben"), place=2),))
    outline = reader(printed(view)).outline
    assert [entry.title for entry in outline[1]] == ["2nd place · Anna & Ben"]


# --- logos


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_logo_is_in_the_file(kind: str) -> None:
    view = samples.certificates(2)
    with_logo = printed(replace(view, logo=read_logo(a_picture(kind))))
    resources: Any = reader(with_logo).pages[0]["/Resources"]
    forms = resources["/XObject"]
    inside = [form.get_object().get("/Resources", {}).get("/XObject") for form in forms.values()]
    assert any(inside)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "I;16"])
def test_all_kinds_of_png_are_read(mode: str) -> None:
    out = io.BytesIO()
    Image.new(mode, (40, 30)).save(out, "PNG")
    logo = read_logo(out.getvalue())
    assert (logo.width, logo.height) == (40, 30)
    printed(replace(samples.certificates(1), logo=logo))


def test_a_picture_that_gets_clearer_a_thousand_times_is_refused() -> None:
    """Each scan takes the decoder through the whole picture, and costs the sender a hundred bytes."""
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(out, "JPEG", progressive=True)
    data = out.getvalue()
    assert read_logo(data).width == 40
    last = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(BadPicture):
        read_logo(data[:-2] + 1000 * last + data[-2:])


def test_large_logos_become_smaller_and_keep_their_shape() -> None:
    logo = read_logo(a_picture("JPEG", size=(4000, 2000)))
    assert (logo.width, logo.height) == (1200, 600)


def test_what_stands_in_a_picture_besides_the_picture_is_left_out() -> None:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "where I live"
    Image.new("RGB", (40, 30)).save(out, "JPEG", exif=exif)
    assert b"where I live" in out.getvalue()
    assert b"where I live" not in read_logo(out.getvalue()).data


GOOD = a_picture()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a PNG or JPEG picture"),
        (b"GIF89a", "not a PNG or JPEG picture"),
        (GOOD[: len(GOOD) // 2], "not a PNG or JPEG picture"),
        (GOOD.replace(b"IDAT", b"IDAX"), "not a PNG or JPEG picture"),
        (a_picture("BMP"), "not a PNG or JPEG picture"),
        (a_picture("GIF"), "not a PNG or JPEG picture"),
        (GOOD + b"x" * 5_300_000, "larger than {most} MB"),
        (a_picture("PNG", "1", (7000, 7000)), "too many pixels"),
    ],
)
def test_a_picture_that_cannot_be_printed_is_refused_in_words(data: bytes, why: str) -> None:
    with pytest.raises(BadPicture) as refused:
        read_logo(data)
    assert why in refused.value.text.message


# --- the protocol of a draw


def test_the_protocol_tells_number_format_time_and_who_sits_where() -> None:
    view = samples.protocol(30)
    text = text_of(printed(view))
    for phrase in ("Draw number Sommerfest 1974", "Tische zu 4 und 3", "19:02:33", "Entrants 31"):
        assert phrase in text
    for sentence in (*view.how, *view.wished, *view.achieved):
        assert sentence in text
    for table in view.rounds[0].tables:
        for number, name in zip(table.numbers, table.people, strict=True):
            assert glued(f"{number} {name}")[:12] in glued(text)


def test_what_a_machine_needs_is_a_file_that_is_named_with_its_checksum() -> None:
    view = samples.protocol(150)
    text = glued(text_of(printed(view)))
    for phrase in (view.files[0].name, view.files[0].checksum, view.files[0].answer):
        assert phrase in text
    for sign in ('{"', "[[", "JSON", "seed", "Algorithm"):
        assert sign not in text.replace("round-1-1.json", "")


def test_changes_by_hand_and_who_signs_are_told() -> None:
    view = samples.protocol(8)
    assert "Tournament director" in text_of(printed(view))
    text = text_of(printed(replace(view, changes=("Anna and Ben changed seats.",), signers=("Karl Hug",))))
    assert "Changed by hand after the draw • Anna and Ben changed seats." in text
    assert "Karl Hug" in text
    assert "Tournament director" not in text


# --- what is played


def test_the_event_card_tells_everything_on_one_page() -> None:
    view = samples.event_card()
    assert len(reader(printed(view)).pages) == 1
    text = glued(text_of(printed(view)))
    for label, value in (*view.facts, *view.schedule):
        assert glued(label + value) in text
    for number, criterion in enumerate(view.criteria, start=1):
        assert glued(f"{number}. {criterion.name} – {criterion.explained}") in text
    for phrase in (view.lots, "House rules: Baden 2006", *view.rules, *view.notes):
        assert glued(phrase) in text


def test_the_event_card_fills_its_page_in_letters_as_large_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    few = samples.event_card(rules=(), schedule=(), notes=())
    for view in (samples.event_card(), few):
        with watched(monkeypatch) as written:
            printed(view)
        lines = [word for word in written.words if word.bottom < 780]
        assert max(word.bottom for word in lines) > 640, "no half empty page"
        largest = max(word.bottom - word.top for word in lines if word.top > 110)
        assert largest > (14 if view is few else 10)


def test_many_house_rules_still_fit_on_the_card_or_go_on_readably() -> None:
    view = samples.event_card(
        rules=tuple(f"Rule {number} is longer than one line. " * 3 for number in range(40))
    )
    data = printed(view)
    assert len(reader(data).pages) <= 3
    assert "Rule 39" in text_of(data)
