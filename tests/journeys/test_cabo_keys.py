"""The keys of a round of Cabo, against a small model: whatever is typed, points stand at the right hand."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage
from tests.journeys.club import open_table
from tests.server import RealServer

NAMES = ("Gisela", "Horst", "Irmgard", "Jochen")
HIGHEST = 50
TYPE = """(sequences) => {
  const held = [...document.querySelectorAll(".held")];
  const keys = Object.fromEntries([...document.querySelectorAll("[data-focus-pad] [data-key]")]
    .map((key) => [key.dataset.key, key]));
  return sequences.map((sequence) => {
    for (const field of held) field.value = "";
    held[0].blur();
    held[0].focus();
    for (const key of sequence) keys[key].click();
    const now = document.querySelector(".held.current");
    const said = document.querySelector(".turn bdi").textContent;
    const rows = [...document.querySelectorAll(".cabo-row")].map((row) => row.hasAttribute("aria-current"));
    return [held.map((field) => field.value), now ? held.indexOf(now) : null, rows.indexOf(true), said];
  });
}"""


def typed(keys: Sequence[str]) -> tuple[list[str], int | None]:
    """The hands after these keys, and whose hand is next; None: everybody has a value."""
    values = [""] * len(NAMES)
    at: int | None = 0
    left: list[int] = []

    def go_on(here: int) -> int | None:
        left.append(here)
        empty = [seat for seat, value in enumerate(values) if not value]
        return next((seat for seat in empty if seat > here), empty[0] if empty else None)

    for key in keys:
        if key == "back":
            if at is None or not values[at]:
                at = left.pop() if left else at
            if at is not None:
                values[at] = values[at][:-1]
        elif at is None:
            continue
        elif key == "next":
            if values[at] and int(values[at]) <= HIGHEST:
                at = go_on(at)
        elif values[at] in ("", "1", "2", "3", "4", "5"):
            values[at] += key
            if int(values[at]) <= HIGHEST and values[at] not in ("1", "2", "3", "4", "5"):
                at = go_on(at)
    return values, at


def written(value: int, enter: bool) -> list[str]:
    """What people type for a hand: the key to go on where it is needed, or always."""
    return [*str(value), *(["next"] if enter or value in range(1, 6) else [])]


@pytest.fixture
def table(real_server: RealServer, new_page: NewPage) -> Page:
    table = open_table(real_server, "cabo", NAMES, dealer=1)
    page = new_page("phone")
    table.let_write(page.context)
    page.goto(table.url)
    expect(page.locator("[data-focus-pad]")).to_be_visible()
    return page


def test_every_value_stands_at_its_hand_with_the_key_to_go_on_and_without(table: Page) -> None:
    rounds = [
        [value, other, (value * 7) % 51, last]
        for value in range(HIGHEST + 1)
        for other, last in ((HIGHEST - value, 4), (value, 7), (10, 0))
    ]
    entered = [
        [key for value in values for key in written(value, enter)]
        for values in rounds
        for enter in (True, False)
    ]
    wanted = [[str(value) for value in values] for values in rounds for _enter in (True, False)]
    shown = table.evaluate(TYPE, entered)
    assert [values for values, *_rest in shown] == wanted
    assert {now for _values, now, *_rest in shown} == {None}
    # As it was reported: 7, the key to go on out of habit, 50, 10, 4.
    [[values, *_rest]] = table.evaluate(TYPE, [["7", "next", "5", "0", "1", "0", "4"]])
    assert values == ["7", "50", "10", "4"]


def test_whatever_is_tapped_the_keys_do_as_the_model_says(table: Page) -> None:
    chance = random.Random(1250)
    keys = [*"0123456789", "next", "next", "next", "back", "back"]
    entered = [[chance.choice(keys) for _key in range(chance.randrange(1, 18))] for _sequence in range(250)]
    shown = table.evaluate(TYPE, entered)
    for sequence, (values, now, marked, name) in zip(entered, shown, strict=True):
        assert (values, now) == typed(sequence), sequence
        assert marked == (-1 if now is None else now), sequence
        assert now is None or name == NAMES[now], sequence


def test_a_hand_is_chosen_by_a_tap_and_its_value_replaced(table: Page) -> None:
    """Also by a keyboard: going on saves nothing."""
    table.evaluate(TYPE, [["1", "2", "3", "0"]])
    held = table.locator(".held")
    held.nth(0).tap()
    table.locator("[data-key='4']").tap()
    expect(held.nth(0)).to_have_value("4")
    table.keyboard.press("Enter")
    expect(held.nth(2)).to_be_focused()
    table.keyboard.type("8")
    expect(held.nth(3)).to_be_focused()
    table.keyboard.type("57")
    expect(held.nth(3)).to_have_attribute("aria-invalid", "true")
    table.keyboard.press("Enter")
    expect(held.nth(3)).to_be_focused()
    assert held.evaluate_all("all => all.map((element) => element.value)") == ["4", "30", "8", "57"]
    expect(table.locator("#table")).to_have_attribute("data-tag", re.compile(r"\|0-"))
