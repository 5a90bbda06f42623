"""What the desk sees of the screens: what each shows, how far it is, what comes next."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from tournaments.events.ground.stamps import stamp_of
from tournaments.hall.boards import BOARDS, KEYS, Board, board_view, labelled, part_labels
from tournaments.hall.facts import Hall
from tournaments.hall.gathering import hall
from tournaments.hall.reveal import RevealStep, reveal_steps
from tournaments.hall.waiting import STEP
from tournaments.lists.shares import SHARES, Share, share_of
from tournaments.models import Event, Screen

START = 10  # the place a reveal begins with, unless the desk says otherwise


@dataclass(frozen=True, slots=True)
class PartChoice:
    """A part of the list that a screen may show."""

    share: Share
    label: str  # `A – K`; empty where nobody knows yet


@dataclass(frozen=True, slots=True)
class ScreenView:
    """One screen at the desk."""

    screen: Screen
    board: Board
    choices: tuple[Board, ...]
    page: int  # from 0
    pages: int
    held: bool
    seconds: int
    theme: str
    text: str
    dense: bool
    part: str  # key of the share
    parts: tuple[PartChoice, ...]
    reveals: bool
    step: int
    steps: int
    start: int
    coming: RevealStep | None  # what the next step tells, for whoever reads it out
    latest: RevealStep | None
    provisional: bool

    @property
    def opens(self) -> str:
        """The name of the address at which the desk opens it, so that its keys steer: in a club every page
        knows the desk, on a server a screen is for everybody."""
        return "board" if settings.PROFILE.club else "board-keys"

    @property
    def part_label(self) -> str:
        """What its part of the list is called; empty: it shows all of it."""
        if not self.part or not self.board.list:
            return ""
        return next(part.label for part in self.parts if part.share.key == self.part)

    @property
    def shown_page(self) -> int:
        """As people count."""
        return self.page + 1

    @property
    def turns(self) -> bool:
        """It has pages to turn."""
        return self.pages > 1 and not self.reveals


def screen_views(event: Event, now: float) -> list[ScreenView]:
    """All screens of an event."""
    return [screen_view(screen, now) for screen in Screen.objects.filter(event=event)]


def screen_view(screen: Screen, now: float) -> ScreenView:
    """One screen as it is at this moment, in seconds since 1970."""
    stamp = stamp_of(screen.event_id)
    assert stamp is not None
    public, desk = hall(stamp), hall(stamp, desk=True)
    view = board_view(screen, public, lambda: desk, int(now // STEP))
    board = KEYS[view.shows]
    start = int(screen.data.get("start", START))
    steps = reveal_steps(desk, start) if board.key == "reveal" else []
    done = min(int(screen.data.get("step", 0)), len(steps) + 1)
    return ScreenView(
        screen=screen,
        board=labelled(board),
        choices=tuple(map(labelled, BOARDS)),
        page=view.page(now),
        pages=len(view.leaves),
        held=view.held is not None,
        seconds=view.seconds,
        theme=view.theme,
        text=str(screen.data.get("text", "")),
        dense=view.dense,
        part=share_of(screen.data.get("part")).key,
        parts=tuple(
            map(PartChoice, SHARES, part_labels(screen, public, SHARES) if board.list else [""] * len(SHARES))
        ),
        reveals=board.key == "reveal",
        step=done,
        steps=len(steps),
        start=start,
        coming=steps[done] if done < len(steps) else None,
        latest=steps[done - 1] if 0 < done <= len(steps) else None,
        provisional=_provisional(desk),
    )


def _provisional(hall: Hall) -> bool:
    return hall.standings is not None and (hall.standings.provisional or bool(hall.disputed))
