"""Screens in the hall: what each shows, how the desk steers them, and a reveal that tells place by place."""

from __future__ import annotations

import html
import re
import time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import Unreadable
from tests.tournaments.crawling import everything
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import a_hand_everywhere, begin, end, laptop, play, publish, table
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.plan import screens
from tournaments.events.rounds.clock import announce, set_minutes
from tournaments.events.rounds.running import open_round
from tournaments.events.seats import seating
from tournaments.hall.boards import BOARDS, board_view
from tournaments.hall.gathering import hall
from tournaments.hall.leaves import NAMES, RANKS
from tournaments.hall.reveal import reveal_steps
from tournaments.models import Event, Screen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time_stands_still"), pytest.mark.event(here=8)]

KEYS = [board.key for board in BOARDS]


@pytest.fixture
def event(event: Event) -> Event:
    """A round is over, with different totals for everybody who leads."""
    first = begin(event)
    play(table(first, 1), 1, 1, 2)
    play(table(first, 2), 3)
    end(first)
    return event


@pytest.fixture
def everybody() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def desk() -> Client:
    return laptop()


def a_screen(event: Event, shows: str, name: str = "A", **data: Any) -> Screen:
    return Screen.objects.create(event=event, name=name, shows=shows, data=data)


def address(screen: Screen) -> str:
    return f"/e/{screen.event_id}/board/{screen.pk}/"


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def press(desk: Client, screen: Screen, do: str, **more: str) -> Any:
    answer = desk.post(f"/desk/e/{screen.event_id}/screens/{screen.pk}/", {"do": do, **more})
    screen.refresh_from_db()
    return answer


def shown(screen: Screen) -> Any:
    stamp = stamp_of(screen.event_id)
    assert stamp is not None
    return board_view(screen, hall(stamp), lambda: hall(stamp, desk=True), int(time.time() // 15))


def test_every_board_is_shown_in_every_language_before_during_and_after_a_round() -> None:
    event = an_event(here=8)
    shown = [a_screen(event, key, name=key) for key in KEYS]
    visitors = {code: Client(headers={"Accept-Language": code}) for code in ("de", "en", "es")}

    def look() -> None:
        before = everything()
        for screen in shown:
            for language, visitor in visitors.items():
                page = visitor.get(address(screen))
                assert page.status_code == 200, (screen.shows, language)
                assert 'class="leaf' in page.text, (screen.shows, language)
                assert f'<html lang="{language}"' in page.text, screen.shows
        assert everything() == before

    look()
    round_ = publish(event)
    look()
    round_ = open_round(round_)
    play(table(round_, 1), 1, 2)
    look()
    end(round_)
    look()


@pytest.mark.parametrize("preset", ["truco-groups", "ecarte-matches", "caesar-partners", "cabo-evening"])
@pytest.mark.parametrize("key", ["names", "tables", "ranking", "live", "reveal"])
def test_every_kind_of_event_has_its_boards(preset: str, key: str, everybody: Client) -> None:
    event = an_event(preset, here=8)
    begin(event)
    assert everybody.get(address(a_screen(event, key))).status_code == 200


def test_a_screen_that_asks_every_second_is_answered_by_two_small_queries(
    event: Event, everybody: Client
) -> None:
    for key in ("names", "ranking", "reveal"):
        screen = a_screen(event, key, name=key)
        tag = everybody.get(address(screen), {"part": "live"})["ETag"]
        with CaptureQueriesContext(connection) as queries:
            again = everybody.get(address(screen), {"part": "live"}, headers={"If-None-Match": tag})
        assert (again.status_code, again.content, len(queries)) == (304, b"", 2)


def test_what_the_desk_does_is_news_for_this_screen_and_no_other(
    event: Event, everybody: Client, desk: Client
) -> None:
    left, right = a_screen(event, "names"), a_screen(event, "ranking", name="B")
    tags = {s.pk: everybody.get(address(s), {"part": "live"})["ETag"] for s in (left, right)}

    def status(screen: Screen) -> int:
        headers = {"If-None-Match": tags[screen.pk]}
        return everybody.get(address(screen), {"part": "live"}, headers=headers).status_code

    press(desk, left, "show", board="reveal")
    assert (status(left), status(right)) == (200, 304)


def test_a_screen_belongs_to_its_event(event: Event, everybody: Client) -> None:
    screen = a_screen(event, "names")
    other = an_event(here=4, title="Anderes")
    assert everybody.get(f"/e/{other.pk}/board/{screen.pk}/").status_code == 404


# --- pages ------------------------------


@pytest.mark.parametrize("people", [3, 24, 25, 42, 150])
def test_names_are_few_and_large_and_nobody_is_missing(people: int) -> None:
    event = an_event("cego-three", here=people)
    publish(event)
    leaves = shown(a_screen(event, "names")).leaves
    lines = [line for leaf in leaves for column in leaf.names for line in column if line]
    resting = event.rounds.get().seating["out"]
    assert len(lines) == people - len(resting)
    assert len(leaves) == -(-len(lines) // NAMES)
    sizes = [sum(bool(line) for column in leaf.names for line in column) for leaf in leaves]
    assert max(sizes) - min(sizes) <= len(leaves)
    for leaf in leaves:
        assert len({len(column) for column in leaf.names}) == 1


def test_a_hundred_and_fifty_people_stand_on_two_dense_pages_or_on_two_screens(desk: Client) -> None:
    event = an_event("cego-three", here=150)
    publish(event)
    screen = a_screen(event, "names")
    press(desk, screen, "set", dense="1", part="")
    assert [len(leaf.names) for leaf in shown(screen).leaves] == [3, 3]
    press(desk, screen, "set", part="1/2")
    first = [line.name.whole for leaf in shown(screen).leaves for name in leaf.names for line in name if line]
    assert 50 < len(first) < 100
    press(desk, screen, "set", part="2/2")
    other = [line.name.whole for leaf in shown(screen).leaves for name in leaf.names for line in name if line]
    assert len(first) + len(other) == 150
    assert not set(first) & set(other)
    card = desk.get(f"/desk/e/{event.pk}/screens/").text
    assert re.search(r"2 von 2:\s", card)
    assert re.search(r'<option value="2/2" selected>', card)


def test_ranks_are_split_and_a_part_that_cannot_be_is_everything(desk: Client) -> None:
    event = an_event(here=48)
    play(table(begin(event), 1), 1)
    screen = a_screen(event, "ranking", part="2/2")
    rows = [row for leaf in shown(screen).leaves for column in leaf.ranks for row in column if row]
    assert len(rows) == 24
    for nonsense in ("3/2", "x", "0/0", "1/99999"):
        press(desk, screen, "set", part=nonsense)
        assert screen.data["part"] == ""


def test_a_held_page_is_let_go_when_there_are_other_pages(desk: Client) -> None:
    event = an_event(here=60)
    publish(event)
    screen = a_screen(event, "names", page=2)
    press(desk, screen, "set", dense="1")
    assert "page" not in screen.data
    press(desk, screen, "hold")
    press(desk, screen, "set", dense="1", seconds="20")
    assert "page" in screen.data


def test_nothing_to_say_beside_the_standings_gives_them_the_whole_screen(event: Event) -> None:
    view = shown(a_screen(event, "live"))
    assert (view.beside, view.corrections) == (None, ())
    assert len(view.leaves[0].ranks) == 2
    begin(event)
    view = shown(a_screen(event, "live", name="B"))
    assert view.beside is not None
    assert len(view.leaves[0].ranks) == 1


def test_the_small_picture_may_be_framed_by_our_own_pages_and_nothing_else_may(
    event: Event, desk: Client
) -> None:
    screen = a_screen(event, "names")
    here = f"/desk/e/{event.pk}/screens/"
    assert f'src="{address(screen)}?preview=' in desk.get(here).text
    assert "frame-src 'self'" in desk.get(here)["Content-Security-Policy"]
    plain, small = desk.get(address(screen)), desk.get(address(screen), {"preview": "1"})
    assert (plain["X-Frame-Options"], small["X-Frame-Options"]) == ("DENY", "SAMEORIGIN")
    assert "frame-ancestors 'self'" in small["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in plain["Content-Security-Policy"]
    assert "data-steer" in plain.text
    assert "data-steer" not in small.text


def test_names_stand_in_the_order_of_last_names() -> None:
    event = an_event()
    add_entrants(event, 4, names=("Zoë Ångström", "Anna Zeller", "Émile Böhm", "Jo"))
    publish(event)
    (leaf,) = shown(a_screen(event, "names")).leaves
    assert [line.last for column in leaf.names for line in column] == ["Ångström", "Böhm", "Jo", "Zeller"]


def test_everybody_of_a_large_hall_has_a_place_on_the_ranking_board() -> None:
    event = an_event(here=48)
    round_ = begin(event)
    play(table(round_, 1), 1)
    view = shown(a_screen(event, "ranking"))
    rows = [row for leaf in view.leaves for column in leaf.ranks for row in column if row]
    assert len(rows) == 48
    assert len(view.leaves) == -(-48 // RANKS)


def test_pages_take_turns_until_somebody_holds_one(desk: Client) -> None:
    event = an_event(here=60)
    publish(event)
    screen = a_screen(event, "names", seconds=10)
    view = shown(screen)
    assert len(view.leaves) == 3
    assert [view.page(now) for now in (0, 9.9, 10, 20, 29, 30)] == [0, 0, 1, 2, 2, 0]
    press(desk, screen, "hold")
    held = shown(screen).held
    assert held is not None
    assert {shown(screen).page(now) for now in (0, 10, 20)} == {held}
    press(desk, screen, "next")
    assert shown(screen).held == (held + 1) % 3
    press(desk, screen, "back")
    press(desk, screen, "back")
    assert shown(screen).held == (held - 1) % 3
    press(desk, screen, "hold")
    assert shown(screen).held is None


def test_another_board_begins_with_its_first_page(desk: Client) -> None:
    event = an_event(here=60)
    publish(event)
    screen = a_screen(event, "names", page=2, seconds=20)
    press(desk, screen, "show", board="tables")
    assert (screen.shows, screen.data) == ("tables", {"seconds": 20})


def test_a_held_page_that_is_gone_is_no_page_beyond_the_last(event: Event, everybody: Client) -> None:
    screen = a_screen(event, "names", page=7)
    assert shown(screen).held == 0
    assert "leaf names now" in everybody.get(address(screen)).text


def test_without_a_script_the_page_turns_by_being_loaded(everybody: Client) -> None:
    event = an_event(here=60)
    publish(event)
    screen = a_screen(event, "names")
    first = everybody.get(address(screen), {"page": "0"}).text
    second = everybody.get(address(screen), {"page": "1"}).text
    assert 'content="12;url=?page=1"' in first
    assert 'content="12;url=?page=2"' in second
    assert [page.index("now") for page in (first, second)] != [0, 0]
    assert len(re.findall('class="leaf names now"', second)) == 1
    assert everybody.get(address(screen), {"page": "-3"}).status_code == 200


def test_tables_whose_seats_changed_are_marked(everybody: Client) -> None:
    event = an_event(here=8)
    round_ = publish(event)
    screen = a_screen(event, "tables")
    assert "seats changed" not in everybody.get(address(screen)).text
    left, right = round_.seating["tables"][0][0], round_.seating["tables"][1][0]
    seating.exchange(round_, left, right, reason="friends")
    assert everybody.get(address(screen)).text.count("<em>seats changed</em>") == 2


def test_tables_that_are_missing_are_named_and_finished_ones_are_not(everybody: Client) -> None:
    event = an_event(here=8)
    round_ = begin(event)
    play(table(round_, 1), *([1] * 24))
    screen = a_screen(event, "waiting")
    page = words(everybody.get(address(screen)).text)
    assert "1 of 2 tables is still playing 2 0 of 24" in page


def test_the_clock_and_what_is_announced_are_on_every_screen(event: Event, everybody: Client) -> None:
    set_minutes(event=event, minutes=40)
    announce(event=event, text="Kuchen am Eingang")
    page = words(everybody.get(address(a_screen(event, "names"))).text)
    assert "40 : 00" in page
    assert "Kuchen am Eingang" in page


# --- the prize-giving ------------------------------


def names_of(event: Event) -> list[str]:
    """Best first."""
    stamp = stamp_of(event.pk)
    assert stamp is not None
    now = hall(stamp, desk=True)
    assert now.standings is not None
    return [now.people[row.entrant].name for row in now.standings.rows]


def test_a_reveal_tells_one_place_at_a_time_from_the_bottom(
    event: Event, everybody: Client, desk: Client
) -> None:
    screen = a_screen(event, "reveal", start=3)
    best = names_of(event)[:3]

    def shown() -> str:
        return words(everybody.get(address(screen), {"part": "live"}).text)

    assert not [name for name in names_of(event) if name in shown()]
    for shown_places in (1, 2, 3):
        press(desk, screen, "next")
        assert [name for name in best if name in shown()] == best[3 - shown_places :]
    press(desk, screen, "back")
    assert best[0] not in shown()
    for _press in range(5):
        press(desk, screen, "next")
    assert screen.data["step"] == 4  # the whole list, and no step beyond it
    assert [name for name in names_of(event) if name in shown()] == best


def test_a_reveal_says_nothing_to_the_other_screens(event: Event, everybody: Client, desk: Client) -> None:
    event.settings = {**event.settings, "standings": "frozen"}
    event.revision += 1
    event.save()
    stage, side = a_screen(event, "reveal", start=3), a_screen(event, "ranking", name="B")
    for _press in range(4):
        press(desk, stage, "next")
    best = names_of(event)[0]
    assert best in words(everybody.get(address(stage)).text)
    hidden = words(everybody.get(address(side)).text)
    assert best not in hidden
    assert "hidden until the results are official" in hidden


def test_who_shares_a_place_is_told_together() -> None:
    event = an_event("caesar-partners", here=4)
    event.ranking = {**event.ranking, "criteria": ["points"]}
    event.save()
    round_ = begin(event)
    a_hand_everywhere(round_)
    stamp = stamp_of(event.pk)
    assert stamp is not None
    steps = reveal_steps(hall(stamp, desk=True), 10)
    assert sum(len(step.people) for step in steps) == 4
    assert len(steps) < 4


def test_the_desk_reads_what_comes_next(event: Event, desk: Client) -> None:
    screen = a_screen(event, "reveal", start=2)
    first, second = names_of(event)[:2]
    page = words(desk.get(f"/desk/e/{event.pk}/screens/", headers={"Accept-Language": "en"}).text)
    assert f"Next: 2 {second}" in page
    press(desk, screen, "next")
    page = words(desk.get(f"/desk/e/{event.pk}/screens/", headers={"Accept-Language": "en"}).text)
    assert f"On the screen: 2 {second}" in page
    assert f"Next: 1 {first}" in page


def test_saving_a_setting_does_not_begin_the_reveal_anew(event: Event, desk: Client) -> None:
    screen = a_screen(event, "reveal", start=5, step=2)
    press(desk, screen, "set", theme="dark", start="5", seconds="10")
    assert screen.data["step"] == 2
    press(desk, screen, "set", theme="dark", start="6", seconds="10")
    assert screen.data["step"] == 0


# --- screens at the desk ------------------------------


def test_screens_are_made_named_once_and_removed(event: Event, desk: Client) -> None:
    here = f"/desk/e/{event.pk}/screens/"
    assert desk.post(here, {"name": " Bühne ", "shows": "names"}).status_code == 302
    assert desk.post(here, {"name": "Bühne", "shows": "names"}).status_code == 422
    assert desk.post(here, {"name": "", "shows": "names"}).status_code == 422
    assert desk.post(here, {"name": "x" * 41, "shows": "names"}).status_code == 422
    (screen,) = event.screens.all()
    assert screen.name == "Bühne"
    assert "/remove/" in desk.get(here).text
    assert "Anzeige Bühne entfernen?" in desk.get(f"{here}{screen.pk}/remove/").text
    assert event.screens.exists()
    assert desk.post(f"{here}{screen.pk}/remove/").status_code == 302
    assert not event.screens.exists()
    assert desk.get(f"{here}{screen.pk}/remove/").status_code == 404


def test_a_projector_whose_screen_was_taken_away_says_what_to_do(event: Event) -> None:
    gone = screens.create_screen(event=event, name="Bühne", shows="names")
    other = screens.create_screen(event=event, name="Eingang", shows="names")
    screens.remove_screen(event=event, screen=gone.pk)
    page = Client().get(f"/e/{event.pk}/board/{gone.pk}/")
    assert page.status_code == 404
    assert "hat die Turnierleitung entfernt" in page.text
    assert f'href="/e/{event.pk}/board/{other.pk}/"' in page.text
    screens.remove_screen(event=event, screen=other.pk)
    assert "eine neue anlegen" in Client().get(f"/e/{event.pk}/board/{gone.pk}/").text


def test_there_are_not_more_screens_than_anybody_needs(event: Event) -> None:
    for number in range(screens.MOST_SCREENS):
        screens.create_screen(event=event, name=str(number), shows="names")
    with pytest.raises(Unreadable):
        screens.create_screen(event=event, name="one more", shows="names")


def test_a_button_that_means_nothing_changes_nothing(event: Event, desk: Client) -> None:
    screen = a_screen(event, "names")
    before = (screen.shows, screen.data)
    for do, more in (("", {}), ("jump", {}), ("show", {"board": "nonsense"}), ("show", {})):
        assert press(desk, screen, do, **more).status_code == 302
    assert (screen.shows, screen.data) == before
    assert desk.post(f"/desk/e/{event.pk}/screens/99/", {"do": "next"}).status_code == 404


def test_what_is_set_stays_within_bounds(event: Event, desk: Client) -> None:
    screen = a_screen(event, "message")
    press(desk, screen, "set", seconds="0", text="a\u202eb" + "x" * 300, theme="pink", start="0")
    assert screen.data == {"seconds": 5, "text": ("ab" + "x" * 300)[:200], "start": 1, "step": 0}


def test_only_a_browser_of_the_desk_gets_the_keys(event: Event, everybody: Client, desk: Client) -> None:
    screen = a_screen(event, "names")
    assert "data-steer" not in everybody.get(address(screen)).text
    assert f'data-steer="/desk/e/{event.pk}/screens/{screen.pk}/"' in desk.get(address(screen)).text


def test_the_list_of_screens_leads_to_each(event: Event, everybody: Client) -> None:
    screen, other = a_screen(event, "names"), a_screen(event, "clock", name="B")
    page = everybody.get(f"/e/{event.pk}/board/").text
    assert address(screen) in page
    assert address(other) in page
