"""The page by which a phone tries whether the Wi-Fi lets it through to the laptop."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config import reached
from config.packing import no_secrets
from config.security import from_this_machine


@no_secrets
@require_safe
def works(request: HttpRequest) -> HttpResponse:
    """Green: it has come through. Kept by this process only, and nothing about whose phone it is."""
    if not from_this_machine(request):
        reached.note()
    return render(request, "hall/works.html")
