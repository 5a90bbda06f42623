"""Long work: taken by any process, known to all of them, taken up again where one has died."""

from __future__ import annotations

import datetime
import io
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test import Client
from pypdf import PdfReader

from tests.patience import wait_until
from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tests.tournaments.racing import at_once
from tests.tournaments.working import another_worker, begin_and_die, work_off
from tournaments import jobs
from tournaments.desk.papers import printing
from tournaments.jobs import Assignment, Failed, Kind, kinds, limits
from tournaments.jobs.clock import moment
from tournaments.jobs.taking import take
from tournaments.jobs.work import PIECE, Lost
from tournaments.models import Club, Event, Job, JobPiece, JobState
from tournaments.people import privacy
from tournaments.safekeeping.backups.making import copy_into
from tournaments.safekeeping.mirror import capture

pytestmark = pytest.mark.django_db

MINUTE = datetime.timedelta(minutes=1)
done: list[str] = []


def count_to_three(work: Assignment) -> Mapping[str, Any]:
    """A job: three steps, and a file of some pieces."""
    for step in range(3):
        work.progress(step + 1, 3, f"step {step + 1}", at_once=True)
    work.keep("numbers", b"123" * PIECE)
    done.append(str(work.job.pk))
    return {"sum": 6}


def break_down(work: Assignment) -> None:
    """A job with a mistake in it."""
    work.keep("half", b"x")
    raise ZeroDivisionError


def say_no(work: Assignment) -> None:
    """A job that knows why it cannot be done."""
    raise Failed("no_people", "Es ist niemand da.")


HERE = f"{__name__}:"
KINDS = (
    Kind("count", HERE + "count_to_three"),
    Kind("once", HERE + "count_to_three", tries=1, single=True),
    Kind("break", HERE + "break_down"),
    Kind("no", HERE + "say_no"),
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(kinds, "_kinds", {**kinds._kinds, **{kind.name: kind for kind in KINDS}})
    yield
    done.clear()


def silent_for_minutes(job: Job) -> None:
    """Whoever is at it has not been heard of for long; on a laptop he is not this process."""
    Job.objects.filter(pk=job.pk).update(heartbeat=moment() - MINUTE)


@pytest.mark.both_engines
def test_one_worker_does_it_and_every_other_knows_how_far_it_is() -> None:
    job = jobs.start("count", tenant=1, by="Anna", upto=3)
    assert jobs.progress(job).state == JobState.WAITING
    assert work_off(another_worker()) == 1
    now = jobs.lookup("count", job.pk, tenant=1)
    assert now is not None
    assert (now.state, now.number, now.of, now.now, now.outcome) == ("done", 3, 3, "step 3", {"sum": 6})
    assert (now.by, now.parameters) == ("Anna", {"upto": 3})
    assert jobs.result(now, "numbers") == b"123" * PIECE
    assert [len(piece) for piece in jobs.pieces(now, "numbers")] == [PIECE] * 3
    assert jobs.result(now, "letters") is None
    assert work_off(another_worker()) == 0


@pytest.mark.both_engines
def test_nobody_asks_for_the_job_of_another_club_event_or_kind() -> None:
    other = Club.objects.create(slug="other")
    event = an_event(here=4)
    job = jobs.start("count", tenant=1, event=event)
    assert jobs.lookup("count", job.pk, tenant=1, event=event) == job
    assert jobs.lookup("count", job.pk, tenant=other.pk, event=event) is None
    assert jobs.lookup("count", job.pk, tenant=1) is None
    assert jobs.lookup("no", job.pk, tenant=1, event=event) is None
    assert jobs.lookup("count", "not-an-id", tenant=1, event=event) is None
    assert jobs.latest("count", tenant=other.pk) is None


@pytest.mark.both_engines
def test_what_a_dead_worker_was_at_is_taken_up_again_and_given_up_in_the_end() -> None:
    job = jobs.start("count", tenant=1)
    for attempt in range(1, 4):
        taken = begin_and_die(another_worker())
        assert (taken.pk, taken.tries) == (job.pk, attempt)
        silent_for_minutes(taken)
    assert work_off(another_worker(), lost=True) == 0
    now = jobs.progress(job)
    assert (now.state, now.failure) == ("given_up", "given_up")


@pytest.mark.both_engines
def test_who_was_believed_dead_writes_nothing_any_more() -> None:
    jobs.start("count", tenant=1)
    first = another_worker()
    slow = Assignment(begin_and_die(first))
    slow.keep("numbers", b"old")
    silent_for_minutes(slow.job)
    assert work_off(another_worker(), lost=True) == 1
    for write in (lambda: slow.progress(1, 3, at_once=True), lambda: slow.keep("more", b"x")):
        with pytest.raises(Lost):
            write()
    first._do(slow)  # comes to its end all the same: nobody is told
    now = jobs.progress(slow.job)
    assert (now.state, now.tries, [file["name"] for file in now.files]) == ("done", 2, ["numbers"])
    assert jobs.result(now, "numbers") == b"123" * PIECE


@pytest.mark.both_engines
def test_a_sign_of_life_keeps_a_job() -> None:
    jobs.start("count", tenant=1)
    worker = another_worker()
    job = begin_and_die(worker)
    silent_for_minutes(job)
    worker.beat(moment())
    if connection.vendor == "postgresql":  # a laptop has one process, and it knows its own
        assert take(["count"], "another", lost=True) is None
    assert worker._take(lost=True) is None


@pytest.mark.both_engines
def test_mistakes_and_reasons_are_told_and_leave_no_file() -> None:
    broken, refused = jobs.start("break", tenant=1), jobs.start("no", tenant=1)
    assert work_off(another_worker()) == 2
    assert (jobs.progress(broken).state, broken.failure, broken.files) == ("failed", "broken", [])
    assert (jobs.progress(refused).failure, refused.sentence) == ("no_people", "Es ist niemand da.")
    assert not JobPiece.objects.exists()


@pytest.mark.both_engines
def test_a_second_press_before_it_has_begun_is_the_same_job_and_many_are_refused() -> None:
    assert jobs.start("count", tenant=1, n=1) == jobs.start("count", tenant=1, n=1)
    for number in range(2, 7):
        jobs.start("count", tenant=1, n=number)
    with pytest.raises(jobs.Busy):
        jobs.start("count", tenant=1, n=7)
    other = Club.objects.create(slug="other")
    assert jobs.start("count", tenant=other.pk, n=7).pending


@pytest.mark.both_engines
def test_of_some_kinds_a_club_has_one_at_a_time() -> None:
    first = jobs.start("once", tenant=1, n=1)
    begin_and_die(another_worker())
    assert jobs.start("once", tenant=1, n=2) == first


@pytest.mark.both_engines
def test_a_club_for_which_much_is_done_comes_after_the_others() -> None:
    other = Club.objects.create(slug="other")
    for number in range(3):
        jobs.start("count", tenant=1, n=number)
    late = jobs.start("count", tenant=other.pk)
    taken = [begin_and_die(another_worker()) for _worker in range(2)]
    assert taken[1] == late


@pytest.mark.both_engines
def test_files_of_a_club_are_bounded_by_size_number_and_age(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILES_OF_LAPTOP", 2)
    monkeypatch.setattr(limits, "FILES_OF_CLUB", 2)
    started = [jobs.start("count", tenant=1, n=number) for number in range(4)]
    work_off(another_worker())
    assert set(Job.objects.all()) == set(started[2:])
    Club.objects.filter(pk=1).update(limits={limits.JOB_BYTES: 4 * PIECE})
    last = jobs.start("count", tenant=1, n=4)
    work_off(another_worker())
    assert set(Job.objects.all()) == {last}
    Club.objects.filter(pk=1).update(limits={limits.JOB_BYTES: PIECE})
    jobs.start("count", tenant=1, n=5)
    work_off(another_worker())
    assert (jobs.latest("count", tenant=1).failure, JobPiece.objects.exclude(job=last).exists()) == (
        "too_large",
        False,
    )
    assert jobs.clean() == 0
    Job.objects.update(until=moment() - MINUTE)
    assert jobs.clean() == 1  # the others have made room before
    assert not JobPiece.objects.exists()


def test_a_file_that_is_written_bit_by_bit_is_nowhere_whole() -> None:
    jobs.start("count", tenant=1)
    work = Assignment(begin_and_die(another_worker()))
    with work.file("all.zip") as file, zipfile.ZipFile(file, "w") as archive:
        for number in range(40):
            archive.writestr(str(number), bytes([number]) * 20_000)
    data = jobs.result(work.job, "all.zip") or b""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.read("39") == b"'" * 20_000
    assert JobPiece.objects.count() == -(-len(data) // PIECE)


def test_when_somebody_is_forgotten_papers_of_today_are_gone_or_made_anew() -> None:
    event = an_event(here=4)
    ready = jobs.start("count", tenant=1, n=1)
    work_off(another_worker())
    under_way = jobs.start("count", tenant=1, n=2)
    begin_and_die(another_worker())
    privacy.anonymise(player=event.entrants.get(number=1).members.get().player)
    assert not Job.objects.filter(pk=ready.pk).exists()
    assert jobs.progress(under_way).state == JobState.WAITING


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_engines
def test_two_workers_never_take_one_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs.runner, "nudge", lambda **_lost: None)
    for number in range(6):
        jobs.start("count", tenant=1, n=number)
    workers = [another_worker() for _worker in range(3)]
    counts = at_once(*[lambda worker=worker: work_off(worker) for worker in workers])
    assert sum(counts) == 6
    assert len(set(done)) == len(done) == 6


@pytest.mark.django_db(transaction=True)
def test_on_a_laptop_a_press_is_enough() -> None:
    job = jobs.start("count", tenant=1)
    wait_until(lambda: jobs.progress(job).state == JobState.DONE, "the job")
    assert not JobPiece.objects.exclude(job=job).exists()
    wait_until(lambda: jobs.runner._threads == 0, "its thread to end")


def test_every_kind_the_program_has_can_be_loaded() -> None:
    for kind in kinds.all_kinds():
        assert callable(kind.function())
    assert {"print", "rehearsal"} <= {kind.name for kind in kinds.all_kinds()}


# --- Printing -----------------------------------------------------------------------------------------------


@pytest.fixture
def event() -> Event:
    return an_event(here=8)


def test_all_papers_are_made_by_one_worker_and_fetched_from_another(event: Event) -> None:
    hall.end(hall.begin(event))
    laptop = hall.laptop()
    begun = laptop.post(f"/desk/e/{event.pk}/paper/all/")
    path = begun["Location"]
    assert "<progress" in laptop.get(path).text
    assert work_off(another_worker()) == 1
    page = laptop.get(path).text
    assert f"{path}?file" in page
    pdf = laptop.get(f"{path}?file")
    assert pdf["Content-Type"] == "application/pdf"
    assert len(PdfReader(io.BytesIO(pdf.content)).pages) > 5
    with zipfile.ZipFile(ContentFile(laptop.get(f"{path}?bundle").content)) as archive:
        assert archive.namelist()[0] == "all.pdf"
        assert len(archive.namelist()) > 1
    elsewhere = an_event(here=4)
    assert laptop.get(path.replace(f"/e/{event.pk}/", f"/e/{elsewhere.pk}/")).status_code == 302


def test_an_event_that_goes_takes_its_papers_along(event: Event) -> None:
    jobs.start("print", tenant=1, event=event, base="", round=None, helpers=1)
    event.delete()
    assert not Job.objects.exists()


def test_papers_that_could_not_be_made_are_printed_one_by_one(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "printed", break_down)
    laptop = hall.laptop()
    path = laptop.post(f"/desk/e/{event.pk}/paper/all/")["Location"]
    work_off(another_worker())
    assert (
        "Bitte die Blätter einzeln" in laptop.get(path).text or 'class="said error"' in laptop.get(path).text
    )


def test_who_presses_too_often_is_told_to_wait(event: Event, laptop: Client) -> None:
    for number in range(6):
        jobs.start("print", tenant=1, event=event, base="", round=number, helpers=1)
    answer = laptop.post(f"/desk/e/{event.pk}/paper/all/", follow=True)
    assert "Es wird schon viel gedruckt" in answer.text


# --- A laptop's copies --------------------------------------------------------------------------------------


def test_neither_the_mirror_nor_a_backup_carries_papers(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        return
    with closing(sqlite3.connect(":memory:")) as empty:
        for table in ("tournaments_job", "tournaments_jobpiece", "tournaments_event"):
            empty.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY)")
        assert set(capture.columns_of(empty)) == {"tournaments_event"}
    source, copy = tmp_path / "source", tmp_path / "copy"
    with closing(sqlite3.connect(source)) as there:
        there.execute("CREATE TABLE django_session (id INTEGER PRIMARY KEY)")
        there.execute("CREATE TABLE tournaments_jobpiece (id INTEGER PRIMARY KEY, data BLOB)")
        there.execute("INSERT INTO tournaments_jobpiece (data) VALUES (zeroblob(3000000))")
        there.commit()
    copy_into(copy, source)
    assert copy.stat().st_size < 100_000
