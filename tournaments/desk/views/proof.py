"""How a draw came about, for everybody: the draft is not shown, a published round is."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from config.packing import no_secrets
from config.shared import shared
from tournaments.access import pace
from tournaments.desk.proofs import file_name, for_everybody, proof_of
from tournaments.events.draw.protocol import request_file
from tournaments.models import Round, RoundState


@no_secrets
@shared()
@require_safe
def proof(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Seed, fingerprints, and how to draw again."""
    round_ = _published(pk, number)
    context = {"event": round_.event, "round": round_, "proof": proof_of(round_, desk=False)}
    return render(request, "hall/proof.html", context)


@shared()
@require_safe
def asked(request: HttpRequest, pk: int, number: int, part: int) -> HttpResponse:
    """The request as `manage.py draw` reads it."""
    round_ = _published(pk, number)
    parts = round_.request.get("parts", [])
    if part >= len(parts) or not for_everybody(round_):
        raise Http404
    response = HttpResponse(request_file(parts[part]["request"]), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{file_name(round_, part)}"'
    return response


def _published(pk: int, number: int) -> Round:
    rounds = Round.objects.select_related("event", "stage").exclude(state=RoundState.DRAWN)
    pace.visit(pk)
    return get_object_or_404(rounds, event=pk, number=number)
