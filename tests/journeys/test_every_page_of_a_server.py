"""Every page of a server of many clubs, on every screen: everybody can use it, nobody is in a dead end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests import nginx
from tests.browser import NewPage, Watch
from tests.journeys.looking import on_every_screen, targets, too_small, unfold
from tests.journeys.manyclubs import WORD, ManyClubs, many_clubs

# Who looks, and at what; what stands in braces is in the facts of the clubs.
WALKS: dict[str, dict[str, str]] = {
    "": {
        "first page": "/",
        "no club of this name": "/?q=xyz",
        "a club": "/c/{slug}/",
        "a club without events": "/c/adler/",
        "season": "/season/{season}/",
        "history of a season": "/season/{season}/?of=chart",
        "somebody's season": "/season/{season}/p/{hans}/",
        "door": "/door/",
        "door before a table": "/new/cego/",
        "tables of this device": "/own/",
        "a place is asked for": "/clubs/request/",
        "a place was asked for": "/clubs/requested/",
        "log in": "/desk/login/",
        "password forgotten": "/desk/forgotten/",
        "link without a code": "/desk/invited/",
        "invitation": "/desk/invited/#{invitation}",
        "phone of the desk": "/desk/phone/",
        "not found": "/nowhere/",
    },
    "owner": {
        "desk": "/desk/",
        "account": "/desk/account/",
        "app": "/desk/account/app/",
        "password": "/desk/password/",
        "accounts": "/desk/accounts/",
        "one account": "/desk/accounts/{helper}/",
        "an account is removed": "/desk/accounts/{helper}/remove/",
        "club": "/desk/club/",
        "club leaves": "/desk/club/leave/",
        "code of the club": "/desk/door/",
        "tables": "/desk/tables/",
        "register": "/desk/people/",
        "members of the federation": "/desk/club/members/",
        "seasons": "/desk/seasons/",
        "new season": "/desk/seasons/new/",
        "season from a file": "/desk/seasons/take-in/",
        "season at the desk": "/desk/seasons/{season}/",
        "name, members, end": "/desk/seasons/{season}/head/",
        "rules of the season": "/desk/seasons/{season}/rules/",
        "points by decision": "/desk/seasons/{season}/decisions/",
        "list of the final": "/desk/seasons/{season}/final/",
        "lists beside it": "/desk/seasons/{season}/lists/",
        "somebody's season at the desk": "/desk/seasons/{season}/p/{hans}/",
        "an evening more": "/desk/seasons/{season}/evenings/add/",
        "an evening": "/desk/seasons/{season}/evenings/{date}/",
        "backups": "/desk/backups/",
        "import": "/desk/take-in/",
        "rehearsal": "/desk/rehearsal/",
        "only by a button": "/desk/club/export/",
        "not found at the desk": "/desk/nowhere/",
    },
    "operator": {
        "desk": "/desk/",
        "clubs": "/desk/clubs/",
        "no such club": "/desk/clubs/?q=xyz",
        "a club": "/desk/clubs/{here}/",
        "a club asks": "/desk/clubs/{asking}/",
        "a closed club": "/desk/clubs/{closed}/",
        "a club that leaves": "/desk/clubs/{leaving}/",
        "removed for good": "/desk/clubs/{leaving}/remove/",
        "accounts of the server": "/desk/accounts/server/",
        "member register": "/desk/members/",
        "backups": "/desk/backups/",
        "server": "/desk/laptop/",
    },
    "helper": {"desk": "/desk/", "not for this role": "/desk/clubs/", "event": "/desk/e/{event}/"},
    "beginner": {"desk": "/desk/"},
    "leaver": {"desk": "/desk/"},
    "careful": {"account with an app": "/desk/account/"},
}


@pytest.fixture(scope="module")
def clubs(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManyClubs]:
    nginx.required()
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE many_clubs")
    address = postgres_url.replace("/postgres?", "/many_clubs?")
    with many_clubs(address, tmp_path_factory.mktemp("clubs")) as clubs:
        yield clubs


@pytest.mark.parametrize("who", WALKS, ids=lambda who: who or "stranger")
def test_nothing_sticks_out_and_everybody_can_use_it(
    clubs: ManyClubs, new_page: NewPage, watch: Watch, who: str
) -> None:
    watch.expect("status of (403|404|405)")
    page = new_page("phone", ignore_https_errors=True)
    clubs.log_in(page.context, who)
    complaints = []
    for name, path in WALKS[who].items():
        page.goto("about:blank")  # or the second of two addresses with a fragment is the same page
        page.goto(clubs.url + path.format(**clubs.facts))
        assert page.locator("html").get_attribute("lang") == "de", name
        complaints += faults_of(page, name)
    assert not complaints, "\n".join(complaints)


def faults_of(page: Page, name: str) -> list[str]:
    """What is wrong with the page that is on the screen."""
    assert page.locator("h1").count() == 1, name
    unfold(page)
    # A strip of letters has the smaller size that targets may have, for it stays above a long list.
    controls = [each for each in targets(page) if not re.fullmatch(r"A\. \S", each["what"])]
    faults = [f"{name}: {each}" for each in too_small(controls, least=44)]
    faults += [f"{name}, {each}" for each in on_every_screen(page)]
    if not page.locator("main :is(a[href], button)").count():
        faults.append(f"{name}: no way on")
    return faults


# --- pages that come after a form ------------------------------


def a_wrong_code(page: Page) -> None:
    page.goto("/door/")
    page.get_by_label("Code des Vereins").fill("aaaa-bbbb-cccc")
    page.get_by_role("button", name="Hinein").click()
    expect(page.get_by_role("alert")).to_be_visible()


def half_a_login(page: Page) -> None:
    page.goto("/desk/login/")
    page.get_by_label("Name").fill("Zita")
    page.get_by_label("Passwort", exact=True).fill(WORD)
    page.get_by_role("button", name="Anmelden", exact=True).click()
    expect(page.get_by_role("heading", name="Zweiter Faktor")).to_be_visible()


def a_new_club(page: Page) -> None:
    page.goto("/desk/clubs/")
    unfold(page)
    page.get_by_label("Name des Vereins").fill("Gaigelfreunde Oberprechtal")
    page.get_by_role("button", name="Aufnehmen").click()
    expect(page.locator(".link-once code")).to_be_visible()


def a_wrong_limit(page: Page) -> None:
    page.goto("/desk/clubs/")
    page.get_by_role("link", name="Adler").click()
    unfold(page)
    page.locator("[name=events]").fill("viele")
    page.get_by_role("button", name="Speichern").click()
    expect(page.locator("main [role=alert]").first).to_be_visible()


def a_link_for_a_helper(page: Page) -> None:
    page.goto("/desk/accounts/")
    page.get_by_label("Name", exact=True).fill("Wilhelmine")
    page.get_by_role("button", name="Link anlegen").click()
    expect(page.locator(".link-once code")).to_be_visible()


def everything_as_a_file(page: Page) -> None:
    page.goto("/desk/club/")
    page.get_by_role("button", name="Alles als eine Datei").click()
    expect(page.get_by_role("link", name="Datei speichern")).to_be_visible()


AFTER_FORMS: dict[str, tuple[Callable[[Page], None], ...]] = {
    "": (a_wrong_code, half_a_login),
    "operator": (a_new_club, a_wrong_limit),
    "owner": (a_link_for_a_helper, everything_as_a_file),
}


@pytest.mark.parametrize("who", AFTER_FORMS, ids=lambda who: who or "stranger")
def test_what_comes_after_a_form_is_as_usable(
    clubs: ManyClubs, new_page: NewPage, watch: Watch, who: str
) -> None:
    watch.expect("status of (403|422)")
    page = new_page("phone", ignore_https_errors=True, base_url=clubs.url)
    clubs.log_in(page.context, who)
    complaints = []
    for come in AFTER_FORMS[who]:
        come(page)
        complaints += faults_of(page, come.__name__)
    assert not complaints, "\n".join(complaints)
