"""The first page, and opening a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.digits import number_in
from config.packing import no_secrets
from config.security import client_address
from config.shared import shared
from scoring import Game, Side, Unreadable, game_for
from tournaments import ledger
from tournaments.access import accounts, allowances, credentials, doors
from tournaments.access.desk import actor_of
from tournaments.access.limits import NEW_TABLES_OF_CLUB, NEW_TABLES_PER_ADDRESS
from tournaments.access.requests import known_game, too_many
from tournaments.careers.switches import switches_of
from tournaments.engines import seatdraw
from tournaments.hall import clubpages, frontpage
from tournaments.hall.seasonpages import seasons_listed
from tournaments.models import FIRST, SAMPLE, Club, Player, Sitting
from tournaments.models.naming import spelled
from tournaments.speech.wording import Wording
from tournaments.table import questions, reading, rulesets
from tournaments.table import remedies as mending
from tournaments.table.acquaintance import is_of_desk, tables_alike, tables_known, tables_listed
from tournaments.table.forms import NewTable, read_rules, rule_cells, rules_form
from tournaments.table.stakes import stakes_of, stored

REGULARS = 24  # names to be tapped


@no_secrets
@shared("page")
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Events of these days, new table, open tables; and the way to the desk for those who can go there.

    On a server with many clubs: what it is, its clubs, events of these days.
    """
    if not settings.PROFILE.club:
        return _of_server(request)
    desk = accounts.logins_here() or actor_of(request) is not None
    context = {
        "hero": frontpage.hero(),
        "tables": frontpage.table_lines(tables_listed(request)),
        "events": frontpage.event_lines(),
        "seasons": seasons_listed(FIRST, SAMPLE),
        "ways": frontpage.ways(desk=desk, years=switches_of(FIRST).public),
    }
    return render(request, "tournaments/home.html", context)


def _of_server(request: HttpRequest) -> HttpResponse:
    """The same for everybody, so that any proxy may keep it."""
    query = request.GET.get("q", "").strip()[:80]
    clubs = clubpages.clubs_listed(query, request.GET.get("page", ""))
    events = () if query or clubs.number > 1 else clubpages.events_near()
    context = {"clubs": clubs, "query": query, "events": events, "place_wanted": place_wanted()}
    return render(request, "server/home.html", context)


@require_safe
def tables_of_device(request: HttpRequest) -> HttpResponse:
    """On a server: the tables of this device, and the club it has come to."""
    if settings.PROFILE.club:
        return redirect("home")
    context = {"tables": frontpage.table_lines(tables_listed(request)), "club": doors.club_of(request)}
    return render(request, "server/own.html", context)


def place_wanted() -> str:
    """Where a club asks for a place on this server; empty where nobody is asked."""
    try:
        return reverse("club-request")
    except NoReverseMatch:
        return reverse("desk-login")


@no_secrets
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, key: str) -> HttpResponse:
    """A quick evening: people, seats, rules. The device that opens the table may write at it."""
    game = known_game(key)
    club = doors.club_of(request)
    if club is None and not settings.PROFILE.club:
        return render(request, "server/door.html", {"game": game}, status=403)
    if request.method == "POST":
        return _open(request, key, club)
    known = tables_known(request)
    last = _like(request, game, known)
    names: dict[str, object] = {} if club is None else {"club": club.name}
    rules, preset = None, game.presets[0].key
    every = rulesets.choices(game, _tenant(request))
    if last is not None:
        names["club"], names["confirming"] = last.club, last.confirming
        names["stakes"] = stakes_of(last)
        if known is None or last.pk in known:
            names |= _seated(last, game)
            dealer = ledger.sheet_of(last).stretch.table.first_dealer
            names["dealer"] = "" if dealer is None else dealer + 1
        rules = last.table().rules
        preset = next((choice.key for choice in every if choice.rules == rules), last.preset)
    if (others := _asked_table(request, "people", known)) is not None:  # the same people, in another game
        names |= {f"name_{seat}": "" for seat in range(1, max(game.seats) + 1)} | _seated(others, game)
        names |= {"club": others.club, "dealer": ""}
    chosen = next((choice for choice in every if choice.key == request.GET.get("preset")), None)
    if chosen is not None:
        rules, preset = chosen.rules, chosen.key
    form = rules_form(game, preset, rules=rules)
    part = getattr(request, "htmx", False) and request.GET.get("part") == "rules"
    if part:
        context = {"game": game, "preset": preset, "choices": every, "rules": form}
        return render(request, "tournaments/_rules_form.html", context)
    return _page(request, game, NewTable(game, initial=names), preset, form, again="dealer" in names)


def _seated(last: Sitting, game: Game[Any, Any]) -> dict[str, object]:
    """Those who sat at a table at its end, as many as this game has seats for. Who is not shown with his name
    types it himself."""
    players = {chair.seat - 1: chair.player for chair in last.chairs.select_related("player")}
    people = [players[place] for place in ledger.sheet_of(last).stretch.places][: max(game.seats)]
    named = [
        (seat, player) for seat, player in enumerate(people, start=1) if player.name == player.public_name
    ]
    return {f"name_{seat}": spelled(player) for seat, player in named}


def _asked_table(request: HttpRequest, name: str, known: reading.Tables) -> Sitting | None:
    """The table of a quick evening that an address names, if its people may be named to this visitor."""
    asked = number_in(request.GET.get(name, ""))
    if asked is None or (known is not None and asked not in known):
        return None
    mine = Sitting.objects.filter(tenant=_tenant(request), event=None, hidden_at=None)
    return mine.filter(pk=asked).first()


def _like(request: HttpRequest, game: Game[Any, Any], known: reading.Tables) -> Sitting | None:
    """The table to begin like: the one asked for, else the last evening of this game, best one of his own.

    A club plays by its house rules whoever opens the table; in a federation only one's own tables count.
    """
    asked, tenant = _asked_table(request, "like", known), _tenant(request)
    if asked is not None and asked.game_value() is game:
        return asked
    last = reading.latest_sitting(tenant, game.key, known)
    return last or reading.latest_sitting(tenant, game.key, tables_alike(request))


def _page(
    request: HttpRequest,
    game: Game[Any, Any],
    form: NewTable,
    preset: str,
    rules: questions.Form,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    known, tenant = tables_known(request), _tenant(request)
    names = reading.known_names(tenant, of=known)
    if form.is_bound:
        form.which = reading.namesakes(
            tenant, form.cleaned_data["names"], known, everybody=is_of_desk(request, tenant)
        )
    context = {
        "game": game,
        "here": doors.club_of(request),
        "form": form,
        "preset": preset,
        "choices": rulesets.choices(game, _tenant(request)),
        "rules": rules,
        "known_names": names,
        "regulars": names[:REGULARS],
        **more,
    }
    return render(request, "tournaments/new.html", context, status=status)


def _draw(
    request: HttpRequest, game: Game[Any, Any], form: NewTable, preset: str, rules: questions.Form
) -> HttpResponse:
    """The form once more, with the seats drawn."""
    seed = seatdraw.new_seed()
    seated, dealer = seatdraw.draw_seats(form.cleaned_data["names"], seed)
    drawn = {f"name_{seat}": name for seat, name in enumerate(seated, start=1)}
    typed = {key: form.data.get(key, "") for key in ("club", "title", "confirming")}
    typed_stakes = form.cleaned_data["stakes"]
    initial = NewTable(
        game, initial={**typed, **drawn, "dealer": dealer, "seed": seed, "stakes": typed_stakes}
    )
    sides: list[str] = []
    if len(seated) in game.seats:
        seating = game.accounts(len(seated), game.preset(None).rules)
        sides = [Wording(seating, seated).side(Side(side)) for side in range(seating.sides)]
    return _page(request, game, initial, preset, rules, drawn=sides, seed=seed)


def _tenant(request: HttpRequest) -> int:
    """The number of the club in which this visitor opens tables."""
    club = doors.club_of(request)
    return FIRST if club is None else club.pk


def _too_many_tables(request: HttpRequest, club: Club | None) -> HttpResponse | None:
    """Why no further table is opened now; None: it may be."""
    if not NEW_TABLES_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    if club is None:
        return None
    if not NEW_TABLES_OF_CLUB.allows(str(club.pk)):
        return too_many(request)
    if doors.tables_left(club) == 0:
        return render(request, "server/no_more_tables.html", {"club": club}, status=429)
    return None


def _refuse_full(tenant: int, names: Sequence[str]) -> None:
    """Raises Unreadable where the club has no room for another table, or for people who would be new."""
    if not settings.PROFILE.club:
        known = Player.objects.filter(tenant=tenant, name__in=names).values("name").distinct().count()
        allowances.refuse_full(tenant, people=max(0, len(names) - known))


def _open(request: HttpRequest, key: str, club: Club | None) -> HttpResponse:
    game = game_for(key)
    if (refused := _too_many_tables(request, club)) is not None:
        return refused
    form = NewTable(game, request.POST)
    every = rulesets.choices(game, _tenant(request))
    asked = request.POST.get("preset", "")
    chosen = next((choice for choice in every if choice.key == asked), None)
    preset = chosen.preset if chosen else asked  # refused below: it may just have been removed
    cells = rule_cells(mending.with_remedy(request.POST))
    form.is_valid()
    names = form.cleaned_data["names"]
    key_now = (chosen or every[0]).key
    if "draw" in request.POST and names:
        return _draw(request, game, form, key_now, rules_form(game, preset, cells=cells))
    table, problems = read_rules(game, len(names), preset, cells)
    if table is not None and not form.errors:
        seed = form.cleaned_data["seed"]
        try:
            _refuse_full(_tenant(request), names)
            sitting = ledger.open_sitting(
                game=game.key,
                preset=preset,
                rules=table.rules,
                rules_name=chosen.name if chosen and chosen.saved and chosen.rules == table.rules else "",
                seat_seed=seed if seed and seatdraw.draw_seats(names, seed)[0] == tuple(names) else "",
                names=names,
                first_dealer=form.cleaned_data["dealer"],
                title=form.cleaned_data["title"],
                club=form.cleaned_data["club"],
                confirming=form.cleaned_data["confirming"],
                stakes=form.cleaned_data["stakes"] and stored(form.cleaned_data["stakes"]),
                tenant=_tenant(request),
            )
        except Unreadable as unreadable:
            problems = unreadable.problems
        else:
            response = redirect("table", pk=sitting.pk)
            credentials.let_in(request, response, sitting, gettext("Opened the table"))
            return response
    form_again = rules_form(game, preset, cells=cells, problems=problems)
    offers = mending.offers_for_table(game, chosen.rules, cells, len(names)) if chosen else []
    return _page(request, game, form, key_now, form_again, status=422, offers=offers)
