"""All papers of an event, from the list at the door to the certificates.

Every paper is a frozen dataclass of `inputs`, `outcomes`, `awards` or `money`; `printed` makes one PDF of
one or of many, in the language that is active. A logo comes through `read_logo`, which refuses what cannot be
printed. Both are done where papers are made (`config.press`).
"""

from __future__ import annotations

from config import press
from tournaments.paper.event.awards import (
    Certificate,
    Certificates,
    DonorList,
    GiftTable,
    PayoutList,
    Prize,
    PrizeList,
    Signature,
)
from tournaments.paper.event.documents import Document
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
from tournaments.paper.event.money import (
    CashReport,
    PaymentList,
    PrintedBooking,
    PrintedPayment,
    PrintedReceipt,
    Receipts,
    ReportSum,
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
from tournaments.paper.logos import BadPicture, Logo

__all__ = [
    "BadPicture",
    "BracketSide",
    "BracketTree",
    "CashReport",
    "Certificate",
    "Certificates",
    "ClubDoorPaper",
    "Correction",
    "CorrectionList",
    "CriterionLine",
    "CrossTables",
    "Document",
    "DonorList",
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
    "PaymentList",
    "PayoutList",
    "PlayedAccount",
    "PlayedFor",
    "PrintedBooking",
    "PrintedBracket",
    "PrintedCard",
    "PrintedColumn",
    "PrintedCross",
    "PrintedHighlight",
    "PrintedMatch",
    "PrintedPayment",
    "PrintedPenalty",
    "PrintedRank",
    "PrintedRanking",
    "PrintedReceipt",
    "PrintedResult",
    "Prize",
    "PrizeList",
    "Receipts",
    "ReportSum",
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


def printed(*documents: Document, title: str = "", patient: bool = False) -> bytes:
    """The papers one after the other, each with its own page numbers and a bookmark.

    `title` is the name of the file; without one it is that of the event. `patient`: nobody looks at an empty
    page until it is there, and what others want meanwhile is made before it has ended.
    """
    drawn = press.make(f"{__name__}.drawing:drawn", *documents, title=title, patient=patient)
    return bytes(drawn)


def read_logo(data: bytes) -> Logo:
    """A PNG or JPEG as it will be printed; raises BadPicture."""
    logo = press.make("tournaments.paper.pictures:read_logo", data)
    assert isinstance(logo, Logo)
    return logo
