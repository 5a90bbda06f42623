"""Token buckets in the memory of this process: enough against guessing codes, nothing to keep.

Several workers multiply a limit by their number; the limits leave room for that.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Limit:
    """At most `burst` at once and `per_minute` after that, for each key (an address, a table)."""

    burst: int
    per_minute: float
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def allows(self, key: str, now: float | None = None) -> bool:
        """Take one token; False when there is none left."""
        now = time.monotonic() if now is None else now
        with self._lock:
            if len(self._buckets) > 10_000:  # a flood of keys must not fill the memory
                self._buckets.clear()
            tokens, then = self._buckets.get(key, (float(self.burst), now))
            tokens = min(float(self.burst), tokens + (now - then) * self.per_minute / 60)
            self._buckets[key] = (tokens - 1 if tokens >= 1 else tokens, now)
            return tokens >= 1

    def forget(self) -> None:
        """Start afresh (tests)."""
        self._buckets.clear()


# Typed codes are limited by who types, by the table and altogether. A key from a camera cannot be guessed and
# is limited by its table alone: a whole hall may come from one address.
CLAIMS_PER_ADDRESS = Limit(burst=10, per_minute=10)
CLAIMS_PER_TABLE = Limit(burst=20, per_minute=20)
TYPED_CODES = Limit(burst=200, per_minute=200)
BETS_PER_ADDRESS = Limit(burst=30, per_minute=30)
CALLS_PER_TABLE = Limit(burst=6, per_minute=2)
NEW_TABLES_PER_ADDRESS = Limit(burst=30, per_minute=10)
# After a restore every phone of a hall brings what it has, perhaps all from one address, and more than once.
OFFERS_PER_ADDRESS = Limit(burst=400, per_minute=400)
LOGINS_PER_ACCOUNT = Limit(burst=10, per_minute=10 / 60)  # and address: nobody locks others out
LOGINS_PER_ADDRESS = Limit(burst=100, per_minute=100 / 60)
# A whole club may sit behind one address: this stops a device that runs wild, not a hall that looks.
LOOKS_PER_ADDRESS = Limit(burst=600, per_minute=6000)
