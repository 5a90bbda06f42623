"""After a restore: what happened, and everything there is left to do about it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.desk.missinghere import SeenItem, missing_here
from tournaments.desk.offeredsheets import SheetCase, sheet_cases
from tournaments.ledger.folding import HANDS
from tournaments.models import Entry, Epoch, Event, Via
from tournaments.safekeeping import epoch


@dataclass(frozen=True, slots=True)
class RestoredPage:
    """Everything there is to know and to do."""

    began: Epoch | None
    sentence: str
    brought: str
    seen: tuple[SeenItem, ...]
    cases: tuple[SheetCase, ...]

    @property
    def quiet(self) -> bool:
        """Nothing is left to do."""
        return not self.seen and not self.cases


def restored_page(event: Event | None) -> RestoredPage:
    """Of one event, or of everything."""
    began = epoch.unsettled()
    return RestoredPage(
        began=began,
        sentence=_sentence(began) if began else "",
        brought=_brought(began, event) if began else "",
        seen=tuple(missing_here(began, event)) if began else (),
        cases=tuple(sheet_cases(event)),
    )


def _sentence(began: Epoch) -> str:
    when = _moment(began.begun_at)
    if began.why == epoch.Began.TAKEN:
        return gettext("On {when} this laptop took over from the first one.").format(when=when)
    copied = began.copy.get("copied_at")
    if copied:
        text = gettext("On {when} a copy from {copied} was put in place of the data.")
        return text.format(when=when, copied=_moment(datetime.datetime.fromisoformat(copied)))
    return gettext("On {when} an older copy was put in place of the data.").format(when=when)


def _moment(at: datetime.datetime) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def _brought(began: Epoch, event: Event | None) -> str:
    entries = Entry.objects.filter(via=Via.RECOVERED.value, kind__in=HANDS)
    if event is not None:
        entries = entries.filter(sitting__event=event)
    count = entries.count()
    if not count:
        return gettext(
            "No phone has brought anything back yet. Phones do so by themselves as soon as they are on."
        )
    text = ngettext(
        "Phones have brought back {count} hand by themselves.",
        "Phones have brought back {count} hands by themselves.",
        count,
    )
    return text.format(count=count)
