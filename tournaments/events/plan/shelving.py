"""The end of an event: results become official, it is put into the archive, and both can be taken back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.events.rounds.running import disputed_tables
from tournaments.lists import cleaned
from tournaments.models import Event, RoundState

FINISHED, REOPENED, ARCHIVED, RESTORED = "finished", "reopened", "archived", "restored"


def finish_event(
    *, event: Event, by: str = "", reason: str = "", knows: Collection[tuple[int, int]] | None = None
) -> Event:
    """The results are official; raises Unreadable while a round is on.

    Where tables are in dispute, only with a reason. `knows` are those (round, table) that were seen.
    """
    reason = cleaned(reason)[:200]
    with writing():
        event = locked(event)
        if event.finished_at is not None:
            return event
        if refusal := not_over(event):
            raise refusal
        disputed = disputed_tables(event)
        _refuse_disputed(disputed, reason, knows)
        event.finished_at = timezone.now()
        event.save(update_fields=["finished_at"])
        if disputed:
            note(event, FINISHED, by=by, reason=reason, disputed=disputed)
        else:
            note(event, FINISHED, by=by)
    return Event.objects.get(pk=event.pk)


def not_over(event: Event) -> Unreadable | None:
    """Why the results cannot be official yet; None: they can."""
    if not event.rounds.exclude(state=RoundState.CLOSED).exists():
        return None
    text = say(_("A round is still open: close it first, or throw its draft away."))
    return Unreadable([Problem(None, "round_on", text)])


def _refuse_disputed(
    disputed: Sequence[tuple[int, int]], reason: str, knows: Collection[tuple[int, int]] | None
) -> None:
    if not disputed or (reason and (knows is None or {*disputed} <= {*knows})):
        return
    places = "; ".join(f"{round_}.{table}" for round_, table in disputed)
    text = say(
        _("Tables in dispute (round and table): {places}. Settle them, or enter a reason."), places=places
    )
    raise Unreadable([Problem("reason", "disputed", text)])


def reopen_event(*, event: Event, reason: str, by: str = "") -> Event:
    """The results are no longer official; raises Unreadable without a reason."""
    reason = cleaned(reason)[:200]
    if not reason:
        raise Unreadable(
            [Problem("reason", "missing", say(_("Please enter a reason for opening the event again.")))]
        )
    with writing():
        event = locked(event)
        if event.finished_at is not None:
            event.finished_at = None
            event.save(update_fields=["finished_at"])
            note(event, REOPENED, by=by, reason=reason)
    return Event.objects.get(pk=event.pk)


def archive_event(*, event: Event, by: str = "") -> Event:
    """Out of all lists, nothing deleted; it can be taken back out."""
    with writing():
        event = locked(event)
        if event.archived_at is None:
            event.archived_at = timezone.now()
            event.save(update_fields=["archived_at"])
            note(event, ARCHIVED, by=by)
    return Event.objects.get(pk=event.pk)


def is_empty(event: Event) -> bool:
    """Nothing is drawn and nothing is written: whoever deletes it loses settings and a list."""
    return not event.rounds.exists() and not event.sittings.exists() and not has_cash(event)


def has_cash(event: Event) -> bool:
    """Is something booked, or was the box counted? That is never deleted."""
    return event.cash.exists() or event.cash_counts.exists()


def delete_event(*, event: Event) -> None:
    """For ever; raises Unreadable once something is drawn. The people stay in the register."""
    with writing():
        event = locked(event)
        if has_cash(event):
            text = say(_("Money is booked, so the event is not deleted. It can be put into the archive."))
            raise Unreadable([Problem(None, "has_cash", text)])
        if not is_empty(event):
            text = say(_("Rounds are drawn, so the event is not deleted. It can be put into the archive."))
            raise Unreadable([Problem(None, "not_empty", text)])
        event.delete()


def restore_event(*, event: Event, by: str = "") -> Event:
    """Back into the lists."""
    with writing():
        event = locked(event)
        if event.archived_at is not None:
            event.archived_at = None
            event.save(update_fields=["archived_at"])
            note(event, RESTORED, by=by)
    return Event.objects.get(pk=event.pk)
