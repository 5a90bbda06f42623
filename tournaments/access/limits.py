"""How often somebody may do something: token buckets.

In a club they are in the memory of its one process. In a federation several workers count together, in the
database: one statement on a table that is not logged, outside every transaction. Limits of mere looking stay
in memory there too; each worker allows its share.

A limit loses nothing: whoever was too fast is told how many seconds to wait, and keeps what he had to say.
"""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db import connection

from config.prepared import cursor_of

LONGEST_KEY = 160
NEVER = 3600.0  # seconds to wait where no token comes again
MOST_KEYS = 10_000  # in memory; a flood of keys must not fill it
FORGOTTEN_AFTER = 3600  # seconds: after that every bucket is full again, nearly
BETWEEN_CLEANINGS = 1000  # takes
TAKE = """
INSERT INTO tournaments_bucket AS b (key, burst, rate, tokens, wait, at)
SELECT key, burst, rate, burst - 1, 0, extract(epoch FROM clock_timestamp())
FROM unnest(%s::text[], %s::float[], %s::float[]) AS asked (key, burst, rate)
ON CONFLICT (key) DO UPDATE SET (burst, rate, tokens, wait, at) = (
    SELECT excluded.burst, excluded.rate,
           CASE WHEN filled >= 1 THEN filled - 1 ELSE filled END,
           CASE WHEN filled >= 1 THEN 0 ELSE (1 - filled) / excluded.rate END,
           excluded.at
    FROM (
        SELECT least(excluded.burst, b.tokens + greatest(0, excluded.at - b.at) * excluded.rate) AS filled
    ) AS now
)
RETURNING wait
"""
_takes = itertools.count(1)


@dataclass(slots=True)
class Limit:
    """At most `burst` at once and `per_minute` after that, for each key (an address, a table).

    `name`: workers count together under it. `paced`: times `PHONE_PACE`, for what phones do by themselves.
    """

    burst: int
    per_minute: float
    name: str = ""
    paced: bool = False
    least: float = 0.0  # per minute: what each of many workers allows at least, where they count alone
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def allows(self, key: str, now: float | None = None) -> bool:
        """Take one token; False when there is none left."""
        return self.wait(key, now) == 0

    def wait(self, key: str, now: float | None = None) -> float:
        """Take one token: 0, or the seconds until there is one again."""
        if now is None and self.name and _counted_together():
            return _take([self.asked(key)])
        return self._take_here(key, time.monotonic() if now is None else now)

    def asked(self, key: str) -> tuple[str, float, float]:
        """What the database is asked: whose bucket, how large it is, how many tokens come in a second."""
        burst, rate = self._measures()
        return f"{self.name} {key}"[:LONGEST_KEY], burst, rate

    def _measures(self) -> tuple[float, float]:
        pace = settings.PHONE_PACE if self.paced else 1
        rate = self.per_minute * pace / 60
        if not self.name and _counted_together():  # this worker allows its share
            rate = max(rate / settings.PROFILE.workers, self.least * pace / 60)
        return float(self.burst * pace), rate

    def _take_here(self, key: str, now: float) -> float:
        burst, rate = self._measures()
        with self._lock:
            if len(self._buckets) > MOST_KEYS:
                self._buckets.clear()
            tokens, then = self._buckets.get(key, (burst, now))
            tokens = min(burst, tokens + (now - then) * rate)
            self._buckets[key] = (tokens - 1 if tokens >= 1 else tokens, now)
            if tokens >= 1:
                return 0.0
            return (1 - tokens) / rate if rate else NEVER

    def forget(self) -> None:
        """Start afresh (tests)."""
        self._buckets.clear()


def seconds(wait: float) -> int:
    """Whole seconds for people and for Retry-After."""
    return max(1, math.ceil(wait))


def _counted_together() -> bool:
    return not settings.PROFILE.club and connection.vendor == "postgresql"


def _take(asked: Sequence[tuple[str, float, float]]) -> float:
    """One statement for all of them, in one order for everybody, so that no two wait for each other."""
    keys, bursts, rates = zip(*sorted(asked), strict=True)
    with cursor_of(connection) as cursor:
        if next(_takes) % BETWEEN_CLEANINGS == 0:
            cursor.execute(
                "DELETE FROM tournaments_bucket WHERE at < extract(epoch FROM clock_timestamp()) - %s",
                [FORGOTTEN_AFTER],
            )
        cursor.execute(TAKE, [list(keys), list(bursts), list(rates)])
        return float(max(wait for (wait,) in cursor.fetchall()))


def wait_for(*asked: tuple[Limit, str]) -> float:
    """Take a token of each; the longest wait, or 0."""
    if _counted_together():
        return _take([limit.asked(key) for limit, key in asked])
    return max(limit.wait(key) for limit, key in asked)


def all_limits() -> Iterator[Limit]:
    """Every limit there is."""
    return (limit for limit in globals().values() if isinstance(limit, Limit))


# Typed codes are limited by who types, by the table and altogether. A key from a camera cannot be guessed and
# is limited by its table alone: a whole hall may come from one address.
CLAIMS_PER_ADDRESS = Limit(burst=10, per_minute=10, name="claims of an address")
CLAIMS_PER_TABLE = Limit(burst=20, per_minute=20, name="claims at a table")
TYPED_CODES = Limit(burst=200, per_minute=200, name="typed codes")
BETS_PER_ADDRESS = Limit(burst=30, per_minute=30, name="bets")
NEW_TABLES_PER_ADDRESS = Limit(burst=30, per_minute=10, name="new tables")
# Clubs that ask for a place: nobody does so twice, and whoever answers them reads them all.
CLUB_REQUESTS_PER_ADDRESS = Limit(burst=3, per_minute=3 / 60, name="requests of clubs from an address")
CLUB_REQUESTS = Limit(burst=20, per_minute=20 / 60, name="requests of clubs")
# The codes of clubs' doors: a whole club may scan its own from one address, and nobody guesses 12 letters.
DOORS_PER_ADDRESS = Limit(burst=40, per_minute=20, name="doors of an address")
DOOR_CODES = Limit(burst=300, per_minute=300, name="door codes")
NEW_TABLES_OF_CLUB = Limit(burst=60, per_minute=10, name="new tables of a club")
LOGINS_PER_ACCOUNT = Limit(
    burst=10, per_minute=10 / 60, name="logins"
)  # and address: nobody locks others out
LOGINS_PER_ADDRESS = Limit(burst=100, per_minute=100 / 60, name="logins of an address")
# Of an account, wherever it is tried from: whoever gets here knows its password, and six digits are few.
SECOND_STEPS = Limit(burst=10, per_minute=10 / 60, name="second steps")
# Mails to somebody who may not have asked for them.
FORGOTTEN_PER_ADDRESS = Limit(burst=10, per_minute=10 / 60, name="forgotten passwords of an address")
FORGOTTEN_PER_ACCOUNT = Limit(burst=3, per_minute=3 / 60, name="forgotten passwords of an account")
MAILS_PER_ACCOUNT = Limit(burst=20, per_minute=20 / 60, name="mails of an account")
# A phone that was away sends what it has kept at once.
HANDS_PER_DEVICE = Limit(burst=20, per_minute=60, name="hands of a device", paced=True)
HANDS_PER_TABLE = Limit(burst=60, per_minute=180, name="hands at a table", paced=True)
# A phone asks every three seconds, whichever worker answers.
LOOKS_PER_DEVICE = Limit(burst=10, per_minute=60, paced=True, least=30)
CALLS_PER_TABLE = Limit(burst=6, per_minute=2, name="calls of a table")
# After a restore every phone of a hall brings what it has, perhaps all from one address, and more than once.
OFFERS_PER_ADDRESS = Limit(burst=400, per_minute=400, name="offers of an address")
# When the spare laptop takes over, every phone of a hall arrives there, once.
ARRIVALS_PER_ADDRESS = Limit(burst=300, per_minute=120, name="arrivals of an address")
# Pictures of how it ended: each is drawn once, and then handed out as it is.
PICTURES_PER_ADDRESS = Limit(burst=30, per_minute=30, name="pictures of an address")
FILES_PER_ACCOUNT = Limit(burst=5, per_minute=3, name="files of an account")
# A whole club may sit behind one address: this stops a device that runs wild, not a hall that looks.
LOOKS_PER_ADDRESS = Limit(burst=600, per_minute=6000)
# Codes that pair two installations: 80 bits for ten minutes, typed by hand once an evening.
PAIRINGS_PER_ADDRESS = Limit(burst=10, per_minute=10, name="pairings of an address")
PAIRING_CODES = Limit(burst=60, per_minute=60, name="pairing codes")
# A reader asks every two seconds, and part after part where it comes late.
LOGS_PER_READER = Limit(burst=300, per_minute=600, name="logs of a reader")
TOKENS_PER_ADDRESS = Limit(burst=60, per_minute=60, name="strange tokens of an address")
