"""Sheets that lie on the tables with nothing on them yet follow what organisers change."""

from __future__ import annotations

from scoring import opening
from tournaments.engines.plans import stage_plan
from tournaments.ledger.folding import games
from tournaments.models import Event, SheetHead, Sitting

FOLLOWED = ("preset", "rules_name", "rules", "rules_version", "hands_limit")


def follow(event: Event) -> int:
    """Give every sheet without an entry today's rules and number of hands; how many. In a transaction.

    A sheet with an entry keeps what it was opened with: its hands were judged by it.
    """
    blank = SheetHead.objects.select_for_update().filter(sitting__event=event, head_seq=0)
    waiting = Sitting.objects.filter(pk__in=[sheet_head.pk for sheet_head in blank]).select_related(
        "round__stage"
    )
    changed, heads = [], []
    for sitting in waiting:
        assert sitting.round is not None
        stage = sitting.round.stage
        rules = {**event.rules, **stage.rules}
        limit = stage_plan(stage.plan).hands
        now = (sitting.preset, sitting.rules_name, sitting.rules, sitting.hands_limit)
        if now == (event.preset, event.rules_name, rules, limit):
            continue
        sitting.preset, sitting.rules_name, sitting.rules, sitting.hands_limit = (
            event.preset,
            event.rules_name,
            rules,
            limit,
        )
        sitting.rules_version += 1  # whoever keeps a view of this sheet makes it anew
        changed.append(sitting)
        heads.append(SheetHead(sitting=sitting, games=games(opening(sitting.table()))))
    Sitting.objects.bulk_update(changed, FOLLOWED, batch_size=100)
    SheetHead.objects.bulk_update(heads, ("games",), batch_size=100)
    return len(changed)
