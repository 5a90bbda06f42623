"""An event's money on paper: prizes and who has given them, what is paid out, the box and its receipts."""

from __future__ import annotations

from tests.tournaments import event_samples as samples
from tournaments.paper.event import (
    CashReport,
    DonorList,
    GiftTable,
    PaymentList,
    PayoutList,
    PrintedBooking,
    PrintedPayment,
    PrintedReceipt,
    Prize,
    PrizeList,
    Receipts,
    ReportSum,
)

GIVEN = (
    "ein Schinken",
    "zwei Karten für das Heimspiel gegen den SV Waldkirch und ein Trikot mit allen Unterschriften",
    "20,00 €",
    "Weinkiste, Kuckucksuhr, ein Gutschein über 50,00 € für die Gärtnerei",
)


def prizes(count: int) -> PrizeList:
    names = samples.people(count + 2)
    return PrizeList(
        event=samples.HEAD,
        prizes=(
            *(
                Prize(
                    rank=str(number + 1),
                    prize=f"{max(5, 200 - 20 * number)} €",
                    name=names[number],
                    note=f"{150 - number} Punkte",
                )
                for number in range(count)
            ),
            Prize(
                rank="Beste Dame",
                prize="Korb der Metzgerei Hug mit Schwarzwälder Schinken",
                name=names[count],
            ),
            Prize(rank="Mauskönig", prize="Wurstsalat", name="", note="Letzter Platz"),
        ),
        total="Zusammen: 1 240 €",
    )


def gifts(count: int) -> GiftTable:
    names = samples.people(count)
    return GiftTable(
        event=samples.HEAD,
        picks=tuple(Prize(rank=str(number + 1), prize="", name=name) for number, name in enumerate(names)),
    )


def payments(count: int) -> PaymentList:
    return PaymentList(
        event=samples.HEAD,
        payments=tuple(
            PrintedPayment(
                number=number,
                name=name,
                tariff=("Mitglied", "Gast")[number % 2],
                owed="15,00 €",
                paid=("15,00 €", "0,00 €")[number % 5 == 0],
                open=("–", "15,00 €")[number % 5 == 0],
                note="überwiesen" * (number % 7 == 0),
            )
            for number, name in enumerate(samples.people(count), start=1)
        ),
        sums=PrintedPayment(number=0, name="Summe", owed="1.430,00 €", paid="1.415,00 €", open="15,00 €"),
        note="Mitglied 10,00 €, Gast 15,00 €, Jugend frei",
    )


def cash_report(count: int) -> CashReport:
    return CashReport(
        event=samples.HEAD,
        part="Bericht 2",
        parts=(
            (
                "Die Kasse",
                (
                    ReportSum(label="Anfangsbestand", amount="100,00 €"),
                    ReportSum(label="Startgeld", amount="1.415,00 €"),
                    ReportSum(label="Soll in der Kasse", amount="1.265,50 €", strong=True),
                    ReportSum(label="Differenz: Wechselgeld", amount="−0,50 €", strong=True),
                ),
            ),
            ("Nicht in der Kasse", (ReportSum(label="Startgeld, überwiesen", amount="30,00 €"),)),
        ),
        bookings=tuple(
            PrintedBooking(
                seq=number,
                time="20.11.2026 19:04",
                what=f"Startgeld · {name}",
                way="bar",
                amount="15,00 €",
                by="Margarethe",
                receipt=f"2026-{number:04}",
                reason="doppelt gebucht" * (number % 6 == 0),
            )
            for number, name in enumerate(samples.people(count), start=1)
        ),
        signers=("Gezählt von", "Geprüft von"),
    )


def receipts(count: int, *, alone: bool = False) -> Receipts:
    return Receipts(
        event=samples.HEAD,
        alone=alone,
        receipts=tuple(
            PrintedReceipt(
                number=f"2026-{number:04}",
                title=("Quittung", "Storno")[number % 5 == 0],
                amount="15,00 €",
                who=name,
                what="Startgeld · Gast",
                when="20.11.2026 19:04",
                way="bar",
                by="Margarethe Spiegelhalter",
                items=(("Preise", "10,00 €"), ("Kinderhospiz", "5,00 €")),
                note="Storniert Quittung 2026-0003. ist Mitglied" * (number % 5 == 0),
            )
            for number, name in enumerate(samples.people(count), start=1)
        ),
    )


def payouts(count: int) -> PayoutList:
    """Money, goods, both; some of it handed over already."""
    things = ("120,00 €", "Schinken + 40,00 €", "eine Gabe nach Wahl", GIVEN[1])
    return PayoutList(
        event=samples.HEAD,
        payouts=tuple(
            Prize(
                rank=str(number) if number % 6 else f"{number}–{number + 1}",
                prize=things[number % 4],
                name=name,
                note="ausgegeben" * (number % 3 == 0),
            )
            for number, name in enumerate(samples.people(count), start=1)
        ),
        total="Preise in Geld: 1.240,00 €",
    )


def donors(count: int) -> DonorList:
    """Firms and people, who have given one thing or many."""
    return DonorList(
        event=samples.HEAD,
        gifts=tuple(
            Prize(
                rank="",
                prize=GIVEN[number % 4],
                name=f"Metzgerei und Partyservice {name}" if number % 3 == 0 else name,
            )
            for number, name in enumerate(samples.people(count), start=1)
        ),
    )


def cash_report_so_far(count: int) -> CashReport:
    """Not closed: with helpers, fees, and prizes that were paid and taken back."""
    closed = cash_report(count)
    helpers = tuple(
        ReportSum(label=name, amount=f"{15 * at},00 € − 120,00 €")
        for at, name in enumerate(samples.people(9), start=1)
    )
    fees = (
        ReportSum(label="Zu zahlen", amount="1.430,00 €"),
        ReportSum(label="Bezahlt", amount="1.415,00 €"),
        ReportSum(label="Noch offen", amount="15,00 €"),
    )
    parts = (*closed.parts, ("Wer bar genommen und gegeben hat", helpers), ("Startgelder", fees))
    paid_out = tuple(
        PrintedBooking(
            seq=count + number,
            time="20.11.2026 23:41",
            what=f"{'Storniert: ' * (number % 2 == 0)}Preis · {name}",
            way="überwiesen",
            amount=f"{'' if number % 2 == 0 else '−'}1.120,00 €",
            by="Margarethe Spiegelhalter",
            reason="Ein Spiel der ersten Runde wurde falsch abgelesen" * (number % 2 == 0),
        )
        for number, name in enumerate(samples.people(min(count, 10)), start=1)
    )
    bookings = (*closed.bookings, *paid_out)
    warning = "Nicht abgeschlossen"
    return CashReport(
        event=samples.HEAD, part="", warning=warning, parts=parts, bookings=bookings, signers=()
    )
