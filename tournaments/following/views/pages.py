"""The desk’s page about other laptops and servers: who follows, whom this one follows, how far they are."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.etags import tagged
from tournaments.access import audit, credentials
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.requests import REFUSED
from tournaments.access.roles import Action
from tournaments.events.ground.locking import followed
from tournaments.following.peers import joining, kit, leading, pairing, progress
from tournaments.following.peers.addresses import MARK
from tournaments.following.peers.follower import follower
from tournaments.models import Event, PairingCode, PairingKind


@require_safe
@at_any_desk(Action.PAIR)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Who follows and who is followed; `part=live` is what the page asks for again and again."""
    if request.GET.get("part") == "live":
        return tagged(request, render(request, "following/_live.html", _lists(actor)))
    return _page(request, actor, {})


def _lists(actor: Actor) -> dict[str, Any]:
    return {
        "laptop": settings.PROFILE.club,
        "readers": progress.reader_rows(actor.tenant),
        "spare": settings.PROFILE.club and leading.overview(actor.tenant).events,
        "leads": settings.PROFILE.club and leading.led_now(actor.tenant),
        "sources": progress.source_rows(actor.tenant),
    }


def _page(request: HttpRequest, actor: Actor, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    context = {
        **_lists(actor),
        "kinds": [(kind.value, *progress.kind_in_words(kind)) for kind in pairing.kinds_here()],
        "onlookers": _onlookers(request, actor),
        **more,
    }
    return render(request, "following/overview.html", context, status=status)


def _onlookers(request: HttpRequest, actor: Actor) -> dict[str, str] | None:
    """Where screens and spectators may look, to spare the laptop that leads; None: nothing is followed."""
    if not settings.PROFILE.club or not Event.objects.filter(followed("pk"), tenant=actor.tenant).exists():
        return None
    base = credentials.public_base(request)
    picture = segno.make(f"{base}/", error="m", micro=False)
    return {"address": base, "qr": picture.svg_data_uri(border=4, light="#fff", dark="#000", scale=4)}


@require_POST
@at_any_desk(Action.PAIR)
def code(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A code for another installation, shown once."""
    kinds = pairing.kinds_here()
    kind = next((kind for kind in kinds if kind.value == request.POST.get("kind")), kinds[0])
    shown = pairing.show_code(club=actor.tenant, kind=kind, by=actor.name)
    base = credentials.public_base(request)
    picture = segno.make(f"{base}/#{MARK}{shown.code}", error="m", micro=False)
    context = {
        "shown": shown,
        "row": shown.row,
        "kind": progress.kind_in_words(kind),
        "address": base,
        "laptop": settings.PROFILE.club,
        "qr": picture.svg_data_uri(border=4, light="#fff", dark="#000", scale=4),
    }
    return render(request, "following/code.html", context)


@require_safe
@at_any_desk(Action.PAIR)
def came(request: HttpRequest, actor: Actor, code: uuid.UUID) -> HttpResponse:
    """Has somebody brought the code? A piece of the page that shows it; it asks until somebody has."""
    row = PairingCode.objects.filter(club=actor.tenant, pk=code).select_related("reader").first()
    if row is None:
        raise Http404
    over = row.used_at is None and row.until <= timezone.now()
    context = {"row": row, "over": over, "reader": getattr(row, "reader", None)}
    return tagged(request, render(request, "following/_came.html", context))


@require_POST
@at_any_desk(Action.PAIR)
def revoke(request: HttpRequest, actor: Actor, reader: uuid.UUID) -> HttpResponse:
    """Whoever follows, or sends up, does so no longer."""
    row = pairing.revoke(club=actor.tenant, reader=reader)
    if row is None:
        raise Http404
    messages.success(request, gettext("The pairing with {name} has ended.").format(name=row.name))
    return redirect("desk-following")


@require_http_methods(["POST"])
@at_any_desk(Action.PAIR)
def join(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Address and code of another installation: this laptop follows it from now on, or sends up to it."""
    _on_a_laptop()
    address, code = request.POST.get("address", "")[:300], request.POST.get("code", "")[:40]
    earlier = request.POST.get("earlier") == "1"
    try:
        partner = joining.bring_code(address=address, code=code)
    except joining.NotPaired as refused:
        more = {"typed": {"address": address, "code": code}, "earlier": earlier, "problems": [str(refused)]}
        return _page(request, actor, more, REFUSED)
    if partner.kind == PairingKind.SPARE and kit.leads_events():
        sentence = gettext(
            "Something is played on this laptop itself. A spare laptop begins empty: only then the cards and"
            " phones of the other one are good here. Archive the events of this laptop, or use another one."
        )
        more = {"typed": {"address": address, "code": ""}, "earlier": earlier, "problems": [sentence]}
        return _page(request, actor, more, REFUSED)
    since = joining.EARLIEST if earlier else timezone.localdate() - datetime.timedelta(days=1)
    source = joining.join(club=actor.tenant, partner=partner, since=since)
    audit.note(request, "paired-with", source=source.pk)
    follower.nudge()
    sentence = {
        PairingKind.SPARE: gettext("This laptop is the spare one now: it follows {name}."),
        PairingKind.HALL: gettext("The events of this laptop go to {name} from now on."),
        PairingKind.FEDERATION: gettext("The events of this laptop go to {name} from now on."),
    }[partner.kind]
    messages.success(request, sentence.format(name=source.name))
    return redirect("desk-following")


@require_POST
@at_any_desk(Action.PAIR)
def end(request: HttpRequest, actor: Actor, source: uuid.UUID) -> HttpResponse:
    """It is asked no longer; what has come stays."""
    _on_a_laptop()
    row = joining.end(club=actor.tenant, source=source)
    if row is None:
        raise Http404
    messages.success(request, gettext("The pairing with {name} has ended.").format(name=row.name))
    return redirect("desk-following")


def _on_a_laptop() -> None:
    """A server follows nobody and sends nothing up."""
    if not settings.PROFILE.club:
        raise Http404
