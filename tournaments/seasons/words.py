"""The log of a season in words: what was done, and which places it has moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from tournaments.models import ClubSeason, SeasonNotice
from tournaments.seasons.names import SeasonNames, names_of
from tournaments.seasons.recording import ELSEWHERE, not_noted

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A line of the log."""

    at: datetime
    by: str
    what: str
    reason: str
    effect: str  # on the places
    moves: tuple[str, ...]
    more: int  # moves that are not named


def notice_lines(season: ClubSeason, most: int = 30) -> list[NoticeLine]:
    """The latest lines first."""
    notices = list(season.notices.order_by("-at", "-pk")[:most])
    people = {move[0] for notice in notices for move in notice.data.get("moved", ())[:MOST_NAMED]}
    people |= {notice.data["person"] for notice in notices if "person" in notice.data}
    names = names_of(season, {person for person in people if isinstance(person, int)}, full=True)
    return [_line(notice, names) for notice in notices]


def line_not_noted(season: ClubSeason) -> NoticeLine | None:
    """What has moved places since the last line, and is written down with the next change; None: nothing."""
    data = not_noted(season)
    if data is None:
        return None
    names = names_of(season, {move[0] for move in data["moved"][:MOST_NAMED]}, full=True)
    notice = SeasonNotice(season=season, what=ELSEWHERE, data=data, at=timezone.now())
    return _line(notice, names)


def _line(notice: SeasonNotice, names: SeasonNames) -> NoticeLine:
    data = notice.data
    moved = data.get("moved", ())
    more = max(0, int(data.get("movers", 0)) - MOST_NAMED)
    return NoticeLine(
        at=notice.at,
        by=notice.by,
        what=_what(notice.what, data, names),
        reason=notice.reason,
        effect=_effect(notice.what, data),
        moves=tuple(_move(move, names) for move in moved[:MOST_NAMED]) if not data.get("first") else (),
        more=more if not data.get("first") else 0,
    )


def _effect(what: str, data: Mapping[str, Any]) -> str:
    if what in ("created", "taken_in", "head", "views") or data.get("first"):
        return ""
    movers = int(data.get("movers", 0))
    if movers:
        text = ngettext("{count} place is another one now.", "{count} places are others now.", movers)
        return text.format(count=movers)
    if data.get("totals"):
        return gettext("Totals have changed, no place has.")
    return gettext("No total and no place has changed.")


def _move(move: list[Any], names: SeasonNames) -> str:
    person, before, after = move
    text = gettext("{name}: {before} → {after}")
    return text.format(name=names.of(person), before=before or "–", after=after or "–")


def _what(what: str, data: Mapping[str, Any], names: SeasonNames) -> str:
    day = _day(str(data.get("day", "")))
    words = {
        "created": gettext("The season was made."),
        "head": gettext("Name, members or draw number changed."),
        "rules": gettext("The rules changed."),
        "views": gettext("The lists beside it changed."),
        "over": gettext("The season is over."),
        "goes_on": gettext("The season goes on."),
        "date_added": gettext("{day}: added to the season."),
        "date_changed": gettext("{day}: time, place or weight changed."),
        "date_removed": gettext("{day}: removed from the season."),
        "event_set": gettext("{day}: the event was chosen.")
        if data.get("event")
        else gettext("{day}: the event was removed."),
        "tables": gettext("{day}: tables chosen: {count}."),
        "list": gettext("{day}: results entered: {count}."),
        "list_again": gettext("{day}: results entered anew: {count}."),
        "list_cleared": gettext("{day}: the results were removed."),
        "result": gettext("{day}: {name} corrected, {before} → {after}."),
        "counted": gettext("{day}: the results are official and count."),
        "corrected": gettext("{day}: corrected results are official."),
        "points": gettext("{name}: by decision {points}."),
        "points_back": gettext("{name}: by decision {points}, taken back."),
        "barred": gettext("{name} has no place."),
        "let_in": gettext("{name} may have a place again."),
        "declined": gettext("{name} does not come to the final."),
        "comes": gettext("{name} comes to the final after all."),
        "merged": gettext("{name} was in the register twice and is one person now."),
        "taken_in": gettext("The season was imported from a file."),
        "elsewhere": gettext("Results, clubs or categories that count here were corrected elsewhere."),
        "reopened": gettext(
            "{day}: the event was opened again; what was official counts until it is official again."
        ),
    }
    name = names.of(data["person"]) if "person" in data else ""
    facts = {key: data.get(key, "") for key in ("count", "before", "after", "points")}
    return words.get(what, what).format(day=day, name=name, **facts)


def _day(text: str) -> str:
    try:
        return formats.date_format(date.fromisoformat(text), "SHORT_DATE_FORMAT")
    except ValueError:
        return text
