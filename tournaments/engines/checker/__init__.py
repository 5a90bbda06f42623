"""Is this event what it was? A file of an event computed again from its first entry: chains, points, totals,
standings, lots, draws and the heads that stand on paper. Pure: the same checks hold for a database, and for a
single file of the program that anybody can start (`program`).
"""

from __future__ import annotations
