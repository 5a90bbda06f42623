"""What organisers may want to know about a fee. No verdict: who decides is the authority."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.cash.plan import plan_of_event
from tournaments.models import Event

ASKED_ABOVE = {"EUR": 1500}  # smallest units: the annex to § 5a SpielV speaks of 15 euros


def fee_hint(event: Event) -> str:
    """A sentence where a fee is above 15 euros and there is something to win; else empty."""
    plan = plan_of_event(event)
    above = ASKED_ABOVE.get(plan.currency)
    if above is None or plan.dearest <= above or not (event.prizes or event.prize_plan):
        return ""
    return gettext(
        "A fee is above 15 euros and there are prizes. In Germany, rules for games with prizes name this "
        "amount; if in doubt, ask the public order office of your town beforehand."
    )
