"""How much of a federation's server one club may take, unless its operators have said otherwise for it."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from config.env import Env

MB = 1024 * 1024


class Quota(enum.StrEnum):
    """What is limited for each club."""

    EVENTS = "events"  # without those in the archive
    PEOPLE = "people"  # in its register
    BYTES = "bytes"  # of the database, as far as they can be counted cheaply
    TABLES = "tables_a_day"  # of evenings without an event, opened in the last 24 hours
    REQUESTS = "requests"  # looks at its pages in a minute; what somebody saves is never counted


HIGHEST = {
    Quota.EVENTS: 100_000,
    Quota.PEOPLE: 1_000_000,
    Quota.BYTES: 1_000_000 * MB,
    Quota.TABLES: 100_000,
    Quota.REQUESTS: 10_000_000,
}
"""More than that is a slip of the keyboard."""


def quotas(env: Env) -> Mapping[Quota, int]:
    """The server's own numbers; 0: no limit."""
    return {
        Quota.EVENTS: env.number("CLUB_EVENTS", 200, 0, HIGHEST[Quota.EVENTS]),
        Quota.PEOPLE: env.number("CLUB_PEOPLE", 5_000, 0, HIGHEST[Quota.PEOPLE]),
        Quota.BYTES: env.number("CLUB_MEGABYTES", 500, 0, HIGHEST[Quota.BYTES] // MB) * MB,
        Quota.TABLES: env.number("CLUB_TABLES", 200, 0, HIGHEST[Quota.TABLES]),
        Quota.REQUESTS: env.number("CLUB_REQUESTS", 20_000, 0, HIGHEST[Quota.REQUESTS]),
    }
