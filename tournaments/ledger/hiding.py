"""Tables of evenings that organisers do not want to be seen, and those on which nothing was ever written.

What was written stays in the ledger: a table with hands is hidden and can be brought back. An empty one that
somebody has opened by mistake, or as a joke, goes for good, with the people who were made up for it.
"""

from __future__ import annotations

import datetime

from django.db.models import F
from django.utils import timezone

from config.database import writing
from tournaments.ledger.answers import SheetInUse
from tournaments.models import Chair, Entry, Parked, Player, SheetHead, Sitting

WITH_IT = datetime.timedelta(minutes=1)  # who came into the register so shortly before a table came with it


def hide(sitting: Sitting) -> None:
    """From now on only the desk of its club sees this table."""
    _set(sitting, timezone.now())


def bring_back(sitting: Sitting) -> None:
    """Everybody may see it again as before."""
    _set(sitting, None)


def _set(sitting: Sitting, hidden_at: datetime.datetime | None) -> None:
    with writing():
        here = Sitting.objects.filter(pk=sitting.pk, event=None)
        here.update(hidden_at=hidden_at, beside=F("beside") + 1)  # pages that are open ask anew


def is_empty(sitting: Sitting) -> bool:
    """Has nobody ever written anything at this table?"""
    written = Entry.objects.filter(sitting=sitting).exists()
    return not written and not Parked.objects.filter(sitting=sitting).exists()


def delete_empty(sitting: Sitting) -> None:
    """Delete a table for good; raises SheetInUse where something was written."""
    with writing():
        head = SheetHead.objects.select_for_update().get(sitting=sitting)
        if head.head_seq or not is_empty(sitting):
            raise SheetInUse
        seated = list(Chair.objects.filter(sitting=sitting).values_list("player", flat=True))
        sitting.delete()
        made_up = Player.objects.filter(
            pk__in=seated,
            created_at__gte=sitting.created_at - WITH_IT,
            created_at__lte=sitting.created_at,
            chair=None,
            memberships=None,
            contact="",
            category="",
            distinction="",
        )
        made_up.delete()
