"""The end of an event: official results, the archive, and the way back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring import Unreadable
from tournaments import safekeeping
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.careers import asking
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.events.plan import shelving
from tournaments.events.rounds.running import disputed_tables
from tournaments.events.words.rounds import disputes_anywhere
from tournaments.models import RoundState
from tournaments.seasons import recording


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def finish(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The results are official."""
    waits = shelving.not_over(desk.event)
    problems = [] if waits is None else sentences(waits)
    disputed, reason = disputed_tables(desk.event), request.POST.get("reason", "")
    if request.method == "POST":
        knows = _places(request.POST.getlist("knows"))
        try:
            shelving.finish_event(event=desk.event, by=desk.by, reason=reason, knows=knows)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            asking.begin(desk.event.whose, desk.by)
            recording.event_changed(desk.event.pk, by=desk.by)
            messages.success(request, gettext("The results are official."))
            return redirect("desk-event", pk=desk.event.pk)
    status = REFUSED if problems and request.method == "POST" else 200
    on = desk.event.rounds.exclude(state=RoundState.CLOSED).order_by("number").first()
    context = {
        "problems": problems,
        "on": on,
        "waits": waits is not None,
        "disputed": disputed,
        "disputed_words": disputes_anywhere(disputed),
        "reason": reason,
    }
    return page(request, desk, "desk/finish.html", context, here="event", status=status)


def _places(texts: Sequence[str]) -> set[tuple[int, int]]:
    """Round and table each, as the page itself has written them; anything else is nothing."""
    matches = [re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", text) for text in texts]
    return {(int(match[1]), int(match[2])) for match in matches if match is not None}


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def reopen(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The results are not official any more."""
    if desk.event.finished_at is None:
        return redirect("desk-event", pk=desk.event.pk)
    problems: list[str] = []
    reason = request.POST.get("reason", "")
    if request.method == "POST":
        try:
            shelving.reopen_event(event=desk.event, reason=reason, by=desk.by)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            asking.begin(desk.event.whose, desk.by)
            recording.event_changed(desk.event.pk, by=desk.by)
            messages.success(request, gettext("The event is open again."))
            return redirect("desk-event", pk=desk.event.pk)
    context = {"problems": problems, "reason": reason}
    status = REFUSED if problems else 200
    return page(request, desk, "desk/reopen.html", context, here="event", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.ARCHIVE_EVENT)
def archive(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Out of the lists; nothing is deleted, and it can be taken back out."""
    if request.method == "POST":
        shelving.archive_event(event=desk.event, by=desk.by)
        messages.success(request, gettext("“{title}” is in the archive.").format(title=desk.event.title))
        return redirect("desk")
    return page(request, desk, "desk/archive.html", {"empty": shelving.is_empty(desk.event)}, here="settings")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.ARCHIVE_EVENT)
def delete(request: HttpRequest, desk: Desk) -> HttpResponse:
    """An event in which nothing is drawn, for ever."""
    event, problems = desk.event, []
    if request.method == "POST":
        title = event.title
        try:
            with safekeeping.fewer_notices(event.notices.count()):
                shelving.delete_event(event=event)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("“{title}” is deleted.").format(title=title))
            return redirect("desk")
    context = {
        "empty": shelving.is_empty(event),
        "people": event.entrants.count(),
        "drafts": event.rounds.exists() and not event.rounds.exclude(state=RoundState.DRAWN).exists(),
        "problems": problems,
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/delete.html", context, here="settings", status=status)


@require_POST
@at_desk(Action.ARCHIVE_EVENT)
def restore(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Back from the archive."""
    shelving.restore_event(event=desk.event, by=desk.by)
    return redirect("desk-event", pk=desk.event.pk)
