"""A process of the server that takes jobs: in the test's own thread, which is the only one that sees its
database."""

from __future__ import annotations

import pytest

from tournaments.jobs import runner
from tournaments.jobs.taking import Runner
from tournaments.models import Job


def another_worker() -> Runner:
    """It knows nothing of what the others are at."""
    return Runner()


def work_off(worker: Runner = runner, *, lost: bool = False) -> int:
    """Let it do everything that waits; how many jobs that were."""
    count = 0
    with worker._lock:
        worker._threads += 1
    while (work := worker._take(lost=lost)) is not None:
        worker._do(work)
        worker._at_work.pop(work.job.pk)
        count += 1
    return count


def begin_and_die(worker: Runner) -> Job:
    """It takes the next job and is gone."""
    with worker._lock:
        worker._threads += 1
    work = worker._take(lost=True)
    if work is None:
        pytest.fail("nothing to do")
    return work.job
