"""One log of an event, many readers. What travels is `engines.eventlog.LogBatch`.

batch = batch_after(event, pos, private=False, most=500)    # here: sealed, then read
taken = take([batch], tenant)                               # elsewhere: checked whole, then applied
hand_over(event, to)                                        # whoever leads gives it away
take_over(event)                                            # whoever follows leads from now on
"""

from __future__ import annotations

from tournaments.engines.eventlog import LogBatch
from tournaments.events.ground.locking import is_followed
from tournaments.following.authority import hand_over, take_over
from tournaments.following.reading import batch_after
from tournaments.following.sealing import seal, seal_noted
from tournaments.following.taking import Taken, take

__all__ = [
    "LogBatch",
    "Taken",
    "batch_after",
    "hand_over",
    "is_followed",
    "seal",
    "seal_noted",
    "take",
    "take_over",
]
