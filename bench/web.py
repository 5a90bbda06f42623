"""The real server with the yardsticks beside the site, its tables, and what their phones send."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from urllib.parse import urlencode

from bench import yard
from bench.crowd import Answers, Question, ask
from faults.club import TABLES
from faults.history import Hand
from faults.phone import TOKEN, Place, cells
from tests import backstage, pooler, postgres
from tests.server import NAME, RealServer

ENGINES = ("sqlite", "postgresql")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
FEDERATION = {"PROFILE": "federation", "HOSTS": "", "ALLOWED_HOSTS": f"{NAME},localhost"}


@contextmanager
def served(engine: str = "sqlite", *, pool: bool = False, **variables: str) -> Iterator[RealServer]:
    """A club's laptop, or a federation's server with two workers; its database straight or by PgBouncer."""
    programs = postgres.binaries() if engine == "postgresql" else None
    if engine == "postgresql" and not programs:
        raise RuntimeError("PostgreSQL is not installed here: apt-get install postgresql")
    with (
        tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory,
        postgres.running(programs) if programs else nullcontext("") as straight,
        pooler.pooled(straight) if pool else nullcontext(straight) as url,
    ):
        more = {**FEDERATION, "DATABASE_URL": url, "WORKERS": "2"} if url else {}
        more |= variables
        server = RealServer(Path(directory) / "data", env={**yard.SETTINGS, **more}, fresh=True)
        try:
            yield server.start()
        finally:
            backstage.close(server.data)
            server.kill()


def open_tables(server: RealServer, tables: int) -> list[Place]:
    """Quick evenings of Cego, each with a device that may write."""
    return [Place(*place) for place in json.loads(server.python(TABLES.format(tables=tables, devices=1)))]


def of_phone(place: Place, engine: str = "sqlite") -> dict[str, str]:
    """What the script of a table's page sends with everything."""
    proxy = {"X-Forwarded-Proto": "https"} if engine == "postgresql" else {}
    return {
        "Cookie": f"csrftoken={TOKEN}; {place.cookie}={place.secret}",
        "HX-Request": "true",
        "Stammtisch-Outbox": "1",
        "Referer": f"http{'s' if proxy else ''}://localhost{place.path}",
        **proxy,
    }


def saved(place: Place, hand: Hand, engine: str = "sqlite") -> Question:
    """A hand as the outbox of a phone sends it; answered by the new picture of the table."""
    form = {"csrfmiddlewaretoken": TOKEN, "entry": str(hand.entry), "hand": str(hand.number)}
    body = urlencode({**form, **cells(hand.raw)})
    return Question("POST", place.path, {**FORM, **of_phone(place, engine)}, body)


def answered(server: RealServer, lines: list[list[Question]], *statuses: int) -> Answers:
    """All of it, with no other status than these."""
    answers = ask(server.port, lines)
    others = set(answers.statuses) - set(statuses or (200,))
    if others:
        raise AssertionError(f"{lines[0][0].path}: answered with {others}")
    return answers
