"""Why somebody gets a prize, with the arithmetic; why nobody does. Sentences without a language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.amounts import Money
from tournaments.engines.prizes.choices import PrizePlaces
from tournaments.engines.prizes.contest import Contest
from tournaments.engines.prizes.expanding import Idle
from tournaments.engines.prizes.inputs import PrizeQuestion, WinnerId
from tournaments.engines.prizes.lines import Slot
from tournaments.engines.prizes.outcome import PassedOver
from tournaments.engines.prizes.paying import Payment

MOST_TERMS = 8  # of a sum that is written out
MOST_NAMES = 5
MOST_PASSED = 50

TOLD_APART = {
    "recorded": _("A decision on record says who of the equals is ahead."),
    "seed": _("A lot from the announced draw number decided who of the equals is ahead."),
    "open": _(
        "A lot has still to decide who of the equals is ahead; until then the ranking’s own order counts."
    ),
    "by_criteria": _("The criteria of the ranking decided who of the equals is ahead."),
    "playoff": _("A play-off decided who of the equals is ahead."),
}


class Teller:
    """Says it for one plan."""

    def __init__(self, question: PrizeQuestion, contest: Contest) -> None:
        self.question, self.contest = question, contest
        self._names: dict[WinnerId, str] = {
            recipient.id: recipient.name for recipient in reversed(contest.recipients)
        }
        self._sums: dict[int, tuple[Text, object, Fraction]] = {}  # of slots that many share, by identity
        self._passed: dict[int, list[PassedOver]] = {}

    def money(self, amount: Fraction | int) -> Money:
        """Down to the smallest unit."""
        return Money(floor(amount), self.question.currency)

    def why(self, payment: Payment, how: str) -> Text:
        """Why an award is what it is; `how` equals were told apart, where it made a difference."""
        sentences = [self._base(payment), *self._paid(payment), *self._history(payment, how)]
        return joined(sentences)

    def unused(self, idle: Idle) -> Text:
        """Why nobody gets a prize."""
        where = self.where(idle.slot)
        match idle.code:
            case "no_such_place":
                text = _("Not awarded, {where}: there is no such place, {here} are ranked there.")
            case "nobody_entitled":
                text = _("Not awarded, {where}: there is nobody it is for.")
            case "all_have_prizes":
                text = _("Not awarded, {where}: nobody is left who may take it.")
            case "not_passed_on":
                text = _("Not awarded, {where}: it is not passed on to the next.")
            case "too_few_players":
                text = _("Not awarded, {where}: people needed in the ranking: {needed}; here: {here}.")
            case "too_few_tables":
                text = _("Not awarded, {where}: tables needed: {needed}; here: {here}.")
            case "too_few_entitled":
                text = _("Not awarded, {where}: people needed for whom it is: {needed}; here: {here}.")
            case "withheld":
                return self._withheld(idle.slot, where)
            case _:
                text = _("Not drawn yet, {where}.")
        return say(text, where=where, needed=idle.needed, here=idle.here)

    def where(self, slot: Slot) -> Text:
        """`Place 3`, `ladies: place 1`, `Table 5: place 1`, `last place`."""
        if slot.prize.label:
            return say(_("{label}, {where}"), label=slot.prize.label, where=self._place(slot))
        return self._place(slot)

    def _place(self, slot: Slot) -> Text:
        target = slot.prize.target
        spot = self._spot(slot)
        for message, value in (
            (_("Teams: {where}"), "" if not target.teams else "teams"),
            (_("{name}: {where}"), self._called(target.statistic or target.ranking)),
            (_("Table {name}: {where}"), slot.won.each_of if target.each == "table" else target.table),
            (_("{name}: {where}"), slot.won.each_of if target.each == "club" else target.club),
            (_("{name}: {where}"), slot.won.each_of if target.each == "group" else target.group),
        ):
            if value:
                spot = say(message, name=value, where=spot)
        if target.members is not None:
            spot = say(_("Members: {where}") if target.members else _("Guests: {where}"), where=spot)
        return spot

    def _called(self, name: str) -> str:
        return self.question.called.get(name, name)

    def _spot(self, slot: Slot) -> Text:
        target = slot.prize.target
        if target.places is PrizePlaces.RAFFLE:
            return say(_("raffle, prize {number}"), number=slot.won.place)
        if target.places is PrizePlaces.ABOVE:
            if target.inclusive:
                return say(_("everybody whose points are {points} or more"), points=target.points)
            return say(_("everybody whose points are above {points}"), points=target.points)
        if target.places is PrizePlaces.MIDDLE:
            return say(_("the middle, place {place}"), place=slot.won.place)
        if slot.from_end == 1:
            return say(_("last place"))
        if slot.from_end == 2:
            return say(_("last place but one"))
        return say(_("place {place}"), place=slot.won.place)

    def _worth(self, slot: Slot) -> object:
        """Money, goods, or both."""
        if slot.won.goods and slot.money:
            return say(_("{goods} and {money}"), goods=slot.won.goods, money=self.money(slot.money))
        return slot.won.goods or self.money(slot.money)

    def _base(self, payment: Payment) -> Text:
        grant = payment.grant
        slot = grant.slots[0]
        if grant.code == "given":
            return self._given(slot)
        if len(grant.shared_by) == 1 or grant.code in ("whole", "raffle"):
            return say(_("Prize for {where}: {prize}."), where=self.where(slot), prize=self._worth(slot))
        if grant.code == "higher":
            text = _("Equal with {count} others: everybody gets the highest prize of {where}, {prize}.")
            return say(
                text,
                count=len(grant.shared_by) - 1,
                where=self._places(grant.slots),
                prize=self.money(grant.money),
            )
        goods = [self._worth_of_goods(idle) for idle in grant.goods if idle.won.goods]
        money = self._shared(payment)
        return joined([money, *goods])

    def _worth_of_goods(self, slot: Slot) -> Text:
        return say(_("Besides: {prize}."), prize=slot.won.goods)

    def _shared(self, payment: Payment) -> Text:
        grant = payment.grant
        where, terms, total = self._arithmetic(grant.slots)
        people = len(grant.shared_by)
        if grant.code == "hort":
            part = grant.money - grant.own_half
            sharing = floor(total / 2 / part) if part else people
            text = _(
                "Hort system, {where}: half of their own prize, {own}, and a share of the other halves, "
                "{terms} ÷ 2 ÷ {count} {sign} {part}; together {share}."
            )
            return say(
                text,
                where=where,
                own=self.money(grant.own_half),
                terms=terms,
                count=sharing,
                sign=_sign(part),
                part=self.money(part),
                share=self.money(grant.money),
            )
        if grant.code == "pooled":
            text = _("Equals pool their best prizes ({where}): {terms} ÷ {count} {sign} {share}.")
        elif len(grant.slots) == 1:
            text = _("Shares the prize of {where}: {terms} ÷ {count} {sign} {share}.")
        else:
            text = _("Shares the prizes of {where}: {terms} ÷ {count} {sign} {share}.")
        return say(
            text,
            where=where,
            terms=terms,
            count=people,
            sign=_sign(grant.money),
            share=self.money(grant.money),
        )

    def _arithmetic(self, slots: tuple[Slot, ...]) -> tuple[Text, object, Fraction]:
        """The places, the sum written out, and the sum; once for all who share."""
        if id(slots) not in self._sums:
            ordered = sorted(slots, key=lambda slot: (slot.won.place, slot.written))
            total = sum((slot.money for slot in slots), Fraction(0))
            self._sums[id(slots)] = self._places(ordered), self._sum(ordered, total), total
        return self._sums[id(slots)]

    def _places(self, slots: Sequence[Slot]) -> Text:
        """`places 2 to 4`, or each by its name."""
        ordered = sorted(slots, key=lambda slot: (slot.won.place, slot.written))
        numbers = [slot.won.place for slot in ordered]
        plain = all(self.contest_place(slot) for slot in ordered)
        if plain and len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return say(_("places {first} to {last}"), first=numbers[0], last=numbers[-1])
        return _listed([self.where(slot) for slot in ordered[:MOST_TERMS]])

    def contest_place(self, slot: Slot) -> bool:
        """Is it called by its place in the ranking of everybody?"""
        return str(self._place(slot).message) == "place {place}" and not slot.prize.label

    def _sum(self, slots: Sequence[Slot], total: Fraction) -> object:
        if len(slots) == 1 or len(slots) > MOST_TERMS:
            return self.money(total)
        terms: object = self.money(slots[0].money)
        for slot in slots[1:]:
            terms = say(_("{first} + {next}"), first=terms, next=self.money(slot.money))
        return say(_("({terms})"), terms=terms)

    def _paid(self, payment: Payment) -> list[Text]:
        """What is paid, where it is another amount than the one that was said."""
        sentences = []
        recipient = self.contest.recipients[payment.grant.recipient]
        if payment.due != payment.exact:
            text = _("With {stake} percent of the stake: {due}.")
            sentences.append(say(text, stake=recipient.stake, due=self.money(payment.due)))
        if floor(payment.due) != payment.paid:
            sentences.append(say(_("Paid {paid}."), paid=self.money(payment.paid)))
        if payment.heads > 1 and payment.paid:
            text = _("Persons: {heads}, {each} each; {paid} in all.")
            sentences.append(
                say(text, heads=payment.heads, each=self.money(payment.each), paid=self.money(payment.paid))
            )
        return sentences

    def _history(self, payment: Payment, how: str) -> list[Text]:
        """By which rules it came here."""
        grant = payment.grant
        sentences = []
        if how:
            sentences.append(say(TOLD_APART[how]))
        if id(grant.slots) not in self._passed:
            passed_over = dict.fromkeys(passed for slot in grant.slots for passed in slot.over)
            self._passed[id(grant.slots)] = list(passed_over)[:MOST_PASSED]
        over = self._passed[id(grant.slots)]
        having = list(dict.fromkeys(passed.entrant for passed in over if passed.code == "has_prize"))
        if having:
            text = _("It moved on from {names} (rule: {rule}, {takes}).")
            rules = self.question.rules
            sentences.append(say(text, names=self._some(having), rule=rules.per_person, takes=rules.takes))
        gone = list(dict.fromkeys(passed.entrant for passed in over if passed.code == "declined"))
        if gone:
            sentences.append(say(_("{names} did not take it."), names=self._some(gone)))
        return sentences

    def _some(self, ids: Sequence[WinnerId]) -> object:
        names = tuple(self._names.get(winner, str(winner)) for winner in ids[:MOST_NAMES])
        if len(ids) <= MOST_NAMES:
            return names
        return say(_("{names} and others"), names=", ".join(names))

    def _given(self, slot: Slot) -> Text:
        reason = next(
            (
                decision.reason
                for decision in self.question.decisions
                if decision.kind == "given" and decision.prize == slot.prize.id and decision.reason
            ),
            "",
        )
        if reason:
            text = _("Prize for {where}: {prize}, given by decision: {reason}.")
            return say(text, where=self.where(slot), prize=self._worth(slot), reason=reason)
        return say(
            _("Prize for {where}: {prize}, given by decision."),
            where=self.where(slot),
            prize=self._worth(slot),
        )

    def _withheld(self, slot: Slot, where: Text) -> Text:
        for decision in self.question.decisions:
            if decision.kind == "withheld" and decision.prize == slot.prize.id and decision.reason:
                return say(
                    _("Not awarded, {where}, by decision: {reason}."), where=where, reason=decision.reason
                )
        return say(_("Not awarded, {where}, by decision."), where=where)


def joined(sentences: Sequence[Text]) -> Text:
    """One after the other."""
    return _chain(sentences, lambda first, following: say(_("{first} {next}"), first=first, next=following))


def _listed(parts: Sequence[Text]) -> Text:
    return _chain(parts, lambda first, following: say(_("{first}; {next}"), first=first, next=following))


def _chain(parts: Sequence[Text], link: Callable[[Text, Text], Text]) -> Text:
    whole = parts[0]
    for part in parts[1:]:
        whole = link(whole, part)
    return whole


def _sign(amount: Fraction) -> str:
    return "=" if amount.denominator == 1 else "≈"
