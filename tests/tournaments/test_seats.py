"""The seats of one table, drawn so that anybody can repeat it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.test import Client

from tests.tournaments.visitors import named
from tournaments.engines.seatdraw import draw_seats, new_seed
from tournaments.models import Sitting

NAMES = ("Anna", "Łukasz", "Gökçe", "Ñandú")


def test_the_same_names_and_seed_give_the_same_seats_in_whatever_order_they_were_typed() -> None:
    assert draw_seats(NAMES, "K7Q2MX") == draw_seats(NAMES[::-1], "K7Q2MX")


def test_another_interpreter_draws_the_same() -> None:
    program = f"from tournaments.engines.seatdraw import draw_seats; print(draw_seats({NAMES!r}, 'K7Q2MX'))"
    drawn = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert drawn == {f"{draw_seats(NAMES, 'K7Q2MX')}\n"}


def test_everybody_gets_every_seat_and_every_partner_equally_often() -> None:
    first = [draw_seats(NAMES, f"seed {number}")[0] for number in range(4000)]
    for name in NAMES:
        for seat in range(4):
            assert 850 < sum(seated[seat] == name for seated in first) < 1150
    partners = sum(
        "Łukasz" in (seated[0], seated[2]) and "Anna" in (seated[0], seated[2]) for seated in first
    )
    opponents = sum(
        "Łukasz" in (seated[1], seated[3]) and "Anna" in (seated[1], seated[3]) for seated in first
    )
    assert 1150 < partners + opponents < 1520, "one in three is one's partner"


def test_seeds_differ_and_have_no_letters_that_look_alike() -> None:
    seeds = {new_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert not set("".join(seeds)) & set("01IO")


@pytest.mark.django_db
def test_the_page_draws_the_seats_and_the_table_keeps_the_seed() -> None:
    browser = Client(headers={"accept-language": "en"})
    page = browser.post("/new/cego/", named(draw="1"))
    seed = page.context["seed"]
    seated = [name for _, name, *_ in page.context["form"].chairs if name]
    assert page.status_code == 200
    assert not Sitting.objects.exists(), "drawing opens nothing"
    assert tuple(seated) == draw_seats(NAMES, seed)[0]
    assert f"Seats drawn with the draw number {seed}" in page.text
    browser.post("/new/cego/", named(tuple(seated), seed=seed))
    assert Sitting.objects.get().seat_seed == seed
    assert seed in browser.get(f"/t/{Sitting.objects.get().pk}/").text


@pytest.mark.django_db
def test_seats_that_were_changed_after_the_draw_do_not_carry_its_seed() -> None:
    seated = draw_seats(NAMES, "K7Q2MX")[0]
    Client().post("/new/cego/", named(seated[::-1], seed="K7Q2MX"))
    assert Sitting.objects.get().seat_seed == ""


@pytest.mark.django_db
def test_a_table_can_begin_like_another_one() -> None:
    browser = Client()
    browser.post("/new/cego/", named(("A", "B", "C"), preset="baden2006"))
    first = Sitting.objects.get()
    browser.post("/new/cego/", named(("X", "Y", "Z", "W")))
    page = browser.get(f"/new/cego/?like={first.pk}")
    assert [name for _, name, *_ in page.context["form"].chairs if name] == ["A", "B", "C"]
    for nonsense in ("", "x", "99999", "9" * 50, "²"):
        assert browser.get("/new/cego/", {"like": nonsense}).status_code == 200
