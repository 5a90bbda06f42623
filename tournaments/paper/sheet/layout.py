"""Which columns a blank sheet has, on which size of paper, and how wide they are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.paper.page import A4_HEIGHT, A4_WIDTH
from tournaments.paper.sheet.columns import ColumnPlan, Need, SheetColumn, plan_for
from tournaments.paper.sheet.inputs import ScoreSheet

NUMBER_WIDTH, POINTS_WIDTH, TOTAL_WIDTH = 7.0, 12.0, 13.0  # millimetres
REMARK, LEAST_REMARKS, MOST_REMARKS = 5.0, 14.0, 24.0  # for each question that is answered there, and at all
LARGEST_STRETCH, SHARED_STRETCH = 1.8, 1.1
WIDER = 1.3  # so much wider than comfortable the columns left of the accounts may get


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A size of sheet and how small things may get on it."""

    width: float
    height: float
    margin: float
    scale: float  # of everything printed
    least_ratio: float  # of the comfortable widths of columns
    row: float  # comfortable height of a row
    least_row: float
    highest_row: float


PORTRAIT = PaperSize(A4_WIDTH, A4_HEIGHT, 11 * mm, 1.0, 0.975, 7.2 * mm, 5.6 * mm, 11 * mm)
LANDSCAPE = PaperSize(A4_HEIGHT, A4_WIDTH, 11 * mm, 1.0, 0.975, 6.6 * mm, 5.4 * mm, 11 * mm)
HALF = PaperSize(A4_HEIGHT / 2, A4_WIDTH, 8.5 * mm, 0.84, 0.55, 5.2 * mm, 4.5 * mm, 9 * mm)


@dataclass(frozen=True, slots=True)
class Layout:
    """Which columns a sheet has, and how wide they are, in points."""

    format: PaperSize
    plan: ColumnPlan
    ratio: float  # of the comfortable widths
    stretch: float  # of the columns of the accounts
    remarks: float

    @property
    def number(self) -> float:
        return NUMBER_WIDTH * mm * min(self.ratio, 1)

    def of(self, head: SheetColumn) -> float:
        """The width of a column left of the accounts."""
        return head.width * mm * self.ratio

    def under_account(self, account: int) -> list[tuple[str, SheetColumn | None, float]]:
        """The columns of an account: what is answered for it, its points, its total."""
        factor = mm * self.ratio * self.stretch
        asked = [(head.short, head, head.width * factor) for head in self.plan.of_account(account)]
        points = (gettext("Points"), None, POINTS_WIDTH * factor)
        return [*asked, points, (gettext("Total"), None, TOTAL_WIDTH * factor)]

    def account(self, account: int) -> float:
        """The width of all columns of an account."""
        return sum(width for _, _, width in self.under_account(account))


def whole_page(sheet: ScoreSheet) -> Layout:
    """Upright where everything often asked has a column to write in, else across; what still does not fit is
    narrower than one would like, or goes to the remarks."""
    upright, across = lay_out(sheet, PORTRAIT, keep=Need.MOSTLY), lay_out(sheet, LANDSCAPE, keep=Need.MOSTLY)
    return upright or across or lay_out(sheet, replace(LANDSCAPE, least_ratio=0.6)) or _narrowest(sheet)


def lay_out(sheet: ScoreSheet, format: PaperSize, keep: Need = Need.ALWAYS) -> Layout | None:
    """The columns that fit; questions up to the rank `keep` are never sent to the remarks."""
    room = (format.width - 2 * format.margin) / mm
    plan: ColumnPlan | None = plan_for(sheet.game, sheet.table)
    while plan is not None:
        ratio = room / _comfortable(sheet, plan)
        if ratio >= format.least_ratio:
            return _spread(sheet, format, plan, room)
        plan = plan.smaller(keep)
    return None


def _narrowest(sheet: ScoreSheet) -> Layout:
    """More columns than were foreseen: as narrow as it takes."""
    plan = plan_for(sheet.game, sheet.table)
    while (less := plan.smaller(Need.ALWAYS)) is not None:
        plan = less
    return _spread(sheet, LANDSCAPE, plan, (LANDSCAPE.width - 2 * LANDSCAPE.margin) / mm)


def _comfortable(sheet: ScoreSheet, plan: ColumnPlan) -> float:
    """The comfortable width of all columns together, in millimetres."""
    return NUMBER_WIDTH + plan.width + _remarks(plan) + _accounts_width(sheet, plan)


def _remarks(plan: ColumnPlan) -> float:
    """The column for what is seldom asked; where nothing is written there, there is none."""
    if not plan.remarks:
        return 0.0
    return min(MOST_REMARKS, max(LEAST_REMARKS, REMARK * len(plan.remarks)))


def _accounts_width(sheet: ScoreSheet, plan: ColumnPlan) -> float:
    seating = sheet.table.seating
    return _for_names(sheet) * sum(
        POINTS_WIDTH + TOTAL_WIDTH + sum(head.width for head in plan.of_account(account))
        for account in range(seating.sides)
    )


def _for_names(sheet: ScoreSheet) -> float:
    """Accounts of several people are wider, for their names."""
    return SHARED_STRETCH if sheet.table.seating.sides < sheet.table.seating.seats else 1.0


def _spread(sheet: ScoreSheet, format: PaperSize, plan: ColumnPlan, room: float) -> Layout:
    """Give spare room to seldom questions, then to all columns, most to the accounts, and what is left to the
    remarks."""
    stretch, comfortable = _for_names(sheet), _comfortable(sheet, plan)
    if comfortable >= room:
        ratio = room / comfortable
        return Layout(format, plan, ratio, stretch, _remarks(plan) * ratio * mm)
    plan = plan.larger(room - comfortable)
    remarks, accounts = _remarks(plan), _accounts_width(sheet, plan)
    ratio = min(WIDER, max(1.0, (room - NUMBER_WIDTH) / (plan.width + accounts + remarks)))
    spare = room - NUMBER_WIDTH - ratio * plan.width - accounts * ratio - remarks
    wider = 1 + max(0.0, spare) / (accounts * ratio)
    if plan.remarks:
        wider = min(LARGEST_STRETCH, wider)
        remarks = room - NUMBER_WIDTH - ratio * plan.width - accounts * ratio * wider
    return Layout(format, plan, ratio, stretch * wider, remarks * mm)
