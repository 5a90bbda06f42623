"""The sample of a laptop: wanted, made by a job while the server answers already (`sample.making`), and
removed whole."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext

from config import terminal
from config.database import writing
from tournaments import jobs
from tournaments.clubs import removal
from tournaments.models import FIRST, SAMPLE, Club, ClubState, Event, Player, Removal, Sitting

KIND = "sample"
SLUG = "sample"


def was_never_used() -> bool:
    """Is there nothing of anybody, and was there no sample either? Who removed it does not want it back."""
    return not any(
        rows.exists() for rows in (Sitting.objects, Event.objects, Player.objects, Removal.objects)
    )


def state() -> ClubState | None:
    """OPEN: it is there; ASKED: it is being made; None: there is none."""
    row = Club.objects.filter(pk=SAMPLE).values_list("state", flat=True).first()
    return None if row is None else ClubState(row)


def want() -> None:
    """There is to be one; whoever serves makes it."""
    Club.objects.get_or_create(
        pk=SAMPLE,
        defaults={
            "slug": SLUG,
            "name": gettext("Sample club"),
            "state": ClubState.ASKED.value,
            "listed": False,
        },
    )


def begin_where_wanted() -> None:
    """When a server of a club begins, and when somebody has pressed for it: the job that makes it."""
    if settings.PROFILE.club and state() is ClubState.ASKED:
        with translation.override(translation.get_language() or terminal.language()):
            jobs.start(KIND, tenant=FIRST)


def remove(*, by: str) -> bool:
    """All of it, for ever; False while it is being made, or where there is none."""
    if state() is not ClubState.OPEN:
        return False
    remove_rows(by)
    return True


def remove_rows(by: str = "") -> None:
    """Whatever there is of it."""
    with writing():
        club = Club.objects.select_for_update().get(pk=SAMPLE)
        club.state, club.closed_at, club.leaves_at = ClubState.CLOSED.value, timezone.now(), timezone.now()
        club.save(update_fields=("state", "closed_at", "leaves_at"))
        removal.remove(club=club, by=by)
