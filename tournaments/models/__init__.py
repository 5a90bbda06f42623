"""What is stored: people, events, tables, devices, and the ledger of hands."""

from __future__ import annotations

from tournaments.models.access import Bucket, Credential, DeskPhone, SeatRequest
from tournaments.models.accounts import ClubAccount, Keyring, Passkey, RecoveryCode
from tournaments.models.calls import Call
from tournaments.models.careers import Appearance, Career, CareerSwitches, Chapter, Parting
from tournaments.models.cash import CashCount, CashEntry, CashKind, CountKind, Destination, PaidBy
from tournaments.models.clubs import (
    FIRST,
    SAMPLE,
    Club,
    ClubNotice,
    ClubState,
    Doors,
    Invitation,
    InvitationKind,
    Membership,
    Removal,
)
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
from tournaments.models.federation import FederationMember, JoinSide, MemberJoin
from tournaments.models.following import EventLine, EventLog, EventPiece
from tournaments.models.installation import Epoch, Installation, MirrorPosition, Sighting
from tournaments.models.jobs import Job, JobPiece, JobState
from tournaments.models.ledger import AgreedState, Entry, EntryKind, Erasure, LiveHand, SheetHead, Via
from tournaments.models.links import EventLink
from tournaments.models.matchdays import MatchDay, MatchHall
from tournaments.models.pairing import (
    WRITERS,
    LogParcel,
    LogReader,
    LogSource,
    PairingCode,
    PairingKind,
)
from tournaments.models.parked import Answer, Parked, ParkedDecision, PhoneOffer
from tournaments.models.people import Player, ShownAs
from tournaments.models.prizes import PrizeAct, PrizeRecord
from tournaments.models.rulesets import RuleSet
from tournaments.models.season import ClubSeason, EveningResult, SeasonDate, SeasonNotice
from tournaments.models.sittings import Chair, Sitting

__all__ = [
    "COMING",
    "FIRST",
    "LARGE",
    "SAMPLE",
    "WRITERS",
    "AgreedState",
    "Answer",
    "Appearance",
    "Bucket",
    "Call",
    "Career",
    "CareerSwitches",
    "CashCount",
    "CashEntry",
    "CashKind",
    "Chair",
    "Chapter",
    "Clock",
    "Club",
    "ClubAccount",
    "ClubNotice",
    "ClubSeason",
    "ClubState",
    "CountKind",
    "Credential",
    "DeskPhone",
    "Destination",
    "Doors",
    "Entrant",
    "EntrantState",
    "Entry",
    "EntryKind",
    "Epoch",
    "Erasure",
    "EveningResult",
    "Event",
    "EventLine",
    "EventLink",
    "EventLog",
    "EventPiece",
    "FederationMember",
    "Grant",
    "Installation",
    "Invitation",
    "InvitationKind",
    "Job",
    "JobPiece",
    "JobState",
    "JoinSide",
    "Keyring",
    "LiveHand",
    "LogParcel",
    "LogReader",
    "LogSource",
    "MatchDay",
    "MatchHall",
    "Member",
    "MemberJoin",
    "Membership",
    "MirrorPosition",
    "Notice",
    "PaidBy",
    "PairingCode",
    "PairingKind",
    "Parked",
    "ParkedDecision",
    "Parting",
    "Passkey",
    "PhoneOffer",
    "Player",
    "PrizeAct",
    "PrizeRecord",
    "RecoveryCode",
    "Removal",
    "Role",
    "Round",
    "RoundState",
    "RuleSet",
    "Ruling",
    "RulingKind",
    "Screen",
    "SeasonDate",
    "SeasonNotice",
    "SeatRequest",
    "SheetHead",
    "ShownAs",
    "Sighting",
    "Sitting",
    "Stage",
    "Via",
    "Wish",
]
