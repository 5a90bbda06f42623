"""From a QR code or a typed code to a device that may write at one table."""

from __future__ import annotations

import io

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.security import client_address
from tournaments import access, reading
from tournaments.limits import CLAIMS_PER_ADDRESS, CLAIMS_PER_TABLE
from tournaments.models import Sitting
from tournaments.views.shared import arrive, find, too_many


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Where the QR code leads: the page's script posts the key from the URL's fragment; without a
    script, or without a camera, the code under the QR is typed."""
    if request.method != "POST":
        return render(request, "tournaments/join.html", {"number": request.GET.get("table", "")})
    number = request.POST.get("table", "").strip()
    if not CLAIMS_PER_ADDRESS.allows(client_address(request)) or not CLAIMS_PER_TABLE.allows(number[:20]):
        return too_many(request)
    sitting = None
    if number.isascii() and number.isdigit() and len(number) < 10:
        sitting = Sitting.objects.filter(pk=int(number)).first()
    if sitting is None or not access.opens(sitting, request.POST.get("key", "")):
        message = gettext(
            "Table and code do not fit together. Scan the QR code again or read the code once more."
        )
        context = {"number": number, "problem": message}
        return render(request, "tournaments/join.html", context, status=403)
    response = redirect("table", pk=sitting.pk)
    if access.credential_of(request, sitting) is None:
        access.remember(
            response, sitting, access.claim(sitting, label=request.META.get("HTTP_USER_AGENT", ""))
        )
    return response


@require_safe
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """The QR codes of a table: one to write along (for devices that may write), one to watch."""
    sitting, device = arrive(request, pk)
    may_write = device is not None
    watch = f"{access.public_base(request)}/t/{sitting.pk}/"
    context = {
        "view": reading.sheet(sitting),
        "may_write": may_write,
        "watch": watch,
        "base": access.public_base(request),
        "code": access.typed_code(sitting) if may_write else "",
    }
    return render(request, "tournaments/invite.html", context)


@require_safe
def qr(request: HttpRequest, pk: int, purpose: str) -> HttpResponse:
    """A QR code as a picture: `watch` for everybody, `write` only for devices of the table."""
    sitting = find(pk)
    if purpose not in ("watch", "write"):
        raise Http404
    content = f"{access.public_base(request)}/t/{sitting.pk}/"
    if purpose == "write":
        if access.credential_of(request, sitting) is None:
            return HttpResponse(status=403)
        content = access.join_address(request, sitting)
    picture = io.BytesIO()
    segno.make(content, error="q", micro=False).save(
        picture,
        kind="svg",
        border=4,
        xmldecl=False,
        svgns=True,
        light="#fff",
        dark="#000",
        scale=4,
        omitsize=True,
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
