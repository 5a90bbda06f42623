"""From a QR code or a typed code to a device that may write at one table."""

from __future__ import annotations

import io

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.etags import etag, not_modified
from config.security import client_address
from tournaments.access import audit, claims, credentials, pace, tablecards
from tournaments.access.limits import CLAIMS_PER_ADDRESS, CLAIMS_PER_TABLE, TYPED_CODES
from tournaments.access.requests import arrive, device_label, too_many
from tournaments.access.roles import Action
from tournaments.access.tablecards import TableCard
from tournaments.models import Event, Sitting
from tournaments.table import reading


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Where the QR code leads: the page's script posts the key from the URL's fragment; without a
    script, or without a camera, the code under the QR is typed."""
    if request.method != "POST":
        return render(request, "tournaments/join.html", {"number": request.GET.get("table", "")})
    name = request.POST.get("table", "").strip()
    key = request.POST.get("key", "")
    if not _may_try(request, name, key):
        return too_many(request)
    opened = tablecards.opened(name, key)
    if opened is None:
        audit.note(request, "claim-failed")
        message = gettext(
            "Table and code do not fit together. Scan the QR code again or read the code once more."
        )
        context = {"number": name, "problem": message}
        return render(request, "tournaments/join.html", context, status=403)
    if isinstance(opened, TableCard):
        return _by_card(request, opened)
    response = redirect("table", pk=opened.pk)
    if credentials.credential_of(request, opened) is None:
        credentials.let_in(request, response, opened, device_label(request))
    return response


def _may_try(request: HttpRequest, name: str, key: str) -> bool:
    scanned = credentials.is_key(key) and CLAIMS_PER_TABLE.allows(f"key {name[:20]}")
    if scanned and tablecards.opened(name, key) is not None:
        return True
    return (
        CLAIMS_PER_ADDRESS.allows(client_address(request))
        and CLAIMS_PER_TABLE.allows(name[:20])
        and TYPED_CODES.allows("")
    )


def _by_card(request: HttpRequest, card: TableCard) -> HttpResponse:
    """The card of a table in a hall: to the sheet of the open round, or to the page that waits for it."""
    now = tablecards.look(card)
    if now.state == "open" and now.sitting is not None:
        response = _write_at(request, now.sitting)
    else:
        response = redirect("card", event=card.event.pk, number=card.number)
    tablecards.keep(response, card)
    return response


def _write_at(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """The first device of a table of the open round may write at once, and is asked whose it is; further ones
    get a seat on that page."""
    if credentials.credential_of(request, sitting) is not None:
        return redirect("table", pk=sitting.pk)
    response = redirect("whose", pk=sitting.pk)
    tablecards.take_back_old(request, response, sitting)
    claims.let_in_first(request, response, sitting, device_label(request))
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """The page of a table's card: who plays there, whether the round has begun. It goes on by itself.

    A device that has shown the card may begin to write by POST, without showing it again.
    """
    if not 0 < number <= tablecards.HIGHEST:
        raise Http404
    pace.visit(event)
    this = TableCard(get_object_or_404(Event, pk=event, archived_at=None), number)
    now = tablecards.look(this)
    held = tablecards.held(request, this)
    writable = held and now.state == "open" and now.sitting is not None
    if request.method == "POST":
        if not CLAIMS_PER_TABLE.allows(f"key {this.key}"):
            return too_many(request)
        if writable and now.sitting is not None:
            return _write_at(request, now.sitting)
        return redirect("card", event=event, number=number)
    seen = f"{now.seen}-{int(held)}"
    live = request.GET.get("part") == "live"
    if live and (same := not_modified(request, etag(seen))):
        return same
    there = now.sitting if now.state == "open" and not live else None
    if there is not None and credentials.credential_of(request, there) is not None:
        return redirect("table", pk=there.pk)
    context = {"card": now, "writable": writable, "held": held, "seen": seen, "live": live}
    response = render(request, "tournaments/_card.html" if live else "tournaments/card.html", context)
    if live:
        response["ETag"] = etag(seen)
    return response


@require_safe
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """The QR codes of a table: one to write along (for devices that may write), one to watch."""
    visitor = arrive(request, pk)
    sitting, may_write = visitor.sitting, visitor.may(Action.ENTER_HAND)
    watch = credentials.watch_address(request, sitting)
    context = {
        "view": reading.sheet(sitting),
        "visitor": visitor,
        "number": credentials.typed_number(sitting),
        "may_write": may_write,
        "watch": watch,
        "in_wifi": settings.PROFILE.club,
        "base": credentials.public_base(request),
        "code": credentials.typed_code(sitting) if may_write else "",
    }
    return render(request, "tournaments/invite.html", context)


@require_safe
def qr(request: HttpRequest, pk: int, purpose: str) -> HttpResponse:
    """A QR code as a picture: `watch` for everybody, `write` only for devices of the table."""
    visitor = arrive(request, pk)
    sitting = visitor.sitting
    if purpose not in ("watch", "write"):
        raise Http404
    content = credentials.watch_address(request, sitting)
    if purpose == "write":
        if not visitor.may(Action.ENTER_HAND):
            return HttpResponse(status=403)
        content = credentials.join_address(request, sitting)
    picture = io.BytesIO()
    import segno  # only for this

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
