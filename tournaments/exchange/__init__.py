"""A whole event as one file, out of one installation and into another.

The ledger travels entry by entry with its chain of hashes; whatever is derived from it is computed again
where it arrives, so that both places have the same standings.
"""

from __future__ import annotations

from tournaments.exchange.exporting import as_file, packed
from tournaments.exchange.importing import take_in
from tournaments.exchange.unpacking import NotAnEvent

__all__ = ["NotAnEvent", "as_file", "packed", "take_in"]
