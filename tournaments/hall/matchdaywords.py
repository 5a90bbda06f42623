"""What there is to say about a match-day: which halls are missing, and where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from tournaments.matchdays.fitting import HallDifference
from tournaments.matchdays.ranking import HallState, InTwoHalls, JointRanking
from tournaments.speech.wording import listed

Names = Mapping[int, str]
"""Of halls, by number."""


def moment_of(at: datetime) -> str:
    """`19:42`, with the day where that is another one."""
    local = timezone.localtime(at)
    same = local.date() == timezone.localdate()
    return formats.date_format(local, "TIME_FORMAT" if same else "SHORT_DATETIME_FORMAT")


def state_of_hall(state: HallState) -> str:
    """How far a hall is, in a few words."""
    words = {
        "expected": gettext("not here yet"),
        "coming": gettext("has not begun"),
        "official": gettext("official"),
    }
    if state.state in words:
        return words[state.state]
    return gettext("round {number}").format(number=state.rounds)


def completeness(joint: JointRanking) -> list[str]:
    """Whether this is the last word, and if not, why."""
    if joint.complete:
        return [gettext("All halls are here and official.")]
    lines = [gettext("This ranking is not complete.")]
    missing = [each.hall.name for each in joint.halls if each.state == "expected"]
    if missing:
        lines.append(gettext("Not here yet: {halls}.").format(halls=listed(missing)))
    hidden = [each.hall.name for each in joint.halls if each.hall.event and not each.hall.shown]
    if hidden:
        text = ngettext(
            "{halls} does not show its standings yet.",
            "{halls} do not show their standings yet.",
            len(hidden),
        )
        lines.append(text.format(halls=listed(hidden)))
    playing = [
        each.hall.name for each in joint.halls if each.state in ("coming", "running") and each.hall.shown
    ]
    if playing:
        lines.append(gettext("Not official yet: {halls}.").format(halls=listed(playing)))
    return lines


def comparison(joint: JointRanking) -> list[str]:
    """How the halls are compared, and what holds where they differ."""
    names = {each.hall.number: each.hall.name for each in joint.halls}
    ranked = [each for each in joint.halls if each.ranked]
    lines = []
    if ranked:
        text = gettext(
            "Everybody keeps the points made in their hall; places follow the ranking rules of {hall}."
        )
        lines.append(text.format(hall=ranked[0].hall.name))
    if len({each.rounds for each in ranked}) > 1 and not joint.complete:
        lines.append(gettext("So far the halls have played different numbers of rounds."))
    return lines + [line for each in joint.differences if (line := _difference(each, names))]


def _difference(difference: HallDifference, names: Names) -> str:
    first, count = names.get(difference.first, ""), len(difference.halls)
    halls = listed([names.get(hall, "") for hall in difference.halls])
    texts = {
        "game": ngettext(
            "{halls} plays another game than {first} and is not in this ranking.",
            "{halls} play another game than {first} and are not in this ranking.",
            count,
        ),
        "rules": ngettext(
            "{halls} plays by other rules of the game than {first}: points count as they were made there.",
            "{halls} play by other rules of the game than {first}: points count as they were made there.",
            count,
        ),
        "entrants": ngettext(
            "{halls} has other entrants than {first} (people, pairs or teams): each is ranked as one.",
            "{halls} have other entrants than {first} (people, pairs or teams): each is ranked as one.",
            count,
        ),
        "rounds": ngettext(
            "{halls} plays other rounds than {first}: the points of all rounds count.",
            "{halls} play other rounds than {first}: the points of all rounds count.",
            count,
        ),
        "hands": ngettext(
            "{halls} plays another number of hands in a round than {first}: points are not converted.",
            "{halls} play another number of hands in a round than {first}: points are not converted.",
            count,
        ),
        "ranking": ngettext(
            "{halls} ranks by other rules than {first}: here those of {first} hold.",
            "{halls} rank by other rules than {first}: here those of {first} hold.",
            count,
        ),
        "own": ngettext(
            "Groups, finals and points that start anew decide only the ranking of {halls} itself: "
            "here the points of all rounds are added up.",
            "Groups, finals and points that start anew decide only the rankings of {halls} themselves: "
            "here the points of all rounds are added up.",
            count,
        ),
    }
    return texts[difference.what].format(halls=halls, first=first)


def in_two_halls(joint: JointRanking, called: Mapping[int, str]) -> list[str]:
    """Who is in two halls by mistake; `called` are names by entrant."""
    text = gettext("{who} is entered in {halls}: that is a mistake. Take one of the two out.")
    return [_in_halls(joint, each, called, text) for each in joint.twice if each.sure]


def alike(joint: JointRanking, called: Mapping[int, str]) -> list[str]:
    """Who may be one person, for the desk to look at."""
    text = gettext("{who}: with this name in {halls}. One person, entered twice?")
    return [_in_halls(joint, each, called, text) for each in joint.twice if not each.sure]


def _in_halls(joint: JointRanking, each: InTwoHalls, called: Mapping[int, str], text: str) -> str:
    names = {state.hall.number: state.hall.name for state in joint.halls}
    who = listed(_distinct(called.get(entrant, "") for entrant in each.entrants))
    return text.format(who=who, halls=listed([names[hall] for hall in each.halls]))


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, names)))
