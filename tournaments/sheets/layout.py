"""Which columns a blank sheet has, on which size of paper, and how wide they are."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.sheets.columns import Head, Plan, Rank, plan_for
from tournaments.sheets.inputs import BlankSheet
from tournaments.sheets.page import A4_HEIGHT, A4_WIDTH

NUMBER_WIDTH, POINTS_WIDTH, TOTAL_WIDTH, REMARKS_WIDTH = 7.0, 9.5, 11.5, 24.0  # millimetres
ROOMY_REMARKS = 52.0  # a wider column for remarks gives room to questions that are seldom asked
LARGEST_STRETCH, SHARED_STRETCH = 1.45, 1.35


@dataclass(frozen=True, slots=True)
class Format:
    """A size of sheet and how small things may get on it."""

    width: float
    height: float
    margin: float
    scale: float  # of everything printed
    least_ratio: float  # of the comfortable widths of columns
    row: float  # comfortable height of a row
    least_row: float
    highest_row: float


PORTRAIT = Format(A4_WIDTH, A4_HEIGHT, 13 * mm, 1.0, 0.77, 7.2 * mm, 5.6 * mm, 11 * mm)
LANDSCAPE = Format(A4_HEIGHT, A4_WIDTH, 12 * mm, 1.0, 0.60, 6.6 * mm, 5.4 * mm, 11 * mm)
HALF = Format(A4_HEIGHT / 2, A4_WIDTH, 8.5 * mm, 0.84, 0.66, 5.2 * mm, 4.5 * mm, 9 * mm)


@dataclass(frozen=True, slots=True)
class Layout:
    """Which columns a sheet has, and how wide they are, in points."""

    format: Format
    plan: Plan
    ratio: float  # of the comfortable widths
    stretch: float  # of the columns of the accounts
    remarks: float

    @property
    def number(self) -> float:
        return NUMBER_WIDTH * mm * min(self.ratio, 1)

    def of(self, head: Head) -> float:
        """The width of a column left of the accounts."""
        return head.width * mm * self.ratio

    def under_account(self, account: int) -> list[tuple[str, Head | None, float]]:
        """The columns of an account: what is answered for it, its points, its total."""
        factor = mm * self.ratio * self.stretch
        asked = [(head.short, head, head.width * factor) for head in self.plan.of_account(account)]
        points = (gettext("Points"), None, POINTS_WIDTH * factor)
        return [*asked, points, (gettext("Total"), None, TOTAL_WIDTH * factor)]

    def account(self, account: int) -> float:
        """The width of all columns of an account."""
        return sum(width for _, _, width in self.under_account(account))


def whole_page(sheet: BlankSheet) -> Layout:
    """Upright where everything often asked has a column, else across."""
    return lay_out(sheet, PORTRAIT, keep=Rank.MOSTLY) or lay_out(sheet, LANDSCAPE) or _narrowest(sheet)


def lay_out(sheet: BlankSheet, format: Format, keep: Rank = Rank.ALWAYS) -> Layout | None:
    """The columns that fit; questions up to the rank `keep` are never sent to the remarks."""
    room = (format.width - 2 * format.margin) / mm
    plan: Plan | None = plan_for(sheet.game, sheet.table)
    while plan is not None:
        ratio = room / _comfortable(sheet, plan)
        if ratio >= format.least_ratio:
            return _spread(sheet, format, plan, room)
        plan = plan.smaller(keep)
    return None


def _narrowest(sheet: BlankSheet) -> Layout:
    """More columns than were foreseen: as narrow as it takes."""
    plan = plan_for(sheet.game, sheet.table)
    while (less := plan.smaller(Rank.ALWAYS)) is not None:
        plan = less
    return _spread(sheet, LANDSCAPE, plan, (LANDSCAPE.width - 2 * LANDSCAPE.margin) / mm)


def _comfortable(sheet: BlankSheet, plan: Plan) -> float:
    """The comfortable width of all columns together, in millimetres."""
    return NUMBER_WIDTH + plan.width + REMARKS_WIDTH + _accounts_width(sheet, plan)


def _accounts_width(sheet: BlankSheet, plan: Plan) -> float:
    seating = sheet.table.seating
    return _for_names(sheet) * sum(
        POINTS_WIDTH + TOTAL_WIDTH + sum(head.width for head in plan.of_account(account))
        for account in range(seating.sides)
    )


def _for_names(sheet: BlankSheet) -> float:
    """Accounts of several people are wider, for their names."""
    return SHARED_STRETCH if sheet.table.seating.sides < sheet.table.seating.seats else 1.0


def _spread(sheet: BlankSheet, format: Format, plan: Plan, room: float) -> Layout:
    """Give spare room to seldom questions, then to the accounts, then to the remarks."""
    ratio, stretch = min(1.0, room / _comfortable(sheet, plan)), _for_names(sheet)
    if ratio < 1:
        return Layout(format, plan, ratio, stretch, REMARKS_WIDTH * ratio * mm)
    accounts = _accounts_width(sheet, plan)
    plan = plan.larger(room - NUMBER_WIDTH - plan.width - accounts * 1.1 - ROOMY_REMARKS)
    spare = room - NUMBER_WIDTH - plan.width - accounts
    wider = max(1.0, min(LARGEST_STRETCH, 1 + (spare - ROOMY_REMARKS) / accounts))
    return Layout(format, plan, 1.0, stretch * wider, (spare + accounts - accounts * wider) * mm)
