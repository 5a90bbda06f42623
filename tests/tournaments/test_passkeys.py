"""Passkeys: what opens an account with them, and what does not."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.authenticator import Authenticator
from tournaments.access import accounts
from tournaments.models import FIRST, Club, ClubAccount, ClubState, Passkey, RecoveryCode, Role

pytestmark = pytest.mark.django_db
WORD = "ein gutes langes Wort"
LOGIN = "/desk/login/passkey/"
MAKE = "/desk/account/passkeys/"


@pytest.fixture(autouse=True)
def server(settings: Any) -> None:
    """A federation's server, behind its https proxy."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    settings.ALLOWED_HOSTS = ["verein.test"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    accounts.create_account(name="Ines", password=WORD, role=Role.OWNER)


def a_browser() -> Client:
    return Client(headers={"host": "verein.test", "accept-language": "en", "x-forwarded-proto": "https"})


def logged_in() -> Client:
    browser = a_browser()
    browser.post("/desk/login/", {"username": "Ines", "password": WORD})
    return browser


def asked(browser: Client, address: str = LOGIN) -> Any:
    return json.loads(browser.post(address).content)


def a_passkey(**more: Any) -> Authenticator:
    """One that Ines has added."""
    browser, key = logged_in(), Authenticator(**more)
    browser.post(MAKE, {"name": "Handy", "answer": key.make(asked(browser, MAKE))})
    return key


def is_in(browser: Client) -> bool:
    return browser.get("/desk/").status_code == 200


def test_a_passkey_is_added_and_opens_the_account_alone() -> None:
    key = a_passkey()
    passkey = Passkey.objects.get()
    assert (passkey.name, passkey.host, passkey.user.username) == ("Handy", "verein.test", "Ines")
    assert RecoveryCode.objects.count() == 10
    browser = a_browser()
    options = asked(browser)
    assert options["userVerification"] == "required"
    assert not options["allowCredentials"]  # nobody learns who has one
    assert (
        browser.post(LOGIN, {"answer": key.sign(options), "next": "/desk/accounts/"})["Location"]
        == "/desk/accounts/"
    )
    assert is_in(browser)
    passkey.refresh_from_db()
    assert passkey.counter == 1
    assert passkey.used_at is not None


def test_what_was_to_be_signed_counts_once() -> None:
    key = a_passkey()
    browser = a_browser()
    answer = key.sign(asked(browser))
    assert browser.post(LOGIN, {"answer": answer}).status_code == 302
    assert browser.post(LOGIN, {"answer": answer}).status_code == 422
    other = a_browser()
    asked(other)
    assert other.post(LOGIN, {"answer": answer}).status_code == 422  # the challenge of another browser
    assert not is_in(other)


@pytest.mark.parametrize(
    "wrong",
    [{"origin": "https://evil.example"}, {"verifies": False}, {"handle": b"account 77"}, {"counter": -1}],
)
def test_nothing_else_opens_it(wrong: dict[str, Any]) -> None:
    key, browser = a_passkey(), a_browser()
    Passkey.objects.update(counter=5)
    key.counter = 6
    for name, value in wrong.items():
        setattr(key, name, value)
    assert browser.post(LOGIN, {"answer": key.sign(asked(browser))}).status_code == 422
    assert not is_in(browser)


@pytest.mark.parametrize("answer", ["{}", "[]", "x", "null", '{"id": "a", "response": []}', "{" * 20000])
def test_nonsense_is_refused_politely(answer: str) -> None:
    browser = a_browser()
    asked(browser)
    assert browser.post(LOGIN, {"answer": answer}).status_code == 422
    owner = logged_in()
    asked(owner, MAKE)
    assert owner.post(MAKE, {"answer": answer, "name": "x"}).status_code == 422


def test_a_key_of_a_stranger_and_a_removed_one_open_nothing() -> None:
    key, browser = a_passkey(), a_browser()
    stranger = Authenticator(handle=key.handle)
    assert browser.post(LOGIN, {"answer": stranger.sign(asked(browser))}).status_code == 422
    ines = a_browser()
    ines.post(LOGIN, {"answer": key.sign(asked(ines))})
    ines.post(f"{MAKE}{Passkey.objects.get().pk}/remove/")
    assert browser.post(LOGIN, {"answer": key.sign(asked(browser))}).status_code == 422
    assert not RecoveryCode.objects.exists()
    assert is_in(logged_in())


def test_a_passkey_is_given_another_name_by_its_owner_alone() -> None:
    key, ines = a_passkey(), a_browser()
    ines.post(LOGIN, {"answer": key.sign(asked(ines))})
    passkey = Passkey.objects.get()
    address = f"{MAKE}{passkey.pk}/"
    assert f'href="{address}"' in ines.get("/desk/account/").text
    assert 'value="Handy"' in ines.get(address).text
    assert ines.post(address, {"name": " Altes   Handy "})["Location"] == "/desk/account/"
    passkey.refresh_from_db()
    assert passkey.name == "Altes Handy"
    for name, sentence in (("  ", "The passkey needs a name"), ("x" * 61, "At most 60 letters.")):
        answer = ines.post(address, {"name": name})
        assert answer.status_code == 422
        assert sentence in answer.text
    accounts.create_account(name="Otto", password=WORD, role=Role.OWNER)
    otto = a_browser()
    otto.post("/desk/login/", {"username": "Otto", "password": WORD})
    assert otto.get(address).status_code == otto.post(address, {"name": "Meins"}).status_code == 404
    passkey.refresh_from_db()
    assert passkey.name == "Altes Handy"


def test_with_a_passkey_a_password_alone_is_not_enough() -> None:
    key = a_passkey()
    browser = logged_in()
    assert not is_in(browser)
    page = browser.get("/desk/login/second/").text
    assert 'data-passkey="get"' in page
    browser.post(LOGIN, {"answer": key.sign(asked(browser))})
    assert is_in(browser)


def test_a_closed_account_and_a_closed_club_stay_closed() -> None:
    key, browser = a_passkey(), a_browser()
    Club.objects.filter(pk=FIRST).update(state=ClubState.CLOSED.value)
    assert browser.post(LOGIN, {"answer": key.sign(asked(browser))}).status_code == 422
    Club.objects.filter(pk=FIRST).update(state=ClubState.OPEN.value)
    ClubAccount.objects.update(is_active=False)
    assert browser.post(LOGIN, {"answer": key.sign(asked(browser))}).status_code == 422
    assert not is_in(browser)


def test_a_laptop_knows_none(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="club")
    settings.DESK_IN_WIFI = True
    browser = a_browser()
    assert "data-passkey" not in browser.get("/desk/login/").text
    assert browser.post(LOGIN).status_code == 302
