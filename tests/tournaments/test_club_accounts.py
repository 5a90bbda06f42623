"""Accounts of clubs on a server: by links, with a second factor, and lost ones found again."""

from __future__ import annotations

import datetime
import re
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.mail import MailServer
from tests.tournaments.event_builders import an_event
from tournaments.access import accounts, invitations, mails, secondfactor
from tournaments.models import (
    FIRST,
    Club,
    ClubAccount,
    ClubState,
    Grant,
    Invitation,
    Keyring,
    Membership,
    RecoveryCode,
    Role,
)

pytestmark = pytest.mark.django_db
WORD = "ein gutes langes Wort"
OTHER = "ein anderes langes Wort"
CODE = re.compile(r"/desk/invited/#([a-z0-9-]{24})")


@pytest.fixture(autouse=True)
def server(settings: Any) -> None:
    """A federation's server."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    settings.ALLOWED_HOSTS = ["verein.test"]


@pytest.fixture
def post(settings: Any) -> None:
    """It has a mail server."""
    settings.MAIL = MailServer(host="mail.test", sender="post@verein.test")


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="drudel", name="Drudel Freiburg")


@pytest.fixture
def other_club() -> Club:
    return Club.objects.create(slug="zego", name="Zego Furtwangen")


def a_browser(language: str = "en") -> Client:
    return Client(headers={"host": "verein.test", "accept-language": language})


def a_member(club: Club, name: str, role: Role = Role.OWNER, **more: Any) -> ClubAccount:
    user = accounts.create_account(name=name, password=WORD, tenant=club.pk, role=role).user
    ClubAccount.objects.filter(pk=user.pk).update(**more)
    return ClubAccount.objects.get(pk=user.pk)


def log_in(name: str, password: str = WORD, browser: Client | None = None, **more: str) -> Client:
    browser = browser or a_browser()
    browser.post("/desk/login/", {"username": name, "password": password, **more})
    return browser


def is_in(browser: Client) -> bool:
    return browser.get("/desk/").status_code == 200


def app_of(name: str) -> TOTP:
    """The app on somebody's phone."""
    keyring = Keyring.objects.get(user__username=name)
    return TOTP(secondfactor.secret_of(keyring.user, keyring.totp_salt), 6, SHA1(), 30)


def code_of(name: str, later: int = 0) -> str:
    return app_of(name).generate(int(time.time()) + later).decode()


def with_app(name: str) -> list[str]:
    """Set an app up for the account, as its page does; its recovery codes."""
    user = ClubAccount.objects.get(username=name)
    salt = secondfactor.new_salt()
    totp = TOTP(secondfactor.secret_of(user, salt), 6, SHA1(), 30)
    earlier = int(time.time()) - 30  # the code of now is still to be used
    assert secondfactor.switch_on(user=user, salt=salt, typed=totp.generate(earlier).decode())
    return secondfactor.new_codes(user=user)


def sent() -> list[mail.EmailMessage]:
    """All mails, also those that are on their way while the page is answered."""
    for thread in threading.enumerate():
        if thread.name == mails.THREAD:
            thread.join()
    return list(mail.outbox)


# --- links ------------------------------


def test_a_link_makes_an_account_of_its_club_once(club: Club) -> None:
    a_member(club, "Ines")
    page = log_in("Ines").post("/desk/accounts/", {"name": "Otto", "role": "organiser"}).text
    code = CODE.search(page)[1]  # type: ignore[index]
    assert not Invitation.objects.filter(code_hash__contains=code).exists()
    guest = a_browser()
    assert code not in guest.get("/desk/invited/").text
    assert (
        "Ines invites you to an account of Drudel Freiburg"
        in guest.post("/desk/invited/", {"code": code}).text
    )
    form = {"code": code.upper(), "username": "Otto", "password": OTHER, "again": OTHER}
    assert guest.post("/desk/invited/", form)["Location"] == "/desk/"
    assert is_in(guest)
    membership = Membership.objects.get(user__username="Otto")
    assert (membership.club, membership.role) == (club, Role.ORGANISER)
    again = a_browser().post("/desk/invited/", {**form, "username": "Otto2"})
    assert again.status_code == 403
    assert "used already" in again.text
    assert ClubAccount.objects.count() == 2


def test_what_a_link_cannot_do_is_said(club: Club) -> None:
    invitation, code = invitations.invite(club=club, role=Role.OWNER, name="Otto", by="Ines")
    form = {"code": code, "username": "Otto", "password": OTHER, "again": OTHER}

    def answer(**more: str) -> str:
        return a_browser().post("/desk/invited/", {**form, **more}).text

    assert "There is no such link" in answer(code="abcd-efgh-jkmn-pqrs-tuvw")
    assert "differ" in answer(again=WORD)
    assert "12" in answer(password="kurz", again="kurz")
    assert "needs a name" in answer(username=" ")
    Club.objects.filter(pk=club.pk).update(state=ClubState.CLOSED.value)
    assert "not open on this server" in answer()
    Club.objects.filter(pk=club.pk).update(state=ClubState.OPEN.value)
    with time_machine.travel(timezone.now() + datetime.timedelta(days=14, minutes=1)):
        assert "too old" in answer()
    invitations.withdraw(invitation=invitation)
    assert "withdrawn" in answer()
    assert not ClubAccount.objects.exists()


def test_typed_codes_are_tried_ten_times(club: Club) -> None:
    guest = a_browser()
    statuses = [
        guest.post("/desk/invited/", {"code": f"abcd-{number:04}"}).status_code for number in range(11)
    ]
    assert statuses == [403] * 10 + [429]


def test_an_owner_s_link_gives_another_password_and_ends_every_session(club: Club) -> None:
    a_member(club, "Ines")
    otto = a_member(club, "Otto", Role.HELPER)
    browser = log_in("Otto")
    with_app("Otto")
    page = log_in("Ines").post(f"/desk/accounts/{otto.pk}/password/").text
    code = CODE.search(page)[1]  # type: ignore[index]
    assert is_in(browser)
    guest = a_browser()
    assert "For the account Otto" in guest.post("/desk/invited/", {"code": code}).text
    form = {"code": code, "password": OTHER, "again": OTHER}
    assert guest.post("/desk/invited/", form)["Location"] == "/desk/login/"
    assert not is_in(browser)
    assert not is_in(guest)
    # The second factor is asked for all the same.
    assert log_in("Otto", OTHER).get("/desk/").status_code == 302
    assert ClubAccount.objects.get(pk=otto.pk).check_password(OTHER)


def test_open_links_are_listed_and_withdrawn(club: Club, other_club: Club) -> None:
    a_member(club, "Ines")
    mine, _code = invitations.invite(club=club, role=Role.HELPER, name="Otto", by="Ines")
    theirs, _code = invitations.invite(club=other_club, role=Role.HELPER, name="Fremder", by="x")
    ines = log_in("Ines")
    page = ines.get("/desk/accounts/").text
    assert "Otto" in page
    assert "Fremder" not in page
    assert ines.post(f"/desk/accounts/links/{theirs.pk}/withdraw/").status_code == 404
    assert ines.post(f"/desk/accounts/links/{mine.pk}/withdraw/").status_code == 302
    assert list(invitations.open_rows()) == [theirs]


# --- the club's accounts ------------------------------


def test_in_an_event_a_helper_is_invited_by_a_link_and_gets_no_made_up_password(
    club: Club, other_club: Club
) -> None:
    event = an_event(tenant=club.pk)
    address, new = f"/desk/e/{event.pk}/organisers/", {"name": "Hanna", "role": "helper", "new": "1"}
    a_member(club, "Otto", Role.ORGANISER)
    page = log_in("Otto").post(address, new).text
    assert not ClubAccount.objects.filter(username="Hanna").exists()
    invitation = Invitation.objects.get()
    assert (invitation.name, invitation.club, invitation.role) == ("Hanna", club, Role.HELPER)
    code = CODE.search(page)[1]  # type: ignore[index]
    form = {"code": code, "username": "Hanna", "password": WORD, "again": WORD}
    assert a_browser().post("/desk/invited/", form)["Location"] == "/desk/"
    assert log_in("Otto").post(address, {"name": "Hanna", "role": "helper"}).status_code == 302
    assert "Make a link for a new account" in log_in("Otto").get(address).text
    # Somebody of another club who was asked to run this event brings nobody into the club.
    guest = a_member(other_club, "Gast", Role.OWNER)
    Grant.objects.create(event=event, user=guest, role=Role.ORGANISER.value)
    assert "Make a link for a new account" not in log_in("Gast").get(address).text
    refused = log_in("Gast").post(address, {**new, "name": "Ganove"})
    assert refused.status_code == 422
    assert "An owner of the club can invite somebody." in refused.text
    assert Invitation.objects.count() == 1


def test_an_owner_neither_sees_nor_touches_accounts_of_another_club(club: Club, other_club: Club) -> None:
    a_member(club, "Ines")
    stranger = a_member(other_club, "Fremder", Role.HELPER)
    operator = a_member(club, "Betreiberin", is_superuser=True)
    ines = log_in("Ines")
    page = ines.get("/desk/accounts/").text
    assert "Ines" in page
    assert "Fremder" not in page
    assert "Betreiberin" not in page
    for user in (stranger, operator):
        for what in ("change", "password", "second-factor", "switch", "remove"):
            form = {"name": "Gekapert", "role": "owner", "on": "0"}
            assert ines.post(f"/desk/accounts/{user.pk}/{what}/", form).status_code == 404, what
        assert ines.get(f"/desk/accounts/{user.pk}/").status_code == 404
    assert ClubAccount.objects.filter(username__in=("Fremder", "Betreiberin"), is_active=True).count() == 2
    assert ines.get("/desk/accounts/server/").status_code == 403


def test_an_operator_sees_operators_and_helps_owners_alone(club: Club) -> None:
    a_member(Club.objects.get(pk=FIRST), "Betreiberin", is_superuser=True)
    a_member(club, "Ines")
    a_member(club, "Otto", Role.HELPER)
    with_app("Ines")
    browser = log_in("Betreiberin")
    assert "/desk/account/" in browser.get("/desk/").text
    assert "Betreiberin" in browser.get("/desk/accounts/server/").text
    assert browser.post("/desk/accounts/server/", {"name": "Otto", "do": "password"}).status_code == 422
    page = browser.post("/desk/accounts/server/", {"name": "ines"}).text
    assert "Drudel Freiburg" in page
    assert CODE.search(browser.post("/desk/accounts/server/", {"name": "Ines", "do": "password"}).text)
    assert secondfactor.has_any(ClubAccount.objects.get(username="Ines"))
    browser.post("/desk/accounts/server/", {"name": "Ines", "do": "second"})
    assert not secondfactor.has_any(ClubAccount.objects.get(username="Ines"))


def test_the_last_owner_stays(club: Club) -> None:
    ines = a_member(club, "Ines")
    otto = a_member(club, "Otto")
    browser = log_in("Ines")
    a_member(club, "Petra", is_active=False)  # who cannot log in runs no club
    change = {"name": "Otto", "role": "helper"}
    assert browser.post(f"/desk/accounts/{otto.pk}/change/", change).status_code == 302
    assert (
        browser.post(f"/desk/accounts/{ines.pk}/change/", {"name": "Ines", "role": "helper"}).status_code
        == 422
    )
    for role in (Role.OWNER, Role.HELPER):
        Membership.objects.filter(user=otto).update(role=role.value)
        assert browser.post(f"/desk/accounts/{ines.pk}/remove/").status_code == 200
    with pytest.raises(accounts.NotSo, match="Ines"):
        accounts.switch(user=ines, on=False)
    with pytest.raises(accounts.NotSo, match="Ines"):
        accounts.remove(user=ines)
    assert Membership.objects.get(user=ines).role == Role.OWNER


def test_another_role_counts_from_the_next_click_on(club: Club) -> None:
    a_member(club, "Ines")
    otto = a_member(club, "Otto", Role.HELPER)
    helper = log_in("Otto")
    assert helper.get("/desk/accounts/").status_code == 403
    log_in("Ines").post(f"/desk/accounts/{otto.pk}/change/", {"name": "Otto", "role": "owner"})
    assert helper.get("/desk/accounts/").status_code == 200


def test_a_renamed_account_logs_in_by_its_new_name_and_a_taken_one_is_refused(club: Club) -> None:
    a_member(club, "Ines")
    otto = a_member(club, "Otto", Role.HELPER)
    ines = log_in("Ines")
    assert ines.post(f"/desk/accounts/{otto.pk}/change/", {"name": "INES"}).status_code == 422
    assert ines.post(f"/desk/accounts/{otto.pk}/change/", {"name": "otto"}).status_code == 302
    assert is_in(log_in("OTTO"))


def test_a_removed_account_is_out_and_its_log_stays(club: Club) -> None:
    a_member(club, "Ines")
    otto = a_member(club, "Otto", Role.HELPER)
    event = an_event()
    Grant.objects.create(event=event, user=otto, role=Role.HELPER.value)
    helper, ines = log_in("Otto"), log_in("Ines")
    assert "Remove the account Otto?" in ines.get(f"/desk/accounts/{otto.pk}/remove/").text
    assert ines.post(f"/desk/accounts/{otto.pk}/remove/").status_code == 302
    assert not is_in(helper)
    assert not ClubAccount.objects.filter(username="Otto").exists()
    notice = event.notices.get(what="grant_taken")
    assert notice.data["account"] == "Otto"


# --- sessions ------------------------------


def later(hours: float) -> Any:
    return time_machine.travel(timezone.now() + datetime.timedelta(hours=hours), tick=False)


def test_a_session_goes_on_as_long_as_it_is_used_and_is_written_once_an_hour(club: Club) -> None:
    a_member(club, "Ines")
    with later(0):
        browser = log_in("Ines")
        assert browser.cookies["sessionid"]["max-age"] == ""
    for hours in (20, 40, 60):
        with later(hours):
            assert is_in(browser)
    with (
        later(60.5),
        CaptureQueriesContext(
            connection,
        ) as queries,
    ):
        assert is_in(browser)
    assert not [query for query in queries if query["sql"].startswith(("UPDATE", "INSERT"))]
    with later(85):
        assert not is_in(browser)


def test_on_one_s_own_device_it_lasts_two_weeks_without_use(club: Club) -> None:
    a_member(club, "Ines")
    with later(0):
        browser = log_in("Ines", stay="1")
        assert browser.cookies["sessionid"]["max-age"] == 14 * 24 * 3600
    with later(13 * 24):
        assert is_in(browser)
    with later(26 * 24):
        assert is_in(browser)
    with later(41 * 24):
        assert not is_in(browser)
        log_in("Ines")
    assert Session.objects.count() == 1  # what has ended is taken away


def test_ending_all_sessions_costs_as_much_with_a_thousand_others(club: Club) -> None:
    ines = a_member(club, "Ines")
    a_member(club, "Otto")
    browsers = [log_in("Ines"), log_in("Ines"), log_in("Otto")]
    far = timezone.now() + datetime.timedelta(days=7)
    Session.objects.bulk_create(
        Session(session_key=f"{number:032}", session_data="x", expire_date=far) for number in range(300)
    )
    with CaptureQueriesContext(connection) as queries:
        accounts.end_sessions(user=ines)
    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) <= 5
    assert [is_in(browser) for browser in browsers] == [False, False, True]
    assert is_in(log_in("Ines"))


def test_a_page_on_which_a_second_factor_is_added_does_not_load_itself_again(club: Club) -> None:
    """It asked for alarms, was led to itself, and took that for news: what was typed was gone every 8 s."""
    a_member(club, "Ines")
    ines = log_in("Ines")
    assert "data-poll" in ines.get("/desk/account/").text
    accounts.require_second_factor(tenant=club.pk, on=True)
    for path in ("/desk/account/", "/desk/account/app/"):
        page = ines.get(path)
        assert page.status_code == 200
        assert "data-poll" not in page.text
    assert ines.get("/desk/")["Location"] == "/desk/account/"


def test_an_account_that_is_opened_again_is_not_logged_in(club: Club) -> None:
    a_member(club, "Ines")
    otto = a_member(club, "Otto", Role.HELPER)
    browser = log_in("Otto")
    for on in (False, True):
        accounts.switch(user=otto, on=on)
    assert not is_in(browser)


@pytest.mark.parametrize(("state", "word"), [(ClubState.CLOSED, "closed"), (ClubState.ASKED, "has asked")])
def test_who_is_of_a_closed_club_is_told_so(club: Club, state: ClubState, word: str) -> None:
    a_member(club, "Ines")
    browser = log_in("Ines")
    Club.objects.filter(pk=club.pk).update(state=state.value)
    inside = browser.get("/desk/")
    assert inside.status_code == 403
    assert f"Drudel Freiburg {'is ' if state == ClubState.CLOSED else ''}{word}" in inside.text
    at_the_door = a_browser().post("/desk/login/", {"username": "Ines", "password": WORD})
    assert at_the_door.status_code == 422
    assert word in at_the_door.text
    wrong = a_browser().post("/desk/login/", {"username": "Ines", "password": OTHER})
    assert word not in wrong.text.lower().replace("account is closed", "")


# --- forgotten passwords ------------------------------


def test_a_forgotten_password_comes_back_by_mail(club: Club, post: None) -> None:
    ines = a_member(club, "Ines", email="ines@verein.test")
    browser = a_browser("es")
    log_in("Ines", browser=browser)
    guest = a_browser("en")
    assert "/desk/forgotten/" in guest.get("/desk/login/").text
    answer = guest.post("/desk/forgotten/", {"name": "INES@verein.test"}).text
    (letter,) = sent()
    assert letter.to == ["ines@verein.test"]
    assert letter.body.startswith("Hola")  # as she reads it, and not who asks
    code = CODE.search(str(letter.body))[1]  # type: ignore[index]
    with time_machine.travel(timezone.now() + datetime.timedelta(minutes=61)):
        assert guest.post("/desk/invited/", {"code": code}).status_code == 403
    form = {"code": code, "password": OTHER, "again": OTHER}
    assert guest.post("/desk/invited/", form).status_code == 302
    assert not is_in(browser)
    assert ClubAccount.objects.get(pk=ines.pk).check_password(OTHER)
    assert "a mail is on its way" in answer
    assert code not in answer


def test_nobody_learns_by_forgetting_who_has_an_account(club: Club, post: None) -> None:
    a_member(club, "Ines", email="ines@verein.test")
    a_member(club, "Otto")
    a_member(club, "Petra", email="petra@verein.test", is_active=False)
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    answers = {
        token.sub("", a_browser().post("/desk/forgotten/", {"name": name}).text)
        for name in ("Ines", "Otto", "Petra", "niemand", "ines@verein.test", "x" * 300)
    }
    assert len(answers) == 1
    assert {to for letter in sent() for to in letter.to} == {"ines@verein.test"}


def test_an_account_is_written_to_three_times_and_then_not(club: Club, post: None) -> None:
    a_member(club, "Ines", email="ines@verein.test")
    for number in range(5):
        away = Client(headers={"host": "verein.test"}, REMOTE_ADDR=f"192.0.2.{number}")
        assert away.post("/desk/forgotten/", {"name": "Ines"}).status_code == 200
    assert len(sent()) == 3


def test_without_a_mail_server_the_door_says_who_helps(club: Club) -> None:
    guest = a_browser()
    page = guest.get("/desk/login/").text
    assert "An owner of your club makes a link" in page
    assert "/desk/forgotten/" not in page
    assert "An owner of your club makes a link" in guest.get("/desk/forgotten/").text


def test_an_invitation_goes_by_mail_in_the_receiver_s_language(club: Club, post: None) -> None:
    a_member(club, "Ines")
    ines = log_in("Ines")
    form = {"name": "Otto", "role": "helper", "mail": "otto@verein.test", "language": "de"}
    page = ines.post("/desk/accounts/", form, follow=True).text
    (letter,) = sent()
    assert letter.body.startswith("Guten Tag")
    code = CODE.search(str(letter.body))[1]  # type: ignore[index]
    assert code not in page  # who brings it back has read the mail
    chosen = {"code": code, "username": "Otto", "password": OTHER, "again": OTHER}
    a_browser().post("/desk/invited/", chosen)
    assert ClubAccount.objects.get(username="Otto").email == "otto@verein.test"
    assert ines.post("/desk/accounts/", {**form, "mail": "kein Ort"}).status_code == 422


def test_a_mail_that_cannot_be_sent_becomes_a_link(
    club: Club, post: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **kwargs: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    a_member(club, "Ines")
    page = log_in("Ines").post("/desk/accounts/", {"name": "Otto", "mail": "otto@verein.test"}).text
    assert "could not be sent" in page
    assert CODE.search(page)
    assert Invitation.objects.get().mail == ""


def test_an_address_counts_when_it_is_confirmed(club: Club, post: None) -> None:
    a_member(club, "Ines")
    browser = log_in("Ines")
    browser.post("/desk/account/mail/", {"mail": "ines@verein.test"})
    assert ClubAccount.objects.get().email == ""
    (letter,) = sent()
    token = re.search(r"/desk/account/mail/confirm/#(\S+)", str(letter.body))[1]  # type: ignore[index]
    guest = a_browser()
    assert guest.post("/desk/account/mail/confirm/", {"code": token + "x"}).status_code == 403
    assert "is confirmed" in guest.post("/desk/account/mail/confirm/", {"code": token}).text
    assert ClubAccount.objects.get().email == "ines@verein.test"
    assert guest.post("/desk/account/mail/confirm/", {"code": token}).status_code == 403
    browser.post("/desk/account/mail/", {"mail": ""})
    assert ClubAccount.objects.get().email == ""


# --- the second factor ------------------------------


def test_an_app_is_set_up_and_its_code_asked_for_after_the_password(club: Club) -> None:
    a_member(club, "Ines")
    browser, elsewhere = log_in("Ines"), log_in("Ines")
    page = browser.get("/desk/account/app/").text
    secret = re.search(r'<code class="app-secret">([A-Z2-7 ]+)</code>', page)
    assert secret
    assert "svg" in page
    assert browser.post("/desk/account/app/", {"code": "000000x"}).status_code == 422
    salt = browser.session["salt"]
    first = TOTP(secondfactor.secret_of(ClubAccount.objects.get(), salt), 6, SHA1(), 30)
    page = browser.post("/desk/account/app/", {"code": first.generate(int(time.time())).decode()}).text
    codes = re.findall(r"<li><code>([a-z0-9-]{14})</code></li>", page)
    assert len(codes) == 10
    assert is_in(browser)
    assert not is_in(elsewhere)  # it has shown a password only
    half = log_in("Ines")
    assert not is_in(half)
    assert half.post("/desk/login/second/", {"code": "123456"}).status_code == 422
    assert (
        half.post("/desk/login/second/", {"code": codes[0].upper().replace("-", " ")})["Location"] == "/desk/"
    )
    assert is_in(half)
    again = log_in("Ines")
    assert again.post("/desk/login/second/", {"code": codes[0]}).status_code == 422
    assert codes[1] not in browser.get("/desk/account/").text


def test_the_same_code_is_not_accepted_twice(club: Club) -> None:
    a_member(club, "Ines")
    with later(0):
        with_app("Ines")
        code = code_of("Ines")
        assert log_in("Ines").post("/desk/login/second/", {"code": code}).status_code == 302
        assert log_in("Ines").post("/desk/login/second/", {"code": code}).status_code == 422
        assert log_in("Ines").post("/desk/login/second/", {"code": code_of("Ines", 30)}).status_code == 302
        assert log_in("Ines").post("/desk/login/second/", {"code": code_of("Ines", 300)}).status_code == 422


def test_six_digits_are_not_guessed(club: Club) -> None:
    a_member(club, "Ines")
    with_app("Ines")
    browser = log_in("Ines")
    tries = [
        browser.post("/desk/login/second/", {"code": f"{number:06}"}).status_code for number in range(11)
    ]
    assert tries == [422] * 10 + [429]
    assert browser.post("/desk/login/second/", {"code": code_of("Ines")}).status_code == 429


def test_half_a_login_does_not_wait_for_ever(club: Club) -> None:
    a_member(club, "Ines")
    with_app("Ines")
    browser = log_in("Ines")
    with later(0.2):
        assert browser.post("/desk/login/second/", {"code": code_of("Ines")})["Location"] == "/desk/login/"


def test_a_club_may_ask_its_owners_for_one(club: Club) -> None:
    a_member(club, "Ines")
    a_member(club, "Otto", Role.ORGANISER)
    browser, organiser = log_in("Ines"), log_in("Otto")
    browser.post("/desk/accounts/second-factor/", {"on": "1"})
    sent_to = browser.get("/desk/")
    assert sent_to["Location"] == "/desk/account/"
    assert browser.get("/desk/account/").status_code == 200
    assert browser.get("/desk/accounts/").status_code == 302
    assert is_in(organiser)
    browser.get("/desk/account/app/")
    totp = TOTP(
        secondfactor.secret_of(ClubAccount.objects.get(username="Ines"), browser.session["salt"]),
        6,
        SHA1(),
        30,
    )
    browser.post("/desk/account/app/", {"code": totp.generate(int(time.time())).decode()})
    assert is_in(browser)
    assert browser.post("/desk/account/app/off/").status_code == 422
    browser.post("/desk/accounts/second-factor/", {"on": "0"})
    assert browser.post("/desk/account/app/off/").status_code == 302
    assert not RecoveryCode.objects.exists()


def test_an_owner_takes_away_a_second_factor_that_is_lost(club: Club, post: None) -> None:
    a_member(club, "Ines")
    otto = a_member(club, "Otto", Role.ORGANISER, email="otto@verein.test")
    with_app("Otto")
    log_in("Ines").post(f"/desk/accounts/{otto.pk}/second-factor/")
    assert is_in(log_in("Otto"))
    (letter,) = sent()
    assert letter.to == ["otto@verein.test"]


def test_the_secret_of_an_app_is_not_in_the_database(club: Club) -> None:
    ines = a_member(club, "Ines")
    with_app("Ines")
    keyring = Keyring.objects.get()
    assert keyring.totp_salt.encode() not in secondfactor.secret_of(ines, keyring.totp_salt)
    assert secondfactor.secret_of(ines, keyring.totp_salt).hex() not in str(vars(keyring))


def test_a_device_that_was_left_open_changes_no_lock(club: Club) -> None:
    a_member(club, "Ines")
    with later(0):
        browser = log_in("Ines")
    with later(1):
        assert browser.get("/desk/account/")["Location"] == "/desk/account/sure/?next=%2Fdesk%2Faccount%2F"
        assert browser.post("/desk/account/codes/")["Location"].startswith("/desk/account/sure/")
        assert browser.post("/desk/account/sure/", {"password": OTHER}).status_code == 422
        goal = {"password": WORD, "next": "https://evil.example/"}
        assert browser.post("/desk/account/sure/", goal)["Location"] == "/desk/account/"
        assert browser.get("/desk/account/").status_code == 200


def test_an_account_is_of_the_first_club_where_nobody_says_another() -> None:
    user = accounts.create_account(name="Ines").user
    assert Membership.objects.get(user=user).club_id == FIRST
