"""The dress rehearsal, pressed in the page: robots play an event on this very server."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournaments.desk import Actor, at_any_desk
from tournaments.plans.presets import PRESETS
from tournaments.rehearsal import backstage
from tournaments.roles import Action
from tournaments.views.desk.shared import REFUSED

PACES = (("0", _("as fast as they can")), ("3", _("a hand every few seconds, to watch the screens")))


class RehearsalForm(forms.Form):
    """What the robots play."""

    preset = forms.ChoiceField(label=_("Kind of event"))
    people = forms.IntegerField(label=_("Robots"), min_value=8, max_value=200, initial=42)
    pause = forms.ChoiceField(label=_("Pace"), choices=PACES, initial="0")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [(one.key, gettext(one.name)) for one in PRESETS]
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def rehearsal(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What a rehearsal is, the button, and how far the robots are."""
    form = RehearsalForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            backstage.begin(
                url=f"http://127.0.0.1:{request.META['SERVER_PORT']}",
                preset=form.cleaned_data["preset"],
                people=form.cleaned_data["people"],
                pause=float(form.cleaned_data["pause"]),
                language=get_language() or "",
            )
            return redirect("desk-rehearsal")
        status = REFUSED
    part = getattr(request, "htmx", False) and request.method != "POST"
    template = "desk/_rehearsal.html" if part else "desk/rehearsal.html"
    return render(request, template, {"form": form, "now": backstage.latest()}, status=status)
