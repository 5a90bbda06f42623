"""The mirror: without it the last things are missing, with it the database is the same."""

from __future__ import annotations

import random
import sqlite3
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config import database
from config.database import writing
from tests.patience import wait_until
from tests.tournaments.builders import a_sitting, correct, eine, record, undo
from tests.tournaments.copies import choose, content, differing, now, pulled_out
from tests.tournaments.copies import data as data
from tests.tournaments.copies import keeper as keeper
from tests.tournaments.copies import stick as stick
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import a_hand_everywhere, begin, end
from tournaments.events.ground import log
from tournaments.models import Event, Player, Sitting
from tournaments.safekeeping.backups import shelf
from tournaments.safekeeping.backups.making import BackupReason, served_file
from tournaments.safekeeping.keeper import Keeper
from tournaments.safekeeping.mirror import lines, writer
from tournaments.safekeeping.mirror.replay import Ending
from tournaments.safekeeping.restoring.restore import Restored, restore

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(keeper: Keeper, stick: Path) -> Sitting:
    """A table, and a stick to which everything goes."""
    sitting = a_sitting()
    record(sitting, eine(1))
    choose(stick)
    keeper.back_up(BackupReason.START)
    return sitting


def level(keeper: Keeper) -> None:
    """Until everything is on the stick."""
    mirroring = keeper.mirroring
    assert mirroring
    wait_until(lambda: mirroring.writer.is_level, "the mirror")


def has_all(keeper: Keeper) -> bool:
    """Is nothing missing since the mirror began?"""
    return keeper.mirror_state is not None and keeper.mirror_state.complete


def newest(stick: Path) -> Path:
    backup = shelf.newest_in(stick / "stammtisch")
    assert backup
    return backup.file


def restored_from(stick: Path, backup: Path, *, mirror: bool = True) -> tuple[Restored, Path]:
    """On another laptop."""
    directory = stick.parent / f"spare-{uuid.uuid4().hex}"
    done = restore(backup, directory, mirror=stick / "stammtisch" / "mirror" if mirror else None)
    return done, directory / served_file().name


# --- The same, or not ---------------------------------------------------------------------------------------


def a_wild_evening(seed: int) -> None:
    """What people and organisers do, in an order of chance."""
    chance = random.Random(seed)
    sittings = [a_sitting(names=[f"{seed}-{number}-{seat}" for seat in range(4)]) for number in range(2)]
    events: list[Event] = []

    def hand() -> None:
        record(chance.choice(sittings), eine(chance.randint(1, 4), chance.randint(36, 70)))

    def correction() -> None:
        table = chance.choice(sittings)
        if table.entry_set.filter(kind="hand").exists():
            correct(table, 1, eine(2, chance.randint(36, 70)))

    def taken_back() -> None:
        table = chance.choice(sittings)
        table.refresh_from_db()
        if table.sheethead.hands:
            undo(table, table.sheethead.hands)

    def event() -> None:
        made_now = an_event(title=f"Event {len(events)}", here=8)
        a_hand_everywhere(begin(made_now), 1)
        events.append(made_now)

    def picture() -> None:
        with writing():
            Event.objects.update(logo=chance.randbytes(300))

    def rolled_back() -> None:
        with suppress(ZeroDivisionError), writing():
            Player.objects.create(name="nobody")
            raise ZeroDivisionError

    def person() -> None:
        with writing():
            Player.objects.create(name=f"Jürgen “{chance.random()}” \\ ' 🂡\n")

    def gone() -> None:
        with writing():
            Player.objects.filter(chair=None, memberships=None).delete()

    acts: list[Callable[[], None]] = [hand] * 12 + [correction, correction, taken_back, event, picture]
    acts += [rolled_back, person, person, gone]
    chance.shuffle(acts)
    for act in acts:
        act()


@pytest.mark.parametrize("seed", range(5))
def test_without_the_mirror_the_last_things_are_missing_and_with_it_nothing_is(
    sitting: Sitting, keeper: Keeper, stick: Path, seed: int
) -> None:
    backup = newest(stick)
    a_wild_evening(seed)
    level(keeper)
    _done, bare = restored_from(stick, backup, mirror=False)
    assert "tournaments_entry" in differing(content(bare), now())
    done, whole = restored_from(stick, backup)
    assert done.replayed
    assert done.replayed.ending == Ending.END
    assert differing(content(whole), now()) == []


def test_every_backup_can_be_brought_to_the_end(sitting: Sitting, keeper: Keeper, stick: Path) -> None:
    """Not only the newest: perhaps that one is damaged."""
    for declarer in (2, 3, 4):
        record(sitting, eine(declarer))
        keeper.back_up(BackupReason.ROUND)
        record(sitting, eine(declarer))
    level(keeper)
    backups = shelf.backups_in(stick / "stammtisch")
    assert len(backups) == 4
    for backup in backups:
        done, whole = restored_from(stick, backup.file)
        assert done.replayed
        assert done.replayed.ending == Ending.END
        assert differing(content(whole), now()) == []


def test_what_organisers_did_comes_back_too(sitting: Sitting, keeper: Keeper, stick: Path) -> None:
    event = an_event(here=8)
    backup = newest(stick)
    round_ = begin(event)
    a_hand_everywhere(round_, 1)
    end(round_)
    with writing():
        log.note(event, "announced", text="soup")
    level(keeper)
    done, whole = restored_from(stick, backup)
    assert differing(content(whole), now()) == []
    assert done.in_force.events[0].closed == 1


def test_the_mirror_goes_on_after_a_restore_and_knows_the_two_apart(
    sitting: Sitting, keeper: Keeper, stick: Path
) -> None:
    """The old laptop's lines lie beside the new one's; each backup is followed by its own."""
    old = newest(stick)
    record(sitting, eine(2))
    level(keeper)
    with connection.cursor() as cursor:  # as a restore does
        cursor.execute("UPDATE tournaments_installation SET epoch = %s", [uuid.uuid4().hex])
    keeper.back_up(BackupReason.START)
    record(sitting, eine(3))
    level(keeper)
    done, whole = restored_from(stick, newest(stick))
    assert differing(content(whole), now()) == []
    done, _whole = restored_from(stick, old)
    assert done.in_force.entries == 2


# --- What can go wrong --------------------------------------------------------------------------------------


def segments(stick: Path) -> list[Path]:
    return [file for _after, file in lines.segments_in(stick / "stammtisch" / "mirror")]


def test_a_line_that_is_torn_or_changed_ends_what_is_believed(
    sitting: Sitting, keeper: Keeper, stick: Path
) -> None:
    backup = newest(stick)
    for declarer in (2, 3, 4):
        record(sitting, eine(declarer))
    level(keeper)
    (file,) = segments(stick)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    done, _database = restored_from(stick, backup)
    assert (done.in_force.entries, done.replayed and done.replayed.ending) == (3, Ending.END)
    pieces = whole.splitlines(keepends=True)
    file.write_bytes(b"".join([*pieces[:-2], pieces[-2].replace(b'"hand"', b'"hond"'), pieces[-1]]))
    done, _database = restored_from(stick, backup)
    assert done.in_force.entries == 2
    file.write_bytes(b"".join([*pieces[:-2], pieces[-1]]))
    done, _database = restored_from(stick, backup)
    assert (done.in_force.entries, done.replayed and done.replayed.ending) == (2, Ending.GAP)
    file.write_bytes(b"nonsense")
    done, _database = restored_from(stick, backup)
    assert (done.in_force.entries, done.replayed and done.replayed.ending) == (1, Ending.NOTHING)


def test_what_was_changed_past_the_mirror_is_noticed(sitting: Sitting, keeper: Keeper, stick: Path) -> None:
    """A command while the server did not run. The next start makes a backup, which has it all."""
    old = newest(stick)
    level(keeper)
    keeper.leave()
    connection.close()
    record(sitting, eine(2))
    keeper.back_up(BackupReason.START)
    record(sitting, eine(3))
    level(keeper)
    done, _database = restored_from(stick, old)
    assert (done.in_force.entries, done.replayed and done.replayed.ending) == (1, Ending.ELSEWHERE)
    done, whole = restored_from(stick, newest(stick))
    assert differing(content(whole), now()) == []


def test_a_stick_that_is_pulled_out_keeps_nobody_waiting_and_catches_up(
    sitting: Sitting, keeper: Keeper, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PAUSE", 0.01)
    backup = newest(stick)
    mirroring = keeper.mirroring
    assert mirroring
    with pulled_out(stick):
        record(sitting, eine(2))
        wait_until(lambda: mirroring.state.trouble is not None, "the trouble to be noticed")
        assert mirroring.state.waiting
        assert list(stick.iterdir()) == []
    level(keeper)
    assert mirroring.state.trouble is None
    record(sitting, eine(3))
    level(keeper)
    _done, whole = restored_from(stick, backup)
    assert differing(content(whole), now()) == []


def test_too_much_to_remember_is_dropped_and_the_mirror_begins_anew(
    sitting: Sitting, keeper: Keeper, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level(keeper)
    with pulled_out(stick), monkeypatch.context() as patch:
        patch.setattr(writer, "MOST_WAITING", 10)
        record(sitting, eine(2))
        assert not has_all(keeper)
    keeper.work()
    assert has_all(keeper)
    record(sitting, eine(3))
    level(keeper)
    _done, whole = restored_from(stick, newest(stick))
    assert differing(content(whole), now()) == []


@pytest.mark.parametrize("broken", ["capture.install", "lines.sealed", "mirroring.store_position"])
def test_a_mirror_that_fails_costs_no_hand(
    sitting: Sitting, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    mirroring = keeper.mirroring
    assert mirroring

    def fail(*args: Any) -> None:
        raise sqlite3.OperationalError("a mistake in the mirror")

    if broken == "capture.install":
        connection.close()
    monkeypatch.setattr(f"tournaments.safekeeping.mirror.{broken}", fail)
    record(sitting, eine(2))
    sitting.refresh_from_db()
    assert sitting.sheethead.hands == 2
    assert not mirroring.state.complete


def test_what_is_secret_stays_out_and_an_event_does_not_bring_its_picture_each_time(
    sitting: Sitting, keeper: Keeper, stick: Path
) -> None:
    event = an_event()
    with writing():
        Event.objects.filter(pk=event.pk).update(logo=b"\x89PNG" + bytes(5000))
    level(keeper)
    before = segments(stick)[-1].stat().st_size
    for _step in range(20):
        with writing():
            log.note(event, "announced", text="soup")
    level(keeper)
    assert segments(stick)[-1].stat().st_size - before < 20 * 1000
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_session VALUES ('key', 'secret data', '2030-01-01')")
    record(sitting, eine(2))
    level(keeper)
    assert b"secret data" not in b"".join(file.read_bytes() for file in segments(stick))


def test_old_lines_go_with_the_backups_that_need_them(sitting: Sitting, keeper: Keeper, stick: Path) -> None:
    for _number in range(shelf.RECENT + 5):
        record(sitting, eine(2))
        keeper.back_up(BackupReason.CHANGED)
    level(keeper)
    assert len(segments(stick)) <= shelf.RECENT + 1
    oldest = shelf.backups_in(stick / "stammtisch")[shelf.RECENT - 1]
    _done, whole = restored_from(stick, oldest.file)
    assert differing(content(whole), now()) == []


def test_companions_go_along_with_whole_transactions_only(transactional_db: None) -> None:
    """A transaction within another is part of it; what is rolled back is not saved."""

    class Noting:
        def __init__(self) -> None:
            self.seen: list[str] = []

        def begin(self, connection: Any) -> None:
            self.seen.append("begin")

        def finish(self, connection: Any) -> None:
            self.seen.append("finish")

        def saved(self) -> None:
            self.seen.append("saved")

    noting = Noting()
    database.companions.append(noting)
    try:
        with writing(), writing():
            pass
        with pytest.raises(ZeroDivisionError), writing():
            raise ZeroDivisionError
    finally:
        database.companions.remove(noting)
    assert noting.seen == ["begin", "finish", "saved", "begin"]
