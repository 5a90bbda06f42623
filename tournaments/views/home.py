"""The first page, and opening a table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.security import client_address
from scoring import GAMES, Unreadable, game_for
from tournaments import access, ledger, reading, rulesets
from tournaments.forms import NewTable, read_rules, rule_cells, rules_form
from tournaments.limits import NEW_TABLES_PER_ADDRESS
from tournaments.views.limited import too_many


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """New table, open tables, watch."""
    return render(request, "tournaments/home.html", {"games": GAMES, "tables": reading.tables()})


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, key: str) -> HttpResponse:
    """A quick evening: people, seats, rules. The device that opens the table may write at it."""
    try:
        game = game_for(key)
    except KeyError:
        raise Http404 from None
    if request.method == "POST":
        return _open(request, key)
    last = reading.latest_sitting(key)
    names: dict[str, object] = {}
    rules, preset = None, game.presets[0].key
    every = rulesets.choices(game)
    if last is not None:
        names = {f"name_{chair.seat}": chair.player.name for chair in last.chairs.select_related("player")}
        names |= {"club": last.club, "dealer": last.first_dealer or ""}
        rules = last.table().rules
        preset = next((one.key for one in every if one.rules == rules), last.preset)
    chosen = next((one for one in every if one.key == request.GET.get("preset")), None)
    if chosen is not None:
        rules, preset = chosen.rules, chosen.key
    form = NewTable(game, initial=names)
    context = {
        "game": game,
        "form": form,
        "preset": preset,
        "choices": every,
        "rules": rules_form(game, preset, rules=rules),
        "known_names": reading.known_names(),
        "again": last is not None,
    }
    part = getattr(request, "htmx", False) and request.GET.get("part") == "rules"
    return render(request, "tournaments/_rules_form.html" if part else "tournaments/new.html", context)


def _open(request: HttpRequest, key: str) -> HttpResponse:
    game = game_for(key)
    if not NEW_TABLES_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    form = NewTable(game, request.POST)
    every = rulesets.choices(game)
    asked = request.POST.get("preset", "")
    chosen = next((one for one in every if one.key == asked), None)
    preset = chosen.preset if chosen else asked  # refused below: it may just have been removed
    cells = rule_cells(request.POST)
    form.is_valid()
    names = form.cleaned_data["names"]
    table, problems = read_rules(game, len(names), preset, cells)
    if table is not None and not form.errors:
        try:
            sitting = ledger.open_sitting(
                game=game.key,
                preset=preset,
                rules=table.rules,
                rules_name=chosen.name if chosen and chosen.saved and chosen.rules == table.rules else "",
                names=names,
                first_dealer=form.cleaned_data["dealer"],
                title=form.cleaned_data["title"],
                club=form.cleaned_data["club"],
            )
        except Unreadable as unreadable:
            problems = unreadable.problems
        else:
            response = redirect("table", pk=sitting.pk)
            access.remember(response, sitting, access.claim(sitting, label=gettext("Opened the table")))
            return response
    context = {
        "game": game,
        "form": form,
        "preset": (chosen or every[0]).key,
        "choices": every,
        "rules": rules_form(game, preset, cells=cells, problems=problems),
        "known_names": reading.known_names(),
    }
    return render(request, "tournaments/new.html", context, status=422)
