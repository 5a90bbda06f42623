"""The dress rehearsal, pressed in the page: robots play an event on this very server."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from config.etags import tagged
from tournaments.access import credentials
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED
from tournaments.engines.plans.presets import PRESETS
from tournaments.jobs.limits import most_robots
from tournaments.models import Event
from tournaments.rehearsal import backstage
from tournaments.rehearsal.tidying import put_away, rehearsals

LIKE = "event-"  # before the key of an event that is rehearsed
FEWEST, USUAL, MOST = 8, 42, 200  # robots
PACES = (("0", _("as fast as they can")), ("3", _("a hand every few seconds, to watch the screens")))


NUMBER = forms.TextInput(attrs={"class": "number", "inputmode": "numeric", "maxlength": "4"})


class RehearsalForm(forms.Form):
    """What the robots play."""

    preset = forms.ChoiceField(label=_("What is played"))
    people = forms.IntegerField(label=_("Robots"), min_value=FEWEST, widget=NUMBER)
    pause = forms.ChoiceField(label=_("Pace"), choices=PACES, initial="0")

    def __init__(self, events: Sequence[Event], most: int, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["people"] = forms.IntegerField(
            label=_("Robots"), min_value=FEWEST, max_value=most, widget=NUMBER
        )
        self.events = {f"{LIKE}{event.pk}": event for event in events}
        kinds = [(kind.key, gettext(kind.name)) for kind in PRESETS]
        coming = [(key, event.title) for key, event in self.events.items()]
        groups = [(gettext("An event that is to come"), coming)] if coming else []
        choices = [*groups, (gettext("A kind of event"), kinds)] if coming else kinds
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]
        first = events[0].entrants.count() if events else 0
        self.fields["people"].initial = min(first, most) if first >= FEWEST else min(USUAL, most)


def _to_come(tenant: int) -> list[Event]:
    """Events of a club that can be rehearsed: not over, and no rehearsals themselves."""
    coming = Event.objects.filter(archived_at=None, finished_at=None, day__gte=timezone.localdate())
    events = coming.filter(tenant=tenant)
    return list(events.exclude(pk__in=rehearsals(tenant)).defer("logo").order_by("day", "pk"))


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def rehearsal(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What a rehearsal is, the button, and how far the robots are; POST with `put_away` tidies up."""
    if request.method == "POST" and "put_away" in request.POST:
        return _put_away(request, actor)
    tenant = actor.tenant
    most = most_robots(tenant, MOST)
    if most < FEWEST:
        return render(request, "desk/no_rehearsal.html", status=403 if request.method == "POST" else 200)
    form = RehearsalForm(_to_come(tenant), most, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            kind = form.cleaned_data["preset"]
            backstage.begin(
                url=_url(request),
                base=credentials.public_base(request),
                preset=kind,
                like=form.events.get(kind),
                people=form.cleaned_data["people"],
                pause=float(form.cleaned_data["pause"]),
                tenant=tenant,
                by=actor.name,
            )
            return redirect("desk-rehearsal")
        status = REFUSED
    if request.method != "POST" and request.GET.get("part") == "live":
        return tagged(request, render(request, "desk/_rehearsal.html", _now(tenant)))
    context = {"form": form, "earlier": rehearsals(tenant), **_now(tenant)}
    return render(request, "desk/rehearsal.html", context, status=status)


def _now(tenant: int) -> dict[str, object]:
    return {"now": backstage.latest(tenant), "club": settings.PROFILE.club}


def _url(request: HttpRequest) -> str:
    """Where robots find the server: on a laptop as phones do; behind a proxy there is no way in for them."""
    return f"http://127.0.0.1:{request.META['SERVER_PORT']}" if settings.PROFILE.club else ""


def _put_away(request: HttpRequest, actor: Actor) -> HttpResponse:
    now = backstage.latest(actor.tenant)
    if now is not None and now.running:
        messages.error(request, gettext("The robots are playing…"))
    else:
        count = put_away(actor.tenant, by=actor.name)
        text = ngettext("{count} rehearsal is put away.", "{count} rehearsals are put away.", count)
        messages.success(request, text.format(count=count))
    return redirect("desk-rehearsal")
