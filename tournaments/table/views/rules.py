"""How a game is scored here: the rules page, saved rule sets, two of them side by side."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.packing import no_secrets
from config.security import client_address
from scoring import GAMES, Game, Problem, Unreadable
from tournaments.access import accounts, audit
from tournaments.access.limits import NEW_TABLES_PER_ADDRESS
from tournaments.access.requests import arrive, known_game, not_yours, too_many
from tournaments.access.roles import Action, may
from tournaments.access.visitor import house_of, part_in_house
from tournaments.models import RuleSet
from tournaments.speech.rulebook import switches
from tournaments.speech.wording import Wording
from tournaments.table import explaining, reading, rulesets
from tournaments.table.forms import read_rules, rule_cells, rules_form


@no_secrets
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """All rule sets of all games."""
    return _overview(request)


def _overview(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    house = house_of(request)
    games = [(game, rulesets.choices(game, house)) for game in GAMES]
    may_keep = may(part_in_house(request), Action.KEEP_RULES)
    context = {"games": games, "may_keep": may_keep, **more}
    return render(request, "tournaments/rules_overview.html", context, status=status)


@no_secrets
@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """How a rule set of a game scores: switches in force, worked hands."""
    game = known_game(key)
    return _page(request, game, rulesets.find(game, request.GET.get("set"), house_of(request)))


def _page(
    request: HttpRequest, game: Game[Any, Any], named: rulesets.NamedRules, problem: str = ""
) -> HttpResponse:
    context = {
        "named": named,
        "others": rulesets.choices(game, house_of(request)),
        "may_keep": may(part_in_house(request), Action.KEEP_RULES),
        "may_drop": may(part_in_house(request), Action.DROP_RULES),
        "problem": problem,
    }
    return _explain(request, game, named.rules, named.name, context, status=422 if problem else 200)


def _not_allowed(request: HttpRequest) -> HttpResponse:
    """Somebody who may read rules only."""
    context = {"logins": accounts.logins_here()}
    return render(request, "tournaments/rules_refused.html", context, status=403)


@no_secrets
@require_http_methods(["GET", "HEAD", "POST"])
def of_table(request: HttpRequest, pk: int) -> HttpResponse:
    """The rules of one table; they can be kept under a name for other evenings."""
    visitor = arrive(request, pk)
    view = reading.sheet(visitor.sitting)
    problem = ""
    here, house = visitor.may(Action.KEEP_RULES), house_of(request)
    at_home = visitor.sitting.event is None and may(part_in_house(request), Action.KEEP_RULES)
    may_name = here or at_home
    if request.method == "POST":
        if not may_name:
            return not_yours(request, visitor)
        if not NEW_TABLES_PER_ADDRESS.allows(client_address(request)):
            return too_many(request)
        try:
            # Whose table it is keeps them; who only looks on takes them home.
            keeper = visitor.sitting.whose if here or house is None else house
            saved = rulesets.save(view.game, request.POST.get("name", ""), view.table.rules, keeper)
        except Unreadable as unreadable:
            problem = _sentences(unreadable.problems)[0]
        else:
            if saved.whose != house:  # his table's club is not his own: its rule sets are not shown to him
                audit.note(request, "rules-kept", rule_set=saved.pk)
                return redirect("table-rules", pk=pk)
            return _saved(request, view.game, saved)
    others = rulesets.choices(view.game, house)
    context = {"view": view, "problem": problem, "others": others, "may_name": may_name}
    return _explain(
        request, view.game, view.table.rules, view.rule_set, context, status=422 if problem else 200
    )


def _explain(
    request: HttpRequest, game: Game[Any, Any], rules: Any, name: str, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    every = list(switches(game, rules))
    context = {
        "game": game,
        "name": name,
        "important": [switch for switch in every if switch.important or switch.changed],
        "rest": [switch for switch in every if not switch.important and not switch.changed],
        "hands": list(explaining.worked_hands(game, rules)),
        **more,
    }
    return render(request, "tournaments/rules.html", context, status=status)


@no_secrets
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Make a rule set from another one and save it under a name."""
    game, house = known_game(key), house_of(request)
    if house is None or not may(part_in_house(request), Action.KEEP_RULES):
        return _not_allowed(request)
    named = rulesets.find(game, request.GET.get("set"), house)
    problems: tuple[Problem, ...] = ()
    cells, name = None, ""
    if request.method == "POST":
        if not NEW_TABLES_PER_ADDRESS.allows(client_address(request)):
            return too_many(request)
        cells, name = rule_cells(request.POST), request.POST.get("name", "")
        seats = rulesets.usual_table(game, named.rules).seating.seats
        table, problems = read_rules(game, seats, game.presets[0].key, cells)
        if table is not None:
            try:
                saved = rulesets.save(game, name, table.rules, house)
            except Unreadable as unreadable:
                problems = unreadable.problems
            else:
                return _saved(request, game, saved)
    context = {
        "game": game,
        "named": named,
        "name": name,
        "rules": rules_form(game, named.preset, cells=cells, rules=named.rules, problems=problems),
    }
    return render(request, "tournaments/rules_edit.html", context, status=422 if problems else 200)


@no_secrets
@require_safe
def compare(request: HttpRequest, key: str) -> HttpResponse:
    """Two rule sets side by side: only what differs."""
    game, house = known_game(key), house_of(request)
    every = rulesets.choices(game, house)
    named_rules = rulesets.find(game, request.GET.get("one"), house)
    other = rulesets.find(game, request.GET.get("other") or every[-1].key, house)
    context = {
        "game": game,
        "choices": every,
        "first": named_rules,
        "other": other,
        "differences": explaining.differences(game, named_rules.rules, other.rules),
    }
    return render(request, "tournaments/rules_compare.html", context)


@require_safe
def export(request: HttpRequest, key: str) -> HttpResponse:
    """A rule set as a JSON file."""
    game = known_game(key)
    named = rulesets.find(game, request.GET.get("set"), house_of(request))
    response = HttpResponse(rulesets.to_json(game, named), content_type="application/json")
    name = slugify(f"{game.key}-{named.name}") or game.key
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@require_POST
def take_in(request: HttpRequest) -> HttpResponse:
    """A rule set from a file or from pasted text."""
    house = house_of(request)
    if house is None or not may(part_in_house(request), Action.KEEP_RULES):
        return _not_allowed(request)
    if not NEW_TABLES_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    upload = request.FILES.get("file")
    text = request.POST.get("text", "")[: rulesets.LONGEST_FILE]
    if upload is not None:
        text = upload.read(rulesets.LONGEST_FILE).decode("utf-8", errors="replace")
    try:
        game, name, rules = rulesets.from_json(text)
        saved = rulesets.save(game, name, rules, house)
    except Unreadable as unreadable:
        problems = _sentences(unreadable.problems)
        return _overview(request, 422, problems=problems, text=text, here=reverse("rules-overview"))
    return _saved(request, game, saved)


def _saved(request: HttpRequest, game: Game[Any, Any], saved: RuleSet) -> HttpResponse:
    audit.note(request, "rules-kept", rule_set=saved.pk)
    return redirect(f"{reverse('rules', args=[game.key])}?set={rulesets.SAVED}{saved.pk}")


@require_POST
def forget(request: HttpRequest, key: str) -> HttpResponse:
    """Drop a saved rule set that nobody plays by."""
    game, house = known_game(key), house_of(request)
    if house is None or not may(part_in_house(request), Action.DROP_RULES):
        return _not_allowed(request)
    named = rulesets.find(game, request.POST.get("set"), house)
    if named.saved is not None:
        try:
            rulesets.forget(game, named.saved, house)
        except Unreadable as unreadable:
            return _page(request, game, named, _sentences(unreadable.problems)[0])
        audit.note(request, "rules-dropped", rule_set=named.saved)
    return redirect("rules-overview")


def _sentences(problems: tuple[Problem, ...]) -> list[str]:
    wording = Wording(rulesets.usual_table(GAMES[0], GAMES[0].presets[0].rules).seating)
    return [wording.say(problem.text) for problem in problems]
