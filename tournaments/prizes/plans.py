"""What there is to win in an event: read from where it stands, and written down.

A plan is stored with the lines that say the same to programs of before. Where the lines are others, somebody
has changed them who knows nothing of plans: then they count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from config.database import writing
from scoring import Unreadable
from tournaments.engines.plans.prizejson import plan_from, plan_json
from tournaments.engines.plans.prizelines import from_lines, lines_mark, to_lines
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.engines.plans.prizeproblems import problems
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.models import Event, Notice

PRIZES = "prizes"


def prize_plan_of(event: Event, classes: Iterable[str] | None = None) -> PrizePlan:
    """The plan that counts; `classes`: those that entrants have, for lines of before."""
    return _plan(event.prize_plan, event.prizes, classes_of(event) if classes is None else classes)


def _plan(stored: Mapping[str, Any], lines: Sequence[Mapping[str, str]], classes: Iterable[str]) -> PrizePlan:
    if stored and stored.get("of") == lines_mark(lines):
        try:
            return plan_from(stored["plan"])
        except (LookupError, TypeError, ValueError, Unreadable):
            pass  # of a later program: its lines say what this one understands
    return from_lines(lines, classes)


def classes_of(event: Event) -> list[str]:
    """The classes that entrants have."""
    named = event.entrants.exclude(category="").values_list("category", flat=True)
    return sorted(set(named))


def change_plan(
    *, event: Event, plan: PrizePlan, prices: Mapping[str, str], seen: int | None = None, by: str = ""
) -> Event:
    """Another plan; raises Unreadable with everything that is wrong. `prices`: each line's worth in words."""
    if wrong := problems(plan):
        raise Unreadable(wrong)
    with writing():
        event = locked(event)
        lines = to_lines(plan, prices)
        return _stored(event, {"plan": plan_json(plan), "of": lines_mark(lines)}, lines, by)


def undo_plan(*, event: Event, by: str = "") -> Event:
    """The plan as it was before the last change; once more, and it is as after it."""
    with writing():
        event = locked(event)
        last = last_change(event)
        if last is None:
            return event
        stored, lines = _before(last.data["old"])
        return _stored(event, stored, lines, by)


def _before(old: Any) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """What the log says was there: lines alone before there were plans."""
    if isinstance(old, list):
        return {}, old
    return old["stored"], old["lines"]


def last_change(event: Event) -> Notice | None:
    """The last change of the prizes that says what was there before."""
    changes = Notice.objects.filter(event=event, what=PRIZES).order_by("-pk")
    return next((notice for notice in changes[:1] if "old" in notice.data), None)


def plan_before(event: Event) -> PrizePlan | None:
    """What was planned before the last change; None: nothing was changed yet."""
    last = last_change(event)
    if last is None:
        return None
    stored, lines = _before(last.data["old"])
    return _plan(stored, lines, classes_of(event))


def _stored(event: Event, stored: dict[str, Any], lines: list[dict[str, str]], by: str) -> Event:
    old = {"stored": event.prize_plan, "lines": event.prizes}
    new = {"stored": stored, "lines": lines}
    if new != old:
        event.prize_plan, event.prizes = stored, lines
        event.save(update_fields=("prize_plan", "prizes"))
        note(event, PRIZES, by=by, old=old, new=new)
    return Event.objects.get(pk=event.pk)
