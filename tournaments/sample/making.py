"""Making the sample: by the ledger and the desk's own ways, so it shows what the program does."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone

from tournaments import jobs
from tournaments.models import SAMPLE, Club, ClubState, Sitting
from tournaments.sample import events, keeping, people, season, tables


def run(work: jobs.Assignment) -> Mapping[str, object]:
    """What the job does, in the language in which it was asked for."""
    make()
    return {}


def make() -> None:
    """All of it, unless it is there; what somebody began and did not end is made anew."""
    if keeping.state() is ClubState.OPEN:
        return
    if Sitting.objects.filter(tenant=SAMPLE).exists():
        keeping.remove_rows()
    keeping.want()
    day = timezone.localdate()
    tables.evening_that_is_on()
    tables.evening_that_is_over()
    everybody = people.invited()
    over = events.play_small(everybody, day)
    season.hold_season(everybody, over)
    events.play_large(everybody, day)
    row = Club.objects.filter(pk=SAMPLE, state=ClubState.ASKED)
    row.update(state=ClubState.OPEN.value, opened_at=timezone.now())
