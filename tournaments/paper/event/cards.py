"""Cards for the tables: the number to be seen across the hall, and the code for phones."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.inputs import PrintedCard, TableCards
from tournaments.paper.lettering import ACCENT, GREY, INK, PALE, Face, fit, shortened, width_of
from tournaments.paper.page import A4_HEIGHT, A4_WIDTH, HAIR, Area, joined, qr_rows, written_date

FLAT_CODE, TENT_CODE = 52 * mm, 64 * mm
FLAT_MARGIN, TENT_MARGIN = 9 * mm, 13 * mm
BESIDE_CODE, PAY_GAP, TENT_PAY = 46 * mm, 6 * mm, 40 * mm  # with a code to pay beside it
MARK = 5 * mm  # the length of a cut mark


def draw_cards(paper: EventPdf, view: TableCards) -> None:
    """All cards, in the order given."""
    if view.shape == "tent":
        with paper.chapter(gettext("Table cards")):
            for card in view.cards:
                _tent(paper, view, card)
        return
    for start in range(0, len(view.cards), 4):
        paper.page(A4_WIDTH, A4_HEIGHT)
        if start == 0:
            paper.bookmark(gettext("Table cards"))
        cut_marks(paper)
        for place, card in enumerate(view.cards[start : start + 4]):
            down, right = divmod(place, 2)
            area = Area(
                right * A4_WIDTH / 2 + FLAT_MARGIN,
                down * A4_HEIGHT / 2 + FLAT_MARGIN,
                A4_WIDTH / 2 - 2 * FLAT_MARGIN,
                A4_HEIGHT / 2 - 2 * FLAT_MARGIN,
            )
            _upright(paper, view, card, area)


def cut_marks(paper: EventPdf, width: float = A4_WIDTH, height: float = A4_HEIGHT) -> None:
    """Where the page is cut into four: at the edges and a cross in the middle."""
    middle, half = width / 2, height / 2
    lines = [
        (middle, 0.0, middle, MARK),
        (middle, height - MARK, middle, height),
        (0.0, half, MARK, half),
        (width - MARK, half, width, half),
        (middle - MARK, half, middle + MARK, half),
        (middle, half - MARK, middle, half + MARK),
    ]
    for x0, y0, x1, y1 in lines:
        paper.rule(x0, y0, x1, y1, HAIR, GREY)


@dataclass(frozen=True, slots=True)
class _Words:
    """What all cards of an event say below the code."""

    action: str
    typed: str

    @classmethod
    def of(cls, view: TableCards) -> _Words:
        action = view.action or gettext("Scan with the camera of your phone and write down the hands.")
        wifi = gettext("First join the Wi-Fi “{name}”.").format(name=view.wifi) if view.wifi else ""
        return cls(f"{wifi} {action}".strip(), gettext("Or type this address, then the code:"))


def _upright(paper: EventPdf, view: TableCards, card: PrintedCard, area: Area) -> None:
    """An A6 card: the number above, the code in the middle, what to type below."""
    middle, words = area.x + area.width / 2, _Words.of(view)
    club = fit(joined(view.event.club), Face(8.5, color=GREY), area.width)
    title = fit(view.event.title, Face(11, bold=True), area.width)
    paper.text(middle, area.y + 9, title.text, title.face, "centre")
    paper.text(middle, area.y + 20, club.text, club.face, "centre")
    paper.fill(area.x, area.y + 26, area.width, 2, ACCENT)
    number = fit(card.table, Face(84, bold=True), area.width * 0.7, least=20)
    word = Face(17, color=GREY)
    _number(paper, middle, area.y + 101, (gettext("Table"), word), (number.text, number.face))
    code = min(FLAT_CODE, area.width) if not view.pay else BESIDE_CODE
    top = area.y + 117
    quiet = _quiet(card.qr, code)
    paper.qr(middle - code / 2 if not view.pay else area.x, top, code, card.qr, error="q")
    if view.pay:
        _paying(paper, view, Area(area.x + code + PAY_GAP, top, area.width - code - PAY_GAP, code))
    y = top + code + max(quiet, 12)
    action = Face(11.5)
    for line in shortened(words.action, action, area.width, most=3):
        paper.text(middle, y + 4, line, action, "centre")
        y += action.leading
    y = area.bottom - 36
    paper.fitted(middle, y, words.typed, Face(9, color=GREY), area.width, "centre")
    host = fit(card.host, Face(16, bold=True), area.width)
    paper.text(middle, y + 17, host.text, host.face, "centre")
    typed = fit(card.code, Face(20, bold=True, color=ACCENT), area.width)
    paper.text(middle, area.bottom + 1, typed.text, typed.face, "centre")


def _paying(paper: EventPdf, view: TableCards, area: Area) -> None:
    """The code that a bank's app reads, with what it pays."""
    size = min(area.width, area.height - 26)
    paper.qr(area.right - size, area.y, size, view.pay)
    for at, line in enumerate(shortened(view.pay_words, Face(9.5), area.width, most=2)):
        paper.text(area.right, area.bottom - 11 + at * 11, line, Face(9.5), "right")


def _number(paper: EventPdf, x: float, base: float, word: tuple[str, Face], number: tuple[str, Face]) -> None:
    """`Table` in small letters before the number, both in the middle."""
    wide = width_of(*word) + 9 + width_of(*number)
    paper.text(x - wide / 2, base, *word)
    paper.text(x + wide / 2, base, *number, "right")


def _quiet(content: str, size: float) -> float:
    """The white that must stay around a code of this size: four modules."""
    return 4 * size / len(qr_rows(content, "q"))


def _tent(paper: EventPdf, view: TableCards, card: PrintedCard) -> None:
    """An A4 page that is folded in the middle and stands on the table: both sides say the same."""
    paper.page(A4_WIDTH, A4_HEIGHT)
    paper.bookmark(joined(gettext("Table card"), card.table))
    half = A4_HEIGHT / 2
    paper.polyline([(0, half), (A4_WIDTH, half)], HAIR, PALE, (4, 4))
    area = Area(TENT_MARGIN, half + TENT_MARGIN, A4_WIDTH - 2 * TENT_MARGIN, half - 2 * TENT_MARGIN)
    _side(paper, view, card, area)
    with paper.turned(A4_WIDTH, A4_HEIGHT):
        _side(paper, view, card, area)


def _side(paper: EventPdf, view: TableCards, card: PrintedCard, area: Area) -> None:
    """One side of a tent: the number on the left, the code on the right."""
    words, event = _Words.of(view), view.event
    club_width = paper.fitted(
        area.right, area.y + 12, event.club, Face(10, color=GREY), area.width * 0.4, "right"
    )
    paper.fitted(area.x, area.y + 12, event.title, Face(14, bold=True), area.width - club_width - 12)
    paper.fill(area.x, area.y + 19, area.width, 2.4, ACCENT)
    code = TENT_CODE
    left = area.width - code - 20
    paper.qr(area.right - code, area.y + 36, code, card.qr, error="q")
    if view.pay:
        left -= TENT_PAY + 20
        pay = Area(area.right - code - 20 - TENT_PAY, area.y + 36, TENT_PAY, TENT_PAY + 26)
        _paying(paper, view, pay)
    middle = area.x + left / 2
    paper.text(middle, area.y + 54, gettext("Table"), Face(26, color=GREY), "centre")
    number = fit(card.table, Face(165, bold=True, color=INK), left, least=30)
    paper.text(middle, area.y + 128 + number.face.size * 0.36, number.text, number.face, "centre")
    y = area.y + 36 + code + 22
    action = Face(15)
    for line in shortened(words.action, action, area.width, most=2):
        paper.text(area.x, y, line, action)
        y += action.leading
    paper.rule(area.x, area.bottom - 44, area.right, area.bottom - 44, HAIR, PALE)
    paper.fitted(area.x, area.bottom - 29, words.typed, Face(11, color=GREY), area.width)
    typed = fit(card.code, Face(28, bold=True, color=ACCENT), area.width * 0.4)
    code_width = paper.text(area.right, area.bottom - 2, typed.text, typed.face, "right")
    paper.fitted(area.x, area.bottom - 2, card.host, Face(26, bold=True), area.width - code_width - 20)
    paper.fitted(area.right, area.bottom - 29, written_date(event.date), Face(11, color=GREY), 160, "right")
