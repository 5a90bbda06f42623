"""Accounts: made by the desk, let in at the door, given a part in an event."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client

from tests.tournaments.event_builders import an_account, an_event
from tournaments.access import accounts, limits
from tournaments.access.roles import Part
from tournaments.models import Grant, Role

pytestmark = pytest.mark.django_db
PASSWORD = "AnnaAnnaAnna"  # what an_account("Anna") gets


@pytest.fixture
def wifi(settings: Any) -> Client:
    """A browser in the Wi-Fi of a club whose desk is open to it."""
    settings.DESK_IN_WIFI = True
    settings.ALLOWED_HOSTS = ["localhost", "club.test"]
    return Client(headers={"host": "club.test"}, REMOTE_ADDR="192.168.178.77")


def log_in(browser: Client, name: str = "Anna", password: str = PASSWORD, **more: str) -> Any:
    return browser.post("/desk/login/", {"username": name, "password": password, **more})


# --- the door ------------------------------


def test_who_logs_in_sees_his_events_and_nobody_else_s(wifi: Client) -> None:
    an_account("Anna", an_event(title="Ihres"), Role.HELPER)
    an_event(title="Anderes")
    assert log_in(wifi)["Location"] == "/desk/"
    page = wifi.get("/desk/").text
    assert "Ihres" in page
    assert "Anderes" not in page


def test_the_door_leads_to_where_one_was_going(wifi: Client) -> None:
    an_account("Anna")
    sent = wifi.get("/desk/e/7/?x=1")
    assert sent["Location"] == "/desk/login/?next=%2Fdesk%2Fe%2F7%2F%3Fx%3D1"
    assert log_in(wifi, next="/desk/e/7/?x=1")["Location"] == "/desk/e/7/?x=1"


@pytest.mark.parametrize(
    "place", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]
)
def test_the_door_leads_nowhere_else(wifi: Client, place: str) -> None:
    an_account("Anna")
    assert log_in(wifi, next=place)["Location"] == "/desk/"


def test_what_was_wrong_is_not_told(wifi: Client) -> None:
    user = an_account("Anna")
    pages = {log_in(wifi, "Anna", "falsch").text, log_in(wifi, "Anna", "auch falsch").text}
    user.is_active = False
    user.save()
    pages.add(log_in(wifi).text)
    alerts = {re.search(r'role="alert">(.*?)<', page)[1] for page in pages}  # type: ignore[index]
    alerts.add(re.search(r'role="alert">(.*?)<', log_in(wifi, "Niemand").text)[1])  # type: ignore[index]
    assert len(alerts) == 1


def test_ten_tries_for_an_account_and_then_a_pause(wifi: Client) -> None:
    an_account("Anna")
    an_account("Berta")
    for _try in range(10):
        assert log_in(wifi, password="falsch").status_code == 422
    assert log_in(wifi).status_code == 429
    assert log_in(wifi, "aNNa ").status_code == 429
    assert log_in(wifi, "Berta", "BertaBertaBerta").status_code == 302
    elsewhere = Client(headers={"host": "club.test"}, REMOTE_ADDR="192.168.178.78")
    assert log_in(elsewhere).status_code == 302


def test_a_hundred_tries_from_one_address_and_then_a_pause(wifi: Client) -> None:
    an_account("Anna")
    for _try in range(99):
        assert limits.LOGINS_PER_ADDRESS.allows("192.168.178.77")
    assert log_in(wifi, "irgendwer").status_code == 422
    assert log_in(wifi).status_code == 429


def test_a_club_s_desk_that_is_not_in_the_wifi_has_no_door(wifi: Client, settings: Any) -> None:
    settings.DESK_IN_WIFI = False
    an_account("Anna")
    assert wifi.get("/desk/login/").status_code == 403
    assert log_in(wifi).status_code == 403
    assert not Session.objects.exists()


def test_logging_out_ends_the_session_on_the_server(wifi: Client) -> None:
    an_account("Anna")
    log_in(wifi)
    key = wifi.session.session_key
    assert wifi.get("/desk/logout/").status_code == 405
    wifi.post("/desk/logout/")
    assert not Session.objects.filter(pk=key).exists()
    assert wifi.get("/desk/").status_code == 302


def test_the_session_gets_another_key_with_the_login(wifi: Client) -> None:
    an_account("Anna")
    wifi.cookies["sessionid"] = "x" * 32
    log_in(wifi)
    assert wifi.cookies["sessionid"].value != "x" * 32


def test_an_account_that_is_closed_is_out_with_its_next_click(wifi: Client) -> None:
    user = an_account("Anna")
    log_in(wifi)
    accounts.switch(user=user, on=False)
    assert wifi.get("/desk/").status_code == 302
    assert log_in(wifi).status_code == 422


# --- passwords ------------------------------


def change(browser: Client, old: str = PASSWORD, new: str = "neues langes Wort", again: str = "") -> Any:
    return browser.post(
        "/desk/password/", {"old_password": old, "new_password1": new, "new_password2": again or new}
    )


def test_another_password_ends_all_other_sessions(wifi: Client) -> None:
    an_account("Anna")
    other = Client(headers={"host": "club.test"}, REMOTE_ADDR="192.168.178.78")
    log_in(wifi)
    log_in(other)
    assert change(wifi)["Location"] == "/desk/"
    assert wifi.get("/desk/").status_code == 200
    assert other.get("/desk/").status_code == 302
    assert log_in(other, password="neues langes Wort").status_code == 302


@pytest.mark.parametrize(
    "typed",
    [
        {"old": "falsch"},
        {"new": "kurz"},
        {"new": "password1234"},
        {"new": "neues langes Wort", "again": "anderes langes Wort"},
    ],
)
def test_a_bad_password_is_refused(wifi: Client, typed: dict[str, str]) -> None:
    an_account("Anna")
    log_in(wifi)
    assert change(wifi, **typed).status_code == 422
    assert User.objects.get(username="Anna").check_password(PASSWORD)


def test_logging_out_everywhere_ends_every_session_of_this_account_alone(wifi: Client) -> None:
    an_account("Anna")
    an_account("Berta")
    other = Client(headers={"host": "club.test"}, REMOTE_ADDR="192.168.178.78")
    log_in(wifi)
    log_in(other, "Berta", "BertaBertaBerta")
    wifi.post("/desk/logout/everywhere/")
    assert wifi.get("/desk/").status_code == 302
    assert other.get("/desk/").status_code == 200


def test_made_up_passwords_are_good_ones_and_all_different() -> None:
    passwords = {accounts.new_password() for _attempt in range(50)}
    assert len(passwords) == 50
    assert all(
        re.fullmatch(r"([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}", password) for password in passwords
    )


# --- accounts of the installation ------------------------------


def secret_in(page: str) -> str:
    match = re.search(r"<code>([a-z0-9-]+)</code>", page)
    assert match
    return match[1]


def test_the_laptop_makes_an_account_whose_password_is_shown_once(laptop: Client, wifi: Client) -> None:
    page = laptop.post("/desk/accounts/", {"name": "Jochen"}).text
    assert log_in(wifi, "Jochen", secret_in(page)).status_code == 302
    assert "<code>" not in laptop.get("/desk/accounts/").text
    assert not User.objects.get(username="Jochen").is_superuser


def test_an_owner_s_account_owns_all_events(laptop: Client, wifi: Client) -> None:
    an_event(title="Irgendeines")
    page = laptop.post("/desk/accounts/", {"name": "Chefin", "owner": "1"}).text
    log_in(wifi, "Chefin", secret_in(page))
    assert "Irgendeines" in wifi.get("/desk/").text


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "zwei\nZeilen!", "anna"])
def test_a_name_that_is_taken_or_none_is_refused(laptop: Client, name: str) -> None:
    an_account("Anna")
    assert laptop.post("/desk/accounts/", {"name": name}).status_code == 422
    assert User.objects.count() == 1


def test_a_forgotten_password_is_replaced(laptop: Client, wifi: Client) -> None:
    user = an_account("Anna")
    log_in(wifi)
    page = laptop.post(f"/desk/accounts/{user.pk}/password/").text
    assert wifi.get("/desk/").status_code == 302
    assert log_in(wifi).status_code == 422
    assert log_in(wifi, password=secret_in(page)).status_code == 302


def test_accounts_are_closed_and_opened(laptop: Client) -> None:
    user = an_account("Anna")
    for on in (False, True):
        laptop.post(f"/desk/accounts/{user.pk}/switch/", {"on": "1" if on else "0"})
        user.refresh_from_db()
        assert user.is_active == on


def test_nobody_shuts_himself_out(wifi: Client) -> None:
    user = an_account("Anna", is_superuser=True)
    log_in(wifi)
    wifi.post(f"/desk/accounts/{user.pk}/switch/", {"on": "0"})
    user.refresh_from_db()
    assert user.is_active


# --- parts in an event ------------------------------


@pytest.mark.parametrize(
    ("part", "roles"),
    [
        (Part.OWNER, [Role.HELPER, Role.ORGANISER, Role.OWNER]),
        (Part.ORGANISER, [Role.HELPER]),
        (Part.HELPER, []),
        (Part.SPECTATOR, []),
    ],
)
def test_everybody_hands_out_what_he_may(part: Part, roles: list[Role]) -> None:
    assert accounts.roles_for(part) == roles


def test_the_desk_adds_an_account_and_takes_it_out_again(laptop: Client) -> None:
    event = an_event()
    user = an_account("Anna")
    laptop.post(f"/desk/e/{event.pk}/organisers/", {"name": "anna", "role": "organiser"})
    grant = Grant.objects.get(event=event, user=user)
    assert grant.role == Role.ORGANISER
    laptop.post(f"/desk/e/{event.pk}/organisers/{grant.pk}/remove/")
    assert not Grant.objects.exists()
    assert [notice.what for notice in event.notices.all()][1:] == ["grant_given", "grant_taken"]


def test_a_new_helper_gets_a_password_that_is_shown_once(laptop: Client, wifi: Client) -> None:
    event = an_event(title="Seins")
    page = laptop.post(
        f"/desk/e/{event.pk}/organisers/", {"name": "Jochen", "role": "helper", "new": "1"}
    ).text
    log_in(wifi, "Jochen", secret_in(page))
    assert wifi.get(f"/desk/e/{event.pk}/").status_code == 200
    assert "<code>" not in laptop.get(f"/desk/e/{event.pk}/organisers/").text


def test_a_name_without_an_account_is_not_made_one_by_mistake(laptop: Client) -> None:
    event = an_event()
    assert laptop.post(f"/desk/e/{event.pk}/organisers/", {"name": "Jochn"}).status_code == 422
    an_account("Anna")
    new = {"name": "Anna", "role": "helper", "new": "1"}
    assert laptop.post(f"/desk/e/{event.pk}/organisers/", new).status_code == 422
    assert not Grant.objects.exists()


def test_an_organiser_adds_helpers_and_neither_raises_nor_removes_organisers(wifi: Client) -> None:
    event = an_event()
    an_account("Anna", event, Role.ORGANISER)
    berta, carl = an_account("Berta"), an_account("Carl", event, Role.ORGANISER)
    log_in(wifi)
    address = f"/desk/e/{event.pk}/organisers/"
    wifi.post(address, {"name": "Berta", "role": "organiser"})
    assert Grant.objects.get(user=berta).role == Role.HELPER
    assert wifi.post(address, {"name": "Carl", "role": "helper"}).status_code == 422
    wifi.post(f"{address}{Grant.objects.get(user=carl).pk}/remove/")
    assert Grant.objects.get(user=carl).role == Role.ORGANISER
    wifi.post(f"{address}{Grant.objects.get(user=berta).pk}/remove/")
    assert not Grant.objects.filter(user=berta).exists()


def test_somebody_of_another_event_is_not_removed_from_here(laptop: Client) -> None:
    here, there = an_event(), an_event(title="Dort")
    an_account("Anna", there, Role.HELPER)
    grant = Grant.objects.get()
    assert laptop.post(f"/desk/e/{here.pk}/organisers/{grant.pk}/remove/").status_code == 404
    assert Grant.objects.exists()


# --- the first account of a federation ------------------------------


def owner(name: str, password: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    out = io.StringIO()
    call_command("owner", name, stdout=out)
    return out.getvalue()


def test_the_command_makes_an_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Chefin owns all events" in owner("Chefin", "ein gutes langes Wort", monkeypatch)
    user = User.objects.get()
    assert user.is_superuser
    assert user.check_password("ein gutes langes Wort")


@pytest.mark.parametrize("password", ["", "kurz", "password1234"])
def test_the_command_refuses_a_bad_password(monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    with pytest.raises(CommandError):
        owner("Chefin", password, monkeypatch)
    assert not User.objects.exists()


def test_the_command_raises_an_account_and_leaves_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    an_account("Anna")
    assert "stays as it is" in owner("anna", "etwas ganz anderes", monkeypatch)
    user = User.objects.get()
    assert user.is_superuser
    assert user.check_password(PASSWORD)


def test_in_a_federation_the_machine_itself_is_nobody(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    browser = Client(headers={"host": "localhost"})
    assert browser.get("/desk/")["Location"].startswith("/desk/login/")
    assert browser.get("/desk/login/").status_code == 200
