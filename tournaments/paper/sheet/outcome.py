"""What came of a table's evening: large, above its hands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments.paper.lettering import ACCENT, GREY, INK, TINT, WHITE, Face, fit, wrap
from tournaments.paper.page import Area, Pdf
from tournaments.paper.sheet.inputs import PrintedAccount, PrintedSheet
from tournaments.speech.wording import number

MOST_ACROSS = 6  # so many accounts stand side by side on an upright page
BOX = 52.0  # the height of a result
GAMES_HEAD, GAMES_ROW, GAMES_COLUMN, GAMES_RESULT = 15.0, 27.0, 46.0, 58.0  # the results of a match


@dataclass(frozen=True, slots=True)
class ResultDrawing:
    """The results of a sheet, as large as they get."""

    paper: Pdf
    area: Area
    view: PrintedSheet

    def _per_row(self) -> int:
        accounts = len(self.view.results)
        lines = -(-accounts // (8 if accounts > MOST_ACROSS else MOST_ACROSS))
        return -(-accounts // lines) if accounts else 1

    def _closing(self) -> list[str]:
        text = self.view.closing or gettext("Still being played.")
        return wrap(text, Face(10, bold=True), self.area.width)

    def _remarks(self) -> list[str]:
        return [line for text in self.view.remarks for line in wrap(text, Face(7.4), self.area.width)]

    @property
    def height(self) -> float:
        """From the first line to the last."""
        texts_height = len(self._closing()) * 13 + len(self._remarks()) * 10
        return self._boxes_height() + texts_height + 10

    def _boxes_height(self) -> float:
        if self.view.games:
            return GAMES_HEAD + len(self.view.results) * GAMES_ROW + 6
        return -(-len(self.view.results) // self._per_row()) * (BOX + 6)

    def draw(self, y: float) -> float:
        """A box for each account, or the columns of a match; below, how it ended. Returns where that ends."""
        area = self.area
        if self.view.games:
            self._match(y)
        else:
            self._boxes(y)
        y += self._boxes_height() + 3
        for text in self._closing():
            y += 13
            self.paper.text(area.x, y - 3, text, Face(10, bold=True))
        for text in self._remarks():
            y += 10
            self.paper.text(area.x, y - 2, text, Face(7.4, color=GREY))
        return y + 7

    def _match(self, y: float) -> None:
        """A row for each side, a column for each game, and the games won: as on a scoreboard."""
        paper, area, games = self.paper, self.area, self.view.games
        right = area.right - GAMES_RESULT
        column = min(GAMES_COLUMN, (right - area.x) * 0.55 / len(games))
        small = Face(7, color=GREY)
        for place, name in enumerate(games):
            x = right - (len(games) - place) * column
            paper.fitted(x + column / 2, y + 10, name, small, column - 4, "centre", least=4.8)
        paper.text(right + GAMES_RESULT / 2, y + 10, gettext("Result"), replace(small, bold=True), "centre")
        y += GAMES_HEAD
        for result in self.view.results:
            first = result.place == 1
            ink = WHITE if first else INK
            paper.fill(area.x, y, area.width, GAMES_ROW - 2, ACCENT if first else TINT)
            base = y + GAMES_ROW / 2 + 3
            room = right - len(games) * column - area.x - 14
            paper.fitted(area.x + 7, base, result.name, Face(10.5, bold=True, color=ink), room, least=6)
            for place, points in enumerate(result.games):
                middle = right - (len(games) - place - 0.5) * column
                paper.text(middle, base, number(points), Face(11, color=ink), "centre")
            won = Face(20, bold=True, color=ink)
            paper.text(right + GAMES_RESULT / 2, base + 3.5, number(result.total), won, "centre")
            y += GAMES_ROW

    def _boxes(self, y: float) -> None:
        """A box for each account: place, name, total."""
        per_row, gap = self._per_row(), 6.0
        width = (self.area.width - gap * (per_row - 1)) / per_row
        for index, result in enumerate(self.view.results):
            line, place = divmod(index, per_row)
            self._result(self.area.x + place * (width + gap), y + line * (BOX + 6), width, result)

    def _result(self, x: float, y: float, width: float, result: PrintedAccount) -> None:
        """Dark for the first place: that survives black and white."""
        paper, first = self.paper, result.place == 1
        ink, grey = (WHITE, WHITE) if first else (INK, GREY)
        paper.fill(x, y, width, BOX, ACCENT if first else TINT)
        inner = width - 14
        paper.fitted(x + 7, y + 14, result.name, Face(8.6, bold=True, color=ink), inner, least=6)
        if result.remark:
            paper.fitted(x + 7, y + 23, result.remark, Face(6.6, color=grey), inner)
        run = fit(number(result.total), Face(26, bold=True, color=ink), inner * 0.74)
        paper.text(x + width - 7, y + BOX - 8, run.text, run.face, "right")
        if result.place is not None:
            place = gettext("{place}.").format(place=result.place)
            paper.text(x + 7, y + BOX - 8, place, Face(11, bold=first, color=grey))
