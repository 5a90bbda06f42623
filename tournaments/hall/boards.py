"""Boards for projectors: what a screen can show, and what it shows now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.hall.boardnames import BoardNames, board_names
from tournaments.hall.checksums import on_the_wall
from tournaments.hall.decisions import DecisionRow
from tournaments.hall.facts import Hall
from tournaments.hall.leaves import DENSE, LARGE, Leaf, LeafSource, leaves_of, part_label, ranked
from tournaments.hall.publicdecisions import public_decision_rows
from tournaments.hall.reveal import reveal
from tournaments.hall.waiting import Waiting, waiting
from tournaments.hall.words import headline
from tournaments.lists.shares import Share, share_of
from tournaments.models import Screen

SECONDS = 10  # a page stays
CORRECTIONS_BESIDE = 3


@dataclass(frozen=True, slots=True)
class Board:
    """Something a screen can show."""

    key: str
    label: str  # marked for translation, like the next
    about: str
    pages: bool = True  # it can have several, which take turns or are held
    list: bool = False  # it can be denser, or be split over several projectors


BOARDS: tuple[Board, ...] = (
    Board("names", _("Seats by name"), _("Everybody in the order of last names, with the table."), list=True),
    Board("tables", _("Seats by table"), _("Every table with the people at it."), list=True),
    Board(
        "ranking",
        _("Standings"),
        _("Places and points; in groups and knockouts the groups and the bracket."),
        list=True,
    ),
    Board(
        "live",
        _("Standings and tables"),
        _("The standings, and beside them who is still playing."),
        list=True,
    ),
    Board("waiting", _("Tables still playing"), _("Which tables are missing, and which are slow."), False),
    Board("corrections", _("Corrections"), _("What was corrected last, and what changed.")),
    Board("numbers", _("The evening in numbers"), _("Records, series, and what was played.")),
    Board("records", _("Records of the club"), _("Best hands, longest series and most wins over the years.")),
    Board("clock", _("Round clock"), _("The time left, as large as can be."), False),
    Board("message", _("Announcement"), _("One sentence, as large as can be."), False),
    Board("join", _("On your phone"), _("A code that leads to the event’s page."), False),
    Board("season", _("Season"), _("The list of the season, as if the event ended now."), list=True),
    Board("matchday", _("All halls"), _("The joint ranking of a match-day of several halls."), list=True),
    Board("donors", _("Thanks to the donors"), _("Who has given something for the table of gifts.")),
    Board("reveal", _("Prize-giving"), _("The last places first, one step with each key."), False),
)
KEYS = {board.key: board for board in BOARDS}


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a screen shows now."""

    shows: str
    headline: str
    leaves: tuple[Leaf, ...]
    held: int | None  # page, from 0; None: they take turns
    seconds: int
    theme: str  # "light", "dark" or "" as the device has it
    names: BoardNames
    dense: bool = False
    beside: Waiting | None = None
    corrections: tuple[DecisionRow, ...] = ()  # beside the standings
    steps: tuple[int, int] = field(default=(0, 0))  # of a reveal: done, all
    checksum: str = ""  # in the foot

    def page(self, now: float) -> int:
        """The page that is on at this moment, in seconds since 1970."""
        if self.held is not None:
            return self.held
        return int(now // self.seconds) % max(1, len(self.leaves))


def board_view(screen: Screen, hall: Hall, desk: Callable[[], Hall], bucket: int) -> BoardView:
    """The board of a screen. `hall` knows what the public may know, `desk` everything; only a reveal, which
    somebody at the desk takes step by step, looks there. `bucket` is the time in steps, for slow tables."""
    data = screen.data
    shows = screen.shows if screen.shows in KEYS else "names"
    prize_giving = (
        reveal(desk(), int(data.get("step", 0)), int(data.get("start", 10))) if shows == "reveal" else None
    )
    sides = _beside(hall, bucket) if shows == "live" else (None, ())
    page = LeafSource(
        hall, board_names(hall), DENSE if data.get("dense") else LARGE, share_of(data.get("part"))
    )
    leaves = tuple(leaves_of(page, shows, prize_giving, data, bucket, beside=any(sides)))
    held = data.get("page")
    return BoardView(
        shows=shows,
        headline=headline(hall),
        leaves=leaves,
        held=None if held is None else int(held) % len(leaves),
        seconds=int(data.get("seconds", SECONDS)),
        theme=str(data.get("theme", "")),
        names=page.names,
        dense=page.density is DENSE,
        beside=sides[0] if ranked(hall) else None,
        corrections=sides[1] if ranked(hall) else (),
        checksum=on_the_wall(hall.closing),
        steps=(prize_giving.done, prize_giving.all) if prize_giving else (0, 0),
    )


def _beside(hall: Hall, bucket: int) -> tuple[Waiting | None, tuple[DecisionRow, ...]]:
    """What there is to say beside the standings; where it is nothing, they have the whole screen."""
    tables = waiting(hall, bucket)
    return tables if tables.playing else None, tuple(public_decision_rows(hall)[:CORRECTIONS_BESIDE])


def part_labels(screen: Screen, hall: Hall, shares: Sequence[Share]) -> list[str]:
    """What each of these parts would be called on this screen."""
    names = board_names(hall)
    return [part_label(LeafSource(hall, names, LARGE, share), screen.shows) for share in shares]


def labelled(board: Board) -> Board:
    """A board in the active language."""
    return replace(board, label=gettext(board.label), about=gettext(board.about))
