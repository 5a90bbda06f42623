"""What is due to everybody beside what was given: a difference that a correction makes is seen here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.engines.plans.prizetargets import row_of
from tournaments.engines.prizes.choices import HeadShare
from tournaments.engines.prizes.outcome import PrizeAward, PrizeOutcome, WonSlot
from tournaments.models import PrizeAct, PrizeRecord
from tournaments.prizes.records import goods_of, in_force


@dataclass(frozen=True, slots=True)
class GoodsDue:
    """A thing somebody should get. `key`: which prize of which place, the same after a correction."""

    key: str
    prize: str  # id of the prize
    what: str  # empty: a gift to choose
    picks: bool


@dataclass(frozen=True, slots=True)
class PrizeDue:
    """One entrant: what he should have, what he has."""

    entrant: int
    amount: int = 0
    goods: tuple[GoodsDue, ...] = ()
    awards: tuple[PrizeAward, ...] = ()
    given: int = 0  # money
    settled: int = 0  # difference that stands, with a reason
    held: tuple[str, ...] = ()  # keys of goods he has
    waived: tuple[str, ...] = ()  # keys of goods about which nothing more is done
    records: tuple[PrizeRecord, ...] = ()  # in force
    unclaimed: bool = False

    @property
    def to_pay(self) -> int:
        """Below 0: he has had too much."""
        return self.amount - self.given - self.settled

    @property
    def open_goods(self) -> tuple[GoodsDue, ...]:
        """What he has not got yet."""
        gone = {*self.held, *self.waived}
        return tuple(thing for thing in self.goods if thing.key not in gone)

    @property
    def picks(self) -> tuple[GoodsDue, ...]:
        """Gifts he has still to choose."""
        return tuple(thing for thing in self.open_goods if thing.picks)

    @property
    def too_much(self) -> tuple[str, ...]:
        """Keys of goods he has and somebody else should."""
        due = {thing.key for thing in self.goods} | {*self.waived}
        return tuple(key for key in self.held if key not in due)

    @property
    def moved(self) -> bool:
        """Has he something that is not his any more?"""
        return self.to_pay < 0 or bool(self.too_much)

    @property
    def done(self) -> bool:
        return not self.to_pay and not self.open_goods and not self.too_much

    @property
    def touched(self) -> bool:
        """Was anything given already?"""
        return bool(self.given or self.held)

    @property
    def seen(self) -> str:
        """A mark of all this: a page shows it, and what is tapped there is done only if it still holds."""
        facts = (
            self.amount,
            self.given,
            self.settled,
            [thing.key for thing in self.goods],
            self.held,
            self.waived,
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def slot_key(slot: WonSlot) -> str:
    """A prize at a place, as records call it."""
    key = "/".join((slot.prize, slot.each_of, str(slot.place)))
    return key if len(key) <= 40 else hashlib.sha256(key.encode()).hexdigest()[:40]


def dues(
    outcome: PrizeOutcome,
    plan: PrizePlan,
    records: Iterable[PrizeRecord],
    teams: Mapping[str, tuple[int, ...]],
) -> dict[int, PrizeDue]:
    """Everybody to whom something is due, in the order of the awards, and whoever has got something."""
    amounts: dict[int, int] = {}
    goods: dict[int, list[GoodsDue]] = {}
    awards: dict[int, list[PrizeAward]] = {}
    for award in outcome.awards:
        for who, amount, takes in _takers(award, plan, teams):
            amounts[who] = amounts.get(who, 0) + amount
            awards.setdefault(who, []).append(award)
            if takes:
                goods.setdefault(who, []).extend(_goods(award, plan))
    standing: dict[int, list[PrizeRecord]] = {}
    for record in in_force(records):
        if record.entrant_id is not None and record.kind in GIVING:
            standing.setdefault(record.entrant_id, []).append(record)
    return {
        who: _due(who, amounts.get(who, 0), goods.get(who, []), awards.get(who, []), standing.get(who, []))
        for who in dict.fromkeys((*awards, *standing))
    }


SETTLED = (PrizeAct.STANDS, PrizeAct.TO_CLUB)
GIVING = (PrizeAct.HANDED, PrizeAct.CHOSEN, PrizeAct.UNCLAIMED, *SETTLED)


def _takers(
    award: PrizeAward, plan: PrizePlan, teams: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[int, int, bool]]:
    """Into whose hands it goes, how much, and whether the goods too. In one sum: those of a team's first."""
    if not award.team:
        if isinstance(award.entrant, int):
            yield award.entrant, award.money, True
        return
    members = teams.get(str(award.entrant), ())
    row = row_of(plan, award.prizes[0])
    if row is None or row.heads == HeadShare.WHOLE:
        if members:
            yield members[0], award.money, True
        return
    for place, member in enumerate(members):
        yield member, award.each, place == 0


def _goods(award: PrizeAward, plan: PrizePlan) -> Iterator[GoodsDue]:
    texts = list(award.goods)
    for slot in award.slots:
        if slot.goods and slot.goods in texts:
            texts.remove(slot.goods)
            row = row_of(plan, slot.prize)
            picks = row is not None and row.picks
            yield GoodsDue(slot_key(slot), slot.prize, "" if picks else slot.goods, picks)


def _due(
    who: int, amount: int, goods: list[GoodsDue], awards: list[PrizeAward], records: list[PrizeRecord]
) -> PrizeDue:
    given = sum(record.amount for record in records if record.kind == PrizeAct.HANDED)
    settled = sum(record.amount for record in records if record.kind in SETTLED)
    held = [
        key
        for record in records
        if record.kind in (PrizeAct.HANDED, PrizeAct.CHOSEN)
        for key in goods_of(record)
    ]
    waived = [key for record in records if record.kind in SETTLED for key in goods_of(record)]
    return PrizeDue(
        entrant=who,
        amount=amount,
        goods=tuple(goods),
        awards=tuple(awards),
        given=given,
        settled=settled,
        held=tuple(held),
        waived=tuple(waived),
        records=tuple(records),
        unclaimed=bool(records) and records[-1].kind == PrizeAct.UNCLAIMED,
    )
