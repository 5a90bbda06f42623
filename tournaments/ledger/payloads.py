"""What entries hold; read by `engines.sheets`, from files as from the database."""

from __future__ import annotations

from tournaments.engines.sheets.payloads import line_up, readable, stored, value_of

__all__ = ["line_up", "readable", "stored", "value_of"]
