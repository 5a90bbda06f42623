"""Screens in the hall: made at the desk, and steered from there."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import F

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.ground.locking import locked
from tournaments.lists import cleaned
from tournaments.lists.shares import share_of
from tournaments.models import Event, Screen
from tournaments.models.stored import ScreenJson

LONGEST_NAME = 40
LONGEST_TEXT = 200
MOST_SCREENS = 16
SECONDS = (5, 60)  # how long a page stays
THEMES = ("", "light", "dark")
LAST_START = 1000  # the place a reveal begins with


def create_screen(*, event: Event, name: str, shows: str) -> Screen:
    """A further screen; raises Unreadable."""
    name = cleaned(name)
    if not name or len(name) > LONGEST_NAME:
        text = say(_("A name of 1 to {high} letters, please."), high=LONGEST_NAME)
        raise Unreadable([Problem("name", "length", text)])
    with writing():
        event = locked(event)
        screens = Screen.objects.filter(event=event)
        if screens.filter(name=name).exists():
            raise Unreadable([Problem("name", "taken", say(_("There is a screen with this name already.")))])
        if screens.count() >= MOST_SCREENS:
            text = say(_("An event has at most {count} screens."), count=MOST_SCREENS)
            raise Unreadable([Problem(None, "too_many", text)])
        return Screen.objects.create(event=event, name=name, shows=shows)


def remove_screen(*, event: Event, screen: int) -> None:
    """Take a screen away; its page keeps the last picture until somebody closes it."""
    with writing():
        Screen.objects.filter(event=event, pk=screen).delete()


def show(*, event: Event, screen: int, board: str) -> None:
    """Let the screen show another board, from its first page on."""

    def begin(data: ScreenJson) -> None:
        data.pop("page", None)
        data.pop("step", None)

    _change(event, screen, begin, board)


def turn(*, event: Event, screen: int, pages: int, now: int, by: int) -> None:
    """To the next page or back, and stay there. `now` is the page that is on."""

    def turned(data: ScreenJson) -> None:
        data["page"] = (data.get("page", now) + by) % max(1, pages)

    _change(event, screen, turned)


def hold(*, event: Event, screen: int, page: int | None) -> None:
    """Stay on a page; None: let the pages take turns."""

    def held(data: ScreenJson) -> None:
        data.pop("page", None)
        if page is not None:
            data["page"] = page

    _change(event, screen, held)


def step(*, event: Event, screen: int, by: int, most: int) -> None:
    """One step on in a reveal, or back; `most` are all there are."""

    def stepped(data: ScreenJson) -> None:
        data["step"] = max(0, min(most, min(data.get("step", 0), most) + by))

    _change(event, screen, stepped)


def set_up(
    *,
    event: Event,
    screen: int,
    seconds: int | None = None,
    text: str | None = None,
    theme: str | None = None,
    start: int | None = None,
    dense: bool | None = None,
    part: str | None = None,
) -> None:
    """How long pages stay, the words of an announcement, light or dark, where a reveal begins; how much
    stands on a page, and which part of a list that several screens share."""
    more: ScreenJson = {}
    if seconds is not None:
        more["seconds"] = max(SECONDS[0], min(seconds, SECONDS[1]))
    if text is not None:
        more["text"] = cleaned(text)[:LONGEST_TEXT]
    if theme is not None and theme in THEMES:
        more["theme"] = theme
    if start is not None:
        more["start"] = max(1, min(start, LAST_START))
    if dense is not None:
        more["dense"] = dense
    if part is not None:
        more["part"] = share_of(part).key

    def changed(data: ScreenJson) -> None:
        before = data.copy()
        data.update(more)
        if data.get("start") != before.get("start"):
            data["step"] = 0
        if (data.get("dense"), data.get("part")) != (before.get("dense"), before.get("part")):
            data.pop("page", None)  # other pages: the one that was held is gone

    _change(event, screen, changed)


def _change(
    event: Event, screen: int, change: Callable[[ScreenJson], None], board: str | None = None
) -> None:
    with writing():
        stored = Screen.objects.select_for_update().filter(event=event, pk=screen).first()
        if stored is None:
            return
        change(stored.data)
        stored.shows = board or stored.shows
        stored.revision = F("revision") + 1  # the screen sees that it is another one
        stored.save(update_fields=["data", "shows", "revision"])
