"""Has anything changed? One small query, asked by every phone and every screen every few seconds."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db.models import OuterRef, Subquery, Sum
from django.utils.translation import get_language

from tournaments.models import Event, SheetHead


@dataclass(frozen=True, slots=True)
class Stamp:
    """How an event stands: another stamp, another picture."""

    event: int
    uid: str  # of the event: another database may have other events under the same number
    stands: str  # as results.stands_at says it

    def tag(self, *more: object) -> str:
        """A weak ETag of a page of this event in the active language; `more` is what else it depends on."""
        parts = (settings.VERSION, self.uid, self.stands, get_language(), *more)
        return f'W/"{"|".join(map(str, parts))}"'


def stamp_of(event: int) -> Stamp | None:
    """The stamp of an event; None: there is no such event."""
    heads = SheetHead.objects.filter(sitting__event=OuterRef("pk")).order_by()
    written = heads.values("sitting__event").annotate(all=Sum("head_seq")).values("all")
    found = Event.objects.filter(pk=event).annotate(written=Subquery(written))
    row = found.values_list("uid", "revision", "written").first()
    if row is None:
        return None
    uid, revision, seqs = row
    return Stamp(event, uid.hex[:12], f"{revision}-{seqs or 0}")
