"""From people in the hall to seats on the wall: an announced seed, a round, guests and no-shows."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Locator, Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.looking import on_every_screen, unfold
from tests.patience import wait_until
from tests.server import RealServer

SET_UP = """
from tests.tournaments.event_builders import add_entrants, an_event
from tournaments.models import Entrant, EntrantState, Event
from tournaments.engines.plans import EventSettings, Format, StagePlan, dumped
event = an_event({preset!r}, title={title!r})
event.stages.filter(number=1).update(plan=dumped(StagePlan({plan})))
Event.objects.filter(pk=event.pk).update(settings=dumped(EventSettings({settings})))
event = Event.objects.get(pk=event.pk)
add_entrants(event, {here}, paid=True)
add_entrants(event, {expected}, EntrantState.EXPECTED)
Entrant.objects.filter(event=event, number=7).update(paid=False)
print(event.pk)
"""


HAND_IN = """
import uuid
from tournaments import ledger
from tournaments.models import Sitting
ledger.close_sheet(sitting=Sitting.objects.get(event={event}, number={number}), entry_id=uuid.uuid4())
"""


LOOK = 5000  # milliseconds between two looks of the round's page


def an_evening(
    server: RealServer,
    title: str,
    *,
    preset: str = "cego-three",
    plan: str = "rounds=2, hands=15",
    settings: str = "fee=1200, minutes=100",
    here: int = 42,
    expected: int = 0,
) -> str:
    """An event whose people are in the hall; the address of its desk."""
    code = SET_UP.format(
        title=title, preset=preset, plan=plan, settings=settings, here=here, expected=expected
    )
    pk = server.python(code).split()[-1]
    return f"http://localhost:{server.port}/desk/e/{pk}/"


def draw(page: Page, desk: str, seed: str) -> None:
    page.goto(f"{desk}draw/")
    again = page.locator("summary", has_text=re.compile("neu auslosen|Jetzt schon"))
    if again.count():
        again.click()
    page.get_by_label("Losnummer").fill(seed)
    page.get_by_role("button", name=re.compile("auslosen")).click()
    expect(page.locator(".said")).to_contain_text(seed)


def seats(page: Page) -> dict[str, list[str]]:
    """Who sits at which table, by start numbers, as the draft shows it."""
    tables = {}
    for table in page.locator(".table-card").all():
        number = table.locator(".table-big")
        if number.count():
            tables[number.inner_text()] = table.locator(".pick-number").all_inner_texts()
    return tables


def running(page: Page) -> dict[str, str]:
    """Who sits at which table, as the round shows it."""
    return {
        re.sub(r"\D", "", row.locator(".table-big").inner_text()): row.locator(".hall-names").inner_text()
        for row in page.locator(".hall-table").all()
    }


def someone(page: Page, label: str) -> Locator:
    """The list to choose somebody from, and its button."""
    return page.locator("form.pick-one").filter(has_text=label)


def test_forty_two_are_seated_by_an_announced_seed(
    desktop: Page, new_page: NewPage, real_server: RealServer
) -> None:
    desk = an_evening(real_server, "Sitzplätze")
    page = desktop
    page.goto(f"{desk}draw/")
    expect(page.locator(".next")).to_contain_text("42 da: 9 Vierertische und 2 Dreiertische.")
    draw(page, desk, "Sommerfest 1974")

    first = seats(page)
    people = [number for table in first.values() for number in table]
    assert Counter(map(len, first.values())) == {4: 9, 3: 2}
    assert sorted(map(int, people)) == list(range(1, 43))
    expect(page.get_by_text("Niemand trifft jemanden zweimal.")).to_be_visible()
    expect(page.locator(".badge.unpaid")).to_have_count(1)
    expect(page.locator(".seed-line")).to_contain_text("Sommerfest 1974")

    # Another seed, other seats; the same seed, the same seats.
    draw(page, desk, "Winterfest")
    assert seats(page) != first
    draw(page, desk, "Sommerfest 1974")
    assert seats(page) == first
    expect(page.locator(".seed-line")).to_contain_text("2 frühere Auslosungen")

    # Nobody sees it before it is published, everybody afterwards.
    phone = new_page("phone")
    public = desk.replace("/desk/", "/").replace("localhost", "club.test")
    assert phone.request.get(f"{public}draw/1/".replace("club.test", "127.0.0.1")).status == 404
    page.get_by_role("button", name=re.compile("aushängen")).click()
    expect(page.locator(".steps [aria-current]")).to_have_text("Ausgehängt")
    phone.goto(f"{public}draw/1/")
    expect(phone.locator(".seed-big")).to_have_text("Sommerfest 1974")
    with phone.expect_download() as saved:
        phone.get_by_role("link", name="round-1-1.json").click()
    assert saved.value.suggested_filename == "round-1-1.json"


def test_couples_apart_a_late_guest_and_a_no_show(desktop: Page, real_server: RealServer) -> None:
    desk = an_evening(real_server, "Paare und Gäste", expected=1)
    page = desktop
    for first, second in ((1, 2), (3, 4)):
        page.goto(f"{desk}people/")
        box = page.locator("details", has_text="Zusammen oder getrennt sitzen")
        box.evaluate("details => { details.open = true; }")
        page.locator("[name=one]").fill(str(first))
        page.locator("[name=other]").fill(str(second))
        page.get_by_role("button", name="Auseinanderhalten").click()
        expect(page.locator(".wishes li").first).to_be_visible()
    draw(page, desk, "Paare")
    expect(page.get_by_text("Alle, die getrennt sitzen wollten, sitzen getrennt.")).to_be_visible()
    tables = [set(table) for table in seats(page).values()]
    assert not any({"1", "2"} <= table or {"3", "4"} <= table for table in tables)
    page.get_by_role("button", name=re.compile("aushängen")).click()
    page.get_by_role("button", name=re.compile("eröffnen")).click()
    expect(page.locator(".steps [aria-current]")).to_have_text("Läuft")
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\s*(100:00|9\d:\d\d)\s*$"))

    # A guest comes late: one table of three becomes one of four, and it is said before it is done.
    before = running(page)
    late = someone(page, "Jemand kommt später")
    late.locator("select").select_option(index=1)
    guest = late.locator("option").nth(1).inner_text().strip()
    late.get_by_role("button").click()
    forecast = page.locator(".told-list")
    expect(forecast).to_contain_text("wird ein 4er-Tisch.")
    expect(forecast).to_contain_text("Sonst ändert sich kein Platz.")
    number = re.search(r"Tisch\s(\d+) wird", forecast.inner_text())[1]  # type: ignore[index]
    page.get_by_role("button", name="Als da abhaken, Platz suchen").click()
    expect(page.locator(".said")).to_be_visible()
    after = running(page)
    assert {table for table in after if after[table] != before[table]} == {number}
    assert guest in after[number]
    expect(page.locator(".by-hand")).to_contain_text(f"neue Plätze: Tisch {number}")

    # Somebody does not come: only that table changes.
    gone = someone(page, "Jemand kommt nicht")
    name, table = re.split(r"\s+· Tisch\s", gone.locator("option").nth(5).inner_text().strip())
    gone.locator("select").select_option(index=5)
    gone.get_by_role("button").click()
    expect(forecast).to_contain_text(f"{name} verlässt Tisch {table}.")
    page.get_by_role("button", name="Platz freigeben").click()
    expect(page.locator(".said")).to_be_visible()
    later = running(page)
    if len(after[table].split("·")) == 4:
        assert {number for number in later if later[number] != after[number]} == {table}
    assert name not in " · ".join(later.values()).split(" · ")


def test_two_are_tapped_one_after_the_other_and_warned_of(desktop: Page, real_server: RealServer) -> None:
    desk = an_evening(real_server, "Tausch", here=8)
    page = desktop
    draw(page, desk, "Tausch")
    first = seats(page)
    cards = page.locator(".table-card")
    cards.nth(0).locator(".pick").nth(0).click()
    cards.nth(1).locator(".pick").nth(2).click()
    forecast = page.locator(".told-list")
    expect(forecast).to_contain_text("wechselt von Tisch 1 an Tisch 2.")
    page.get_by_role("button", name="Tauschen").click()
    page.wait_for_url("**/draw/**")
    second = seats(page)
    assert second["1"][0] == first["2"][2]
    assert second["2"][2] == first["1"][0]


def test_without_a_script_the_button_does_it(new_page: NewPage, real_server: RealServer) -> None:
    desk = an_evening(real_server, "Tausch ohne Skript", here=8)
    page = new_page("desktop", java_script_enabled=False)
    draw(page, desk, "Tausch")
    first = seats(page)
    page.locator(".table-card").nth(0).locator("input").nth(0).check()
    page.locator(".table-card").nth(1).locator("input").nth(0).check()
    page.get_by_role("button", name="Die beiden tauschen").click()
    page.get_by_role("button", name="Tauschen").click()
    assert seats(page)["1"][0] == first["2"][0]
    page.get_by_role("button", name=re.compile("aushängen")).click()
    page.get_by_role("button", name=re.compile("eröffnen")).click()
    expect(page.locator(".hall-table")).to_have_count(2)
    expect(page.get_by_role("timer")).to_be_visible()


def test_the_list_of_tables_follows_the_hall(desktop: Page, real_server: RealServer) -> None:
    desk = an_evening(real_server, "Fortschritt", here=8)
    page = desktop
    page.clock.install()
    draw(page, desk, "Fortschritt")
    page.get_by_role("button", name=re.compile("aushängen")).click()
    page.get_by_role("button", name=re.compile("eröffnen")).click()
    expect(page.locator(".progress-words")).to_contain_text("0 von 2")
    event = desk.rstrip("/").rpartition("/")[2]
    for number in (1, 2):
        real_server.python(HAND_IN.format(event=event, number=number))
        page.clock.fast_forward(LOOK)
        expect(page.locator(".progress-words")).to_contain_text(f"{number} von 2")
    expect(page.locator("#closing")).to_contain_text("Vorzeitig abgegeben: Tisch 1")
    page.locator("summary", has_text="Trotzdem abschließen").click()
    page.get_by_label("Warum?").fill("Die Zeit ist um")
    page.get_by_role("button", name="Runde 1 trotzdem abschließen").click()
    expect(page.locator(".steps [aria-current]")).to_have_text("Abgeschlossen")


def left(page: Page) -> int:
    """Seconds on the clock."""
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def same_time(page: Page, other: Page) -> bool:
    """Both clocks run while they are read: what the other shows lies between two looks at the first."""
    before, between, after = left(page), left(other), left(page)
    return before + 1 >= between >= after - 1


def test_a_phone_whose_clock_is_wrong_shows_the_halls_time(
    desktop: Page, new_page: NewPage, real_server: RealServer
) -> None:
    desk = an_evening(real_server, "Rundenuhr", here=8)
    desktop.goto(f"{desk}rounds/")
    desktop.locator("summary", has_text="Minuten stellen").click()
    desktop.get_by_label("Minuten", exact=True).fill("90")
    desktop.get_by_role("button", name="Stellen").click()
    desktop.get_by_role("button", name="Weiter").click()
    expect(desktop.get_by_role("timer")).to_have_text(re.compile(r"^\s*(90:00|[678]\d:\d\d)\s*$"))

    phone = new_page("phone")
    phone.clock.install(time="2019-03-01T03:00:00")  # years behind
    phone.goto(f"{desk}rounds/")
    wait_until(lambda: same_time(desktop, phone), "the hall's time on the phone")
    sound = phone.get_by_role("button", name="Ton")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    phone.clock.fast_forward("01:10:00")  # as if it had been asleep, and counted on
    wait_until(lambda: same_time(desktop, phone), "the hall's time on the phone that had been asleep")

    # What the desk does arrives by itself.
    desktop.get_by_role("button", name="Anhalten").click()
    expect(desktop.get_by_text("Die Uhr steht")).to_be_visible()
    phone.clock.run_for(6000)
    expect(phone.get_by_text("Die Uhr steht")).to_be_visible()


PAGES = (
    "draw/",
    "draw/?by=name",
    "rounds/",
    "rounds/1/",
    "rounds/1/draw/",
    "rounds/1/guest/?entrant={guest}",
    "rounds/1/away/?entrant={one}",
    "rounds/1/exchange/?who={one}&who={other}",
)


def test_everybody_can_use_every_page(new_page: NewPage, real_server: RealServer, watch: Watch) -> None:
    watch.expect("status of 422")
    setting_up = new_page("desktop")
    desk = an_evening(real_server, "Alle Seiten", here=15, expected=1)
    draw(setting_up, desk, "Alle")
    setting_up.get_by_role("button", name=re.compile("aushängen")).click()
    setting_up.get_by_role("button", name=re.compile("eröffnen")).click()
    draw(setting_up, desk, "Noch eine")
    setting_up.goto(f"{desk}rounds/1/")
    values = "all => all.map(element => element.value).filter(Boolean)"
    absent, present = someone(setting_up, "Jemand kommt nicht").locator("option").evaluate_all(values)[:2]
    (guest,) = someone(setting_up, "Jemand kommt später").locator("option").evaluate_all(values)
    knockout = an_evening(
        real_server,
        "Baum",
        preset="ecarte-matches",
        plan="format=Format.DOUBLE",
        settings="",
        here=6,
    )
    draw(setting_up, knockout, "Baum")
    places = [desk + place.format(one=absent, other=present, guest=guest) for place in PAGES]
    places += [f"{knockout}draw/", f"{desk.replace('/desk/', '/')}draw/1/"]
    complaints = []
    page = new_page("phone")
    for place in places:
        page.goto(place)
        unfold(page)
        complaints += [f"{place}: {each}" for each in on_every_screen(page)]
    assert not complaints, "\n".join(complaints)
