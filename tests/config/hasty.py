"""A club's settings with little patience: whatever stops in mid-sentence is cut soon."""

from __future__ import annotations

from config.arriving import Limits
from config.settings import *  # noqa: F403

ARRIVING = Limits(seconds=1.0, per_address=3)
HEADER_SECONDS = 1.0
