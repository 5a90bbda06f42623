"""Phones that come from the first laptop: does this one lead now, and may they go on writing here?"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.security import client_address
from tournaments.access import limits, moves
from tournaments.access.requests import too_many
from tournaments.following.peers import leading


@require_safe
def leads(request: HttpRequest) -> HttpResponse:
    """Which events this laptop leads in whose place; asked by pages of that laptop, without cookies."""
    if not settings.PROFILE.club:
        raise Http404
    response = JsonResponse(leading.taken_over())
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest) -> HttpResponse:
    """A phone arrives. What it brings stands behind the # of the address, which no server sees; its script
    keeps it here and shows the ticket, for which it gets its right to write."""
    if not settings.PROFILE.club:
        raise Http404
    if request.method != "POST":
        words = request.GET.get("part") == "words"  # of the page that goes away from here some day
        return render(request, "following/_moving.html" if words else "following/arrive.html")
    if not limits.ARRIVALS_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    response = JsonResponse({})
    sitting = moves.arrive(request, response, request.POST.get("ticket", ""))
    if sitting is None:
        sentence = gettext("This phone is not known here. Please scan the code on the table again.")
        return JsonResponse({"sentence": sentence, "go": reverse("join")}, status=403)
    response.content = JsonResponse({"go": reverse("table", args=(sitting.pk,)), "table": sitting.pk}).content
    return response
