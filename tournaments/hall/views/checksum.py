"""The checksum of an event: what it is for, every one that stood on the wall, and whether one fits."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from config.packing import no_secrets
from config.shared import shared
from tournaments.access import pace
from tournaments.hall.checksums import checksum_page
from tournaments.models import Event

LONGEST = 40  # letters somebody may type


@no_secrets
@shared()
@require_safe
def checksum(request: HttpRequest, pk: int) -> HttpResponse:
    """`head` is what somebody has typed from paper."""
    pace.visit(pk)
    event = get_object_or_404(Event.objects.defer("logo"), pk=pk)
    typed = request.GET.get("head", "")[:LONGEST]
    return render(request, "hall/checksum.html", {"event": event, "page": checksum_page(event, typed)})
