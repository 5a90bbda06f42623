"""The rehearsal of a club that is on, if there is one: started from the page, played by some process."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext

from scoring import Unreadable
from scoring.table import alone
from tournaments import jobs
from tournaments.models import Event, Job, JobState
from tournaments.rehearsal.inside import Inside
from tournaments.rehearsal.phones import NotTaken
from tournaments.rehearsal.running import rehearse
from tournaments.rehearsal.words import spoken
from tournaments.speech.wording import Wording

logger = logging.getLogger(__name__)
REHEARSAL = "rehearsal"
NOT_PLAYED = "not_played"


@dataclass(frozen=True, slots=True)
class RehearsalView:
    """How far it is. `report` comes with the end, `failed` says what stopped it."""

    lines: tuple[str, ...]
    running: bool
    waits: bool  # others are being served
    report: Mapping[str, Any] | None = None  # a RehearsalReport
    failed: str = ""


def latest(tenant: int) -> RehearsalView | None:
    """The club's rehearsal that is on, or the last one of today; in the reader's language."""
    job = jobs.latest(REHEARSAL, tenant=tenant)
    return None if job is None else _view(job)


def begin(
    *, url: str, base: str, preset: str, like: Event | None, people: int, pause: float, tenant: int, by: str
) -> Job:
    """Let the robots in; one rehearsal of a club at a time, so this may be the one that is on already.

    `url`: where they find the server; "": they ask it from within. `base` is what codes on paper lead to.
    """
    return jobs.start(
        REHEARSAL,
        tenant=tenant,
        by=by,
        url=url,
        base=base,
        preset=preset,
        like=like.pk if like else None,
        people=people,
        pause=pause,
    )


def play(work: jobs.Assignment) -> Mapping[str, Any]:
    """Let the robots play; called by whoever does the job."""
    asked, tenant = work.parameters, work.job.tenant_id
    with ExitStack() as stack:
        visit = None if asked["url"] else stack.enter_context(Inside()).phone
        try:
            report = rehearse(
                url=asked["url"] or asked["base"],
                preset=asked["preset"],
                like=Event.objects.get(pk=asked["like"], tenant=tenant) if asked["like"] else None,
                people=asked["people"],
                pause=asked["pause"],
                tenant=tenant,
                visit=visit,
                tell=work.say,
            )
        except Unreadable as unreadable:  # what cannot be drawn: the sentences an organiser would read
            logger.exception("rehearsal stopped")
            wording = Wording(alone(1))
            why = " ".join(wording.say(problem.text) for problem in unreadable.problems)
            raise jobs.Failed(NOT_PLAYED, why) from unreadable
        except (NotTaken, OSError, LookupError, ValueError) as error:
            logger.exception("rehearsal stopped")
            raise jobs.Failed(NOT_PLAYED, str(error)) from error
    return asdict(report)


def _view(job: Job) -> RehearsalView:
    lines = tuple(spoken(line["code"], line["values"]) for line in job.lines)
    if job.pending:
        return RehearsalView(lines, running=True, waits=job.state == JobState.WAITING)
    if job.state == JobState.DONE:
        return RehearsalView(lines, running=False, waits=False, report=job.outcome)
    if job.state == JobState.GIVEN_UP:
        why = gettext("The server was started again. Please begin once more.")
    else:
        why = job.sentence or gettext("Something went wrong; the log says what.")
    return RehearsalView(lines, running=False, waits=False, failed=why)
