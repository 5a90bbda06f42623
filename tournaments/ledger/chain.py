"""Fingerprints of entries and sheets; computed by `engines.sheets`, for files as for the database."""

from __future__ import annotations

from tournaments.engines.sheets.chain import canonical, digest_of, hash_of, start_of

__all__ = ["canonical", "digest_of", "hash_of", "start_of"]
