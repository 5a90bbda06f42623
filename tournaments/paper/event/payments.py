"""The papers of the cash desk: list of payments, cash report, receipts."""

from __future__ import annotations

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cards import cut_marks
from tournaments.paper.event.cells import Cell, PaperColumn, PaperRow
from tournaments.paper.event.flow import Block, pages_of, paragraph, space
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.money import CashReport, PaymentList, PrintedReceipt, Receipts
from tournaments.paper.event.rows import Tables, best_setting
from tournaments.paper.lettering import ACCENT, GREY, PALE, Face, fit, shortened
from tournaments.paper.page import A4_HEIGHT, A4_WIDTH, HAIR, Area, joined

TALL_TO_SIGN = 2.1
A6 = (148 * mm, 105 * mm)  # across
RECEIPT_MARGIN = 9 * mm
HEADING = Face(13, bold=True)
SUMS_SIZE, LINES_SIZE = 11.0, 9.5


def draw_payments(paper: EventPdf, view: PaymentList) -> None:
    """One line for each entrant, to be signed; the sums at the end."""
    fields = [
        PaperColumn(gettext("No."), "right", flexible=False, bold=True),
        PaperColumn(gettext("Name"), bold=True),
        PaperColumn(gettext("Price"), aside=True),
        PaperColumn(gettext("Owed"), "right", flexible=False),
        PaperColumn(gettext("Paid"), "right", flexible=False),
        PaperColumn(gettext("Still open"), "right", flexible=False, bold=True),
        PaperColumn(gettext("Signature"), flexible=False, least=105.0, empty=True),
    ]
    rows = [
        PaperRow(
            (
                Cell(str(payment.number)),
                Cell(payment.name, under=payment.note),
                Cell(payment.tariff),
                Cell(payment.owed),
                Cell(payment.paid),
                Cell(payment.open),
                Cell(),
            )
        )
        for payment in view.payments
    ]
    total = view.sums
    rows.append(
        PaperRow(
            (Cell(), Cell(total.name), Cell(), Cell(total.owed), Cell(total.paid), Cell(total.open), Cell()),
            strong=True,
        )
    )
    frame = Frame(view.event, gettext("Payments"), note=view.note)
    tables = Tables(fields, rows, frame.width)

    def blocks(size: float, tall: float) -> list[Block]:
        return list(tables.at(size, tall).blocks())

    best = best_setting(frame, blocks, lambda size: tables.at(size).lines, tall=TALL_TO_SIGN)
    draw_pages(paper, frame, pages_of(paper, frame, blocks(best.size, best.tall)))


def draw_cash_report(paper: EventPdf, view: CashReport) -> None:
    """Sums first, then the whole book."""
    frame = Frame(view.event, gettext("Cash report"), view.part, warning=view.warning)
    blocks: list[Block] = []
    for heading, sums in view.parts:
        fields = [PaperColumn(""), PaperColumn("", "right", flexible=False)]
        rows = [PaperRow((Cell(line.label), Cell(line.amount)), strong=line.strong) for line in sums]
        blocks += [*paragraph(heading, frame.width, HEADING)]
        blocks += [*Tables(fields, rows, frame.width).at(SUMS_SIZE).blocks(), space(10)]
    if view.signers:
        blocks.append(_signatures(view.signers, frame.width))
    if view.bookings:
        blocks += [space(8), *paragraph(gettext("Cash book"), frame.width, HEADING)]
        blocks += _book(view, frame.width)
    draw_pages(paper, frame, pages_of(paper, frame, blocks))


def _book(view: CashReport, width: float) -> list[Block]:
    fields = [
        PaperColumn(gettext("No."), "right", flexible=False),
        PaperColumn(gettext("Time"), flexible=False),
        PaperColumn(gettext("Text")),
        PaperColumn(gettext("How"), aside=True),
        PaperColumn(gettext("Amount"), "right", flexible=False, bold=True),
        PaperColumn(gettext("Receipt"), flexible=False),
        PaperColumn(gettext("Taken by"), aside=True),
    ]
    rows = [
        PaperRow(
            (
                Cell(str(line.seq)),
                Cell(line.time),
                Cell(line.what, under=line.reason),
                Cell(line.way),
                Cell(line.amount),
                Cell(line.receipt),
                Cell(line.by),
            )
        )
        for line in view.bookings
    ]
    return list(Tables(fields, rows, width).at(LINES_SIZE).blocks())


def _signatures(names: tuple[str, ...], width: float) -> Block:
    """Lines side by side to sign on."""

    def draw(paper: EventPdf, x: float, y: float) -> None:
        each = width / len(names)
        for at, name in enumerate(names):
            left = x + at * each
            paper.rule(left, y + 34, left + each - 24, y + 34, HAIR, GREY)
            paper.fitted(left, y + 45, name, Face(9, color=GREY), each - 24)

    return Block(54, draw)


def draw_receipts(paper: EventPdf, view: Receipts) -> None:
    """All receipts in the order given."""
    if view.alone:
        for receipt in view.receipts:
            paper.page(*A6)
            paper.bookmark(joined(receipt.title, receipt.number))
            _receipt(paper, view, receipt, _within(0, 0, *A6))
        return
    for start in range(0, len(view.receipts), 4):
        paper.page(A4_HEIGHT, A4_WIDTH)
        if start == 0:
            paper.bookmark(gettext("Receipts"))
        cut_marks(paper, A4_HEIGHT, A4_WIDTH)
        for place, receipt in enumerate(view.receipts[start : start + 4]):
            down, right = divmod(place, 2)
            area = _within(right * A4_HEIGHT / 2, down * A4_WIDTH / 2, A4_HEIGHT / 2, A4_WIDTH / 2)
            _receipt(paper, view, receipt, area)


def _within(x: float, y: float, width: float, height: float) -> Area:
    margin = RECEIPT_MARGIN
    return Area(x + margin, y + margin, width - 2 * margin, height - 2 * margin)


def _receipt(paper: EventPdf, view: Receipts, receipt: PrintedReceipt, area: Area) -> None:
    event = view.event
    number = paper.fitted(
        area.right, area.y + 11, receipt.number, Face(13, bold=True, color=ACCENT), area.width * 0.4, "right"
    )
    title = fit(receipt.title, Face(13, bold=True), area.width - number - 12)
    paper.text(area.x, area.y + 11, title.text, title.face)
    paper.fill(area.x, area.y + 18, area.width, 2, ACCENT)
    paper.fitted(area.x, area.y + 34, joined(event.club, event.title), Face(10, color=GREY), area.width)
    amount = fit(receipt.amount, Face(26, bold=True), area.width)
    paper.text(area.x, area.y + 68, amount.text, amount.face)
    y = area.y + 88
    rows = [
        (gettext("From"), receipt.who),
        (gettext("For"), receipt.what),
        *receipt.items[:4],
        (gettext("Paid"), joined(receipt.way, receipt.when)),
    ]
    for label, text in rows:
        if text:
            paper.fitted(area.x, y, label, Face(9, color=GREY), 92)
            paper.fitted(area.x + 96, y, text, Face(10.5), area.width - 96)
            y += 14.5
    if receipt.note:
        for line in shortened(receipt.note, Face(9, color=GREY), area.width, most=2):
            paper.text(area.x, y + 1, line, Face(9, color=GREY))
            y += 11
    paper.rule(area.x, area.bottom - 13, area.right, area.bottom - 13, HAIR, PALE)
    paper.fitted(area.x, area.bottom - 2, gettext("Signature"), Face(8.5, color=GREY), 80)
    by = gettext("Taken by {name}").format(name=receipt.by) if receipt.by else ""
    paper.fitted(area.right, area.bottom - 2, by, Face(8.5, color=GREY), area.width - 90, "right")
