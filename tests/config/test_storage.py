"""The data directory and the secret key."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.accidents import Stopped
from config.storage import data_dir, mend, secret_key, write_once
from tests.privileges import ordinary_user
from tests.server import ROOT


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_data_directory_is_its_owners_alone(tmp_path: Path) -> None:
    path = data_dir(str(tmp_path / "club" / "data"), ROOT)
    assert mode(path) == 0o700


def test_a_data_directory_open_to_others_is_refused_and_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with pytest.raises(ImproperlyConfigured, match="chmod 700"):
        data_dir(str(tmp_path), ROOT)
    assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("inside", [".", "data", "static/../config"])
def test_data_never_live_inside_the_program(inside: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="inside the program"):
        data_dir(str(ROOT / inside), ROOT)


def test_a_link_into_the_program_is_no_way_around(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(ROOT)
    with pytest.raises(ImproperlyConfigured, match="inside the program"):
        data_dir(str(tmp_path / "link" / "data"), ROOT)


def test_half_a_path_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="the whole path"):
        data_dir("data", ROOT)


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match="cannot be made"):
        data_dir(str(tmp_path / "file" / "data"), ROOT)


def test_the_key_is_long_private_and_stays(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "secret-key")
    assert len(key) >= 50
    assert mode(tmp_path / "secret-key") == 0o600
    assert secret_key(tmp_path / "secret-key") == key


def test_every_installation_has_its_own_key(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "one") != secret_key(tmp_path / "two")


def test_making_the_key_leaves_nothing_else_behind(tmp_path: Path) -> None:
    secret_key(tmp_path / "secret-key")
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_a_key_that_is_gone_is_not_replaced_in_silence(tmp_path: Path) -> None:
    file = tmp_path / "secret-key"
    with pytest.raises(Stopped, match=r"is gone.*The hands are safe.*GO_ON=new-key"):
        secret_key(file, in_use=lambda: True, go_on={"empty"})
    assert not file.exists()
    assert secret_key(file, in_use=lambda: True, go_on={"new-key"}) == secret_key(file, in_use=lambda: True)


def test_a_key_that_another_process_has_just_made_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "secret-key"

    def in_use() -> bool:
        write_once(file, "k" * 60)  # and its database is filled before we look
        return True

    assert secret_key(file, in_use) == "k" * 60


def test_a_key_of_somebody_else_is_named_with_its_owner(tmp_path: Path) -> None:
    secret_key(tmp_path / "secret-key")
    (tmp_path / "secret-key").chmod(0)
    with ordinary_user(), pytest.raises(Stopped, match="sudo chown"):
        secret_key(tmp_path / "secret-key")


def test_a_directory_that_takes_no_key_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with ordinary_user(), pytest.raises(Stopped, match="Nothing can be written into"):
            secret_key(tmp_path / "secret-key")
    finally:
        tmp_path.chmod(0o700)


def test_files_from_before_become_their_owners_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.mkdir()
    ours = [tmp_path / f"stammtisch.sqlite3{end}" for end in ("", "-wal", "-shm", ".note", ".server")]
    ours += [log, log / "stammtisch.jsonl", log / "stammtisch.jsonl.1"]
    foreign = tmp_path / "holiday.jpg"
    for path in [*ours, foreign]:
        if path is not log:
            path.touch()
        path.chmod(0o755)
    (tmp_path / "stammtisch-link").symlink_to(foreign)
    mend(tmp_path)
    assert {mode(path) & 0o077 for path in ours} == {0}
    assert mode(foreign) == 0o755


def test_what_the_program_makes_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        data_dir(str(tmp_path / "data"), ROOT)
        (tmp_path / "data" / "stammtisch.sqlite3-wal").touch()
        assert mode(tmp_path / "data" / "stammtisch.sqlite3-wal") == 0o600
    finally:
        os.umask(before)


def test_a_key_others_can_read_is_refused(tmp_path: Path) -> None:
    secret_key(tmp_path / "secret-key")
    (tmp_path / "secret-key").chmod(0o640)
    with pytest.raises(ImproperlyConfigured, match="chmod 600"):
        secret_key(tmp_path / "secret-key")


@pytest.mark.parametrize("damaged", ["", "short\n", " " * 80])
def test_a_damaged_key_is_refused_not_replaced(tmp_path: Path, damaged: str) -> None:
    file = tmp_path / "secret-key"
    file.write_text(damaged)
    file.chmod(0o600)
    with pytest.raises(ImproperlyConfigured, match="is damaged"):
        secret_key(file)
    assert file.read_text() == damaged


MAKES_KEYS = """
import sys
from pathlib import Path
from config.storage import secret_key
print("ready", flush=True)
sys.stdin.readline()
for attempt in range(60):
    print(secret_key(Path(sys.argv[1]) / f"key-{attempt}"))
"""


def test_processes_starting_at_once_agree_on_one_key(tmp_path: Path) -> None:
    """Again and again several of them see that there is no key, and make one."""
    with ExitStack() as ending:
        started = [
            ending.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", MAKES_KEYS, str(tmp_path)],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for _process in range(4)
        ]
        assert [process.stdout.readline() for process in started if process.stdout] == ["ready\n"] * 4
        for process in started:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        keys = {process.communicate()[0] for process in started}
    assert len(keys) == 1
    assert len(set(keys.pop().split())) == 60
