"""What is stored: people, tables, devices, and the ledger of hands."""

from __future__ import annotations

from tournaments.models.access import Credential
from tournaments.models.ledger import Entry, EntryKind, LiveHand, SheetHead, Via
from tournaments.models.people import Player
from tournaments.models.rulesets import RuleSet
from tournaments.models.sittings import Chair, Sitting

__all__ = [
    "Chair",
    "Credential",
    "Entry",
    "EntryKind",
    "LiveHand",
    "Player",
    "RuleSet",
    "SheetHead",
    "Sitting",
    "Via",
]
