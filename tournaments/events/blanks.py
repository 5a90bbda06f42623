"""Sheets that lie on the tables with nothing on them yet follow what organisers change."""

from __future__ import annotations

from scoring import opening
from tournaments.ledger.derived import games
from tournaments.models import Event, SheetHead, Sitting
from tournaments.plans import stage_plan


def follow(event: Event) -> int:
    """Give every sheet without an entry today's rules and number of hands; how many. In a transaction.

    A sheet with an entry keeps what it was opened with: its hands were judged by it.
    """
    waiting = Sitting.objects.filter(event=event, sheethead__head_seq=0).select_related("round__stage")
    changed, heads = [], []
    for one in waiting:
        assert one.round is not None
        stage = one.round.stage
        rules = {**event.rules, **stage.rules}
        limit = stage_plan(stage.plan).hands
        now = (one.preset, one.rules_name, one.rules, one.hands_limit)
        if now == (event.preset, event.rules_name, rules, limit):
            continue
        one.preset, one.rules_name, one.rules, one.hands_limit = event.preset, event.rules_name, rules, limit
        changed.append(one)
        heads.append(SheetHead(sitting=one, games=games(opening(one.table()))))
    Sitting.objects.bulk_update(changed, ("preset", "rules_name", "rules", "hands_limit"), batch_size=100)
    SheetHead.objects.bulk_update(heads, ("games",), batch_size=100)
    return len(changed)
