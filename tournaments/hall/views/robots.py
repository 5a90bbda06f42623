"""What search engines may list: on a server the events whose club wants it, on a laptop nothing."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.hall.robots import open_events

KEPT = 3600  # seconds


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt: the longest rule that fits decides, so what is allowed stands out of what is not."""
    there = () if settings.PROFILE.club else open_events()
    allowed = [f"Allow: {reverse('event', args=(pk,))}" for pk in there]
    text = "\n".join(["User-agent: *", *allowed, "Disallow: /", ""])
    return HttpResponse(
        text, content_type="text/plain; charset=utf-8", headers={"Cache-Control": f"public, max-age={KEPT}"}
    )
