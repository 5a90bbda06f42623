"""Two clubs on a federation's server: they come, work, see nothing of each other, and one leaves."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.federation import (
    Federation,
    Home,
    a_federation,
    choose_password,
    finger_on,
    link_shown,
    take_the_link,
)
from tests.journeys.looking import sticks_out
from tests.server import RealServer


@pytest.fixture(scope="module")
def federation(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    with a_federation(postgres_url, tmp_path_factory.mktemp("federation"), "two_clubs") as server:
        yield server


def leads_on(page: Page) -> list[str]:
    """Links of this page that whoever sees it cannot open; and what is wider than his screen."""
    addresses = page.locator("a[href^='/']").evaluate_all("all => all.map((each) => each.href)")
    wrong = [f"{page.url}: {each}" for each in sticks_out(page)]
    for address in sorted(set(addresses) - {page.url}):
        status = page.request.head(address).status
        if status != 200:
            wrong.append(f"{page.url} leads to {urlsplit(address).path}: {status}")
    return wrong


# --- they come ------------------------------


def test_two_clubs_come_and_a_helper_helps(federation: Federation, new_page: NewPage, watch: Watch) -> None:
    """One club is given a place, the other asks for one; each makes itself at home by a link."""
    watch.expect("status of (403|404)")
    operator = new_page("desktop", ignore_https_errors=True)
    federation.log_in(operator, "Verband")
    assert leads_on(operator) == []
    operator.get_by_role("link", name="Vereine", exact=True).click()
    operator.locator("summary", has_text="Neuer Verein").click()
    operator.get_by_label("Name des Vereins").fill("Cegofreunde Müllheim")
    operator.get_by_label("Ort", exact=True).fill("Müllheim")
    operator.get_by_label("Wer sein erster Ausrichter wird").fill("Ines Maier")
    operator.get_by_role("button", name="Aufnehmen").click()
    owner = new_page("desktop", ignore_https_errors=True)
    take_the_link(owner, link_shown(operator), "Ines")
    expect(owner.get_by_role("status")).to_contain_text("Willkommen! Das Konto Ines ist angelegt.")
    assert leads_on(owner) == []
    ask_for_a_place(new_page("phone", ignore_https_errors=True), federation)
    operator.goto(f"{federation.url}/desk/clubs/")
    operator.get_by_role("link", name="Los Treinta").click()
    operator.get_by_role("button", name="Aufnehmen").click()
    other = new_page("phone", ignore_https_errors=True)
    take_the_link(other, link_shown(operator), "Ana")
    assert leads_on(other) == []
    demand_a_second_factor(other)

    event = begin_an_event(owner, "Herbst-Cego")
    owner.goto(f"{event}people/")
    for name in ("Anna Maier", "Bernd Faller", "Carla Dold", "Dieter Kern"):
        owner.get_by_label("Name", exact=True).first.fill(name)
        owner.get_by_role("button", name="Hinzufügen", exact=True).click()
        expect(owner.get_by_role("link", name=name)).to_be_visible()
    helper = new_page("phone", ignore_https_errors=True)
    invite_a_helper(owner, federation, event, helper, "Hanna")
    help_at_the_door(helper, federation, event)
    for path in ("/desk/", "/desk/clubs/", "/desk/register/"):
        expect(other.locator("main")).not_to_contain_text("Herbst-Cego")
        other.goto(f"{federation.url}{path}")


def ask_for_a_place(page: Page, federation: Federation) -> None:
    """From the first page of the server, on a phone."""
    page.goto(f"{federation.url}/")
    assert leads_on(page) == []
    page.get_by_role("link", name="Mit dem eigenen Verein dabei sein").click()
    page.get_by_label("Name des Vereins").fill("Los Treinta")
    page.get_by_label("Ort", exact=True).fill("Rosario")
    page.get_by_label("Mailadresse für die Antwort").fill("ana@example.org")
    page.get_by_role("button", name="Um Aufnahme bitten").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Danke")
    assert leads_on(page) == []


def demand_a_second_factor(page: Page) -> None:
    """An owner asks all owners for one, and adds his own at once."""
    finger_on(page)
    page.get_by_role("link", name="Konten", exact=True).click()
    page.get_by_role("button", name="Von Ausrichtern verlangen").click()
    page.get_by_label("Name für dieses Gerät").fill("Handy")
    page.get_by_role("button", name="Einen Passkey hinzufügen").click()
    expect(page.get_by_role("heading", name="Notfallcodes")).to_be_visible()
    page.locator(".over").get_by_role("link", name="Turniere").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Turniere")


def begin_an_event(page: Page, title: str) -> str:
    """From the desk's first page to an event; its address at the desk."""
    page.get_by_role("link", name="Neues Turnier").click()
    page.locator('a[href$="/cego-schwarzwald/"]').click()
    page.get_by_label("Name des Turniers").fill(title)
    page.get_by_label("Ort", exact=True).fill("Gasthaus Löwen")
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert leads_on(page) == []
    return page.url


def invite_a_helper(owner: Page, federation: Federation, event: str, helper: Page, name: str) -> None:
    """A link makes the account; the event then says what it does there."""
    owner.goto(f"{federation.url}/desk/accounts/")
    owner.get_by_label("Name", exact=True).fill(name)
    expect(owner.get_by_role("radio", name="Helfer")).to_be_checked()
    owner.get_by_role("button", name="Link anlegen").click()
    take_the_link(helper, link_shown(owner), name)
    expect(helper.locator("main")).not_to_contain_text("Herbst-Cego")
    assert leads_on(helper) == []
    owner.goto(f"{event}organisers/")
    owner.get_by_label("Name des Kontos").fill(name)
    owner.get_by_role("button", name="Dieses Konto hinzufügen").click()
    expect(owner.locator(".people-rows")).to_contain_text(name)


def help_at_the_door(page: Page, federation: Federation, event: str) -> None:
    """What a helper may, and nothing else."""
    page.reload()
    page.get_by_role("link", name="Herbst-Cego").click()
    assert leads_on(page) == []
    page.get_by_role("link", name="Einlass", exact=True).click()
    page.locator(".door-row").filter(has_text="Anna Maier").locator(".tap").first.click()
    expect(page.locator(".door-row.here")).to_contain_text("Anna Maier")
    path = urlsplit(event).path
    for part in ("settings/", "files/", "files/event.zip", "organisers/", "money/", "delete/"):
        assert federation.status(page, f"{path}{part}") in (403, 404), part
    for place in ("new/", "people/", "accounts/", "club/", "clubs/", "door/", "tables/", "take-in/"):
        assert federation.status(page, f"/desk/{place}") == 403, place
    assert federation.status(page, f"{path}people/", name="Eva Neu") == 403
    assert federation.status(page, f"{path}draw/make/", seed="1") == 403


# --- each by itself ------------------------------


def test_nothing_of_one_club_is_seen_in_the_other(
    federation: Federation, new_page: NewPage, watch: Watch
) -> None:
    """Lists, searches, names that are completed, and addresses typed by hand; and a stranger at the door."""
    watch.expect("status of (403|404)")
    black = federation.a_club("Schwarzer Adler", "Berta", "Bodo")
    white = federation.a_club("Weißes Rössl", "Wilma", "Wim")
    for name, home, other in (("Berta", black, white), ("Wilma", white, black), ("Wim", white, black)):
        page = new_page("phone", ignore_https_errors=True)
        federation.log_in(page, name)
        reads_nothing_of(page, federation, home, other, works=name != "Wim")
        finds_nothing_of(page, federation, other)
        page.context.close()
    stranger = new_page("phone", ignore_https_errors=True)
    knocks(stranger, federation, black, white)


def reads_nothing_of(page: Page, federation: Federation, home: Home, other: Home, *, works: bool) -> None:
    """Lists and searches know what is one's own, and nothing else."""
    pages = {"/desk/": "", "/desk/?q=Turnier": ""}
    if works:  # a helper sees the events he has been asked to
        pages = {
            "/desk/": home.title,
            "/desk/?q=Turnier": home.title,
            "/desk/people/?q=Person": f"Person 3 {home.club}",
            f"/desk/e/{home.event}/people/names/?name=Person": f"Person 3 {home.club}",
            "/desk/tables/": "",
            "/desk/accounts/": "",
            "/rules/": f"Hausregeln {home.club}",
        }
    for path, mine in pages.items():
        page.goto(f"{federation.url}{path}")
        text = page.content()
        assert mine in text, path
        assert [word for word in other.words if word in text] == [], path
    page.goto(f"{federation.url}/desk/?q={quote(other.title)}")
    expect(page.locator("#events")).to_contain_text("passt kein Turnier")


def finds_nothing_of(page: Page, federation: Federation, other: Home) -> None:
    """Addresses of another club are not there, whoever types them."""
    event = f"/desk/e/{other.event}/"
    parts = ("", "people/", "door/", "paper/", "paper/cards.pdf", "files/", "files/event.zip", "standings/")
    not_there = [f"{event}{part}" for part in (*parts, "organisers/", "settings/")]
    not_there += [
        f"/t/{other.evening}/",
        f"/t/{other.evening}/sheet.csv",
        f"/t/{other.evening}/paper/sheet.pdf",
    ]
    for path in not_there:
        assert federation.status(page, path) == 404, path
    refused = [
        f"/desk/people/{other.person}/",
        f"/desk/accounts/{other.owner}/",
        f"/desk/clubs/{other.club}/",
    ]
    for path in refused:
        assert federation.status(page, path) in (403, 404), path
    for path, form in (
        (f"{event}people/", {"name": "Eva Neu"}),
        (f"{event}draw/make/", {"draw": "1"}),
        (f"{event}delete/", {"title": other.title}),
        (f"{event}screens/{other.screen}/", {"shows": "clock"}),
        (f"/desk/tables/{other.evening}/hide/", {"on": "1"}),
        (f"/desk/accounts/{other.owner}/password/", {"mail": ""}),
        (f"/desk/clubs/{other.club}/switch/", {"on": "0", "reason": "x"}),
    ):
        assert federation.status(page, path, **form) in (403, 404), path
    page.goto(f"{federation.url}{event}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Seite nicht gefunden")
    assert leads_on(page) == []


def knocks(page: Page, federation: Federation, black: Home, white: Home) -> None:
    """Who is of no club opens no table; with a club's code he does, and is no guest of any other."""
    page.goto(f"{federation.url}/new/cego/")
    expect(page.locator("main")).to_contain_text("Tische werden in einem Verein geöffnet.")
    assert leads_on(page) == []
    page.get_by_label("Code des Vereins").fill("abcd-efgh-jkmn")
    page.get_by_role("button", name="Hinein").click()
    expect(page.get_by_role("alert")).to_contain_text("Dieser Code gehört zu keinem Verein")
    page.get_by_label("Code des Vereins").fill(black.door.upper())
    page.get_by_role("button", name="Hinein").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(black.name)
    page.get_by_role("link", name="Cego", exact=True).click()
    names = page.locator("#known-names, datalist").evaluate_all("all => all.map(e => e.innerHTML).join()")
    assert str(white.club) not in names
    for seat, name in enumerate(("Xaver", "Yvonne", "Zita", "Quirin"), start=1):
        page.locator(f"[name=name_{seat}]").fill(name)
    page.locator(".chair").nth(3).locator(".deals").tap()
    page.locator(".sticky .primary").tap()
    expect(page.locator("#entry")).to_be_visible()
    page.goto(f"{federation.url}/c/{black.slug}/")
    expect(page.locator("main")).to_contain_text("Xaver")
    page.goto(f"{federation.url}/c/{white.slug}/")
    expect(page.get_by_role("link", name="Code des Vereins eingeben")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("Neuer Tisch")
    assert federation.status(page, f"/t/{white.evening}/") == 404
    page.goto(f"{federation.url}/e/{white.event}/standings/")
    expect(page.locator("main")).to_contain_text("Kim K.")
    expect(page.locator("main")).not_to_contain_text("Kleinknecht")


# --- one leaves ------------------------------


def test_a_club_leaves_with_all_it_has(
    federation: Federation, new_page: NewPage, watch: Watch, tmp_path: Path
) -> None:
    """Its file holds everything and a laptop reads it; here nothing is left, and the other is as it was."""
    watch.expect("status of (403|404|422)")
    leaving = federation.a_club("Zum Wilden Mann", "Lena", "Lutz")
    staying = federation.a_club("Zur Alten Post", "Sara", "Sven")
    owner = new_page("desktop", ignore_https_errors=True)
    federation.log_in(owner, "Lena")
    packed = everything_of(owner)
    assert_whole(packed, leaving, staying)
    leave(owner, leaving)
    member = new_page("phone", ignore_https_errors=True)
    member.goto(f"{federation.url}/e/{staying.event}/")
    for path in (f"/e/{leaving.event}/", f"/c/{leaving.slug}/", leaving.evening_path):
        assert federation.status(member, path) == 404, path
    remove(new_page("desktop", ignore_https_errors=True), federation, leaving)
    for path in (f"/e/{leaving.event}/", f"/c/{leaving.slug}/", leaving.evening_path):
        assert federation.status(member, path) == 404, path
    owner.goto(f"{federation.url}/desk/login/")
    owner.get_by_label("Name").fill("Lena")
    owner.get_by_label("Passwort", exact=True).fill("ein gutes langes Wort")
    owner.get_by_role("button", name="Anmelden", exact=True).click()
    expect(owner.get_by_role("alert")).to_be_visible()
    federation.log_in(member, "Sara", f"/desk/e/{staying.event}/")
    expect(member.get_by_role("heading", level=1)).to_have_text(staying.title)
    assert federation.status(member, staying.evening_path) == 200
    on_a_laptop(new_page("desktop"), packed, leaving, tmp_path)


def everything_of(page: Page) -> zipfile.ZipFile:
    """The file that an owner saves from the page of his club."""
    page.get_by_role("link", name="Der Verein", exact=True).click()
    assert leads_on(page) == []
    page.get_by_role("button", name="Alles als eine Datei (ZIP)").click()
    address = page.get_by_role("link", name="Datei speichern").evaluate("(link) => link.href")
    answer = page.request.get(address)
    assert answer.headers["content-disposition"].startswith("attachment")
    return zipfile.ZipFile(io.BytesIO(answer.body()))


def assert_whole(packed: zipfile.ZipFile, home: Home, other: Home) -> None:
    """Everything of the club, and nothing of another one."""
    assert packed.testzip() is None
    names = packed.namelist()
    assert len([name for name in names if name.startswith("events/")]) == 1
    assert len([name for name in names if name.startswith("evenings/")]) == 2
    assert len([name for name in names if name.startswith("rules/")]) == 1
    assert {"LIESMICH.txt", "README.txt", "LEEME.txt", "people.csv", "people.json", "club.json"} <= set(names)
    people = {person["name"] for person in json.loads(packed.read("people.json"))}
    assert {f"Kim Kleinknecht{home.club}", f"Person 3 {home.club}", f"A {home.club}"} <= people
    club = json.loads(packed.read("club.json"))
    assert club["name"] == home.name
    assert {"Lena", "Lutz"} <= {account["name"] for account in club["accounts"]}
    text = b"".join(packed.read(name) for name in names if not name.endswith(".zip")).decode()
    assert [word for word in (*other.words, other.name) if word in text] == []


def leave(page: Page, club: Home) -> None:
    """Its owner says so, with its name; then there is one page for him, and the way back."""
    page.locator(".over").get_by_role("link", name="Der Verein").click()
    page.get_by_role("link", name="Diesen Server verlassen").click()
    page.get_by_label("Dazu den Namen").fill("Ein anderer")
    page.get_by_role("button", name="Den Verein sperren und später löschen").click()
    expect(page.locator("main")).to_contain_text("Bitte den Namen des Vereins")
    page.get_by_label("Dazu den Namen").fill(club.name)
    page.get_by_role("button", name="Den Verein sperren und später löschen").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(club.name)
    assert leads_on(page) == []
    page.get_by_role("button", name="Der Verein bleibt").click()
    expect(page.get_by_role("status")).to_contain_text("Der Verein bleibt")
    page.get_by_role("link", name="Diesen Server verlassen").click()
    page.get_by_label("Dazu den Namen").fill(club.name)
    page.get_by_role("button", name="Den Verein sperren und später löschen").click()
    expect(page.get_by_role("button", name="Der Verein bleibt")).to_be_visible()


def remove(page: Page, federation: Federation, club: Home) -> None:
    """The operator: not before its days are over, and after a look at what goes."""
    federation.log_in(page, "Verband", f"/desk/clubs/{club.club}/")
    expect(page.get_by_role("link", name="Endgültig entfernen")).to_have_count(0)
    federation.python(
        "import datetime\nfrom django.utils import timezone\nfrom tournaments.models import Club\n"
        f"past = timezone.now() - datetime.timedelta(minutes=1)\n"
        f"Club.objects.filter(pk={club.club}).update(leaves_at=past)"
    )
    page.reload()
    page.get_by_role("link", name="Endgültig entfernen").click()
    expect(page.locator("main")).to_contain_text("1 Turnier")
    page.get_by_role("button", name="Endgültig entfernen").click()
    expect(page.get_by_role("status")).to_contain_text(club.name)
    expect(page.locator(".rows.clubs")).not_to_contain_text(club.name)
    assert leads_on(page) == []


def on_a_laptop(page: Page, packed: zipfile.ZipFile, club: Home, directory: Path) -> None:
    """The event goes on at home: the same people, the same points."""
    name = next(name for name in packed.namelist() if name.startswith("events/"))
    file = directory / Path(name).name
    file.write_bytes(packed.read(name))
    laptop = RealServer(directory / "laptop").start()
    try:
        page.goto(f"http://localhost:{laptop.port}/desk/take-in/")
        page.get_by_label("Turnierdatei").set_input_files(file)
        page.get_by_role("button", name="Einlesen").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(club.title)
        page.goto(page.url + "standings/")
        expect(page.locator("main")).to_contain_text(f"Person 3 {club.club}")
    finally:
        laptop.stop()


# --- accounts ------------------------------

EVENING = """
import time
from django.contrib.sessions.models import Session
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
import datetime
for row in Session.objects.all():
    store = SessionStore(row.session_key)
    if store.get("_auth_user_id") == "{user}":
        store["used"] = store["sure"] = int(time.time()) - 8 * 3600
        store.save()
        Session.objects.filter(pk=row.pk).update(expire_date=timezone.now() + datetime.timedelta(hours=16))
"""


def test_accounts_of_a_club(federation: Federation, new_page: NewPage) -> None:
    """A password forgotten, a long evening, other names, an account that goes."""
    club = federation.a_club("Goldener Ochsen", "Olga", "Otto")
    owner = new_page("desktop", ignore_https_errors=True)
    federation.log_in(owner, "Olga")
    federation.python(EVENING.format(user=club.owner))  # eight hours later
    helper = new_page("phone", ignore_https_errors=True)
    federation.log_in(helper, "Otto")
    owner.get_by_role("link", name="Konten", exact=True).click()
    owner.get_by_role("link", name="Otto").click()
    assert leads_on(owner) == []
    owner.get_by_role("button", name="Link für ein anderes Passwort anlegen").click()
    forgetful = new_page("phone", ignore_https_errors=True)
    forgetful.goto(link_shown(owner))
    expect(forgetful.locator("main")).to_contain_text("Otto")
    choose_password(forgetful, "ein anderes langes Wort")
    forgetful.get_by_role("button", name="Passwort ändern").click()
    expect(forgetful.get_by_role("status")).to_contain_text("Das Passwort ist geändert")
    helper.reload()
    expect(helper.get_by_role("heading", level=1)).to_have_text("Anmelden")
    forgetful.get_by_label("Name").fill("otto")
    forgetful.get_by_label("Passwort", exact=True).fill("ein anderes langes Wort")
    forgetful.get_by_role("button", name="Anmelden", exact=True).click()
    expect(forgetful.get_by_role("heading", level=1)).to_have_text("Turniere")
    rename_a_passkey(forgetful)

    owner.get_by_role("link", name="Otto").click()
    owner.get_by_label("Name des Kontos").fill("Ottokar")
    owner.get_by_role("button", name="Speichern").click()
    forgetful.goto(f"{federation.url}/desk/")
    expect(forgetful.get_by_role("button", name="Abmelden (Ottokar)")).to_be_visible()
    owner.get_by_role("link", name="Ottokar").click()
    owner.get_by_role("link", name="Konto entfernen").click()
    owner.get_by_role("button", name="Für immer entfernen").click()
    expect(owner.get_by_role("status")).to_contain_text("Ottokar")
    forgetful.reload()
    expect(forgetful.get_by_role("heading", level=1)).to_have_text("Anmelden")


def rename_a_passkey(page: Page) -> None:
    """Somebody adds one under a name that he thinks better of."""
    finger_on(page)
    page.get_by_role("link", name="Mein Konto").click()
    page.get_by_label("Name für dieses Gerät").fill("Handy")
    page.get_by_role("button", name="Einen Passkey hinzufügen").click()
    expect(page.get_by_role("heading", name="Notfallcodes")).to_be_visible()
    page.get_by_role("link", name="Handy", exact=True).click()
    assert leads_on(page) == []
    page.get_by_label("Name für dieses Gerät").fill("Altes Handy")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("link", name="Altes Handy", exact=True)).to_be_visible()
