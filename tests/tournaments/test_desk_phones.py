"""A phone that the desk has shown a code to comes in once, for one event and evening, and can be ended."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.event_builders import an_event
from tournaments.access import accounts, limits, phones
from tournaments.access.roles import Part
from tournaments.ledger.overnight import end_of_evening
from tournaments.models import DeskPhone, Event, Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
ANDROID = "Mozilla/5.0 (Linux; Android 15) Chrome/140"


@pytest.fixture
def phone(settings: Any) -> Client:
    """A phone in the Wi-Fi of a club whose desk is closed to it."""
    settings.DESK_IN_WIFI = False
    settings.ALLOWED_HOSTS = ["localhost", "club.test"]
    return Client(
        headers={"host": "club.test", "user-agent": ANDROID, "accept-language": "en"},
        REMOTE_ADDR="192.168.178.77",
    )


def code_on(laptop: Client, event: Event, **more: str) -> str:
    page = laptop.post(f"/desk/e/{event.pk}/phones/", {"name": "Petra", "role": "organiser", **more})
    return re.search(r'class="code">([a-z0-9-]+)<', page.text)[1]  # type: ignore[index]


def test_a_phone_that_brings_the_code_back_runs_the_event(laptop: Client, phone: Client) -> None:
    event, other = an_event(), an_event(title="Das andere")
    assert phone.get(f"/desk/e/{event.pk}/").status_code == 403
    code = code_on(laptop, event)
    came = phone.post("/desk/phone/", {"code": code.upper().replace("-", " ")}, follow=True)
    assert came.redirect_chain == [(f"/desk/e/{event.pk}/", 302)]
    assert "Petra: Organiser" in came.text
    assert event.title in phone.get("/desk/").text
    assert other.title not in phone.get("/desk/").text
    assert phone.get(f"/desk/e/{event.pk}/settings/").status_code == 200
    assert phone.get(f"/desk/e/{other.pk}/").status_code == 403
    assert phone.get("/desk/accounts/").status_code == 403
    assert "Android" in laptop.get(f"/desk/e/{event.pk}/phones/").text


def test_what_it_does_bears_the_name(laptop: Client, phone: Client) -> None:
    event = an_event(here=8)
    phone.post("/desk/phone/", {"code": code_on(laptop, event)})
    phone.post(f"/desk/e/{event.pk}/draw/make/", {"rounds": "1"})
    assert event.notices.last().by == "Petra"


def test_a_code_is_for_one_phone(laptop: Client, phone: Client) -> None:
    event = an_event()
    code = code_on(laptop, event)
    assert phone.post("/desk/phone/", {"code": code}).status_code == 302
    second = Client(headers={"host": "club.test", "accept-language": "en"}, REMOTE_ADDR="192.168.178.78")
    refused = second.post("/desk/phone/", {"code": code})
    assert refused.status_code == 403
    assert "This code is not valid" in refused.text
    assert second.get(f"/desk/e/{event.pk}/").status_code == 403


@pytest.mark.parametrize("typed", ["", "abcd-efgh-jkmn", "x" * 5000, "ä\x00"])
def test_a_wrong_code_opens_nothing(laptop: Client, phone: Client, typed: str) -> None:
    code_on(laptop, an_event())
    assert phone.post("/desk/phone/", {"code": typed}).status_code == 403
    assert phones.COOKIE not in phone.cookies


def test_a_code_that_is_ten_minutes_old_counts_no_more(laptop: Client, phone: Client) -> None:
    event = an_event()
    code = code_on(laptop, event)
    DeskPhone.objects.update(code_until=timezone.now() - datetime.timedelta(seconds=1))
    assert phone.post("/desk/phone/", {"code": code}).status_code == 403
    row = DeskPhone.objects.get()
    assert "is no longer valid" in laptop.get(f"/desk/e/{event.pk}/phones/{row.pk}/").text


def test_an_archived_event_takes_no_phone(laptop: Client, phone: Client) -> None:
    event = an_event()
    code = code_on(laptop, event)
    Event.objects.update(archived_at=timezone.now())
    assert phone.post("/desk/phone/", {"code": code}).status_code == 403


def test_the_laptop_signs_a_phone_out(laptop: Client, phone: Client) -> None:
    event = an_event()
    phone.post("/desk/phone/", {"code": code_on(laptop, event)})
    row = DeskPhone.objects.get()
    assert "Signed in: " in laptop.get(f"/desk/e/{event.pk}/phones/{row.pk}/").text
    laptop.post(f"/desk/e/{event.pk}/phones/{row.pk}/remove/")
    assert phone.get(f"/desk/e/{event.pk}/").status_code == 403
    assert "signed out" in laptop.get(f"/desk/e/{event.pk}/phones/").text


def test_a_phone_signs_itself_out(laptop: Client, phone: Client) -> None:
    event = an_event()
    phone.post("/desk/phone/", {"code": code_on(laptop, event)})
    assert "Sign this phone out" in phone.get("/desk/").text
    phone.post("/desk/phone/leave/")
    assert phone.get(f"/desk/e/{event.pk}/").status_code == 403


def test_the_morning_ends_it(laptop: Client, phone: Client) -> None:
    event = an_event()
    phone.post("/desk/phone/", {"code": code_on(laptop, event)})
    DeskPhone.objects.update(until=timezone.now())
    assert phone.get(f"/desk/e/{event.pk}/").status_code == 403


def test_nobody_owns_an_event_by_a_phone(laptop: Client) -> None:
    event = an_event()
    page = laptop.post(f"/desk/e/{event.pk}/phones/", {"name": "Petra", "role": "owner"})
    assert page.status_code == 200
    assert DeskPhone.objects.get().role == Role.HELPER


def test_a_helper_s_phone_hands_out_nothing(laptop: Client, phone: Client) -> None:
    event = an_event()
    phone.post("/desk/phone/", {"code": code_on(laptop, event, role="helper")})
    assert phone.get(f"/desk/e/{event.pk}/door/").status_code == 200
    assert phone.get(f"/desk/e/{event.pk}/phones/").status_code == 403
    with pytest.raises(accounts.NotSo):
        phones.invite(event=event, role=Role.HELPER, name="Kurt", part=Part.HELPER)


def test_a_phone_has_a_name(laptop: Client) -> None:
    page = laptop.post(f"/desk/e/{an_event().pk}/phones/", {"name": " ", "role": "organiser"})
    assert page.status_code == 422
    assert "whose phone it is" in page.text
    assert not DeskPhone.objects.exists()


def test_codes_are_not_guessed(laptop: Client, phone: Client) -> None:
    code_on(laptop, an_event())
    answers = {phone.post("/desk/phone/", {"code": f"wrong{i}"}).status_code for i in range(30)}
    limits.CLAIMS_PER_ADDRESS.forget()
    assert answers == {403, 429}


def test_the_desk_s_first_page_leads_to_the_nearest_event(laptop: Client) -> None:
    assert laptop.get("/desk/phones/")["Location"] == "/desk/"
    event = an_event()
    Event.objects.update(day=timezone.localdate() + datetime.timedelta(days=2))
    assert laptop.get("/desk/phones/")["Location"] == f"/desk/e/{event.pk}/phones/"
    assert 'href="/desk/phones/"' in laptop.get("/desk/").text


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ((22, 18, 0), (23, 6, 0)),
        ((22, 0, 30), (23, 6, 0)),  # six hours at the least
        ((21, 23, 59), (22, 6, 0)),
        ((22, 8, 0), (23, 6, 0)),
    ],
)
def test_an_evening_ends_at_six(now: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    def at(moment: tuple[int, int, int]) -> datetime.datetime:
        day, hour, minute = moment
        return timezone.make_aware(datetime.datetime(2026, 11, day, hour, minute))

    assert end_of_evening(at(now)) == at(end)
