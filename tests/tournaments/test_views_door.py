"""The door on a helper's tablet: one tap, no script needed, walk-ins, and what is told about the draw."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.asking import news
from tests.tournaments.crawling import stored
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import publish
from tests.tournaments.pages import Answer
from tournaments.models import EntrantState, Event, Grant, Player, Role
from tournaments.people.entrants import enter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def helper(settings: Any) -> Client:
    """A tablet of the event's helper in the Wi-Fi."""
    settings.DESK_IN_WIFI = True
    settings.ALLOWED_HOSTS = ["localhost", "club.test"]
    browser = Client(headers={"host": "club.test", "accept-language": "en"}, REMOTE_ADDR="192.168.178.77")
    browser.force_login(User.objects.create(username="helper"))
    return browser


@pytest.fixture
def event(event: Event) -> Event:
    event.settings["fee"] = 500
    event.save()
    add_entrants(
        event, 4, names=["Anna Keller", "Bernd Frei", "Carla Groß", "Dora Weiß"], state=EntrantState.EXPECTED
    )
    return event


def at(event: Event, more: str = "") -> str:
    return f"/desk/e/{event.pk}/door/{more}"


def tap(browser: Client, event: Event, number: int, what: str, **more: Any) -> Answer:
    entrant = event.entrants.get(number=number)
    return browser.post(at(event), {"say": f"{entrant.pk} {what}"}, **more)


def states(event: Event) -> list[tuple[str, bool]]:
    return [(entrant.state, entrant.paid) for entrant in event.entrants.order_by("number")]


def test_the_list_is_in_the_order_of_surnames_with_its_counts(laptop: Client, event: Event) -> None:
    page = laptop.get(at(event)).text
    assert "0 of 4 here, 0 paid" in page
    assert re.findall(r"<bdi>([^<]+)</bdi>", page) == ["Bernd Frei", "Carla Groß", "Anna Keller", "Dora Weiß"]


def test_letters_lead_to_the_first_of_each_surname_and_details_unfold(laptop: Client, event: Event) -> None:
    event.entrants.filter(number=1).update(category="Damen", ranked=False)
    page = laptop.get(at(event)).text
    numbers = {"F": 2, "G": 3, "K": 1, "W": 4}
    letters = re.findall(r'<a href="#entry-(\d+)">(\w)</a>', page)
    assert letters == [
        (str(event.entrants.get(number=number).pk), letter) for letter, number in numbers.items()
    ]
    assert all(f'id="entry-{entry}"' in page for entry, _letter in letters)
    (row,) = [row for row in page.split("<li ") if "Anna Keller</bdi>" in row]
    unfolded = row.partition("</summary>")[2].partition("</details>")[0]
    assert "Damen" in unfolded
    assert f'href="/desk/e/{event.pk}/people/1/"' in unfolded


def test_one_tap_and_back_without_a_script(laptop: Client, event: Event) -> None:
    answer = tap(laptop, event, 1, "both")
    entrant = event.entrants.get(number=1)
    assert (answer.status_code, answer["Location"]) == (302, f"{at(event)}#entry-{entrant.pk}")
    assert states(event)[0] == ("here", True)
    assert "1 of 4 here, 1 paid" in laptop.get(at(event)).text
    tap(laptop, event, 1, "undo")
    assert states(event)[0] == ("expected", False)


def test_a_tap_with_a_script_gets_its_row_and_the_counts(laptop: Client, event: Event) -> None:
    answer = tap(laptop, event, 2, "here", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.count("<li ") == 1
    assert "Bernd Frei" in answer.text
    assert 'hx-swap-oob="true"' in answer.text
    assert "1 of 4 here, 0 paid" in answer.text


def test_a_tap_sent_twice_counts_once(laptop: Client, event: Event) -> None:
    for _time in range(2):
        tap(laptop, event, 1, "both")
    assert states(event)[0] == ("here", True)
    tap(laptop, event, 1, "paid")
    tap(laptop, event, 1, "here")
    assert states(event)[0] == ("here", True)


BROKEN = ["", "both", "x both", "1 nonsense", "99999 both", "-1 both", "9" * 400 + " both"]


@pytest.mark.parametrize("say", BROKEN)
def test_a_broken_tap_changes_nothing(laptop: Client, event: Event, say: str) -> None:
    before = stored()
    assert laptop.post(at(event), {"say": say}).status_code == 302
    assert laptop.post(at(event), {"say": say}, headers={"HX-Request": "true"}).status_code == 200
    assert stored()["tournaments_entrant"] == before["tournaments_entrant"]


def test_another_event_s_entry_is_not_ticked_here(laptop: Client, event: Event) -> None:
    other = an_event(expected=1, title="Other")
    entrant = other.entrants.get()
    answer = laptop.post(at(event), {"say": f"{entrant.pk} both"}, headers={"HX-Request": "true"})
    assert "This entrant is no longer there." in answer.text
    assert states(other) == [("expected", False)]


def test_names_are_found_without_a_script_and_the_search_stays(laptop: Client, event: Event) -> None:
    page = laptop.get(at(event), {"q": "GROSS carla"}).text
    assert re.findall(r"<bdi>([^<]+)</bdi>", page) == ["Carla Groß"]
    answer = tap(laptop, event, 3, "both")
    assert "?" not in answer["Location"]
    entrant = event.entrants.get(number=3)
    answer = laptop.post(at(event), {"say": f"{entrant.pk} undo", "q": "groß", "show": "missing"})
    assert answer["Location"].startswith(f"{at(event)}?q=gro%C3%9F&show=missing#")


def test_who_is_still_missing_can_be_shown_alone(laptop: Client, event: Event) -> None:
    tap(laptop, event, 1, "both")
    tap(laptop, event, 2, "here")
    page = laptop.get(at(event), {"show": "missing"}).text
    assert re.findall(r"<bdi>([^<]+)</bdi>", page) == ["Bernd Frei", "Carla Groß", "Dora Weiß"]


def test_news_come_only_when_there_are_some(laptop: Client, event: Event) -> None:
    shown = laptop.get(at(event), {"show": "missing"}).text
    assert news(laptop, shown).status_code == 304
    tap(laptop, event, 1, "both")
    answer = news(laptop, shown)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "1 of 4 here" in answer.text
    assert len(re.findall(r"<bdi>", answer.text)) == 3  # what is asked for stays what it was
    assert news(laptop, answer.text).status_code == 304


def test_without_a_fee_nobody_asks_for_money(laptop: Client, event: Event) -> None:
    event.settings["fee"] = 0
    event.save()
    page = laptop.get(at(event)).text
    assert "paid" not in page.lower()
    assert "0 of 4 here" in page


def test_somebody_walks_in(laptop: Client, event: Event) -> None:
    answer = laptop.post(at(event, "walk-in/"), {"name": "Keller, Emil", "club": "SC Köln", "paid": "on"})
    assert answer["Location"] == at(event)
    entrant = event.entrants.get(number=5)
    assert (entrant.state, entrant.paid, entrant.club) == ("here", True, "SC Köln")
    assert "Emil Keller has number 5." in laptop.get(at(event)).text


def test_a_walk_in_who_may_be_known_is_asked_for_first(laptop: Client, event: Event) -> None:
    Player.objects.create(name="Hans Müller", club="SC Köln")
    before = stored()
    answer = laptop.post(at(event, "walk-in/"), {"name": "Hans Mueller", "paid": "on"})
    assert answer.status_code == 200
    assert "the same as Hans Müller (SC Köln)" in answer.text
    assert stored() == before
    rows = re.search(r'name="rows" value="([^"]+)"', answer.text)[1]  # type: ignore[index]
    field = re.search(r'name="(who-[0-9-]+)"', answer.text)[1]  # type: ignore[index]
    form = {"rows": rows, "paid": "1", "confirm": "1"}
    assert laptop.post(at(event, "walk-in/"), form).status_code == 422
    known = str(Player.objects.get(name="Hans Müller").pk)
    assert laptop.post(at(event, "walk-in/"), {**form, field: known}).status_code == 302
    entrant = event.entrants.get(number=5)
    assert (entrant.members.get().player.name, entrant.paid, entrant.state) == ("Hans Müller", True, "here")


@pytest.mark.parametrize("name", ["", " ", "Anna Keller", "Anna / Bernd", "x" * 61])
def test_a_walk_in_that_cannot_be_is_told_why(laptop: Client, event: Event, name: str) -> None:
    before = stored()
    answer = laptop.post(at(event, "walk-in/"), {"name": name})
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert stored() == before


def test_who_is_not_found_can_be_taken_in_at_once(laptop: Client, event: Event) -> None:
    page = laptop.get(at(event), {"q": "Emil Neu"}).text
    assert 'href="?walk=Emil%20Neu"' in page
    assert 'value="Emil Neu"' in laptop.get(at(event), {"walk": "Emil Neu"}).text


def test_late_guests_are_told_from_which_round_they_play(laptop: Client, event: Event) -> None:
    for number in range(1, 5):
        tap(laptop, event, number, "here")
    publish(event)
    laptop.post(at(event, "walk-in/"), {"name": "Emil Neu"})
    page = laptop.get(at(event)).text
    assert "Plays from round 2 on." in page
    assert "from round 2 on" in page


def test_whoever_has_a_seat_is_not_sent_away_by_a_tap(laptop: Client, event: Event) -> None:
    for number in range(1, 5):
        tap(laptop, event, number, "both")
    publish(event)
    answer = tap(laptop, event, 1, "undo", headers={"HX-Request": "true"})
    assert "A seat is published for this entrant already." in answer.text
    assert states(event)[0] == ("here", True)
    tap(laptop, event, 1, "undo")
    assert "A seat is published for this entrant already." in laptop.get(at(event)).text


def test_helpers_work_at_the_door_and_see_no_contacts(helper: Client, event: Event) -> None:
    Grant.objects.create(event=event, user=User.objects.get(username="helper"), role=Role.HELPER)
    Player.objects.filter(name="Anna Keller").update(contact="anna@club.example")
    page = helper.get(at(event)).text
    assert "Anna Keller" in page
    assert "anna@club.example" not in page
    assert tap(helper, event, 1, "both").status_code == 302
    assert helper.post(at(event, "walk-in/"), {"name": "Emil Neu"}).status_code == 302
    assert states(event)[0] == ("here", True)
    assert event.entrants.count() == 5


def test_helpers_take_in_one_at_a_time(helper: Client, event: Event) -> None:
    from tournaments.lists import rows_of_text
    from tournaments.people.importing import packed

    Grant.objects.create(event=event, user=User.objects.get(username="helper"), role=Role.HELPER)
    rows = packed(rows_of_text("Name\nEmil Neu\nFritz Neu\nGerd Neu"))
    helper.post(at(event, "walk-in/"), {"rows": rows, "confirm": "1"})
    assert event.entrants.count() == 5


def test_the_draw_is_told_beforehand(laptop: Client, event: Event) -> None:
    for number in range(1, 5):
        tap(laptop, event, number, "here")
    assert "4 here: 1 table of four." in laptop.get(at(event)).text


def test_who_does_not_come_stands_at_the_end_and_may_come_after_all(laptop: Client, event: Event) -> None:
    event.entrants.filter(number=1).update(state="no_show")
    page = laptop.get(at(event)).text
    assert re.findall(r"<bdi>([^<]+)</bdi>", page)[-1] == "Anna Keller"
    assert "Here after all" in page
    tap(laptop, event, 1, "here")
    assert states(event)[0][0] == "here"


def test_hostile_names_stay_text(laptop: Client, event: Event) -> None:
    enter(event=event, players=[Player.objects.create(name='<img src=x onerror="alert(1)">')])
    for address in (at(event), f"/desk/e/{event.pk}/people/", "/desk/people/"):
        page = laptop.get(address).text
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page
