"""What phones keep of their sheet, and what they bring back after the laptop has forgotten it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST, require_safe

from config.digits import number_in
from config.etags import etag, not_modified
from config.security import client_address
from tournaments import ledger
from tournaments.access import audit
from tournaments.access.credentials import bring_back
from tournaments.access.limits import OFFERS_PER_ADDRESS
from tournaments.access.requests import REFUSED, arrive, not_yours
from tournaments.access.visitor import Visitor, at_table, was_given
from tournaments.models import Installation, Sitting
from tournaments.models.naming import names_at
from tournaments.table import offering


@require_safe
def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole sheet, or what came after `?after=`, for devices that write there; 304 for nothing new."""
    visitor = arrive(request, pk)
    if visitor.device is None and visitor.desk is None:
        return not_yours(request, visitor)
    sitting, after = visitor.sitting, number_in(request.GET.get("after", "")) or 0
    server, epoch = marks()
    tag = etag("journal", epoch, visitor.seen, after)
    if same := not_modified(request, tag):
        return same
    head = sitting.sheethead.head_seq
    answer = {
        "server": server,
        "epoch": epoch,
        **_place(visitor),
        "head": head,
        "people": _people(sitting),
        "entries": ledger.journal(sitting, after) if after < head else [],
    }
    response = JsonResponse(answer)
    response["ETag"] = tag
    return response


@require_POST
def offer(request: HttpRequest, pk: int) -> HttpResponse:
    """What a phone knows of this table, also of one that is not there, if the laptop was restored since.

    Whoever brings it: receipts say that it was accepted here. Answers what has become of each entry, and
    which number is missing.
    """
    if not OFFERS_PER_ADDRESS.allows(client_address(request)):
        response = JsonResponse({"error": "too_many"}, status=429)
        response["Retry-After"] = "10"
        return response
    if not was_given(request, pk):
        raise Http404
    json = request.content_type == "application/json"  # of a form nothing is left to read
    offered = offering.offered_in(request.body, int(pk)) if json else None
    if offered is None:
        return JsonResponse({"error": "unreadable"}, status=400)
    server, epoch = marks()
    if offered.epoch == epoch and not Sitting.objects.filter(pk=pk).exists():
        raise Http404  # it was deleted on purpose, and no copy was restored
    outcome = ledger.take_back(offered)
    sitting = Sitting.objects.filter(pk=pk).first()
    if sitting is not None and at_table(request, pk) is not None:
        bring_back(request, sitting)
    counts = {name: len(getattr(outcome, name)) for name in ("taken", "waiting", "aside", "refused")}
    if any(counts.values()):
        audit.note(request, "offered", table=int(pk), **counts)
    answer = {
        "server": server,
        "epoch": epoch,
        "taken": outcome.taken,
        "known": outcome.known,
        "waiting": outcome.waiting,
        "aside": outcome.aside,
        "refused": outcome.refused,
        "missing": outcome.missing,
        "head": outcome.head,
    }
    return JsonResponse(answer, status=REFUSED if outcome.refused else 200)


def marks() -> tuple[str, str]:
    """Installation and epoch, as answers carry them."""
    row = Installation.objects.order_by("pk").first()
    return (row.uid.hex, row.epoch.hex) if row else ("", "")


def _place(visitor: Visitor) -> dict[str, Any]:
    sitting = visitor.sitting
    return {
        "sitting": sitting.pk,
        "event": sitting.event_id,
        "round": sitting.round.number if sitting.round else None,
        "table": sitting.number,
    }


def _people(sitting: Sitting) -> list[str]:
    """The names of this table, place by place."""
    return list(names_at(sitting, list(sitting.chairs.select_related("player").order_by("seat"))))
