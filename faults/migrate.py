"""A database of an earlier release is taken over, and the program killed while it does so: nothing changes.

`faults/releases/` holds such databases as SQL, one for every state of the tables that a release has had.
"""

from __future__ import annotations

import gzip
import secrets
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

from faults.club import Club, club, damage
from faults.frame import Check, Stage, main
from faults.history import Row
from tests.server import ROOT

RELEASES = ROOT / "faults" / "releases"
KILLING = "inject=pwrite64:signal=SIGKILL:when={number}"


def run(stage: Stage) -> None:
    """Every release: once undisturbed, then killed again and again."""
    releases = sorted(RELEASES.glob("*.sql.gz"))
    stage.demand(releases, "there is no database of an earlier release")
    for release in releases:
        take_over(stage, release)
    stage.figure(releases=[release.name.partition(".")[0] for release in releases])


def take_over(stage: Stage, release: Path) -> None:
    """Migrate, compare; the same with kills at many places."""
    with club(stage, name=f"calm-{release.stem}", start=False) as house:
        before = lay_out(house, release)
        calls = migrate(stage, house, None)
        look(stage, house, before, "undisturbed")
        house.server.start()
        house.server.stop()
        stage.breaches += damage(house.database)
    points = stage.amount("kills")
    places = sorted({1 + calls * number // points for number in range(points)})
    for number in places:
        with club(stage, name=f"killed-{number}-{release.stem}", start=False) as house:
            before = lay_out(house, release)
            migrate(stage, house, number)
            migrate(stage, house, None)
            look(stage, house, before, f"killed at write {number} of {calls}")
    stage.figure(writes=calls, kills=len(places))


def lay_out(house: Club, release: Path) -> list[Row]:
    """The data directory as it was then; its entries."""
    for file in house.server.data.glob("stammtisch.sqlite3*"):
        file.unlink()
    connection = sqlite3.connect(house.database)
    try:
        connection.executescript(gzip.decompress(release.read_bytes()).decode())
    finally:
        connection.close()
    house.database.chmod(0o600)
    for name in ("stammtisch.note", "stammtisch.sqlite3.note"):
        (house.server.data / name).unlink(missing_ok=True)
    key = house.server.data / "secret-key"
    if not key.exists():
        key.write_text(secrets.token_urlsafe(64) + "\n")
        key.chmod(0o600)
    return house.rows()


def migrate(stage: Stage, house: Club, number: int | None) -> int:
    """Bring the tables up to date, under strace; how many writes it took. A number kills at this write."""
    log = stage.directory / "migrate.log"
    killing = () if number is None else ("-e", KILLING.format(number=number))
    command = [
        *("strace", "-f", "-qq", "-o", str(log), "-e", "trace=pwrite64", *killing),
        *(sys.executable, "manage.py", "migrate", "-v", "0"),
    ]
    done = subprocess.run(command, cwd=ROOT, env=house.server.environment, capture_output=True, check=False)
    if number is None:
        stage.demand(
            done.returncode == 0, f"migrate ends with {done.returncode}: {done.stderr.decode()[-300:]}"
        )
    else:
        killed = done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)
        stage.demand(killed, f"it was to be killed at write {number} and ended with {done.returncode}")
    return log.read_bytes().count(b"pwrite64(")


def look(stage: Stage, house: Club, before: list[Row], when: str) -> None:
    """Every entry is what it was, and everything that follows from them."""
    stage.demand(house.rows() == before, f"{when}: the entries are others")
    try:
        house.server.manage("verify", "--quick")
    except AssertionError as refused:
        stage.breach(f"{when}: {refused}"[:400])


CHECK = Check(
    "migrate",
    "G14",
    __doc__.splitlines()[0],
    run,
    amounts={"kills": 30},
    quick={"kills": 2},
    breaks=("not-atomic",),
    needs=("strace",),
    seconds=3600,
)

if __name__ == "__main__":
    main(CHECK)
