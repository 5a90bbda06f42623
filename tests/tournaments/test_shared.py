"""Pages for everybody on a server: whoever asks gets the same bytes; what is about somebody is never kept."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from config import rendering, shared
from config.languages import LANGUAGES
from tests.nginx import DEPLOYED
from tests.tournaments.crawling import crawl
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.hall import begin, end, logged_in, play_all, table
from tests.tournaments.matchday_builders import a_matchday
from tests.tournaments.visitors import a_writer
from tournaments.access import doors
from tournaments.events.plan.screens import create_screen
from tournaments.events.rounds import clock
from tournaments.hall import pieces
from tournaments.models import (
    FIRST,
    Club,
    ClubSeason,
    EveningResult,
    Event,
    Membership,
    Player,
    Role,
    Screen,
    SeasonDate,
    ShownAs,
)

pytestmark = pytest.mark.django_db

SAMPLES = {"number": 1, "part": 0}
FOR_PROXIES = ("Cache-Control", "ETag", "Vary", "Content-Language", "Stammtisch-Made")
COMPARED = (*FOR_PROXIES[:-1], "Content-Type", "Content-Encoding")


def patterns(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each, route)
        else:
            yield route, each


SHARED = {str(each.name) for _route, each in patterns() if getattr(each.callback, "shared", None) is not None}


@dataclass
class House:
    """An event in its second round, with a screen, a running clock, and somebody who hides his name."""

    event: Event
    screen: Screen
    result: EveningResult

    def address(self, name: str) -> str:
        route = next(route for route, each in patterns() if each.name == name)
        slug = Club.objects.get(pk=FIRST).slug
        known = {**SAMPLES, "pk": self.event.pk, "screen": self.screen.pk, "slug": slug}
        if name.startswith("season"):
            known |= {"pk": self.result.evening.season_id, "person": self.result.player_id}
        if name == "matchday":
            known["pk"] = self.event.halls.get().matchday_id
        return reverse(name, kwargs={each: known[each] for each in re.findall(r":(\w+)>", route)})

    def addresses(self) -> Iterator[str]:
        """Every page for everybody, and what it asks for again."""
        for name in sorted(SHARED):
            address = self.address(name)
            yield address
            if name in ("event", "person", "event-rounds", "event-standings", "board", "matchday"):
                yield f"{address}?part=live"
        yield f"{self.address('person')}?part=seat"
        yield f"{self.address('board')}?preview=1"


@pytest.fixture
def house(settings: Any) -> House:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    event = an_event(here=8)
    Player.objects.filter(name="Anna").update(
        name="Anna Geheim", shown_as=ShownAs.PSEUDONYM, pseudonym="Kreuzdame"
    )
    first = begin(event)
    play_all(first, 1)
    end(first)
    play_all(begin(event), 1)
    a_matchday(event, None)
    clock.set_minutes(event=event, minutes=30)
    clock.start(event=event)
    return House(event, create_screen(event=event, name="wall", shows="ranking"), a_result(event))


def a_result(event: Event) -> EveningResult:
    """Of a season with an evening from paper, and the event that is on."""
    season = ClubSeason.objects.create(name="Winter")
    SeasonDate.objects.create(season=season, day=event.day, event=event)
    evening = SeasonDate.objects.create(season=season, day=event.day)
    return EveningResult.objects.create(
        evening=evening, player=Player.objects.get(name="Anna Geheim"), points=5
    )


def visitors(house: House) -> dict[str, Client]:
    """Everybody who may come, with all that browsers bring along."""
    organiser = an_account("or", None, None)
    Membership.objects.create(user=organiser, club_id=FIRST, role=Role.ORGANISER)
    phone = a_writer(table(house.event.rounds.get(number=2)), REMOTE_ADDR="192.168.178.77")
    known = Client(headers={"User-Agent": "phone", "Sec-Fetch-Mode": "cors", "HX-Request": "true"})
    known.cookies[f"me-{house.event.pk}"] = "3"
    known.cookies["sessionid"] = "nobody's"
    known.cookies["csrftoken"] = "a" * 32
    return {
        "stranger": Client(),
        "desk": logged_in(organiser),
        "operator": logged_in(an_account("op", None, None, is_superuser=True)),
        "phone at a table": phone,
        "somebody remembered": known,
    }


def about(answer: Any) -> tuple[Any, ...]:
    """All of an answer that a cache hands on, but for the moment."""
    headers = {
        name: answer.headers.get(name) for name in (*FOR_PROXIES[:-1], "Content-Type", "Content-Encoding")
    }
    return answer.status_code, answer.content, headers


def test_whoever_asks_gets_the_same_bytes(house: House) -> None:
    everybody = visitors(house)
    wrong, pages = [], {}
    for address in house.addresses():
        for language in LANGUAGES:
            wish = {"Accept-Language": language, "Accept-Encoding": "gzip"}
            answers = {
                who: browser.get(address, headers=wish)
                for who, browser in everybody.items()
                if not (address.startswith("/c/") and "sessionid" in browser.cookies)
            }
            reference = answers["stranger"]
            pages[address, language] = reference
            for who, answer in answers.items():
                if about(answer) != about(reference):
                    wrong.append(f"{address}: {who} gets something else in {language}")
                if answer.cookies:
                    wrong.append(f"{address}: {who} gets cookies {list(answer.cookies)}")
    assert not wrong, "\n".join(wrong)
    for (address, language), answer in pages.items():
        assert answer.status_code == 200, address
        assert answer["Cache-Control"] == shared.CACHE_CONTROL, address
        assert answer["Content-Language"] == language
        assert {"Accept-Language", "Cookie", "Accept-Encoding"} <= set(answer["Vary"].split(", ")), address
        assert answer["Stammtisch-Made"].isdigit()
        assert "X-Request-ID" not in answer.headers
        text = unpacked(answer)
        assert b"csrfmiddlewaretoken" not in text, address
        assert b"Geheim" not in text, address
    for address in house.addresses():
        tags = {pages[address, language]["ETag"] for language in LANGUAGES}
        assert len(tags) == len(LANGUAGES), address


def unpacked(answer: Any) -> bytes:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.content) if packed else answer.content


def test_another_worker_says_the_same_under_the_same_tag(house: House) -> None:
    stranger = Client(headers={"Accept-Encoding": "gzip"})
    before = {address: about(stranger.get(address)) for address in house.addresses()}
    pieces.forget()
    rendering.forget()
    assert {address: about(stranger.get(address)) for address in house.addresses()} == before


def test_nothing_new_is_said_with_all_that_a_cache_needs(house: House) -> None:
    phone = visitors(house)["phone at a table"]
    for address in house.addresses():
        tag = phone.get(address)["ETag"]
        for method in (phone.get, phone.head):
            answer = method(address, headers={"If-None-Match": tag})
            assert (answer.status_code, answer.content) == (304, b""), address
            assert [name for name in FOR_PROXIES if name not in answer.headers] == [], address
            assert answer["ETag"] == tag


def test_news_has_another_tag(house: House) -> None:
    stranger = Client()
    for name in ("event", "event-standings", "person", "board", "api-results"):
        address = house.address(name)
        before = stranger.get(address)["ETag"]
        house.event.revision += 1
        house.event.save()
        assert stranger.get(address)["ETag"] != before or name == "api-results"
        assert stranger.get(address, headers={"If-None-Match": before}).status_code == 200


def test_what_somebody_has_typed_is_not_kept_for_others(house: House) -> None:
    for query in ({"who": "anna"}, {"letter": "A"}, {"part": "found", "who": "x"}, {"anything": "1"}):
        answer = Client().get(house.address("event"), query)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    typed = Client().get(house.address("event-checksum"), {"head": "0123"})
    assert typed["Cache-Control"] == "no-store"


def test_whoever_is_at_home_in_a_club_gets_a_page_of_his_own(house: House) -> None:
    address = house.address("club")
    through_the_door = Client()
    through_the_door.cookies[doors.COOKIE] = "whatever it says"
    for browser in (visitors(house)["desk"], through_the_door):
        assert browser.get(address)["Cache-Control"] == "no-store"
    assert Client().get(address)["Cache-Control"] == shared.CACHE_CONTROL


def test_what_is_not_there_is_not_kept_either(house: House) -> None:
    for path in ("p/999/", "round/99/", "board/999/", "board/999/?part=live", "draw/99/"):
        answer = Client().get(f"/e/{house.event.pk}/{path}")
        assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store"), path


@pytest.mark.parametrize("who", ["stranger", "phone at a table"])
def test_every_other_page_is_nobody_else_s(house: House, who: str) -> None:
    answers = crawl(visitors(house)[who], limit=1500)
    public = re.compile(location())
    cached = {address for address, answer in answers.items() if answer["Cache-Control"] != "no-store"}
    wrong = [address for address in cached if not public.search(address.partition("?")[0])]
    assert not [address for address in wrong if address != "/favicon.ico"], wrong
    assert house.address("event-standings") in cached
    for address in cached - {"/favicon.ico"}:
        assert not answers[address].cookies, address


def location() -> str:
    """The addresses that the proxy keeps, as deploy/nginx.conf lists them."""
    (pattern,) = re.findall(r"location ~ (\S+) \{", DEPLOYED.read_text())
    return str(pattern)


def test_the_proxy_keeps_the_addresses_of_pages_for_everybody_and_no_others(house: House) -> None:
    known: dict[str, Any] = {**SAMPLES, "pk": house.event.pk, "screen": 1, "table": 1, "event": 1}
    known |= {"slug": "sample", "str": "sample"}
    public, wrong = re.compile(location()), []
    for route, pattern in patterns():
        path = "/" + re.sub(
            r"<(?:(\w+):)?(\w+)>",
            lambda part: str(known.get(part[2], known["slug"] if part[1] in ("slug", "str", None) else 1)),
            route,
        )
        if bool(public.search(path)) != (pattern.name in SHARED):
            wrong.append(f"{path}: {'kept' if public.search(path) else 'not kept'}")
    assert not wrong, wrong


def test_in_a_club_nothing_is_kept_and_the_page_knows_who_looks(event_page: tuple[Event, str]) -> None:
    path = event_page[1]
    phone = Client()
    assert phone.get(path)["Cache-Control"] == "no-store"
    phone.post(f"{path}me/", {"number": "3"})
    page = phone.get(path)
    assert "me-name" in page.text
    assert "data-mine" not in page.text
    assert "Set-Cookie" not in page.headers


@pytest.fixture
def event_page() -> tuple[Event, str]:
    event = an_event(here=8)
    begin(event)
    return event, f"/e/{event.pk}/"


# --- who looks ------------------------------


def test_a_device_is_remembered_and_the_page_stays_the_same(house: House) -> None:
    path = house.address("event")
    phone = Client(headers={"Accept-Language": "en"})
    before = phone.get(path)
    answer = phone.post(f"{path}me/", {"number": "3"})
    assert (answer.status_code, answer["Location"]) == (302, path)
    cookie = answer.cookies[f"me-{house.event.pk}"]
    assert (cookie.value, cookie["path"], bool(cookie["httponly"])) == ("3", path, False)
    assert phone.get(path).content == before.content
    assert f'data-seat-of="{path}p/0/?part=seat"' in before.text
    assert "me-name" in phone.get(f"{path}p/3/?part=seat").text


def test_without_a_script_a_link_leads_to_the_seat(house: House) -> None:
    path = house.address("event")
    phone = Client(headers={"Accept-Language": "en"})
    assert f'<noscript><a class="button" href="{path}me/">' in phone.get(path).text
    assert phone.get(f"{path}me/")["Location"] == path  # nobody is remembered
    phone.post(f"{path}me/", {"number": "3"})
    page = phone.get(f"{path}me/")
    assert "me-name" in page.text
    assert "This is not me" in page.text
    assert page["Cache-Control"] == "no-store"
    phone.post(f"{path}me/", {"number": "0"})
    assert phone.get(f"{path}me/").status_code == 302


def test_the_desk_opens_a_screen_with_keys_and_everybody_one_without(house: House) -> None:
    everybody = visitors(house)
    keys = reverse("board-keys", args=(house.event.pk, house.screen.pk))
    assert "data-steer" not in everybody["desk"].get(house.address("board")).text
    page = everybody["desk"].get(keys)
    assert "data-steer" in page.text
    assert page["Cache-Control"] == "no-store"
    assert f'data-poll="{house.address("board")}?part=live"' in page.text
    assert "data-steer" not in everybody["stranger"].get(keys).text
    screens = everybody["desk"].get(f"/desk/e/{house.event.pk}/screens/").text
    assert f'href="{keys}"' in screens


def test_the_clock_says_until_when_and_the_answer_what_time_it_is(house: House) -> None:
    answer = Client().get(house.address("clock"))
    assert "data-now" not in answer.text
    assert re.search(r'class="clock-face" role="timer" aria-label="[^"]*" hidden>', answer.text)
    ends = re.search(r'data-ends="(\d+)"', answer.text)
    assert ends
    assert 0 < int(ends[1]) - int(answer["X-Now"]) <= 30 * 60_000
    again = Client().get(house.address("clock"), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["X-Now"].isdigit()) == (304, True)


# --- forms without a token ------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 302),
        ({"Origin": "http://testserver"}, 302),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"}, 302),
        ({"Sec-Fetch-Site": "none"}, 302),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://other.testserver"}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_forms_without_a_token_are_taken_from_our_own_pages(
    event_page: tuple[Event, str], headers: dict[str, str], status: int
) -> None:
    strict = Client(enforce_csrf_checks=True, headers=headers)
    assert strict.post("/i18n/setlang/", {"language": "es", "next": "/"}).status_code == status
    assert strict.post(f"{event_page[1]}me/", {"number": "1"}).status_code == status
    assert bool(strict.cookies) == (status == 302)


# --- what a view for everybody may look at ------------------------------


def answered(view: Any, settings: Any, **options: Any) -> HttpResponse:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    request = RequestFactory().get("/x/", **options)
    request.COOKIES["secret"] = "1"
    request.user = object()  # type: ignore[assignment]
    answer: HttpResponse = shared.shared()(view)(request)
    return answer


@pytest.mark.parametrize("name", sorted(shared.OF_A_VISITOR))
def test_a_view_for_everybody_cannot_look_at_a_visitor(settings: Any, name: str) -> None:
    def nosy(request: HttpRequest) -> HttpResponse:
        return HttpResponse(str(getattr(request, name)))

    with pytest.raises(AttributeError, match=name):
        answered(nosy, settings)


def test_a_view_for_everybody_knows_no_header_that_is_not_the_address_s(settings: Any) -> None:
    def curious(request: HttpRequest) -> HttpResponse:
        return HttpResponse(f"{sorted(request.META)} {sorted(request.headers)}")

    answer = answered(curious, settings, HTTP_AUTHORIZATION="Basic eDp5", HTTP_X_FORWARDED_FOR="192.0.2.1")
    assert "AUTHORIZATION" not in answer.text
    assert "FORWARDED" not in answer.text
    assert "REMOTE" not in answer.text
    assert "secret" not in answer.text


def test_a_view_for_everybody_can_write_no_token_and_no_cookie(settings: Any) -> None:
    from django.middleware.csrf import get_token

    def with_token(request: HttpRequest) -> HttpResponse:
        return HttpResponse(get_token(request))

    def with_cookie(request: HttpRequest) -> HttpResponse:
        response = HttpResponse("x")
        response.set_cookie("a", "b")
        return response

    for view in (with_token, with_cookie):
        with pytest.raises((AssertionError, AttributeError)):
            answered(view, settings)
