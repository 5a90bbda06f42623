"""A whole evening through the pages: twelve people, two rounds, phones in three languages, a certificate."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage
from tests.journeys.test_event_setup import begin, save
from tests.journeys.thumb import Thumb
from tests.server import RealServer
from tests.tournaments.paper import codes_of, glued, text_of


@pytest.fixture(scope="module")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """A server of this evening's own: whom a register knows decides which names are doubtful."""
    server = RealServer(tmp_path_factory.mktemp("evening") / "data").start()
    yield server
    server.stop()


NAMES = (
    "Adelheid Ähren",
    "Bruno Brüstle",
    "Carla Dold",
    "Detlef Faller",
    "Elfriede Ganter",
    "Franz Hummel",
    "Gökçe Yıldız",
    "Hubert Žižka",
    "Irmgard Kern",
    "Łukasz Maier",
    "Ñandú Nagel",
    "Otto Straub",
)
LANGUAGES = {  # a word of the preview, the heading of the ranking
    "de-DE": (" mit ", "Rangliste"),
    "en-GB": (" with ", "Standings"),
    "es-ES": (" con ", "Clasificación"),
}
# Two hands at each table: who plays (by seat), points in the tricks, what they are worth.
HANDS = {1: ((1, 47, 30), (2, 33, -30)), 2: ((3, 70, 110), (4, 36, -20)), 3: ((2, 60, 80), (2, 10, -90))}


LOOK = 5000  # milliseconds between two looks of the round's page


@dataclass
class Evening:
    """The laptop at one event; `totals` is kept by hand, as a treasurer would."""

    page: Page
    server: RealServer
    totals: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.desk = self.page.url

    def go(self, path: str) -> None:
        self.page.goto(self.desk + path)

    def press(self, words: str) -> None:
        self.page.get_by_role("button", name=words).first.click()

    def step(self, words: str) -> None:
        """How far the round is."""
        expect(self.page.locator(".steps [aria-current]")).to_have_text(words)

    def draw(self, seed: str) -> None:
        """Draw, hang out, open."""
        self.go("draw/")
        self.page.get_by_label("Losnummer").fill(seed)
        self.press("auslosen")
        expect(self.page.locator(".said")).to_contain_text(seed)
        self.press("aushängen")
        self.step("Ausgehängt")
        self.press("eröffnen")
        self.step("Läuft")

    def cards(self) -> list[str]:
        """What cameras see on the printed cards, table by table, as phones of the hall would open it."""
        paper = self.page.request.get(f"{self.desk}paper/cards.pdf").body()
        return [f"{self.server.url}/j#{code.partition('#')[2]}" for code in codes_of(paper)]

    def all_play(self, phones: dict[str, Thumb]) -> None:
        """Every table scans its card, writes its hands and hands its sheet in."""
        for number, (card, (language, thumb)) in enumerate(
            zip(self.cards(), phones.items(), strict=True), start=1
        ):
            phone = thumb.page
            phone.goto(card)
            phone.wait_for_url("**/whose/**")
            phone.locator("main form button").last.click()
            expect(phone.locator("#entry")).to_be_visible()
            # Without the places at which a long name may break.
            names = [
                name.replace("\N{SOFT HYPHEN}", "") for name in phone.locator(".seat-name").all_inner_texts()
            ]
            for seat, points, worth in HANDS[number]:
                thumb.tap(thumb.tile("declarer", str(seat)))
                thumb.tap(thumb.tile("contract", "eine"))
                thumb.digits(points)
                expect(thumb.preview).to_contain_text(LANGUAGES[language][0])
                thumb.saves()
                self.totals[names[seat - 1]] += worth
            thumb.tap(phone.locator("button[form=closing]"))
            expect(phone.locator("button[form=closing]")).to_have_count(0)

    def close(self) -> None:
        """The laptop notices by itself that all tables are in."""
        self.page.clock.fast_forward(LOOK)
        expect(self.page.locator(".progress-words")).to_contain_text("3 von 3")
        self.press("abschließen")
        self.step("Abgeschlossen")


@pytest.mark.long
def test_an_evening_from_the_paste_to_the_certificate(
    desktop: Page, new_page: NewPage, real_server: RealServer
) -> None:
    page = desktop
    page.clock.install()
    begin(page, f"http://localhost:{real_server.port}/desk/", "cego-schwarzwald", "Martini-Cego")
    evening = Evening(page, real_server)
    evening.go("settings/stages/1/")
    page.locator("[name=hands]").fill("2")
    save(page)

    # A pasted list, looked at before it is taken; then the door.
    evening.go("people/")
    page.locator("summary", has_text="Liste einfügen").click()
    page.locator("textarea[name=text]").fill("\n".join(NAMES))
    evening.press("Liste ansehen")
    page.locator("main form button.primary").last.click()
    expect(page.locator(".entries li")).to_have_count(len(NAMES))
    evening.go("door/")
    for done, row in enumerate(page.locator(".door-row").all(), start=1):
        row.locator(".tap").first.click()
        expect(page.locator(".door-sum")).to_have_text(f"{done} von 12 da")

    # Two rounds; in the second nobody meets anybody again, and the phones find their new sheets.
    phones = {language: Thumb(new_page("phone", locale=language)).hastes() for language in LANGUAGES}
    for seed in ("Gans", "Laterne"):
        evening.draw(seed)
        evening.all_play(phones)
        evening.close()

    # The ranking is what the treasurer has added up; everybody reads it in his language.
    evening.go("standings/")
    shown = {
        row.locator("th b").inner_text(): int(row.locator(".total").inner_text().replace("−", "-"))
        for row in page.locator(".ranking tbody tr").all()
    }
    assert shown == {name: evening.totals[name] for name in NAMES}
    assert list(shown.values()) == sorted(shown.values(), reverse=True)
    winner = next(iter(shown))
    public = evening.desk.replace("/desk/", "/").replace("localhost", "club.test")
    for language, thumb in phones.items():
        phone = thumb.page
        phone.goto(f"{public}standings/")
        expect(phone.locator("h1, h2").first).to_contain_text(LANGUAGES[language][1])
        expect(phone.locator(".ranking tbody tr").first).to_contain_text(winner)

    # Official, and on paper.
    evening.go("")
    page.get_by_role("link", name="Ergebnisse amtlich machen").click()
    evening.press("Die Ergebnisse sind amtlich")
    expect(page.locator(".next")).to_contain_text("amtlich")
    page.locator(".tabs").get_by_role("link", name="Druck", exact=True).click()
    link = page.get_by_role("link", name="Urkunden", exact=True).get_attribute("href")
    certificates = page.request.get(f"http://localhost:{real_server.port}{link}").body()
    words = glued(text_of(certificates))
    for name in list(shown)[:3]:
        assert glued(name) in words
    assert re.search(r"1\.Platz", words)
