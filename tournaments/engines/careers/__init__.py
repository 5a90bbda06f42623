"""People over the years, as pure functions over plain values: no database, no language, no clock."""

from __future__ import annotations
