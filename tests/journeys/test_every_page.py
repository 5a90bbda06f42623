"""Every page in light and dark, on phones, in large letters, on the laptop: everybody can use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring import GAMES
from tests.browser import NewPage, Watch
from tests.journeys.club import ClubTable, open_table
from tests.journeys.looking import on_every_screen, targets, too_close, too_small, unfold, violations
from tests.journeys.thumb import Thumb
from tests.server import RealServer

NAMES = ("Anna", "Łukasz", "Ñandú", "Gökçe")
LONG_NAMES = (
    "Anna",
    "Łukasz Wiśniewski",
    "Ñandú",
    "Maximiliane Freifrau von und zu Hohenlohe",
    "Hans-Joachim",
)
SEATS = {game.key: max(seats for seats in game.seats if seats <= len(NAMES)) for game in GAMES}


@dataclass
class Club:
    """Tables in every state, on the real server."""

    server: RealServer
    fresh: dict[str, ClubTable]  # by game, nothing entered yet
    played: ClubTable  # Cego, with a correction and an undo
    over: ClubTable  # Cabo, decided and closed

    def let_write(self, page: Page) -> None:
        for table in (*self.fresh.values(), self.played, self.over):
            table.let_write(page.context)


@pytest.fixture(scope="module")
def club(real_server: RealServer) -> Club:
    fresh = {
        game.key: open_table(real_server, game.key, NAMES[: SEATS[game.key]], dealer=1) for game in GAMES
    }
    played = open_table(real_server, names=LONG_NAMES, dealer=1)
    for sits_out in (1, 2, 3, 4, 5, 1, 2):
        declarer = sits_out % 5 + 1
        played.enter(sitting=sits_out, declarer=declarer, contract="eine", points=30 + 5 * declarer)
    right = played.answers_of({"sitting": 1, "declarer": 3, "contract": "solo", "points": 41})
    played.device.post(f"{played.path}hand/1/", {**right, "seen": "7"})
    played.device.post(f"{played.path}undo/", {"hand": "7", "seen": "8"})
    over = open_table(real_server, "cabo", NAMES[:3], rounds="2")
    over.enter(caller=1, values=[3, 5, 8])
    over.enter(caller=1, values=[20, 50, 15], kamikaze=[2])
    over.device.post(f"{over.path}close/", {})
    return Club(real_server, fresh, played, over)


# --- pages, and how they come to be on the screen ------------------------------


def go(path: str) -> Callable[[Page, Club], None]:
    """A page by its address; {played} and {over} are tables."""
    return lambda page, club: show(page, club, path.format(played=club.played.pk, over=club.over.pk)) and None


def show(page: Page, club: Club, path: str) -> Any:
    return page.goto(f"{club.server.url}{path}")


def table_of(game: str) -> Callable[[Page, Club], None]:
    return lambda page, club: show(page, club, club.fresh[game].path) and None


def a_hand_with_preview(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.points("Anna", "eine", 47)
    expect(thumb.preview.locator(".sentence")).to_be_visible()


def a_refused_hand(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.points("Anna", "eine", 71)
    thumb.is_refused()
    expect(page.locator(".wrong")).to_be_visible()


def something_special(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.tap(page.locator("[data-open=special]"))
    thumb.tap(thumb.tile("kind", "schinden"))


def a_counted_pile(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.declares("Anna", "eine")
    thumb.tap(page.locator("details.pile summary"))


def cards_added_up(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cabo"].path)
    Thumb(page).tap(page.locator(".helper summary"))


def the_menu(page: Page, club: Club) -> None:
    show(page, club, club.played.path)
    Thumb(page).tap(page.locator(".menu summary"))
    expect(page.locator(".menu-body")).to_be_visible()


def a_conflict(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    page.evaluate(
        """() => {
          document.querySelector("#lost").hidden = false;
          document.querySelector("#news").hidden = false;
        }"""
    )


def a_refused_table(page: Page, club: Club) -> None:
    show(page, club, "/new/cego/")
    for seat in (1, 2, 3):
        page.locator(f"[name=name_{seat}]").fill("Anna")
    page.locator(".sticky .primary").click()
    expect(page.get_by_role("alert")).to_be_visible()


def every_house_rule(page: Page, club: Club) -> None:
    show(page, club, "/new/cego/")
    page.locator("#rules summary").click()


def a_wrong_code(page: Page, club: Club) -> None:
    show(page, club, f"/j#{club.played.pk}-{'A' * 26}")
    expect(page.get_by_role("alert")).to_be_visible()


def wrong_totals(page: Page, club: Club) -> None:
    show(page, club, f"{club.played.path}paper-totals/")
    page.locator("[name=hands]").fill("many")
    page.locator("[name=totals_1]").fill("x")
    page.locator(".save .primary").click()
    expect(page.locator(".problem").first).to_be_visible()


def somebody_else_s_hand(page: Page, club: Club) -> None:
    page.context.clear_cookies(name=f"table-{club.over.pk}")
    show(page, club, f"{club.over.path}hand/1/")
    club.over.let_write(page.context)


PLACES: dict[str, dict[str, Callable[[Page, Club], None]]] = {
    "entering": {
        **{f"table of {game.key}": table_of(game.key) for game in GAMES},
        "preview": a_hand_with_preview,
        "refused hand": a_refused_hand,
        "special": something_special,
        "pile": a_counted_pile,
        "adding up": cards_added_up,
        "not saved": a_conflict,
    },
    "the evening": {
        "table of five": go("/t/{played}/"),
        "correction": go("/t/{played}/hand/1/"),
        "menu": the_menu,
        "over": go("/t/{over}/"),
        "hands": go("/t/{played}/hands/"),
        "numbers": go("/t/{played}/numbers/"),
        "cash": go("/t/{played}/cash/"),
        "ending": go("/t/{over}/ending/"),
        "ending so far": go("/t/{played}/ending/"),
        "rules of the table": go("/t/{played}/rules/"),
        "invite": go("/t/{played}/invite/"),
        "whose phone": go("/t/{played}/whose/"),
        "totals from paper": go("/t/{played}/paper-totals/"),
        "wrong totals from paper": wrong_totals,
        "not yours": somebody_else_s_hand,
    },
    "the house": {
        "home": go("/"),
        **{f"new {game.key}": go(f"/new/{game.key}/") for game in GAMES},
        "refused table": a_refused_table,
        "every house rule": every_house_rule,
        "join": go("/j"),
        "wrong code": a_wrong_code,
        "paper": go("/paper/"),
        "rules": go("/rules/"),
        "rules of cego": go("/rules/cego/"),
        "rules made": go("/rules/cego/edit/"),
        "rules compared": go("/rules/cego/compare/"),
        "not found": go("/nowhere/"),
    },
}
EXPECTED = "status of (403|404|422)"


WITH_THUMBS = {*PLACES["entering"], "table of five", "correction", "over"}


@pytest.mark.parametrize("group", PLACES)
def test_nothing_sticks_out_and_everybody_can_use_it(
    club: Club, new_page: NewPage, watch: Watch, group: str
) -> None:
    """Every page is loaded once, and looked at on every screen; at the table with the eyes of a thumb."""
    watch.expect(EXPECTED)
    page = new_page("phone")
    club.let_write(page)
    complaints = []
    for name, come in PLACES[group].items():
        come(page, club)
        page.evaluate("sessionStorage.clear()")
        assert page.locator("html").get_attribute("lang") == "de", name
        controls = targets(page)
        if name in WITH_THUMBS:
            assert len(controls) > 3, name
            complaints += [f"{name}: {each}" for each in too_small(controls) + too_close(controls)]
        if group != "entering":
            complaints += [f"{name}: {each}" for each in too_small(controls, least=44)]
        complaints += [f"{name}, {each}" for each in on_every_screen(page)]
    assert not complaints, "\n".join(complaints)


# --- seasons and years ------------------------------

SEASON_AND_YEARS = """
from dataclasses import replace
from datetime import date
from django.urls import reverse
from django.utils import translation
translation.activate("de")
from tests.tournaments.career_builders import a_played_event
from tests.tournaments.season_builders import a_season, an_evening
from tournaments.careers.switches import choose
from tournaments.engines.season import ChallengeCup, Finalists, SeasonRules
from tournaments.models import Player
from tournaments.seasons import changing
choose(1, evenings=False, public=True, rating=True)
names = ("Hans Maier", "Maximiliane Freifrau von und zu Hohenlohe", "Cora Klein", "Łukasz Wiśniewski")
event = a_played_event(0, names, 2)
rules = SeasonRules(evenings=13, best=10, least=3, least_at_end=True, presence_bonus=5, final=Finalists.BEST)
rules = replace(rules, cup=ChallengeCup.EVENINGS)
season = a_season("Vereinsmeisterschaft der Cegofreunde Oberprechtal", rules)
for number in range(1, 8):
    points = {name: 1000 - 7 * number * (place - 2) for place, name in enumerate(names)}
    date_ = an_evening(season, points, number, place="Gasthaus zum Goldenen Löwen, Rötenbach")
changing.add_date(season=season, day=event.day, event=event)
changing.add_date(season=season, day=date(2027, 5, 5), label="Finale", weight="3/2")
changing.change_views(season=season, views=[{"name": "Nur Mitglieder", "rules": {"members_only": True}}])
hans = Player.objects.get(name="Hans Maier").pk
from tests.tournaments.matchday_builders import a_hall, a_matchday
halls = ("Gasthaus zum Goldenen Löwen, Rötenbach", "Stadthalle", "Krone")
long = a_hall("Maximiliane Freifrau von und zu Hohenlohe", 8, 2)
day = a_matchday(long, a_hall("Stadthalle"), None, names=halls)
print(day.pk, season.pk, date_.pk, hans, event.pk, reverse("person-years", args=(hans,)))
"""
OF_SEASONS: dict[str, str] = {
    "season": "/season/{season}/",
    "a list beside it": "/season/{season}/?of=1",
    "history": "/season/{season}/?of=chart",
    "somebody's season": "/season/{season}/p/{person}/",
    "match-day": "/matchday/{matchday}/",
    "years": "/years/",
    "somebody's years": "{years}",
}
OF_SEASONS_AT_THE_DESK: dict[str, str] = {
    "seasons": "/desk/seasons/",
    "new season": "/desk/seasons/new/",
    "season from a file": "/desk/seasons/take-in/",
    "season at the desk": "/desk/seasons/{season}/",
    "name, members, end": "/desk/seasons/{season}/head/",
    "rules of the season": "/desk/seasons/{season}/rules/",
    "points by decision": "/desk/seasons/{season}/decisions/",
    "list of the final": "/desk/seasons/{season}/final/",
    "lists beside it": "/desk/seasons/{season}/lists/",
    "somebody's season at the desk": "/desk/seasons/{season}/p/{person}/",
    "an evening more": "/desk/seasons/{season}/evenings/add/",
    "an evening": "/desk/seasons/{season}/evenings/{evening}/",
    "match-days": "/desk/matchdays/",
    "new match-day": "/desk/matchdays/new/",
    "match-day at the desk": "/desk/matchdays/{matchday}/",
    "halls of a match-day": "/desk/matchdays/{matchday}/halls/",
    "years at the desk": "/desk/years/",
    "somebody's years at the desk": "/desk/people/{person}/years/",
    "seeds by rating": "/desk/e/{event}/people/ratings/",
}


@pytest.fixture(scope="module")
def season_facts(real_server: RealServer) -> dict[str, str]:
    numbers = real_server.python(SEASON_AND_YEARS).split()[-6:]
    return dict(zip(("matchday", "season", "evening", "person", "event", "years"), numbers, strict=True))


@pytest.mark.parametrize("where", ["everybody", "desk"])
def test_seasons_and_years_stick_out_nowhere(
    season_facts: dict[str, str], real_server: RealServer, new_page: NewPage, where: str
) -> None:
    page = new_page("phone")
    pages, host = (OF_SEASONS, real_server.url)
    if where == "desk":
        pages, host = OF_SEASONS_AT_THE_DESK, f"http://localhost:{real_server.port}"
    complaints = []
    for name, path in pages.items():
        answer = page.goto(host + path.format(**season_facts))
        assert answer is not None, name
        assert answer.status == 200, name
        assert page.locator("html").get_attribute("lang") == "de", name
        unfold(page)
        complaints += [f"{name}: {each}" for each in too_small(targets(page), least=44)]
        complaints += [f"{name}, {each}" for each in on_every_screen(page)]
    assert not complaints, "\n".join(complaints)


# --- the eyes themselves ------------------------------

SOUND = """<!doctype html><html lang="de"><title>Seite</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>html { font-size: 106.25%; } body { background: #fff; color: #222; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #eee; } }</style>
<main><h1>Seite</h1><p>Text</p></main>"""
PHONES = ("phone", "320 wide", "twice the text")
SCREENS = (*PHONES, "laptop", "phone: light", "phone: dark", "laptop: light", "laptop: dark")
FAULTS = {
    "too wide everywhere": (
        "<div style='width: 1400px'>breit</div>",
        {"phone", "320 wide", "twice the text", "laptop"},
    ),
    "too wide for a phone": (
        "<div style='width: 400px'>breit</div>",
        {"phone", "320 wide", "twice the text"},
    ),
    "too wide for a small phone": ("<div style='width: 340px'>breit</div>", {"320 wide"}),
    "too wide in large letters": ("<div style='width: 15rem'>breit</div>", {"twice the text"}),
    "too wide on a laptop": (
        "<style>@media (min-width: 900px) { .w { width: 1300px } }</style><div class='w'>breit</div>",
        {"laptop"},
    ),
    "cut off in large letters": (
        "<div style='width: 300px; overflow: hidden'><span style='white-space: nowrap'>"
        "viele kleine Buchstaben</span></div>",
        {"twice the text"},
    ),
    "grey in daylight": (
        "<style>@media (prefers-color-scheme: light) { .g { color: #bbb } }</style><p class='g'>grau</p>",
        {"phone: light", "laptop: light"},
    ),
    "grey in the dark": (
        "<style>@media (prefers-color-scheme: dark) { .g { color: #333 } }</style><p class='g'>grau</p>",
        {"phone: dark", "laptop: dark"},
    ),
    "grey in the dark on a laptop": (
        "<style>@media (prefers-color-scheme: dark) and (min-width: 900px) { .g { color: #333 } }</style>"
        "<p class='g'>grau</p>",
        {"laptop: dark"},
    ),
    "without words": ("<img src=''>", {"phone: light", "laptop: light"}),
}


def test_every_screen_is_really_looked_at(phone: Page) -> None:
    phone.set_content(SOUND)
    assert on_every_screen(phone) == []
    for what, (fault, screens) in FAULTS.items():
        phone.set_content(SOUND + fault)
        complaints = on_every_screen(phone)
        for screen in (
            "phone",
            "phone: light",
            "phone: dark",
            "320 wide",
            "twice the text",
            "laptop",
            "laptop: light",
            "laptop: dark",
        ):
            seen = any(each.startswith(screen) for each in complaints)
            wanted = any(each.startswith(screen) for each in screens)
            assert seen == wanted, (what, screen, complaints)


def test_axe_finds_what_it_is_there_for(desktop: Page) -> None:
    desktop.set_content("<html><p style='color: #999; background: #aaa'>grey</p><img src=''>")
    assert {each.partition(":")[0] for each in violations(desktop)} >= {"color-contrast", "image-alt"}
