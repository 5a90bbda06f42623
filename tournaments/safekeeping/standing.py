"""How the copies stand, for the pages: a line for every desk, and all of it for the page of the copies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.safekeeping import wording
from tournaments.safekeeping.backups import places, shelf
from tournaments.safekeeping.backups.making import home
from tournaments.safekeeping.backups.manifest import Manifest
from tournaments.safekeeping.backups.places import SecondPlace
from tournaments.safekeeping.backups.troubles import CopyTrouble, Failure
from tournaments.safekeeping.examining.findings import Level
from tournaments.safekeeping.keeper import CheckResult, keeper

LATE = 10.0  # seconds after which a mirror that lags is worth a word


@dataclass(frozen=True, slots=True)
class StateLine:
    """How it is, in one sentence."""

    level: Level
    sentence: str


@dataclass(frozen=True, slots=True)
class BackupRow:
    """A backup in the list."""

    name: str
    when: str
    why: str
    inside: str
    size: str


@dataclass(frozen=True, slots=True)
class CopiesView:
    """Everything the page shows of them."""

    line: StateLine
    here: StateLine
    there: StateLine | None
    mirror: StateLine | None
    check: StateLine | None
    working: bool
    checking: bool
    place: SecondPlace | None
    rows: tuple[BackupRow, ...]
    newest: Path | None  # where it is best taken from


def state_line(now: datetime | None = None) -> StateLine | None:
    """For every desk; None in a federation, where the administrator takes care of it."""
    if not settings.PROFILE.club:
        return None
    here, there = newest_backups()
    place, state = places.second_place(), keeper.state
    if here is None and there is None:
        return StateLine(Level.LOOK, _("No backup yet."))
    if place is None:
        if state.home is not None or here is None:
            return StateLine(
                Level.BAD, _("No backup on this laptop: {why}").format(why=_sentence(state.home))
            )
        age = wording.age(here.moment, now)
        return StateLine(Level.LOOK, _("Last backup {age}, on this laptop only.").format(age=age))
    trouble = _trouble_there(place)
    if trouble is not None or there is None:
        why = _sentence(trouble)
        return StateLine(Level.BAD, _("No backup on {place}: {why}").format(place=place.name, why=why))
    age = wording.age(there.moment, now)
    return StateLine(
        Level.FINE, _("Last backup {age} on {place}, checked.").format(age=age, place=place.name)
    )


def newest_backups() -> tuple[Manifest | None, Manifest | None]:
    """Here and in the second place. While the keeper runs it knows, and no stick is asked."""
    if keeper.runs:
        return keeper.state.newest, keeper.state.newest_there
    place = places.second_place()
    here = shelf.newest_in(home())
    there = shelf.newest_in(place.directory) if place is not None and place.is_there else None
    return (here.manifest if here else None), (there.manifest if there else None)


def _trouble_there(place: SecondPlace) -> CopyTrouble | None:
    if not place.is_there:
        return CopyTrouble(Failure.GONE)
    return keeper.state.second


def _sentence(trouble: CopyTrouble | None) -> str:
    return trouble.sentence if trouble is not None else _("It is being made for the first time.")


def copies_view(now: datetime | None = None) -> CopiesView:
    """For the page; asks both places."""
    place = places.second_place()
    directory = place.directory if place is not None and place.is_there else home()
    backups = shelf.backups_in(directory) or shelf.backups_in(home())
    here, there = newest_backups()
    return CopiesView(
        line=state_line(now) or StateLine(Level.FINE, ""),
        here=_place_line(here, keeper.state.home, now),
        there=None if place is None else _place_line(there, _trouble_there(place), now),
        mirror=mirror_line(place),
        check=check_line(keeper.state.check, now),
        working=keeper.state.working,
        checking=keeper.state.check.running,
        place=place,
        rows=tuple(
            BackupRow(
                backup.file.name,
                f"{wording.moment(backup.manifest.moment, now)}",
                wording.why(backup.manifest.reason),
                wording.inside(backup.manifest.contents),
                wording.megabytes(backup.manifest.size),
            )
            for backup in backups
        ),
        newest=backups[0].file if backups else None,
    )


def _place_line(newest: Manifest | None, trouble: CopyTrouble | None, now: datetime | None) -> StateLine:
    if newest is None:
        return StateLine(
            Level.BAD if trouble else Level.LOOK, _sentence(trouble) if trouble else _("No backup yet.")
        )
    words = _("{when}, {age}, {why}. {inside}").format(
        when=wording.moment(newest.moment, now),
        age=wording.age(newest.moment, now),
        why=wording.why(newest.reason),
        inside=wording.inside(newest.contents),
    )
    if trouble is None:
        return StateLine(Level.FINE, words)
    return StateLine(Level.BAD, f"{trouble.sentence} {_('The last one there:')} {words}")


def mirror_line(place: SecondPlace | None) -> StateLine | None:
    """How far the mirror is; None without a second place."""
    if place is None:
        return None
    state = keeper.mirror_state
    if state is None:
        return StateLine(Level.LOOK, _("It has not begun: it does when the server runs."))
    if not state.complete:
        return StateLine(Level.BAD, _("It has a gap and begins anew with the next backup."))
    if state.waiting and (state.trouble is not None or state.lag > LATE):
        words = ngettext(
            "{count} change waits, for {seconds} s.",
            "{count} changes wait, the first for {seconds} s.",
            state.waiting,
        ).format(count=state.waiting, seconds=number_format(state.lag, 0))
        return StateLine(Level.BAD, f"{words} {state.trouble.sentence if state.trouble else ''}".strip())
    return StateLine(Level.FINE, _("Everything is there, a second later at the most."))


def check_line(check: CheckResult, now: datetime | None = None) -> StateLine | None:
    """What the last check came to; None: there was none since the start."""
    if not check.at:
        return None
    age = wording.age(datetime.fromisoformat(check.at), now)
    if not check.problems:
        return StateLine(Level.FINE, _("Everything is in order, {age}.").format(age=age))
    return StateLine(Level.BAD, f"{age}: {'; '.join(check.problems[:5])}")
