"""Who meets whom again, counted over the seats that are in force, in the rounds that a draw speaks of."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max

from tournaments.events.seats.moves import counted_with, met_in, pair
from tournaments.models import Entrant, Round


@dataclass(frozen=True, slots=True)
class Again:
    """Meetings beyond the first. Those who wished to sit together are not counted, as the engine does it."""

    rounds: tuple[int, ...]  # their numbers
    count: int
    friends: bool  # some of those who wished to sit together meet more than once
    as_drawn: bool  # as often as the draw had it
    bound: int  # proven: no seating has fewer
    known: int | None  # repeats of the best seating known

    @property
    def avoidable(self) -> bool:
        """Fewer may be possible."""
        return self.count > self.bound and self.count != self.known


def again_in(round_: Round) -> Again:
    """How often people meet again up to this round, or up to the last that was drawn together with it."""
    together = Round.objects.filter(stage=round_.stage_id, drawn_at=round_.drawn_at)
    last = together.aggregate(last=Max("number"))["last"] or round_.number
    rounds = counted_with(round_.stage, max(last, round_.number))
    met, friends = met_in(rounds), _friends(round_)
    count = sum(times - 1 for pair_met, times in met.items() if pair_met not in friends)
    facts = round_.answer.get("facts", {})
    return Again(
        rounds=tuple(played.number for played in rounds),
        count=count,
        friends=any(met[friendship] > 1 for friendship in friends),
        as_drawn=count == facts.get("repeats"),
        bound=int(facts.get("bound", 0)),
        known=facts.get("best_known"),
    )


def _friends(round_: Round) -> set[tuple[int, int]]:
    """The pairs whom the draw was to seat together."""
    asked = [
        wished for part in round_.request.get("parts", ()) for wished in part["request"].get("together", ())
    ]
    if not asked:
        return set()
    ids = dict(Entrant.objects.filter(event=round_.event_id).values_list("number", "pk"))
    return {pair(ids[left], ids[right]) for left, right in asked if left in ids and right in ids}
