"""What lost games cost: scales as clubs have them, and laws that hold for all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engines.lostgames import LostGameScale, ScaleStep, is_scale

NUMBERS = (0, 1, 3, 4, 5, 7)
SCALES = {
    "1–3 0.50, from the 4th 1.00": ((ScaleStep(1, 50), ScaleStep(4, 100)), (0, 50, 150, 250, 350, 550)),
    "1–3 0.50, 4–5 1.00, from 6 3.00": (
        (ScaleStep(1, 50), ScaleStep(4, 100), ScaleStep(6, 300)),
        (0, 50, 150, 250, 350, 950),
    ),
    "1–3 1.00, from the 4th 2.00": ((ScaleStep(1, 100), ScaleStep(4, 200)), (0, 100, 300, 500, 700, 1100)),
    "0.50, from the 5th 1.00": ((ScaleStep(1, 50), ScaleStep(5, 100)), (0, 50, 150, 200, 300, 500)),
    "1.00 each": ((ScaleStep(1, 100),), (0, 100, 300, 400, 500, 700)),
}


@pytest.mark.parametrize("name", SCALES)
def test_scales_of_clubs(name: str) -> None:
    steps, costs = SCALES[name]
    scale = LostGameScale(steps, through=False)
    assert is_scale(steps)
    assert tuple(scale.total([[""] * lost]) for lost in NUMBERS) == costs


def test_steps_begin_anew_in_each_round_or_run_through_the_evening() -> None:
    steps, lost = (ScaleStep(1, 50), ScaleStep(4, 100)), ([""] * 5, [""] * 2)
    assert LostGameScale(steps, through=False).of_rounds(lost) == (350, 100)
    assert LostGameScale(steps, through=True).of_rounds(lost) == (350, 200)


def test_a_contract_may_have_a_price_of_its_own_and_counts_on_the_scale() -> None:
    scale = LostGameScale((ScaleStep(1, 50), ScaleStep(3, 100)), through=False, by={"solo": 200, "bettel": 0})
    assert scale.of_rounds([["eine", "solo", "eine", "bettel"]]) == (50 + 200 + 100,)


@pytest.mark.parametrize(
    "steps",
    [
        (ScaleStep(2, 50),),
        (ScaleStep(1, 50), ScaleStep(1, 100)),
        (ScaleStep(1, 50), ScaleStep(4, 100), ScaleStep(3, 50)),
        (ScaleStep(1, -50),),
        tuple(ScaleStep(place, 50) for place in range(1, 6)),
    ],
)
def test_what_is_no_scale(steps: tuple[ScaleStep, ...]) -> None:
    assert not is_scale(steps)


scales = st.lists(
    st.tuples(st.integers(2, 9), st.integers(0, 500)), max_size=3, unique_by=lambda step: step[0]
).map(lambda more: (ScaleStep(1, 50), *(ScaleStep(*step) for step in sorted(more))))


@given(steps=scales, rounds=st.lists(st.lists(st.just(""), max_size=12), max_size=5))
def test_through_the_evening_it_makes_no_difference_how_the_rounds_are_cut(
    steps: tuple[ScaleStep, ...], rounds: list[list[str]]
) -> None:
    whole = [what for lost in rounds for what in lost]
    assert LostGameScale(steps, through=True).total(rounds) == LostGameScale(steps, through=False).total(
        [whole]
    )


@given(steps=scales, lost=st.integers(0, 30), through=st.booleans())
def test_one_more_lost_game_costs_its_price_more(
    steps: tuple[ScaleStep, ...], lost: int, through: bool
) -> None:
    scale = LostGameScale(steps, through)
    assert scale.total([[""] * (lost + 1)]) - scale.total([[""] * lost]) == scale.price(lost + 1)
