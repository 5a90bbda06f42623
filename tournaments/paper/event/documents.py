"""Everything that can be printed of an event."""

from __future__ import annotations

from tournaments.paper.event import awards, inputs, money, outcomes

Document = (
    inputs.ParticipantList
    | inputs.SeatingList
    | inputs.TableCards
    | inputs.ClubDoorPaper
    | inputs.ScoreSheets
    | inputs.EventCard
    | inputs.DrawProtocol
    | outcomes.RoundResults
    | outcomes.PrintedRanking
    | outcomes.CrossTables
    | outcomes.PrintedBracket
    | outcomes.CorrectionList
    | outcomes.EveningNumbers
    | awards.PrizeList
    | awards.GiftTable
    | awards.PayoutList
    | awards.DonorList
    | awards.Certificates
    | money.PaymentList
    | money.CashReport
    | money.Receipts
)
