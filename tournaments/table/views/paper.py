"""Everything that leaves as a file: PDF, CSV, JSON."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from config import printedaddress
from config.packing import no_secrets
from scoring import GAMES, Game, Table
from tournaments.access import audit, credentials
from tournaments.access.requests import arrive, known_game
from tournaments.access.roles import Action
from tournaments.access.visitor import house_of
from tournaments.events.words.rounds import match_title
from tournaments.models import Sitting
from tournaments.paper.sheet import numbers_page, printed_sheet, rules_card, score_sheet
from tournaments.table import exports, printing, reading, rulesets
from tournaments.table.rulesets import NamedRules


@no_secrets
@require_safe
def paper(request: HttpRequest) -> HttpResponse:
    """Sheets to print without a table: every game, every number of people, every rule set."""
    house = house_of(request)
    games = [
        (game, [(named, _seats(game, named)) for named in rulesets.choices(game, house)]) for game in GAMES
    ]
    return render(request, "tournaments/paper.html", {"games": games})


def _seats(game: Game[Any, Any], named: NamedRules) -> list[int]:
    """Numbers of people these rules can be played by."""
    tables = {seats: Table(game.accounts(seats, named.rules), named.rules) for seats in game.seats}
    return [seats for seats, table in tables.items() if not list(game.playable(table))]


@require_safe
def blank(request: HttpRequest, key: str, seats: int) -> HttpResponse:
    """A blank score sheet of a game."""
    game = known_game(key)
    named = rulesets.find(game, request.GET.get("set"), house_of(request))
    if seats not in game.seats:
        raise Http404
    table = Table(game.accounts(seats, named.rules), named.rules)
    if list(game.playable(table)):
        raise Http404
    sheet = printing.blank(table, game, named)
    return pdf(score_sheet(sheet, two_up="two" in request.GET), f"{game.key}-{seats}", request)


@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    """The house-rule card of a rule set."""
    game = known_game(key)
    named = rulesets.find(game, request.GET.get("set"), house_of(request))
    data = rules_card(game, rulesets.usual_table(game, named.rules), rule_set_name=named.name)
    return pdf(data, f"{game.key}-{named.key}", request)


@require_safe
def table_paper(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """The papers of a table: its filled sheet, a blank one with its names, its house rules."""
    visitor = arrive(request, pk)
    sitting = visitor.sitting
    view = reading.sheet(sitting)
    name, place = f"{view.game.key}-{_number(sitting)}-{what}", _place(sitting)
    match what:
        case "sheet":
            return pdf(printed_sheet(printing.filled(view, place)), name, request)
        case "blank":
            # The code on paper lets its reader write: it is printed for devices of the table only.
            writes = visitor.may(Action.ENTER_HAND)
            qr = credentials.join_address(request, sitting) if writes else None
            typed = (
                f"{credentials.public_base(request)}/j",
                credentials.typed_number(sitting),
                credentials.typed_code(sitting),
            )
            code = "  ".join(map(str, typed)) if writes else None
            if writes:
                printedaddress.remember(credentials.public_base(request))
            two_up = "two" in request.GET
            return pdf(
                score_sheet(printing.blank_for(view, qr=qr, address=code, place=place), two_up=two_up),
                name,
                request,
            )
        case "numbers":
            return pdf(numbers_page(printing.numbers(view, place)), name, request)
        case "rules":
            data = rules_card(view.game, view.table, club=sitting.club, rule_set_name=view.rule_set)
            return pdf(data, name, request)
        case _:
            raise Http404


def _number(sitting: Sitting) -> str:
    """For the name of a file: the table, in an event with its round."""
    return str(sitting.pk) if sitting.round is None else f"{sitting.round.number}-{sitting.number}"


def _place(sitting: Sitting) -> printing.SheetOrigin:
    """Where in its event a sheet belongs, so that filed sheets can be told apart."""
    if sitting.round is None:
        return printing.NOWHERE
    return printing.SheetOrigin(match_title(sitting.round, sitting.number or 0), str(sitting.number or ""))


@require_safe
def export(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """The sheet for programs: CSV for spreadsheets, JSON as the `score` command reads it."""
    sitting = arrive(request, pk).sitting
    view = reading.sheet(sitting)
    if kind == "csv":
        response = HttpResponse(exports.csv_of(view), content_type="text/csv; charset=utf-8")
    elif kind == "json":
        response = HttpResponse(exports.json_of(view), content_type="application/json")
    else:
        raise Http404
    response["Content-Disposition"] = f'attachment; filename="{view.game.key}-{sitting.pk}.{kind}"'
    audit.note(request, "table-exported", table=sitting.pk, kind=kind)
    return response


def pdf(data: bytes, name: str, request: HttpRequest) -> HttpResponse:
    """A PDF shown in the browser, with a name for saving."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Content-Language"] = get_language() or "en"
    return response
