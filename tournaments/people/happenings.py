"""What has happened to an entry, from the event's log: who came when, who paid, who took over."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Entrant, EntrantState, Notice, Player
from tournaments.models.naming import names_in
from tournaments.speech.wording import listed


@dataclass(frozen=True, slots=True)
class Happened:
    """One line: when, who said so, what, and why."""

    at: datetime.datetime
    by: str
    text: str
    reason: str


def history(entrant: Entrant, names: Mapping[int, str]) -> list[Happened]:
    """Everything the log says of this entry, oldest first; `names` of entries by id."""
    happeneds = []
    for notice in Notice.objects.filter(event=entrant.event_id).select_related("event"):
        if _concerns(notice.data, entrant.pk):
            text = notice_in_words(notice, entrant.pk, names)
            if text:
                happeneds.append(Happened(notice.at, notice.by, text, notice.reason))
    return happeneds


def _concerns(data: Mapping[str, Any], entrant: int) -> bool:
    named = (data.get("entrant"), data.get("one"), data.get("other"))
    return entrant in named or entrant in data.get("entrants", ())


def notice_in_words(notice: Notice, entrant: int, names: Mapping[int, str]) -> str:
    """One line of the log as a sentence about an entry; nothing where other pages tell it."""
    data = notice.data
    match notice.what:
        case "entered":
            return gettext("Entered at check-in.") if data["here"] else gettext("Entered.")
        case "door" | "door_undone":
            return _ticked(data["was"], data["now"])
        case "no_show":
            return gettext("Did not come.")
        case "withdrawn" if data["after"]:
            return gettext("Went home after round {round}.").format(round=data["after"])
        case "withdrawn":
            return gettext("Withdrawn.")
        case "substituted":
            player = Player.objects.filter(pk=data["player"]).first()
            name = names_in(notice.event).full_name(player) if player else gettext("Somebody else")
            return gettext("{name} plays from round {round} on.").format(name=name, round=data["round"])
        case "kept_apart" | "let_meet":
            other = names.get(data["other"] if data["one"] == entrant else data["one"], "")
            if notice.what == "let_meet":
                return gettext("May meet {name} again.").format(name=other)
            return gettext("Should not meet {name}.").format(name=other)
        case "renamed":
            return gettext("Name corrected.")
        case "kept_together" | "let_part":
            other = names.get(data["other"] if data["one"] == entrant else data["one"], "")
            if notice.what == "let_part":
                return gettext("No longer has to sit with {name}.").format(name=other)
            return gettext("Sits with {name}.").format(name=other)
        case "ratings_taken":
            return gettext("Seeded by rating.")
        case "entrant_changed":
            return gettext("Changed: {what}.").format(what=listed(_labels(data["fields"])))
    return ""


def _ticked(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    parts = []
    if was["state"] != now["state"]:
        here = now["state"] == EntrantState.HERE
        parts.append(gettext("Is here") if here else gettext("Not here after all"))
    if was["paid"] != now["paid"]:
        parts.append(gettext("has paid") if now["paid"] else gettext("has not paid after all"))
    return listed(parts) + "." if parts else ""


def _labels(fields: Sequence[str]) -> list[str]:
    labels = {
        "name": gettext("Name"),
        "club": gettext("Club"),
        "category": gettext("Category"),
        "team": gettext("Team"),
        "number": gettext("Start number"),
        "rating": gettext("Rating"),
        "ranked": gettext("in the ranking or not"),
    }
    return [labels.get(field, field) for field in fields]
