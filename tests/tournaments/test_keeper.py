"""The keeper: backups when they are due, here and on the stick, and never in the way of a hand."""

from __future__ import annotations

import errno
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from config import database
from tests.patience import wait_until
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.copies import choose, pulled_out
from tests.tournaments.copies import data as data
from tests.tournaments.copies import keeper as keeper
from tests.tournaments.copies import stick as stick
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import a_hand_everywhere, begin, draw, end, publish
from tournaments.events.rounds import running
from tournaments.models import RoundState, Sitting
from tournaments.safekeeping import keeper as keeping
from tournaments.safekeeping.backups import places, shelf
from tournaments.safekeeping.backups.making import BackupReason, home, make
from tournaments.safekeeping.backups.places import SecondPlace
from tournaments.safekeeping.backups.troubles import Failure
from tournaments.safekeeping.keeper import Keeper, what_happened

pytestmark = pytest.mark.django_db(transaction=True)


class Hours:
    """In place of time: it goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    hours = Hours()
    monkeypatch.setattr(keeping, "time", hours)
    return hours


@pytest.fixture
def sitting(data: Path) -> Sitting:
    sitting = a_sitting()
    record(sitting, eine(1))
    return sitting


def reasons(directory: Path | None = None) -> list[str]:
    """Why there are backups, the oldest first."""
    return [backup.manifest.reason for backup in reversed(shelf.backups_in(directory or home()))]


def failure_there(keeper: Keeper) -> Failure | None:
    """What is wrong with the second place."""
    return keeper.state.second.failure if keeper.state.second else None


def test_an_empty_database_needs_none_and_one_in_use_gets_one_at_the_start(
    keeper: Keeper, hours: Hours
) -> None:
    keeper.begin()
    assert reasons() == []
    record(a_sitting(), eine(1))
    keeper.begin()
    assert reasons() == [BackupReason.START]


def test_one_every_few_minutes_while_something_changes(
    keeper: Keeper, sitting: Sitting, hours: Hours
) -> None:
    keeper.begin()
    keeper.work()
    hours.now += keeping.EVERY
    keeper.work()
    assert reasons() == [BackupReason.START], "nothing has changed"
    record(sitting, eine(2))
    keeper.work()
    assert len(reasons()) == 2, "the last one is old enough by now"
    record(sitting, eine(2))
    hours.now += keeping.EVERY - 1
    keeper.work()
    assert len(reasons()) == 2
    hours.now += 1
    keeper.work()
    assert reasons() == [BackupReason.START, BackupReason.CHANGED, BackupReason.CHANGED]


def test_before_an_event_and_after_each_round(keeper: Keeper, data: Path, hours: Hours) -> None:
    event = an_event(here=8)
    keeper.begin()
    draw(event)
    keeper.work()
    assert reasons() == [BackupReason.START]
    posted = publish(event)
    keeper.work()
    assert reasons() == [BackupReason.START, BackupReason.BEGIN]
    round_ = running.open_round(posted)
    keeper.work()
    a_hand_everywhere(round_, 1)
    end(round_)
    keeper.work()
    assert reasons() == [BackupReason.START, BackupReason.BEGIN, BackupReason.ROUND]
    second = begin(event)
    keeper.work()
    end(second)
    keeper.work()
    assert reasons() == [BackupReason.START, BackupReason.BEGIN, BackupReason.ROUND, BackupReason.ROUND]


def test_what_happened_is_seen_in_the_rounds() -> None:
    drawn, posted = {1: (7, RoundState.DRAWN)}, {1: (7, RoundState.PUBLISHED)}
    closed, playing = {1: (7, RoundState.CLOSED)}, {1: (7, RoundState.OPEN)}
    assert what_happened({}, drawn) is None
    assert what_happened(drawn, posted) == what_happened({}, playing) == BackupReason.BEGIN
    assert what_happened(posted, playing) is None
    assert what_happened(playing, closed) == BackupReason.ROUND
    assert what_happened(closed, {**closed, 2: (7, RoundState.PUBLISHED)}) is None
    assert what_happened(closed, {**closed, 2: (8, RoundState.PUBLISHED)}) == BackupReason.BEGIN
    assert what_happened(closed, playing) is None, "opened again"


def test_a_stick_that_is_pulled_out_is_said_and_catches_up_when_it_is_back(
    keeper: Keeper, sitting: Sitting, stick: Path, hours: Hours
) -> None:
    place = choose(stick)
    keeper.begin()
    assert reasons(place.directory) == [BackupReason.START]
    with pulled_out(stick):
        record(sitting, eine(2))
        hours.now += keeping.EVERY
        keeper.work()
        assert failure_there(keeper) == Failure.GONE
        assert keeper.state.home is None
        assert len(reasons()) == 2
        keeper.work()
        assert len(reasons()) == 2, "it is no use to try again"
    keeper.work()
    assert failure_there(keeper) is None
    assert reasons(place.directory) == [BackupReason.START, BackupReason.CHANGED]


def test_when_the_laptops_disk_is_full_the_stick_gets_one_all_the_same(
    keeper: Keeper, sitting: Sitting, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = choose(stick)

    def full(directory: Path, reason: BackupReason) -> Any:
        if directory == home():
            raise OSError(errno.ENOSPC, "No space left on device")
        return make(directory, reason)

    monkeypatch.setattr(keeping, "make", full)
    keeper.ask()
    assert keeper.state.home
    assert keeper.state.home.failure == Failure.FULL
    assert keeper.state.second is None
    assert reasons(place.directory) == [BackupReason.ASKED]


def test_a_hand_is_saved_while_a_backup_is_made(
    keeper: Keeper, sitting: Sitting, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backup waits in its slowest place until the hand is there: nobody has waited for it."""
    choose(stick)
    under_way, saved = threading.Event(), threading.Event()
    carry = places.carry

    def slowly(backup: Path, place: SecondPlace) -> Path:
        under_way.set()
        assert saved.wait(60)
        return carry(backup, place)

    monkeypatch.setattr(places, "carry", slowly)
    keeper.start()
    assert under_way.wait(60)
    assert keeper.state.working
    record(sitting, eine(2))
    saved.set()
    wait_until(lambda: not keeper.state.working, "the backup")
    keeper.stop()
    assert not keeper.runs
    assert reasons() == [BackupReason.START]


def test_a_mistake_in_the_keeper_ends_neither_it_nor_the_evening(
    keeper: Keeper, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "BREATH", 0.01)
    monkeypatch.setattr(keeping, "rounds_now", lambda: 1 / 0)
    keeper.start()
    keeper.ask()
    monkeypatch.setattr(keeping, "rounds_now", dict)
    keeper.ask()
    wait_until(lambda: bool(reasons()), "a backup")
    record(sitting, eine(2))
    keeper.stop()


def test_the_check_of_everything_finds_what_is_wrong(
    keeper: Keeper, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.ask_check()
    assert (keeper.state.check.problems, bool(keeper.state.check.at)) == ((), True)
    monkeypatch.setattr(keeping, "problems_in", lambda file: ["table 1"])
    keeper.ask_check()
    assert keeper.state.check.problems == ("table 1",)


def test_while_a_server_runs_another_process_checks(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without starting one: what it says is believed, and that it cannot be started is said."""
    answer = SimpleNamespace(stdout='{"problems": ["table 1"]}', stderr="", returncode=1)
    monkeypatch.setattr("subprocess.run", lambda *args, **options: answer)
    assert keeping.check_elsewhere(data / "backup") == ["table 1"]
    answer.stdout, answer.stderr = "", "no memory"
    with pytest.raises(OSError, match="no memory"):
        keeping.check_elsewhere(data / "backup")


def test_whoever_stops_keeping_is_asked_no_more(keeper: Keeper, sitting: Sitting) -> None:
    keeper.begin()
    assert keeper.follow in database.after_writing
    keeper.leave()
    assert keeper.follow not in database.after_writing
