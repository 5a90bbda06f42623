"""What is counted by hand: a rare hand, most games won; who has it is written down at the prize-giving."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from config.database import say_again, writing
from scoring.text import mark as _
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.events.ground.locking import locked
from tournaments.models import Entrant, Event, PrizeAct, PrizeRecord
from tournaments.prizes.plans import prize_plan_of
from tournaments.prizes.records import PrizeDeed, in_force, recorded, refused, write

MOST_COUNTED = 10**6


def counted_feats(plan: PrizePlan, records: Iterable[PrizeRecord]) -> dict[str, dict[int, int]]:
    """The numbers by the names of the rows; the higher one where somebody has two."""
    counted: dict[str, dict[int, int]] = {row.name: {} for row in plan.feats}
    names = {row.name.casefold(): row.name for row in plan.feats}
    for record in in_force(records):
        row = plan.prize(record.prize) if record.kind == PrizeAct.FEAT else None
        if row is not None and record.entrant_id is not None and row.name.casefold() in names:
            values = counted[names[row.name.casefold()]]
            number = int(record.data.get("number", 1))
            values[record.entrant_id] = max(number, values.get(record.entrant_id, number))
    return counted


def count_feat(
    *, event: Event, prize: str, entrant: int, number: int, key: uuid.UUID, by: str = ""
) -> PrizeRecord:
    """Somebody has it, so often or with so many points; raises Unreadable."""
    with writing():
        event = locked(event)
        if (done := recorded(key)) is not None:
            say_again()
            return done
        row = next((row for row in prize_plan_of(event).feats if row.id == prize), None)
        if row is None:
            raise refused(None, _("This prize is no longer planned. Please reload the page."))
        if not Entrant.objects.filter(event=event, pk=entrant).exists():
            raise refused("entrant", _("Who has it? Please choose somebody."))
        if not 1 <= number <= MOST_COUNTED:
            raise refused("number", _("A number from 1 to {most} is missing."), most=MOST_COUNTED)
        deed = PrizeDeed(PrizeAct.FEAT, entrant, prize=prize, number=number, what=row.name)
        return write(event=event, deed=deed, key=key, by=by)
