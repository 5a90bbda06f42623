"""A federation for browser tests: several clubs on PostgreSQL, over https by the proxy. Class Federation."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509.oid import NameOID
from playwright.sync_api import Page, expect

from tests import nginx
from tests.patience import PATIENCE
from tests.server import NAME, RealServer

PASSWORD = "ein gutes langes Wort"
OPERATOR = f"""
from tournaments.access import accounts
from tournaments.models import Club, Membership
handed = accounts.create_account(name="Verband", password="{PASSWORD}", owner=True)
Membership.objects.filter(user=handed.user).delete()  # runs the server, and is of no club
Club.objects.filter(pk=1).update(name="Verband", listed=False)
"""


AT_HOME = """
import json
from django.urls import reverse
from tests.tournaments.club_builders import a_club, an_account_of, fill
from tournaments.access import doors
from tournaments.events.ground.log import touch
from tournaments.models import Player, Role, RuleSet, Screen, Sitting
club = a_club({name!r})
event = fill(club)
owner = an_account_of(club, Role.OWNER, {owner!r})
an_account_of(club, Role.HELPER, {helper!r})
evening = Sitting.objects.get(tenant=club, event=None)
people = Player.objects.filter(tenant=club).order_by("pk")
child = people.filter(memberships__entrant__event=event).first()
Player.objects.filter(pk=child.pk).update(name=f"Kim Kleinknecht{{club.pk}}", minor=True)
touch(event)
print(json.dumps(dict(
    club=club.pk, slug=club.slug, name=club.name, event=event.pk, title=event.title, child=child.pk,
    evening=evening.pk, evening_path=reverse("table", args=(evening.pk,)), person=people.last().pk,
    owner=owner.pk,
    screen=Screen.objects.create(event=event, name="Leinwand").pk,
    rules=RuleSet.objects.get(tenant=club).pk, door=doors.code_of(club),
)))
"""


@dataclass(frozen=True)
class Home:
    """A club with what it has; the numbers are those of the rows."""

    club: int
    slug: str
    name: str
    event: int
    title: str
    evening: int
    evening_path: str  # as only people of its club know it
    person: int
    child: int  # under age
    owner: int
    screen: int
    rules: int
    door: str

    @property
    def words(self) -> tuple[str, ...]:
        """What nobody of another club reads anywhere but on pages of the public."""
        return (self.title, f"Person 3 {self.club}", f"Hausregeln {self.club}", f"Kleinknecht{self.club}")


@dataclass(frozen=True)
class Federation:
    """The server, and the address at which browsers find it."""

    server: RealServer
    url: str

    def python(self, code: str) -> str:
        """Something that happens behind the scenes; what it printed."""
        return self.server.python(code).strip()

    def log_in(self, page: Page, name: str, goal: str = "/desk/") -> None:
        """As somebody does who has an account."""
        page.goto(f"{self.url}/desk/login/?next={goal}")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Passwort", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Anmelden", exact=True).click()
        page.wait_for_url(f"**{goal}")

    def a_club(self, name: str, owner: str, helper: str) -> Home:
        """A club that has been here for a while: an event, an evening, people; see club_builders.fill."""
        printed = self.python(AT_HOME.format(name=name, owner=owner, helper=helper))
        return Home(**json.loads(printed.splitlines()[-1]))

    def status(self, page: Page, path: str, **form: str) -> int:
        """What this browser is answered at an address that somebody has typed; with a form: sent."""
        if not form:
            return page.request.get(f"{self.url}{path}", max_redirects=0).status
        cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        headers = {"X-CSRFToken": cookies.get("csrftoken", ""), "Referer": f"{self.url}/"}
        sent: dict[str, str | float | bool] = {**form}
        answer = page.request.post(f"{self.url}{path}", form=sent, headers=headers, max_redirects=0)
        return answer.status


@contextmanager
def a_federation(postgres_url: str, directory: Path, database: str) -> Iterator[Federation]:
    """A server with a database of its own, over https; its operator is called Verband."""
    nginx.required()
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{database}"'.encode())
    address = postgres_url.replace("/postgres?", f"/{database}?")
    with over_https(address, directory) as (server, url):
        server.python(OPERATOR)
        yield Federation(server, url)


@contextmanager
def over_https(database: str, directory: Path, **more: str) -> Iterator[tuple[RealServer, str]]:
    """A federation's server behind nginx, and its address for browsers. Nobody else may use its database."""
    settings = {
        "PROFILE": "federation",
        "HOSTS": "",
        "ALLOWED_HOSTS": f"{NAME},localhost",
        "DATABASE_URL": database,
        "WORKERS": "1",
        **more,
    }
    server = RealServer(directory / "data", env=settings).start()
    pem = certificate(directory)
    secured = rf"listen 127.0.0.1:\1 ssl; ssl_certificate {pem}; ssl_certificate_key {pem};"
    changes = (
        (r"listen 127\.0\.0\.1:(\d+);", secured),
        (rf"server_name {re.escape(NAME)};", "server_name localhost;"),
        (r"Host \$host;", "Host $http_host;"),  # with the port, which the real one has not
        (r"proxy_(connect|read)_timeout \d+s;", rf"proxy_\1_timeout {PATIENCE:.0f}s;"),  # on a busy machine
    )
    try:
        with nginx.in_front_of(server.port, changes) as proxy:
            yield server, f"https://localhost:{proxy.port}"
    finally:
        server.stop()


def certificate(directory: Path) -> Path:
    """One that nobody vouches for, with its key, in one file."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, SHA256())
    )
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file = directory / "certificate.pem"
    pem = serialization.Encoding.PEM
    file.write_bytes(signed.public_bytes(pem) + key.private_bytes(pem, *form))
    return file


def finger_on(page: Page) -> None:
    """From now on the device has a sensor, and a finger on it."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def link_shown(page: Page) -> str:
    """The link that this page shows once."""
    link = page.locator(".link-once code")
    expect(link).to_contain_text("/desk/invited/#")
    return link.inner_text().strip()


def take_the_link(page: Page, link: str, account: str) -> None:
    """Somebody opens the link he was given, and makes his account."""
    page.goto(link)
    page.get_by_label("Name des Kontos").fill(account)
    choose_password(page, PASSWORD)
    page.get_by_role("button", name="Konto anlegen").click()
    page.wait_for_url("**/desk/")


def choose_password(page: Page, password: str) -> None:
    """The two fields of a new password."""
    page.get_by_label("Neues Passwort", exact=True).fill(password)
    page.get_by_label("Neues Passwort wiederholen").fill(password)
