"""What phones can pay by bank: the codes of an event, only in euros and with an account."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import formats

from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import spoken, tariff_name
from tournaments.engines.cashdesk.banking import transfer_code
from tournaments.engines.cashdesk.tariffs import EUR
from tournaments.events.ground.stages import settings_of
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class TransferCode:
    """One amount that can be paid."""

    name: str  # of the price: "Mitglied"
    amount: str
    code: str  # what the QR code says
    reference: str


def transfers(event: Event) -> list[TransferCode]:
    """One for every price; nothing without an account, or in another currency."""
    plan = plan_of_event(event)
    if plan.currency != EUR or not plan.bank.known:
        return []
    heads = settings_of(event).entrant
    day = formats.date_format(event.day, "SHORT_DATE_FORMAT")
    codes = []
    for tariff in plan.tariffs:
        amount = sum(item.amount for item in tariff.items_for(heads)) + plan.deposit
        if amount:
            name = tariff_name(tariff)
            reference = f"{event.title} {day} {name}"
            code = transfer_code(plan.bank, amount, reference)
            codes.append(TransferCode(name, spoken(plan, amount), code, reference))
    return codes
