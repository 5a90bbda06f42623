"""The director: a correction with all that follows from it, two directors at once, decisions, wrong seats."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import Evening
from tests.journeys.looking import in_both_lights, sticks_out
from tests.journeys.thumb import Thumb
from tests.server import RealServer

HALL = """
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin, draw, end, play, publish, table
from tournaments.models import Player
from tournaments.engines.plans import Format, StagePlan, dumped
event = an_event(title={title!r})
event.stages.exclude(number=1).delete()
event.stages.update(plan=dumped(StagePlan(format=Format.STANDING, rounds=3, hands=16)))
add_entrants(event, 16)
first = begin(event)
for number in (1, 2, 3, 4):
    play(table(first, number), *[1 + (number + hand) % 4 for hand in range(10)])
end(first)
publish(event)
print(event.pk)
"""
FIRST = """
from tournaments.models import Sitting
sitting = Sitting.objects.get(event=event, round__number=1, number=3)
"""
ENTRIES = FIRST + "print(sitting.entry_set.count())"
SEATED = FIRST + "for chair in sitting.chairs.order_by('seat'): print(chair.player)"


@pytest.fixture
def evening(real_server: RealServer) -> Evening:
    """Sixteen people, ten hands at each of four tables, and a second round drawn from the standings."""
    code = HALL.format(title="Herbstturnier")
    return Evening(real_server, int(real_server.python(code).split()[-1]))


def because(page: Page, reason: str) -> None:
    page.get_by_label(re.compile(r"^\s*Warum")).fill(reason)


def opens_hand(page: Page, evening: Evening, table: int, hand: int) -> Thumb:
    """From the round to the table to the hand."""
    page.goto(f"{evening.desk}rounds/1/")
    page.locator(f"#table-{table} a").first.click()
    page.get_by_role("link", name=f"Spiel {hand} korrigieren", exact=True).click()
    expect(page.locator("#entry")).to_be_visible()
    return Thumb(page)


def test_a_correction_shows_what_it_moves_before_it_is_saved_and_to_everybody_afterwards(
    evening: Evening, desktop: Page, new_page: NewPage
) -> None:
    page = desktop
    people = evening.do(SEATED).splitlines()
    thumb = opens_hand(page, evening, 3, 9)
    before = page.locator(".lead").inner_text()
    assert "+30" in before
    wrong = next(name for name in people if f"({name} +30)" in before)
    right = next(name for name in people if name != wrong)

    # What changes, before anything is saved: the table, the places, the seats drawn from them.
    entries = evening.do(ENTRIES)
    thumb.tap(thumb.seat(right))
    moved = page.locator("#preview")
    expect(moved.locator(".moved-totals")).to_contain_text(right)
    expect(moved.locator(".moved-totals")).to_contain_text(wrong)
    expect(moved.locator(".moved-rows tbody tr")).not_to_have_count(0)
    expect(moved).to_contain_text("Runde 2 ist nach dem bisherigen Stand ausgelost")

    # Points can be typed, and a keyboard's arrows count.
    points = page.get_by_role("textbox", name="Punkte des Alleinspielers")
    typed = points.input_value()
    points.press("ArrowUp")
    expect(points).to_have_value(str(int(typed) + 1))
    points.fill(typed)
    expect(moved.locator(".moved-totals")).to_contain_text(right)
    assert (sticks_out(page), in_both_lights(page)) == ([], [])

    # Not without a reason.
    save = page.get_by_role("button", name="Korrektur speichern")
    save.click()
    assert page.evaluate("document.activeElement.name") == "desk-reason"
    assert evening.do(ENTRIES) == entries
    because(page, "Alleinspieler verwechselt")
    with page.expect_request(lambda sent: sent.method == "POST") as sending:
        save.click()
    expect(page.locator(".said")).to_contain_text("Gespeichert")
    sent = sending.value

    # The very same request once more, as a weak radio repeats it: one entry, one line in the list.
    again = page.request.post(
        sent.url,
        data=sent.post_data or "",
        headers={
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://localhost:{evening.server.port}",
        },
        max_redirects=0,
        fail_on_status_code=False,
    )
    assert again.status == 302
    assert int(evening.do(ENTRIES)) == int(entries) + 1

    # At the desk and in the hall: old, new, why, by whom, and who moved.
    page.goto(f"{evening.desk}corrections/")
    row = page.locator(".corrections li.card")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Runde 1 · Tisch 3 · Spiel 9")
    expect(row).to_contain_text("Alleinspieler verwechselt")
    expect(row.locator(".was")).to_contain_text(wrong)
    expect(row.locator(".now")).to_contain_text(right)
    expect(row.locator(".moved-list li")).not_to_have_count(0)
    assert (sticks_out(page), in_both_lights(page)) == ([], [])
    phone = new_page("phone")
    phone.goto(f"{evening.url}corrections/")
    expect(phone.locator("main")).to_contain_text("Alleinspieler verwechselt")
    expect(phone.locator("main")).to_contain_text(right)


def test_of_two_directors_the_second_is_told_and_loses_nothing(
    evening: Evening, desktop: Page, new_page: NewPage, watch: Watch
) -> None:
    other = new_page("desktop")
    people = evening.do(SEATED).splitlines()
    first, second = opens_hand(desktop, evening, 3, 9), opens_hand(other, evening, 3, 9)
    before = desktop.locator(".lead").inner_text()
    free = [name for name in people if f"({name} " not in before]
    for thumb, name, reason in ((first, free[0], "so war es"), (second, free[1], "nein, so")):
        thumb.tap(thumb.seat(name))
        expect(thumb.preview.locator(".moved-totals")).to_contain_text(name)
        because(thumb.page, reason)
    desktop.get_by_role("button", name="Korrektur speichern").click()
    expect(desktop.locator(".said")).to_contain_text("Gespeichert")
    watch.expect("status of 409")
    other.get_by_role("button", name="Korrektur speichern").click()
    expect(other.get_by_role("alert")).to_contain_text("gerade geändert")
    # What the second had typed is still there, compared with what stands there now.
    expect(other.get_by_label(re.compile(r"^\s*Warum"))).to_have_value("nein, so")
    expect(other.locator(".moved-totals")).to_contain_text(free[0])
    other.get_by_role("button", name="Korrektur speichern").click()
    expect(other.locator(".said")).to_contain_text("Gespeichert")
    other.goto(f"{evening.desk}corrections/")
    expect(other.locator(".corrections li.card")).to_have_count(2)


def test_without_a_script_too_the_look_comes_before_saving(evening: Evening, new_page: NewPage) -> None:
    page = new_page("desktop", java_script_enabled=False)
    page.goto(f"{evening.desk}tables/1/3/hand/9/")
    other = page.locator('input[name="declarer"]:not(:checked)').first
    other.check(force=True)
    because(page, "ohne Skript")
    page.get_by_role("button", name="Korrektur speichern").click()
    expect(page.locator(".moved-totals")).to_be_visible()
    expect(page.locator(".said")).to_have_count(0)
    page.get_by_role("button", name="Korrektur speichern").click()
    expect(page.locator(".said")).to_contain_text("Gespeichert")


def test_a_penalty_is_decided_listed_and_taken_back(evening: Evening, desktop: Page) -> None:
    page = desktop
    page.goto(f"{evening.desk}corrections/")
    page.get_by_role("link", name="Strafen und Entscheidungen").click()
    page.get_by_role("link", name=re.compile("Strafe oder Gutschrift")).click()
    page.get_by_role("combobox", name="Wer", exact=True).fill(
        page.locator("[name=entrant] option").nth(4).text_content() or ""
    )
    page.get_by_label("Wie viele Punkte?").fill("60")
    page.get_by_role("button", name="Zeigen, was sich ändert").click()
    expect(page.locator(".moved-rows tbody tr")).not_to_have_count(0)
    assert (sticks_out(page), in_both_lights(page)) == ([], [])
    because(page, "Karten gezeigt")
    page.get_by_role("button", name="So entscheiden").click()
    expect(page.locator(".said")).to_contain_text("Die Entscheidung ist gespeichert.")
    row = page.locator(".rows .row")
    expect(row).to_contain_text("−60")
    assert (sticks_out(page), in_both_lights(page)) == ([], [])
    row.get_by_role("link", name=re.compile("Zurücknehmen")).click()
    because(page, "falsche Person")
    page.get_by_role("button", name="Zurücknehmen").click()
    expect(row).to_contain_text("zurückgenommen")
    page.goto(f"{evening.desk}corrections/")
    expect(page.locator(".corrections h2")).to_have_text(["Strafe: zurückgenommen", "Strafe"])


def test_two_who_sat_wrong_are_exchanged_on_a_phone_at_the_desk(evening: Evening, new_page: NewPage) -> None:
    page = new_page("desktop", viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"{evening.desk}tables/1/3/")
    assert (sticks_out(page), in_both_lights(page)) == ([], [])
    page.get_by_role("link", name="Zwei saßen vertauscht").click()
    for label, place in (("Diese Person", 1), ("und diese", 6)):
        name = page.locator("select[name=who]").first.locator("option").nth(place).text_content()
        page.get_by_label(label).fill(name or "")
    page.get_by_role("button", name="Zeigen, was sich ändert").click()
    expect(page.get_by_role("heading", name="Was sich ändert")).to_be_visible()
    assert (sticks_out(page), in_both_lights(page)) == ([], [])
    because(page, "Tischkarten vertauscht")
    page.get_by_role("button", name="Tauschen").click()
    expect(page.locator(".said")).to_contain_text("Getauscht")
    page.goto(f"{evening.desk}corrections/")
    expect(page.locator(".corrections")).to_contain_text("haben die Plätze getauscht")


def test_a_list_on_paper_comes_in_after_the_round(evening: Evening, desktop: Page) -> None:
    page = desktop
    page.goto(f"{evening.desk}tables/1/3/")
    page.get_by_role("link", name="Stände vom Papier nachtragen").click()
    page.get_by_label("Wie viele stehen auf dem Papier?").fill("2")
    for field in page.locator("[name^=totals]").all():
        field.fill("120")
    expect(page.locator("#paper-preview .moved-totals")).to_be_visible()
    assert (sticks_out(page), in_both_lights(page)) == ([], [])
    because(page, "Handy war leer")
    page.get_by_role("button", name="Speichern").click()
    expect(page.locator(".said")).to_contain_text("Gespeichert")
    expect(page.locator(".lead")).to_contain_text("Die Runde ist abgeschlossen. Spiel 12 von 16.")
