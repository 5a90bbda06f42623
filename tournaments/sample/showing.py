"""What of the sample stands at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import SAMPLE, ClubSeason, ClubState, Event, Sitting
from tournaments.sample import keeping


@dataclass(frozen=True, slots=True)
class SampleView:
    """What is there so far. `complete` False: it is still being made."""

    complete: bool
    events: tuple[Event, ...]
    tables: tuple[Sitting, ...]
    seasons: tuple[ClubSeason, ...]


def sample_view() -> SampleView | None:
    """None: there is no sample."""
    state = keeping.state()
    if state is None:
        return None
    return SampleView(
        state is ClubState.OPEN,
        tuple(Event.objects.filter(tenant=SAMPLE).defer("logo").order_by("-day", "pk")),
        tuple(Sitting.objects.filter(tenant=SAMPLE, event=None).order_by("pk")),
        tuple(ClubSeason.objects.filter(tenant=SAMPLE).defer("recorded").order_by("pk")),
    )
