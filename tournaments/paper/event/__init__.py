"""All papers of an event, from the list at the door to the certificates.

Every paper is a frozen dataclass of `inputs`, `outcomes` or `awards`; `printed` makes one PDF of
one or of many, in the language that is active. A logo comes through `read_logo`, which refuses what cannot be
printed.
"""

from __future__ import annotations

from tournaments.paper.event.awards import Certificate, Certificates, GiftTable, Prize, PrizeList, Signature
from tournaments.paper.event.inputs import (
    ClubDoorPaper,
    CriterionLine,
    DrawFile,
    DrawnRound,
    DrawProtocol,
    EventCard,
    EventHead,
    Participant,
    ParticipantList,
    PrintedCard,
    Resting,
    ScoreSheets,
    SeatedTable,
    SeatingList,
    TableCards,
)
from tournaments.paper.event.outcomes import (
    BracketSide,
    BracketTree,
    Correction,
    CorrectionList,
    CrossTables,
    EveningNumbers,
    PlayedAccount,
    PlayedFor,
    PrintedBracket,
    PrintedColumn,
    PrintedCross,
    PrintedHighlight,
    PrintedMatch,
    PrintedPenalty,
    PrintedRank,
    PrintedRanking,
    PrintedResult,
    RoundResults,
)
from tournaments.paper.event.printed import Document, printed
from tournaments.paper.pictures import BadPicture, Logo, read_logo

__all__ = [
    "BadPicture",
    "BracketSide",
    "BracketTree",
    "Certificate",
    "Certificates",
    "ClubDoorPaper",
    "Correction",
    "CorrectionList",
    "CriterionLine",
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
    "PlayedAccount",
    "PlayedFor",
    "PrintedBracket",
    "PrintedCard",
    "PrintedColumn",
    "PrintedCross",
    "PrintedHighlight",
    "PrintedMatch",
    "PrintedPenalty",
    "PrintedRank",
    "PrintedRanking",
    "PrintedResult",
    "Prize",
    "PrizeList",
    "Resting",
    "RoundResults",
    "ScoreSheets",
    "SeatedTable",
    "SeatingList",
    "Signature",
    "TableCards",
    "printed",
    "read_logo",
]
