"""The records of the club on a screen: best hand, longest series, who has won what most often."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from config.caches import Cache
from tournaments.careers.records import HolderView, RecordView, wall_records
from tournaments.careers.switches import switches_of
from tournaments.hall.numbers import Figure
from tournaments.models import Event

CONTRACTS = 6
_figures: Cache[tuple[int, str, str, int], tuple[Figure, ...]] = Cache(24)
"""By club, game, language and moment: what is counted or wished meanwhile stands there a moment later."""


def record_figures(event: Event, bucket: int) -> tuple[Figure, ...] | None:
    """What the club of this event can be proud of in its game; None: the club does not show it to everybody.

    Everybody stands here as on the club's page: who has asked for it with initials or another name.
    """
    tenant = event.whose
    if not switches_of(tenant).public:
        return None
    key = (tenant, event.game, get_language() or "", bucket)
    return _figures.get(key, lambda: _figures_of(wall_records(tenant, event.game)))


def _figures_of(records: Sequence[RecordView]) -> tuple[Figure, ...]:
    contracts = [record for record in records if not record.label]
    return tuple(map(_figure, (*(record for record in records if record.label), *contracts[:CONTRACTS])))


def _figure(record: RecordView) -> Figure:
    first = record.holders[0]
    who = ", ".join(holder.name for holder in record.holders)
    if not record.label:
        label = gettext("{contract}: most often").format(contract=record.name)
        return Figure(label, f"{record.value}\N{MULTIPLICATION SIGN}", who)
    alone = len(record.holders) == 1
    return Figure(record.label, record.value, who, _where(first) if alone else "", first.why if alone else "")


def _where(holder: HolderView) -> str:
    day = str(date_format(holder.day, "SHORT_DATE_FORMAT")) if holder.day else ""
    return " · ".join(filter(None, (day, holder.where)))
