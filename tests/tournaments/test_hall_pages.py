"""Public pages of an event: everybody finds himself, nobody learns more than the hall may know."""

from __future__ import annotations

import gzip
import html
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.crawling import crawl, everything, routes
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import a_hand_everywhere, begin, draw, end, laptop, play, play_all, publish, table
from tournaments.access.limits import Limit
from tournaments.engines.standings import Standings
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.seats import seating
from tournaments.hall import gathering
from tournaments.hall.gathering import hall
from tournaments.hall.public import known
from tournaments.hall.views import watching
from tournaments.models import Event, Player, Screen, SheetHead, ShownAs

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=8, place="Löwen")]


@pytest.fixture
def event(event: Event) -> Event:
    """Eight people at two tables; the first round is over, in the second a hand was played at table 1."""
    first = begin(event)
    play(table(first, 1), 1, 1, 2)
    play(table(first, 2), 3)
    end(first)
    play(table(begin(event), 1), 2)
    return event


@pytest.fixture
def phone() -> Client:
    return Client(headers={"Accept-Language": "en"})


def words(page: str) -> str:
    """What people read."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def live(phone: Client, path: str, tag: str = "", **more: str) -> Any:
    headers = {"If-None-Match": tag} if tag else {}
    return phone.get(path, {"part": "live", **more}, headers=headers)


def show(event: Event, when: str) -> None:
    """What the hall sees of the standings while the event is on."""
    event.settings = {**event.settings, "standings": when}
    event.revision += 1
    event.save(update_fields=["settings", "revision"])
    event.__dict__.pop("_settings", None)


PAGES = ("", "rounds/", "rounds/?by=name", "round/1/", "standings/", "standings/?of=round:1", "p/1/")
MORE = ("standings/?of=chart", "standings/?of=chart&who=3", "corrections/", "board/", "qr.svg", "?who=an")


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_everybody_may_see_every_page_in_his_language(event: Event, language: str) -> None:
    phone, wrong = Client(headers={"Accept-Language": language}), []
    for page in (*PAGES, *MORE):
        before = everything()
        answer = phone.get(f"/e/{event.pk}/{page}")
        statuses = (answer.status_code, phone.head(f"/e/{event.pk}/{page}").status_code)
        if statuses != (200, 200):
            wrong.append(f"{page}: {statuses}")
        if page != "qr.svg" and f'<html lang="{language}">' not in answer.text:
            wrong.append(f"{page} is not in {language}")
        if everything() != before:
            wrong.append(f"to read {page} writes")
    assert not wrong, "\n".join(wrong)


def test_an_unknown_event_has_no_page(phone: Client) -> None:
    for route in routes():
        if route.startswith("e/"):
            path = re.sub("<int:[a-z]+>", "7", route)
            answer = phone.post(f"/{path}") if route.endswith("me/") else phone.get(f"/{path}")
            assert answer.status_code == 404, route


def test_what_is_not_there_is_not_found(event: Event, phone: Client) -> None:
    for page in ("p/99/", "round/3/", "round/99/", "table/9/", "board/5/"):
        assert phone.get(f"/e/{event.pk}/{page}").status_code == 404


def test_every_link_of_the_public_pages_leads_somewhere(event: Event, phone: Client) -> None:
    answers = crawl(phone, f"/e/{event.pk}/")
    posted = (f"/e/{event.pk}/me/", "/rules/import/")
    assert {answer.status_code for path, answer in answers.items() if path not in posted} <= {200, 302}
    assert sum("/p/" in address for address in answers) == 8


@pytest.mark.usefixtures("time_stands_still")
def test_the_first_page_lists_the_events_of_these_days(phone: Client) -> None:
    today = an_event(title="Heute", day=timezone.localdate())
    away = an_event(title="Weggelegt", day=timezone.localdate())
    Event.objects.filter(pk=away.pk).update(archived_at=timezone.now())
    page = phone.get("/").text
    assert f'href="/e/{today.pk}/"' in page
    assert "Weggelegt" not in page


# --- asked again and again ------------------------------


LIVE = ("", "rounds/", "round/1/", "standings/", "p/1/", "corrections/")


@pytest.mark.parametrize("page", LIVE)
def test_who_asks_again_is_answered_by_one_small_query(event: Event, phone: Client, page: str) -> None:
    path = f"/e/{event.pk}/{page}"
    answer = live(phone, path)
    assert answer.status_code == 200
    assert "data-piece" in answer.text
    assert "<html" not in answer.text
    with CaptureQueriesContext(connection) as queries:
        again = live(phone, path, answer["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert len(queries) == 1


@pytest.mark.parametrize("page", LIVE)
def test_what_the_page_asks_for_is_what_it_shows(event: Event, phone: Client, page: str) -> None:
    whole = phone.get(f"/e/{event.pk}/{page}").text
    (tag,) = re.findall(r'data-tag="([^"]*)"', whole)
    (poll,) = re.findall(r'data-poll="([^"]*)"', whole)
    answer = phone.get(html.unescape(poll), headers={"If-None-Match": html.unescape(tag)})
    assert answer.status_code == 304


def test_a_hand_a_change_and_another_language_are_news(event: Event, phone: Client) -> None:
    path = f"/e/{event.pk}/"
    tag = live(phone, path)["ETag"]
    assert live(Client(headers={"Accept-Language": "es"}), path, tag).status_code == 200
    play(table(event.rounds.get(number=2), 2), 4)
    later = live(phone, path, tag)
    assert later.status_code == 200
    round_ = event.rounds.get(number=2)
    end(round_)
    assert live(phone, path, later["ETag"]).status_code == 200


def test_three_hundred_readers_cost_one_computation(event: Event, phone: Client) -> None:
    path = f"/e/{event.pk}/standings/"
    live(phone, path)
    with CaptureQueriesContext(connection) as queries:
        for _reader in range(20):
            assert live(Client(headers={"Accept-Language": "en"}), path).status_code == 200
    assert len(queries) == 20  # each asks whether anything is new, and nobody more than that


def test_pieces_travel_packed_to_whoever_can_unpack_them(event: Event, phone: Client) -> None:
    path = f"/e/{event.pk}/standings/"
    plain = live(phone, path)
    for accepted in ("gzip", "br, gzip;q=0.5", "deflate, gzip"):
        answer = phone.get(path, {"part": "live"}, headers={"Accept-Encoding": accepted})
        assert answer["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.content) == plain.content
    for accepted in ("", "br", "gzip;q=0", "gzip; q=0.0, br"):
        answer = phone.get(path, {"part": "live"}, headers={"Accept-Encoding": accepted})
        assert "Content-Encoding" not in answer
    assert "Accept-Encoding" in plain["Vary"]
    whole = phone.get(path, headers={"Accept-Encoding": "gzip"})
    assert whole["Content-Encoding"] == "gzip"  # it holds nothing that only this visitor may know
    for refused in ("br", "gzip;q=0"):
        whole = phone.get(path, headers={"Accept-Encoding": refused})
        assert "Content-Encoding" not in whole
        assert "Accept-Encoding" in whole["Vary"]


def test_hands_of_a_large_event_are_shown_together_a_moment_later(
    event: Event, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "MANY", 8)
    monkeypatch.setattr(gathering, "MOMENT", 3600.0)
    path = f"/e/{event.pk}/standings/"
    first = live(phone, path)
    play(table(event.rounds.get(number=2), 2), 1)
    assert live(phone, path, first["ETag"]).status_code == 304
    monkeypatch.setattr(gathering, "MOMENT", 0.0)
    later = live(phone, path, first["ETag"])
    assert later.status_code == 200
    monkeypatch.setattr(gathering, "MOMENT", 3600.0)
    end(event.rounds.get(number=2))  # the organisers do not wait
    assert live(phone, path, later["ETag"]).status_code == 200


def test_where_several_workers_answer_nobody_sees_a_hand_vanish_again(
    event: Event, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(gathering, "MANY", 8)
    monkeypatch.setattr(gathering, "MOMENT", 3600.0)
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    stamp = stamp_of(event.pk)
    assert stamp is not None
    gathering.hall(gathering.settled(stamp))
    play(table(event.rounds.get(number=2), 2), 1)
    later = stamp_of(event.pk)
    assert later is not None
    assert gathering.settled(later) == later != stamp


def test_the_stamp_says_what_the_results_say(event: Event) -> None:
    stamp = stamp_of(event.pk)
    event.refresh_from_db()
    entries = SheetHead.objects.filter(sitting__event=event).values_list("head_seq", flat=True)
    assert stamp is not None
    assert stamp.state == f"{event.revision}-{sum(entries)}"


def test_a_device_that_asks_without_end_is_told_to_wait(
    event: Event, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LOOKS_PER_ADDRESS", Limit(burst=2, per_minute=0))
    path = f"/e/{event.pk}/"
    tag = live(phone, path)["ETag"]
    assert live(phone, path, tag).status_code == 304
    answer = live(phone, path, tag)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert phone.get(path).status_code == 200  # who opens a page is no such device
    assert live(Client(REMOTE_ADDR="192.168.0.7"), path, tag).status_code == 200


# --- finding oneself ------------------------------


def test_a_part_of_the_name_leads_to_the_seat(event: Event, phone: Client) -> None:
    Player.objects.filter(name="Łukasz").update(name="Hubertus Žižkowski")
    event.revision += 1
    event.save()
    second = event.rounds.get(number=2)
    entrant = event.entrants.get(number=2)
    seat = table(second, 1).chairs.filter(entrant=entrant).first() or table(second, 2).chairs.get(
        entrant=entrant
    )
    for typed in ("hub", "ziz", "HUBERTUS zi", "zkow", "2"):
        shown = words(phone.get(f"/e/{event.pk}/?part=found", {"who": typed}).text)
        assert "Hubertus Žižkowski" in shown, typed
        assert f"Round 2: table {seat.sitting.number}, seat {seat.seat}" in shown
    assert "Nobody" in words(phone.get(f"/e/{event.pk}/?part=found", {"who": "xyz"}).text)


def test_nobody_is_found_by_a_name_he_does_not_show(event: Event, phone: Client) -> None:
    Player.objects.filter(name="Anna").update(
        name="Anna Geheim", shown_as=ShownAs.PSEUDONYM, pseudonym="Kreuzdame"
    )
    event.revision += 1
    event.save()
    for page in (*PAGES, *MORE):
        assert "Geheim" not in phone.get(f"/e/{event.pk}/{page}").text
    assert "Nobody" in words(phone.get(f"/e/{event.pk}/?part=found&who=geheim").text)
    assert "Kreuzdame" in words(phone.get(f"/e/{event.pk}/?part=found&who=kreuz").text)


def test_a_device_remembers_who_looks_and_forgets_it_again(event: Event, phone: Client) -> None:
    path = f"/e/{event.pk}/"
    assert "me-name" not in phone.get(path).text
    answer = phone.post(f"{path}me/", {"number": "3"})
    assert (answer.status_code, answer["Location"]) == (302, path)
    page = phone.get(path).text
    assert "me-name" in page
    assert "Place" in words(page)
    phone.post(f"{path}me/", {"number": "0"})
    assert "me-name" not in phone.get(path).text


@pytest.mark.parametrize("remembered", ["99", "x", "", "1e9", "-1", "³"])
def test_a_remembered_number_that_is_nobody_s_is_nobody(event: Event, phone: Client, remembered: str) -> None:
    phone.cookies[f"me-{event.pk}"] = remembered
    assert phone.get(f"/e/{event.pk}/").status_code == 200
    assert phone.post(f"/e/{event.pk}/me/", {"number": remembered}).status_code == 302


def test_who_sits_elsewhere_now_is_told_so(phone: Client) -> None:
    event = an_event(here=8)
    round_ = publish(event)
    phone.post(f"/e/{event.pk}/me/", {"number": "1"})
    page = phone.get(f"/e/{event.pk}/").text
    assert re.search(r"<p class=.notice moved.[^>]* hidden>", page)
    entrant = event.entrants.get(number=1)
    numbers = dict(zip(round_.seating["numbers"], round_.seating["tables"], strict=True))
    other = next(table[0] for table in numbers.values() if entrant.pk not in table)
    seating.exchange(round_, entrant.pk, other, reason="friends")
    page = phone.get(f"/e/{event.pk}/").text
    assert "Seats changed: you now sit at table" in words(page)
    assert not re.search(r"<p class=.notice moved.[^>]* hidden>", page)


def test_drafts_are_nobody_s_business(phone: Client) -> None:
    event = an_event(here=8)
    draw(event)
    page = words(phone.get(f"/e/{event.pk}/").text)
    assert "Before the first round" in page
    assert phone.get(f"/e/{event.pk}/round/1/").status_code == 404
    assert "The seats appear here" in words(phone.get(f"/e/{event.pk}/p/1/").text)


def test_a_person_s_page_tells_rounds_hands_and_why(event: Event, phone: Client) -> None:
    leader = hall(stamp_of(event.pk)).standings.rows[0]  # type: ignore[arg-type]
    number = event.entrants.get(pk=leader.entrant).number
    page = words(phone.get(f"/e/{event.pk}/p/{number}/").text)
    assert "Place 1 of 8" in page
    assert "Ahead by" in page
    assert page.count("then place") == 2
    assert "Points, hand by hand" in page


def test_the_number_of_a_table_leads_to_its_sheet_of_the_round_that_is_on(
    event: Event, phone: Client
) -> None:
    now = table(event.rounds.get(number=2), 2)
    assert phone.get(f"/e/{event.pk}/table/2/")["Location"] == f"/t/{now.pk}/"


# --- what the hall may know ------------------------------


def shown_standings(event: Event) -> Standings | None:
    """What everybody may see of the ranking."""
    stamp = stamp_of(event.pk)
    assert stamp is not None
    return hall(stamp).standings


def test_live_everything_is_shown(event: Event) -> None:
    show(event, "live")
    assert shown_standings(event) is not None
    assert known(event).round(2)


def test_after_each_round_the_open_one_is_not_told(event: Event, phone: Client) -> None:
    show(event, "rounds")
    shown = shown_standings(event)
    assert shown is not None
    assert shown.rounds == (1,)
    page = words(phone.get(f"/e/{event.pk}/standings/").text)
    assert "After Round 1" in page
    before = live(phone, f"/e/{event.pk}/standings/").text
    play_all(event.rounds.get(number=2), 3)
    assert live(phone, f"/e/{event.pk}/standings/").text == before
    number = event.entrants.get(pk=event.rounds.get(number=2).seating["tables"][0][0]).number
    assert "then place" in words(phone.get(f"/e/{event.pk}/p/{number}/").text)
    assert words(phone.get(f"/e/{event.pk}/p/{number}/").text).count("then place") == 1


def test_after_each_round_nothing_is_told_before_the_first_is_over(phone: Client) -> None:
    event = an_event(here=8)
    show(event, "rounds")
    play_all(begin(event))
    assert shown_standings(event) is None
    assert "after the first round" in words(phone.get(f"/e/{event.pk}/standings/").text)


def everything_public(phone: Client, event: Event) -> dict[str, str]:
    """Each page of the event for everybody, and every board."""
    for key in ("ranking", "live", "waiting", "names", "tables"):
        Screen.objects.get_or_create(event=event, name=key, defaults={"shows": key})
    pages = [f"/e/{event.pk}/{page}" for page in (*PAGES, *MORE, *(f"p/{n}/" for n in range(1, 9)))]
    pages += [f"/e/{event.pk}/board/{screen.pk}/" for screen in event.screens.all()]
    return {page: words(phone.get(page).text) for page in pages if not page.endswith("svg")}


def test_frozen_standings_are_hidden_everywhere(event: Event, phone: Client) -> None:
    """Totals like no other number, so that none of them hides behind another."""
    winner = table(event.rounds.get(number=2), 1)
    play(winner, 2, 2, 2, 2)
    standings = shown_standings(event)
    assert standings is not None
    totals = {str(row.values[0].plain).replace("-", "−") for row in standings.rows} - {"0"}
    shown = everything_public(phone, event)
    assert any(total in page.split() for total in totals for page in shown.values())
    show(event, "frozen")
    for page, text in everything_public(phone, event).items():
        assert not re.search(r"Place \d+ of|then place|Ahead by|Behind by", text), page
        words_shown = text.split()
        for total in totals - {str(number) for number in range(100)}:
            assert total not in words_shown, (page, total)
        assert "In front" not in text or "hidden until" in text
    assert shown_standings(event) is None
    number = event.entrants.first().number
    assert "hidden until the results are official" in words(phone.get(f"/e/{event.pk}/p/{number}/").text)


def test_official_results_are_for_everybody(event: Event, phone: Client) -> None:
    show(event, "frozen")
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    event.refresh_from_db()
    show(event, "frozen")
    assert shown_standings(event) is not None
    assert "Place 1 of 8" in " ".join(everything_public(phone, event).values())


def test_the_desk_sees_everything_also_while_it_is_hidden(event: Event) -> None:
    show(event, "frozen")
    page = words(laptop().get(f"/desk/e/{event.pk}/standings/", headers={"Accept-Language": "en"}).text)
    assert "Hidden from everybody else" in page
    assert "Ahead by" in page


def test_the_points_of_a_match_are_hidden_with_the_standings(phone: Client) -> None:
    event = an_event("ecarte-matches", here=4)
    round_ = begin(event)
    a_hand_everywhere(round_)
    assert re.search(r"table-result", phone.get(f"/e/{event.pk}/").text)
    show(event, "frozen")
    assert not re.search(r"table-result", phone.get(f"/e/{event.pk}/").text)
