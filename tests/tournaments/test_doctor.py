"""The doctor: each thing that could spoil an evening is seen, and said with what to do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import Error
from django.utils import timezone

from config import addresses, printedaddress, reached
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.copies import choose, pulled_out
from tests.tournaments.copies import data as data
from tests.tournaments.copies import keeper as keeper
from tests.tournaments.copies import stick as stick
from tournaments.safekeeping import filesystems
from tournaments.safekeeping.backups.making import BackupReason
from tournaments.safekeeping.examining import copies, disk, examine, machine
from tournaments.safekeeping.examining.findings import LaptopFinding, Level, status
from tournaments.safekeeping.keeper import Keeper

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data", "in_english")]


def level(findings: Iterator[LaptopFinding]) -> Level:
    (finding,) = findings
    assert finding.title
    assert finding.sentence
    return finding.level


@pytest.mark.parametrize(("free", "expected"), [(5e9, Level.FINE), (5e8, Level.LOOK), (5e7, Level.BAD)])
def test_room(monkeypatch: pytest.MonkeyPatch, free: float, expected: Level) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=int(free)))
    assert level(disk.room()) == expected


MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
//nas/club /srv/share cifs rw 0 0
tmpfs /run/ram tmpfs rw 0 0
/dev/sdb1 /media/olga/CLUB\\040STICK vfat rw 0 0
nas:/x /media/net nfs4 rw 0 0
"""


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    file = tmp_path / "mounts"
    file.write_text(MOUNTS)
    return file


def test_where_data_are_safe(mounts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mount_of = filesystems.mount_of
    monkeypatch.setattr(filesystems, "mount_of", lambda path: mount_of(path, mounts))
    assert level(disk.file_system(Path("/home/club/data"))) == Level.FINE
    for place in ("/srv/share/data", "/run/ram/data", "/home/club/Nextcloud/data", "/home/OneDrive - Club/d"):
        assert level(disk.file_system(Path(place))) == Level.BAD


def test_sticks_are_those_that_can_be_written(
    mounts: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: True)
    assert filesystems.sticks(mounts) == [Path("/media/olga/CLUB STICK")]
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert filesystems.sticks(mounts) == []
    assert list(filesystems.mounts(tmp_path / "nothing")) == []


def test_rights(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "secret-key").chmod(0o600)
    monkeypatch.setattr(disk, "served_file", lambda: data / "club.sqlite3")
    assert level(disk.rights()) == Level.FINE
    (data / "secret-key").chmod(0o644)
    assert level(disk.rights()) == Level.BAD

    (data / "club.sqlite3").write_bytes(b"")
    (data / "secret-key").chmod(0o600)
    with monkeypatch.context() as patch:
        patch.setattr("os.access", lambda path, mode: path.suffix != ".sqlite3")
        assert level(disk.rights()) == Level.BAD


def test_the_doctor_opens_no_file_of_the_database(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes it takes the locks of SQLite along, in the very process that serves."""
    (data / "club.sqlite3").write_bytes(b"")
    monkeypatch.setattr(disk, "served_file", lambda: data / "club.sqlite3")

    def refuse(*args: Any, **options: Any) -> None:
        raise AssertionError("opened")

    with monkeypatch.context() as patch:
        for name in ("pathlib.Path.open", "builtins.open", "os.open"):
            patch.setattr(name, refuse)
        findings = list(disk.rights())
    assert len(findings) == 1


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0.002, Level.FINE), (0.05, Level.LOOK), (0.5, Level.LOOK)]
)
def test_speed(monkeypatch: pytest.MonkeyPatch, seconds: float, expected: Level) -> None:
    monkeypatch.setattr(disk, "middle_fsync", lambda directory: seconds)
    assert level(disk.speed()) == expected


def test_a_real_fsync_is_measured(data: Path) -> None:
    assert disk.middle_fsync(data) > 0
    assert [file.name for file in data.iterdir()] == ["secret-key"]


def test_clock() -> None:
    assert level(machine.clock(jumped=0)) == Level.FINE
    assert level(machine.clock(jumped=-3600)) == Level.LOOK
    assert level(machine.clock(datetime(1970, 1, 1, tzinfo=UTC), 0)) == Level.LOOK
    record(a_sitting(), eine(1))
    assert level(machine.clock(jumped=0)) == Level.FINE
    assert level(machine.clock(timezone.now() - timedelta(hours=1), 0)) == Level.LOOK


@pytest.mark.parametrize(
    ("mains", "charge", "expected"),
    [("1", "80", [Level.FINE]), ("0", "43", [Level.LOOK]), ("1", "", []), ("", "", [])],
)
def test_power(tmp_path: Path, mains: str, charge: str, expected: list[Level]) -> None:
    for name, file, text in (("AC", "online", mains), ("BAT0", "capacity", charge)):
        if text:
            (tmp_path / name).mkdir()
            (tmp_path / name / file).write_text(text + "\n")
    assert [finding.level for finding in machine.power(tmp_path)] == expected


def test_database(monkeypatch: pytest.MonkeyPatch) -> None:
    assert level(machine.database()) == Level.FINE
    monkeypatch.setattr(machine, "differences", lambda connection: ["synchronous is 1 instead of 2"])
    assert level(machine.database()) == Level.BAD


def test_address(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.5", "laptop.local"]
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.5"])
    assert level(machine.address()) == Level.FINE
    printedaddress.remember("http://192.168.1.5:8000")
    assert level(machine.address()) == Level.FINE
    printedaddress.remember("http://laptop.local:8000")
    assert level(machine.address()) == Level.FINE
    printedaddress.remember("http://192.168.1.9:8000")
    assert level(machine.address()) == Level.BAD
    monkeypatch.setattr(addresses, "own_addresses", list)
    assert level(machine.address()) == Level.BAD


def test_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reached, "_last", None)
    assert level(machine.phones()) == Level.LOOK
    reached.note()
    assert level(machine.phones()) == Level.FINE


def test_one_trouble_does_not_keep_the_rest_from_being_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Iterator[LaptopFinding]:
        raise Error("the database is gone")

    monkeypatch.setattr(examine, "LOOKS", (broken, machine.program))
    findings = examine.examine()
    assert [finding.level for finding in findings] == [Level.BAD, Level.FINE]
    assert status(findings) == 2


@pytest.mark.django_db(transaction=True)
def test_backups_and_mirror(keeper: Keeper, stick: Path) -> None:
    assert list(copies.backups()) == []
    sitting = a_sitting()
    record(sitting, eine(1))
    assert level(copies.backups()) == Level.BAD
    assert level(copies.second_place()) == Level.LOOK
    choose(stick)
    assert level(copies.mirror()) == Level.LOOK
    keeper.ask()
    assert level(copies.backups()) == Level.FINE
    assert level(copies.backups(timezone.now() + timedelta(days=2))) == Level.LOOK
    assert level(copies.second_place()) == Level.LOOK, "on the same disk"
    with pulled_out(stick):
        assert level(copies.second_place()) == Level.BAD
        assert list(copies.mirror()) == []
    record(sitting, eine(2))
    keeper.leave()
    assert level(copies.mirror()) == Level.FINE
    keeper.mirroring = None
    keeper.back_up(BackupReason.ASKED)
    for _line in range(2):
        record(sitting, eine(3))
    keeper.leave()
    for file in (stick / "stammtisch" / "mirror").iterdir():
        file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    assert level(copies.mirror()) == Level.LOOK


def ended(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as end:
        call_command(*command)
    assert isinstance(end.value.code, int)
    printed = capsys.readouterr()
    return end.value.code, printed.out + printed.err


@pytest.mark.django_db(transaction=True)
def test_the_commands(
    keeper: Keeper, stick: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr(machine, "power", lambda: iter(()))
    code, text = ended(capsys, "doctor")
    assert code in (1, 2)
    assert text.splitlines()[-1].startswith("Something")
    code, text = ended(capsys, "doctor", "--json")
    assert {json.loads(line)["level"] for line in text.splitlines()} <= {"fine", "look", "bad"}
    assert ended(capsys, "mirror")[0] == 2
    record(a_sitting(), eine(1))
    choose(stick)
    keeper.ask()
    record(a_sitting(), eine(1))
    keeper.leave()
    code, text = ended(capsys, "mirror")
    assert (code, text.splitlines()[0]) == (0, "Everything is there.")
