"""All papers of an event in one file, made by whichever process has time, and how far it is."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments import jobs
from tournaments.desk.papers.order import Order
from tournaments.desk.papers.protocols import draw_files
from tournaments.desk.papers.shelf import PAPERS
from tournaments.events.ground.stamps import stamp_of
from tournaments.hall.gathering import hall
from tournaments.models import Event, Job, JobState
from tournaments.paper.event import printed

PRINT = "print"
WHOLE = "all.pdf"
LEFT_OUT = ("door", "tents", "after-round")  # said again by others


@dataclass(frozen=True, slots=True)
class PrintJobView:
    """A file in the making, as its page shows it. `steps` is 0 as long as nobody has begun."""

    id: str
    state: JobState
    steps: int
    done: int
    now: str
    files: bool  # that go with it: what a machine repeats draws from

    @property
    def running(self) -> bool:
        """Is there going to be something?"""
        return self.state in (JobState.WAITING, JobState.RUNNING)

    @property
    def waits(self) -> bool:
        """Has nobody begun?"""
        return self.state == JobState.WAITING

    @property
    def failed(self) -> bool:
        """Will there never be anything?"""
        return not self.running and self.state != JobState.DONE


def begin(order: Order, by: str) -> Job:
    """Let somebody make the file. Raises jobs.Busy."""
    event = order.event
    return jobs.start(
        PRINT,
        tenant=event.whose,
        event=event,
        by=by,
        base=order.base,
        round=order.round,
        helpers=order.helpers,
    )


def find(event: Event, key: str) -> Job | None:
    """The job with this id, if it belongs to the event and is still kept."""
    return jobs.lookup(PRINT, key, tenant=event.whose, event=event)


def print_job_view(job: Job) -> PrintJobView:
    """How far it is, in the reader's language."""
    names = {paper.key: paper.name for paper in PAPERS}
    return PrintJobView(
        id=str(job.pk),
        state=JobState(job.state),
        steps=job.of,
        done=job.number,
        now=gettext(names[job.now]) if job.now in names else "",
        files=any(file["name"] != WHOLE for file in job.files),
    )


def bundle(job: Job) -> bytes:
    """The finished file and those that go with it, in one archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in job.files:
            archive.writestr(file["name"], jobs.result(job, file["name"]) or b"")
    return out.getvalue()


def print_all(work: jobs.Assignment) -> None:
    """Make it; called by whoever does the job."""
    stamp = stamp_of(work.job.event_id or 0)
    if stamp is None:
        raise jobs.Failed("gone")
    known = hall(stamp, desk=True)
    base, helpers, chosen = (work.parameters[name] for name in ("base", "helpers", "round"))
    order = Order(known, base, chosen, helpers)
    asked = [
        paper for paper in PAPERS if paper.there(known) and paper.key not in LEFT_OUT and not paper.filed
    ]
    printable = []
    for done, paper in enumerate(asked):
        work.progress(done, len(asked), paper.key)
        rounds = [round_.number for round_ in known.rounds] if paper.of_round else [chosen]
        for number in rounds:
            printable += paper.make(Order(known, base, number))
    work.progress(len(asked), len(asked), asked[-1].key, at_once=True)
    work.keep(WHOLE, printed(*printable, patient=True))
    for name, data in draw_files(order):
        work.keep(name, data)
