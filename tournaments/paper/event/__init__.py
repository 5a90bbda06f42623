"""All papers of an event, from the list at the door to the certificates.

Every paper is a frozen dataclass of `inputs`, `outcomes` or `awards`; `printed` makes one PDF of
one or of many, in the language that is active. A logo comes through `read_logo`, which refuses what cannot be
printed.
"""

from __future__ import annotations

from tournaments.paper.event.awards import Certificate, Certificates, GiftTable, Prize, PrizeList, Signature
from tournaments.paper.event.inputs import (
    CriterionLine,
    DrawFile,
    DrawnRound,
    DrawProtocol,
    EventCard,
    EventHead,
    Participant,
    ParticipantList,
    Resting,
    ScoreSheets,
    SeatedTable,
    SeatingList,
    TableCard,
    TableCards,
)
from tournaments.paper.event.outcomes import (
    Bracket,
    BracketMatch,
    BracketSide,
    BracketTree,
    Column,
    Correction,
    CorrectionList,
    CrossTable,
    CrossTables,
    EveningNumbers,
    Penalty,
    PlayedAccount,
    PlayedFor,
    PlayedTable,
    Record,
    RoundResults,
    Standing,
    Standings,
)
from tournaments.paper.event.printed import Document, printed
from tournaments.paper.pictures import BadPicture, Logo, read_logo

__all__ = [
    "BadPicture",
    "Bracket",
    "BracketMatch",
    "BracketSide",
    "BracketTree",
    "Certificate",
    "Certificates",
    "Column",
    "Correction",
    "CorrectionList",
    "CriterionLine",
    "CrossTable",
    "CrossTables",
    "Document",
    "DrawFile",
    "DrawProtocol",
    "DrawnRound",
    "EveningNumbers",
    "EventCard",
    "EventHead",
    "GiftTable",
    "Logo",
    "Participant",
    "ParticipantList",
    "Penalty",
    "PlayedAccount",
    "PlayedFor",
    "PlayedTable",
    "Prize",
    "PrizeList",
    "Record",
    "Resting",
    "RoundResults",
    "ScoreSheets",
    "SeatedTable",
    "SeatingList",
    "Signature",
    "Standing",
    "Standings",
    "TableCard",
    "TableCards",
    "printed",
    "read_logo",
]
