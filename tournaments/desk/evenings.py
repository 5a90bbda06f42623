"""Tables of evenings without an event, as the desk of their club sees them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext

from scoring import game_for
from tournaments.hall.clubpages import ListPage, page_number
from tournaments.models import Chair, Parked, Sitting
from tournaments.speech.wording import counted, speak

ON_A_PAGE = 30


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One table."""

    pk: int
    name: str
    game: str
    people: str  # with their full names
    counted: str  # `12 hands`
    opened: datetime.datetime
    closed: bool
    hidden: bool
    empty: bool  # nobody has ever written there


def evenings_of(tenant: int, page: str = "") -> ListPage[EveningRow]:
    """The tables of a club, the newest first, hidden ones among them."""
    number = page_number(page)
    start = (number - 1) * ON_A_PAGE
    chairs = Prefetch("chairs", Chair.objects.select_related("player").order_by("seat"))
    tables = Sitting.objects.filter(tenant=tenant, event=None).select_related("sheethead")
    there = list(tables.prefetch_related(chairs)[start : start + ON_A_PAGE + 1])
    shown = there[:ON_A_PAGE]
    waiting = set(Parked.objects.filter(sitting__in=shown).values_list("sitting_id", flat=True))
    rows = tuple(_row(sitting, empty=sitting.pk not in waiting) for sitting in shown)
    return ListPage(rows, number, len(there) > ON_A_PAGE)


def _row(sitting: Sitting, *, empty: bool) -> EveningRow:
    head, game = sitting.sheethead, game_for(sitting.game)
    return EveningRow(
        pk=sitting.pk,
        name=sitting.title or gettext("Table {number}").format(number=sitting.pk),
        game=speak(game.name),
        people=", ".join(chair.player.name for chair in sitting.chairs.all()),
        counted=counted(game, head.hands),
        opened=sitting.created_at,
        closed=head.closed,
        hidden=sitting.hidden_at is not None,
        empty=empty and not head.head_seq,
    )
