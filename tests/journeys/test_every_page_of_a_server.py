"""Every page that only a server of many clubs has, on every screen: everybody can use it, nobody is in a dead end."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from tests import nginx
from tests.browser import NewPage, Watch
from tests.journeys.looking import on_every_screen, targets, too_small, unfold
from tests.journeys.manyclubs import ManyClubs, many_clubs

# Who looks, and at what; what stands in braces is in the facts of the clubs.
WALKS: dict[str, dict[str, str]] = {
    "": {
        "first page": "/",
        "no club of this name": "/?q=xyz",
        "a club": "/c/{slug}/",
        "a club without events": "/c/adler/",
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
        "backups": "/desk/backups/",
        "server": "/desk/laptop/",
    },
    "helper": {"desk": "/desk/", "not for this role": "/desk/clubs/", "event": "/desk/e/{event}/"},
    "beginner": {"desk": "/desk/"},
    "leaver": {"desk": "/desk/"},
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
        assert page.locator("h1").count() == 1, name
        unfold(page)
        complaints += [f"{name}: {each}" for each in too_small(targets(page), least=44)]
        complaints += [f"{name}, {each}" for each in on_every_screen(page)]
        if not page.locator("main :is(a[href], button:not([aria-pressed]))").count():
            complaints.append(f"{name}: no way on")
    assert not complaints, "\n".join(complaints)
