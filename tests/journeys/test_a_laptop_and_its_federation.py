"""A club's laptop and its club's page on a server, over https: paired by a code, live, and sent away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import Evening, an_evening
from tests.journeys.federation import Federation, Home, a_federation
from tests.journeys.test_following import source_of
from tests.journeys.test_take_over import come, enter
from tests.patience import wait_until
from tests.server import RealServer

TITLE = "Vereinsabend am Laptop"
WISH = """
from tournaments.models import Player
first, second = Player.objects.filter(tenant={club}, name__in={names!r}).order_by("name")
Player.objects.filter(pk=first.pk).update(shown_as="initials")
Player.objects.create(tenant_id={club}, name="Neu Dabei", club_number="77")
"""
INITIALS = """
from tournaments.models import Player
print(Player.objects.filter(shown_as="initials").values_list("name", flat=True).first())
"""


@dataclass(frozen=True)
class BothSides:
    """A laptop with an evening that is on, and the server with the club."""

    laptop: RealServer
    evening: Evening
    above: Federation
    club: Home


@pytest.fixture
def both(postgres_url: str, tmp_path: Path) -> Iterator[BothSides]:
    with a_federation(postgres_url, tmp_path, "with_a_laptop") as above:
        club = above.a_club("Cegofreunde Müllheim", "Ines", "Hanna")
        # Nobody vouches for the server's certificate; this laptop knows it.
        laptop = RealServer(tmp_path / "laptop", env={"SSL_CERT_FILE": str(tmp_path / "certificate.pem")})
        laptop.start()
        try:
            yield BothSides(laptop, an_evening(laptop, TITLE), above, club)
        finally:
            laptop.kill()


def pair_by_code(both: BothSides, owner: Page, desk: Page) -> None:
    """As two people do it: one reads from his screen, the other one types."""
    both.above.log_in(owner, "Ines", "/desk/following/")
    owner.get_by_role("button", name="Code zeigen").click()
    address, code = (owner.locator(f".qr .{name}").inner_text() for name in ("address", "code"))
    assert address == both.above.url
    desk.goto(f"http://localhost:{both.laptop.port}/desk/following/")
    desk.get_by_label("Adresse des anderen Geräts").fill(address)
    desk.get_by_label("Code", exact=True).fill(code.lower())
    desk.get_by_label("Auch frühere Turniere").check()
    desk.get_by_role("button", name="Koppeln", exact=True).click()
    expect(desk.get_by_role("main")).to_contain_text("Cegofreunde Müllheim")
    wait_until(lambda: source_of(both.laptop) == "level", "everything to be above")


@pytest.mark.long
def test_a_hand_at_the_laptop_is_on_the_federations_page_until_the_pairing_is_ended(
    both: BothSides, new_page: NewPage, watch: Watch
) -> None:
    watch.expect("status of (403|404|429|503)")
    owner, spectator = (new_page(kind, ignore_https_errors=True) for kind in ("desktop", "phone"))
    desk, phone = new_page("desktop"), new_page("phone")
    pair_by_code(both, owner, desk)
    spectator.goto(f"{both.above.url}/c/{both.club.slug}/")
    spectator.get_by_role("link", name=TITLE).first.click()
    spectator.goto(f"{spectator.url}standings/")
    spectator.evaluate("() => { window.same = true; }")
    shown = spectator.locator("main")
    before = shown.inner_text()
    enter(come(both.evening, phone, 1), 47)
    wait_until(lambda: shown.inner_text() != before, "the hand to be on the federation's page")
    assert spectator.evaluate("() => window.same"), "without being loaded anew"

    names = list(json_names(both))
    both.above.python(WISH.format(club=both.club.club, names=names[:2]))
    expect(desk.locator("#following")).to_contain_text("13 neue Personen", timeout=120_000)
    assert both.laptop.python(INITIALS).strip() in names[:2]

    owner.goto(f"{both.above.url}/desk/following/")
    owner.get_by_role("button", name="Kopplung beenden").first.click()
    expect(desk.locator("#following")).to_contain_text("hat die Kopplung beendet")
    assert source_of(both.laptop) == "revoked"


def json_names(both: BothSides) -> Iterator[str]:
    yield from sorted(
        both.evening.do(
            "print('|'.join(event.entrants.values_list('members__player__name', flat=True)))"
        ).split("|")
    )
