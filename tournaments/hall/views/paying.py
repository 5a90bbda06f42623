"""How a fee is paid by bank: for everybody, with codes that a bank's app reads."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from config.packing import no_secrets
from tournaments.cash.plan import plan_of_event
from tournaments.cash.transfers import transfers
from tournaments.hall.gathering import hall
from tournaments.hall.views.watching import stamped


@no_secrets
@require_safe
def pay(request: HttpRequest, pk: int) -> HttpResponse:
    """Every price with its code, and the account to copy."""
    here = hall(stamped(pk))
    codes = transfers(here.event)
    if not codes:
        raise Http404
    context = {
        "event": here.event,
        "here": "event",
        "codes": [(code, _drawing(code.code)) for code in codes],
        "bank": plan_of_event(here.event).bank,
    }
    return render(request, "hall/pay.html", context)


def _drawing(content: str) -> SafeString:
    """The code as SVG within the page; nothing in it is anybody's own words."""
    import segno  # only for this

    svg: str = segno.make_qr(content.encode(), error="m", boost_error=False).svg_inline(
        border=4, light="white", omitsize=True
    )
    return mark_safe(svg)
