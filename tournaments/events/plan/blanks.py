"""Sheets that lie on the tables with nothing on them yet follow what organisers change."""

from __future__ import annotations

from scoring import opening
from tournaments.engines.plans import stage_plan
from tournaments.ledger.derived import games
from tournaments.models import Event, SheetHead, Sitting

FOLLOWED = ("preset", "rules_name", "rules", "rules_version", "hands_limit")


def follow(event: Event) -> int:
    """Give every sheet without an entry today's rules and number of hands; how many. In a transaction.

    A sheet with an entry keeps what it was opened with: its hands were judged by it.
    """
    blank = SheetHead.objects.select_for_update().filter(sitting__event=event, head_seq=0)
    waiting = Sitting.objects.filter(pk__in=[one.pk for one in blank]).select_related("round__stage")
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
        one.rules_version += 1  # whoever keeps a view of this sheet makes it anew
        changed.append(one)
        heads.append(SheetHead(sitting=one, games=games(opening(one.table()))))
    Sitting.objects.bulk_update(changed, FOLLOWED, batch_size=100)
    SheetHead.objects.bulk_update(heads, ("games",), batch_size=100)
    return len(changed)
