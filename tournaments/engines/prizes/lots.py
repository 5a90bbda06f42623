"""Who is ahead among equals: what people decided, what a seed says, or the ranking meanwhile."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engines.prizes.choices import Sharing, Undivided
from tournaments.engines.prizes.contest import Contest, Level
from tournaments.engines.prizes.inputs import PrizeDecision, PrizeQuestion, WinnerId

RECORDED, SEED, OPEN, CRITERIA, PLAYOFF = "recorded", "seed", "open", "by_criteria", "playoff"


@dataclass(frozen=True, slots=True)
class TieVerdict:
    """Equals told apart."""

    order: tuple[int, ...]
    how: str
    tickets: tuple[str, ...] = ()


def prize_ticket(seed: str, purpose: str, among: Sequence[WinnerId], winner: WinnerId) -> str:
    """HMAC-SHA256 with the seed as key, of the purpose, all who draw and the one: `tie|3-7-12|7`, in hex."""
    text = f"{purpose}|{'-'.join(sorted(map(str, among)))}|{winner}"
    return hmac.new(
        seed.encode("utf-8", "surrogatepass"), text.encode("utf-8", "surrogatepass"), hashlib.sha256
    ).hexdigest()


class Lots:
    """Tells equals apart, by what is on record first."""

    def __init__(self, question: PrizeQuestion, contest: Contest) -> None:
        self._seed, self._rules = question.seed, question.rules
        self._contest = contest
        self._recorded = [
            (decision, self._numbers(decision))
            for decision in question.decisions
            if decision.kind in ("lot", "playoff")
        ]

    def played_off(self, levels: Sequence[Level]) -> list[Level]:
        """The levels, after play-offs: who was told apart by play is not equal any longer."""
        after: list[Level] = []
        for level in levels:
            order = self._on_record(level, ("playoff",)) if len(level) > 1 else None
            after += [(number,) for number in order] if order else [level]
        return after

    def tell_apart(self, members: Level, among: Sequence[int], equals: Level) -> TieVerdict:
        """An order of the members of a tier; `among` them are those it is about.

        `equals` are all who are equal in the ranking, so that a lot is the same among ladies and among all.
        """
        order = self._on_record(among, ("lot", "playoff"))
        if order:
            return TieVerdict((*order, *(member for member in members if member not in order)), RECORDED)
        if self._by_lot():
            if not self._seed:
                return TieVerdict(members, OPEN)
            tickets = self._tickets("tie", equals)
            order = tuple(sorted(members, key=tickets.__getitem__))
            return TieVerdict(order, SEED, tuple(tickets[number] for number in order))
        return TieVerdict(members, CRITERIA)

    def raffle_ready(self, prize: str) -> bool:
        """Can it be drawn, or has it been?"""
        return bool(self._seed) or self._raffle_record(prize) is not None

    def drawn_before(self, prize: str) -> frozenset[int]:
        """Who was in the drum when it was drawn: that holds, even for somebody who has gone home since."""
        return frozenset(self._raffle_record(prize) or ())

    def raffle(self, prize: str, drum: Sequence[int]) -> list[int]:
        """In which order people are drawn."""
        record = self._raffle_record(prize)
        drawn = [number for number in record or () if number in set(drum)]
        others = [number for number in drum if number not in set(drawn)]
        if self._seed:
            tickets = self._tickets(f"raffle {prize}", drum)
            others.sort(key=tickets.__getitem__)
            return drawn + others
        return drawn

    def _by_lot(self) -> bool:
        if self._rules.ties is Sharing.LOT:
            return True
        return self._rules.ties is not Sharing.BY_CRITERIA and self._rules.undivided is Undivided.LOT

    def _tickets(self, purpose: str, numbers: Sequence[int]) -> dict[int, str]:
        ids = [self._contest.recipients[number].id for number in numbers]
        everybody = "-".join(sorted(map(str, ids)))
        drum = hmac.new(
            self._seed.encode("utf-8", "surrogatepass"),
            f"{purpose}|{everybody}".encode("utf-8", "surrogatepass"),
            hashlib.sha256,
        )
        tickets = {}
        for number, recipient in zip(numbers, ids, strict=True):
            mac = drum.copy()
            mac.update(f"|{recipient}".encode("utf-8", "surrogatepass"))
            tickets[number] = mac.hexdigest()
        return tickets

    def _on_record(self, among: Sequence[int], kinds: tuple[str, ...]) -> tuple[int, ...] | None:
        """The order of the latest decision about all of them."""
        wanted = set(among)
        for decision, numbers in reversed(self._recorded):
            if decision.kind in kinds and not decision.prize and wanted <= set(numbers):
                return tuple(number for number in numbers if number in wanted)
        return None

    def _raffle_record(self, prize: str) -> tuple[int, ...] | None:
        for decision, numbers in reversed(self._recorded):
            if decision.kind == "lot" and decision.prize == prize:
                return numbers
        return None

    def _numbers(self, decision: PrizeDecision) -> tuple[int, ...]:
        known = {**self._contest.team_number, **self._contest.number_of}
        return tuple(known[winner] for winner in decision.order if winner in known)
