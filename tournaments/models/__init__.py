"""What is stored: people, events, tables, devices, and the ledger of hands."""

from __future__ import annotations

from tournaments.models.access import Credential, DeskPhone
from tournaments.models.calls import Call
from tournaments.models.events import (
    COMING,
    LARGE,
    Clock,
    Entrant,
    EntrantState,
    Event,
    Grant,
    Member,
    Notice,
    Role,
    Round,
    RoundState,
    Ruling,
    RulingKind,
    Screen,
    Stage,
    Wish,
)
from tournaments.models.installation import Installation
from tournaments.models.ledger import AgreedState, Entry, EntryKind, LiveHand, SheetHead, Via
from tournaments.models.links import EventLink
from tournaments.models.parked import Answer, Parked, ParkedDecision, PhoneOffer
from tournaments.models.people import Player, ShownAs
from tournaments.models.rulesets import RuleSet
from tournaments.models.sittings import Chair, Sitting

__all__ = [
    "COMING",
    "LARGE",
    "AgreedState",
    "Answer",
    "Call",
    "Chair",
    "Clock",
    "Credential",
    "DeskPhone",
    "Entrant",
    "EntrantState",
    "Entry",
    "EntryKind",
    "Event",
    "EventLink",
    "Grant",
    "Installation",
    "LiveHand",
    "Member",
    "Notice",
    "Parked",
    "ParkedDecision",
    "PhoneOffer",
    "Player",
    "Role",
    "Round",
    "RoundState",
    "RuleSet",
    "Ruling",
    "RulingKind",
    "Screen",
    "SheetHead",
    "ShownAs",
    "Sitting",
    "Stage",
    "Via",
    "Wish",
]
