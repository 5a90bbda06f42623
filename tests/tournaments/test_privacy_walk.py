"""Names that people do not want to be shown by, and contacts: on nothing that is meant for everybody."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from typing import Any

import pypdf
import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tests.tournaments import hall
from tests.tournaments.builders import eine
from tests.tournaments.crawling import crawl
from tests.tournaments.event_builders import an_event
from tests.tournaments.matchday_builders import a_matchday
from tournaments import exchange
from tournaments.careers import keeping
from tournaments.careers.addresses import PersonPath
from tournaments.careers.switches import choose
from tournaments.desk.matchdaypapers import matchday_paper
from tournaments.desk.papers import PAPERS, Order, documents
from tournaments.desk.seasonpapers import KINDS, season_paper
from tournaments.events.decisions import corrections, exchanges, rulings
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.plan import shelving
from tournaments.events.plan.screens import create_screen
from tournaments.events.seats import seating
from tournaments.exchange.results import as_json, ranking_table, sheets_table
from tournaments.exchange.site import as_site
from tournaments.hall import matchdaypages
from tournaments.hall.boards import BOARDS
from tournaments.hall.gathering import hall as hall_of
from tournaments.hall.public import known
from tournaments.models import (
    FIRST,
    ClubSeason,
    Entrant,
    EveningResult,
    Event,
    MatchDay,
    Player,
    RulingKind,
    SeasonDate,
    ShownAs,
    Sitting,
    Wish,
)
from tournaments.paper.event import printed
from tournaments.people import merging, privacy, register, substitutes
from tournaments.seasons import changing, files, showing
from tournaments.seasons.calendar import as_calendar
from tournaments.seasons.gathering import facts_of, lists_of
from tournaments.seasons.keeping import season_now

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NAME, CONTACT = "Ygiftig", "0761-999"
"""Parts of names and contacts that nobody else has."""
INTO_HANDS = {"door", "prizes", "gifts", "payouts", "certificates"}
"""Papers for the desk, or for the one whom they name."""


@pytest.fixture(autouse=True)
def everybody_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk asks for more pages than somebody with a phone."""
    from tournaments.access import limits

    monkeypatch.setattr(limits.Limit, "wait", lambda self, key, now=None: 0)


@pytest.fixture(params=["running", "official"])
def event(request: pytest.FixtureRequest) -> Event:
    """An evening with everything that names somebody: seats, changes, corrections, decisions, prizes."""
    event = an_event(here=9, day=timezone.localdate(), title="Turnier")
    for player in Player.objects.all():
        player.name = f"{player.name} {NAME}{player.pk}"
        player.contact = f"{CONTACT}{player.pk}"
        player.shown_as = (ShownAs.INITIALS if player.pk % 2 else ShownAs.PSEUDONYM).value
        player.pseudonym = f"Fuchs {player.pk}"
        player.save()
    ids = list(event.entrants.values_list("pk", flat=True))
    Wish.objects.create(event=event, entrant_id=ids[0], other_id=ids[1])
    Entrant.objects.filter(pk__in=ids[:4]).update(team="Die Roten", category="Gast")
    event.prizes = [{"for": "1", "prize": "Schinken"}]
    event.save()
    for screen in BOARDS:
        create_screen(event=event, name=screen.key, shows=screen.key)
    first = hall.publish(event)
    seats = first.seating["tables"]
    seating.exchange(first, seats[0][0], seats[1][0])
    first = hall.running.open_round(first)
    hall.play_all(first, 1, 2)
    first.refresh_from_db()
    seats = first.seating["tables"]
    exchanges.exchange(round_=first, first=seats[0][0], second=seats[1][1], entry_id=uuid.uuid4(), reason="x")
    new = Player.objects.create(name=f"Ersatz {NAME}", contact=f"{CONTACT}0", shown_as=ShownAs.INITIALS)
    substitutes.substitute(
        entrant=Entrant.objects.get(pk=seats[0][1]), place=1, player=new, from_round=1, reason="ill"
    )
    hall.end(first)
    corrections.correct(
        sitting=hall.table(first), hand_no=1, entry_id=uuid.uuid4(), raw=eine(3), base_seq=99, reason="x"
    )
    for draft in (
        rulings.RulingDraft(RulingKind.POINTS, entrant=ids[0], points=-5),
        rulings.RulingDraft(RulingKind.LOT, order=(ids[0], ids[1])),
    ):
        rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="x")
    second = hall.begin(event)
    hall.play_all(second)
    if request.param == "official":
        hall.end(second)
        shelving.finish_event(event=event)
        choose(event.whose, evenings=True, public=True, rating=True)
        keeping.bring_up(event.whose)
    a_season_of(event)
    return event


def a_season_of(event: Event) -> None:
    """The event, and an evening from paper, in one list."""
    season = ClubSeason.objects.create(name="Winter")
    changing.add_date(season=season, day=event.day, event=event)
    evening = SeasonDate.objects.create(season=season, day=event.day)
    a_matchday(event, None)
    for player in Player.objects.all():
        EveningResult.objects.create(evening=evening, player=player, points=player.pk)


def betrayed(text: str) -> list[str]:
    folded = text.casefold()
    return [word for word in (NAME, CONTACT) if word.casefold() in folded]


def words_of(data: bytes) -> str:
    """What can be read in a file of any kind."""
    if data[:4] == b"%PDF":
        reader = pypdf.PdfReader(io.BytesIO(data))
        return "\n".join([*(page.extract_text() for page in reader.pages), str(reader.metadata)])
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    return data.decode("utf-8", "replace")


def public(resolver: URLResolver | None = None, before: str = "") -> list[str]:
    routes: list[str] = []
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            routes += public(pattern, route)
        elif isinstance(pattern, URLPattern) and not route.startswith("desk/"):
            routes.append(route)
    return routes


def addresses(event: Event) -> list[str]:
    """Every public address, with all the values that lead somewhere."""
    paths = []
    sitting = Sitting.objects.filter(event=event).order_by("pk")[0]
    screens = list(event.screens.values_list("pk", flat=True))
    of = {"t": sitting.pk, "season": ClubSeason.objects.get().pk, "matchday": MatchDay.objects.get().pk}
    for route in public():
        pk = of.get(route.partition("/")[0], event.pk)
        values: dict[str, list[Any]] = {
            "<int:pk>": [pk],
            "<int:event>": [event.pk],
            "<uuid:event>": [event.uid],
            "<int:number>": [1, 2],
            "<int:part>": [0],
            "<int:person>": list(Player.objects.values_list("pk", flat=True)[:3]),
            "<int:screen>": screens,
            "<int:seats>": [4],
            "<str:what>": ["blank", "filled", "rules", "sheet"],
            "<str:kind>": ["csv", "json"],
            "<str:purpose>": ["watch", "join"],
            "<slug:key>": [event.game, "cego"],
            "<slug:slug>": ["home"],
            "<somebody:person>": [PersonPath().to_url(player.pk) for player in Player.objects.all()],
        }
        ways = [f"/{route}"]
        for place, choices in values.items():
            ways = [
                way.replace(place, str(choice), 1)
                for way in ways
                for choice in (choices if place in way else [""])
            ]
        paths += ways
    return paths


def test_no_public_page_board_or_file_betrays_anybody(event: Event) -> None:
    browser = Client()
    walked = crawl(browser, f"/e/{event.pk}/", limit=3000)
    answers = {**walked, **{path: browser.get(path) for path in addresses(event)}}
    answers |= {f"{path}?part=live": browser.get(f"{path}?part=live") for path in answers if "?" not in path}
    for word in ("a", "e", NAME, "Fuchs"):
        answers[f"search {word}"] = browser.get(f"/e/{event.pk}/", {"q": word, "of": word, "who": "1"})
    wrong = {}
    for path, answer in answers.items():
        data = b"".join(answer)
        names = betrayed(words_of(data).replace(f'value="{NAME}"', ""))
        if names and not path.startswith("search"):
            wrong[path] = names
        if path.startswith("search") and CONTACT in words_of(data):
            wrong[path] = [CONTACT]
    assert sum(answer.status_code == 200 for answer in answers.values()) > 60
    assert not wrong


def test_no_paper_for_the_wall_and_no_file_for_the_web_betrays_anybody(event: Event) -> None:
    stamp = stamp_of(event.pk)
    assert stamp is not None
    here = hall_of(stamp, desk=True)
    wrong = {}
    for paper in PAPERS:
        for number in (1, 2):
            order = Order(here, "http://club.test", number)
            papers = documents(order, [paper.key])
            if papers and paper.key not in INTO_HANDS and betrayed(words_of(printed(*papers))):
                wrong[paper.key] = number
    assert not wrong
    files = [as_json(here), ranking_table(here), sheets_table(here), words_of(as_site(here))]
    assert not betrayed(str(files))


def test_no_paper_and_no_file_of_a_season_betrays_anybody(event: Event) -> None:
    facts = facts_of(ClubSeason.objects.get())
    of = lists_of(facts.season)[0]
    now = season_now(facts, of, known)
    page = showing.season_page(now)
    texts = [words_of(season_paper(now, kind.key)) for kind in KINDS]
    texts += [str(files.as_json(now)), str(files.season_table(now))]
    texts.append(words_of(files.as_site(facts, [page], showing.evening_lines(facts))))
    texts.append(as_calendar(facts, "http://club.test").decode())
    assert not [text for text in texts if betrayed(text)]


def test_no_paper_and_no_file_of_a_match_day_betrays_anybody(event: Event) -> None:
    now = matchdaypages.now_for_desk(MatchDay.objects.get())
    page = matchdaypages.matchday_page(now)
    assert page.rows
    texts = [words_of(matchday_paper(page)), str(matchdaypages.joint_table(page))]
    texts += [str(matchdaypages.joint_json(page, now)), str(page)]
    assert not [text for text in texts if betrayed(text)]


def test_a_file_for_another_installation_has_names_and_no_contacts(event: Event) -> None:
    assert betrayed(str(exchange.packed(event))) == [NAME]


def test_whoever_is_under_age_is_shown_short_whatever_was_chosen(event: Event) -> None:
    """The very same walk: the full name is chosen for everybody, and everybody is known to be under age."""
    Player.objects.update(shown_as=ShownAs.FULL, minor=True)
    test_no_public_page_board_or_file_betrays_anybody(event)
    test_no_paper_for_the_wall_and_no_file_for_the_web_betrays_anybody(event)
    player = Player.objects.exclude(name__startswith="Ersatz")[0]
    first, last = player.name.split()[0], player.name.split()[-1]
    assert player.public_name == f"{first} {last[0]}."
    desk = hall.laptop().get(f"/desk/e/{event.pk}/people/").text
    assert NAME in desk


@pytest.mark.parametrize("way", ["changed", "one person with another", "forgotten", "taken in"])
def test_who_asks_for_less_is_shown_with_less_on_every_page_at_once(way: str) -> None:
    event = an_event(here=8)
    hall.begin(event)
    player = Player.objects.get(memberships__entrant__number=1)
    Player.objects.filter(pk=player.pk).update(name=f"Hans {NAME}")
    player.refresh_from_db()
    browser, pages = Client(), (f"/e/{event.pk}/", f"/e/{event.pk}/round/1/", f"/api/events/{event.pk}.json")
    assert all(NAME in browser.get(page).text for page in pages)
    if way == "changed":
        record = {
            name: getattr(player, name) for name in ("name", "club", "category", "contact", "pseudonym")
        }
        register.change_person(player=player, **record, shown_as=ShownAs.INITIALS)
    elif way == "one person with another":
        other = register.add_person(
            tenant=FIRST, name="H. Ygiftig", pseudonym="Fuchs", shown_as=ShownAs.PSEUDONYM
        )
        merging.merge(keep=player, gone=other)
    elif way == "forgotten":
        privacy.anonymise(player=player)
    else:
        packed = exchange.packed(event)
        packed["event"]["uid"] = str(uuid.uuid4())
        for table in packed["tables"]:
            table["devices"], table["entries"] = [], []
        for person in packed["people"]:
            person["shown_as"] = ShownAs.INITIALS.value
        exchange.take_in(json.dumps(packed).encode(), FIRST)
    assert not any(NAME in browser.get(page).text for page in pages)
