"""A list on several projectors: everybody stands on exactly one of them, and the letters say on which."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.lists.shares import MOST_PARTS, SHARES, Share, belongs, borders, even, letters, share_of

NAMES = st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6), min_size=1, max_size=60)


@given(NAMES, st.integers(1, MOST_PARTS))
def test_everybody_stands_on_exactly_one_screen_in_the_order_of_names(names: list[str], of: int) -> None:
    cut = borders(names, of)
    assert list(cut) == sorted(cut)
    shares = [Share(part, of) for part in range(1, of + 1)]
    rows = [[name for name in sorted(names) if belongs(name, cut, share)] for share in shares]
    assert [name for row in rows for name in row] == sorted(names)


@given(st.integers(0, 200), st.integers(1, MOST_PARTS))
def test_ranks_are_split_evenly_and_completely(count: int, of: int) -> None:
    rows = [even(range(count), Share(part, of)) for part in range(1, of + 1)]
    if count >= of:
        assert [place for row in rows for place in row] == list(range(count))
        assert max(map(len, rows)) - min(map(len, rows)) <= 1


def test_the_letters_cover_the_alphabet() -> None:
    names = [f"{letter}{number}" for letter in "abdehkmrsw" for number in range(15)]
    cut = borders(names, 2)
    assert [letters(names, cut, Share(part, 2)) for part in (1, 2)] == ["A – J", "K – Z"]
    cut = borders(names, 3)
    assert [letters(names, cut, Share(part, 3)) for part in (1, 2, 3)] == ["A – D", "E – Q", "R – Z"]


def test_a_letter_that_half_the_hall_has_is_split_by_the_second_one() -> None:
    names = [f"s{letter}x" for letter in "abcdefghijklmnopqrst"] + ["a", "z"]
    cut = borders(names, 2)
    assert [letters(names, cut, Share(part, 2)) for part in (1, 2)] == ["A – Sj", "Sk – Z"]


def test_a_screen_whose_part_would_be_empty_shows_everything() -> None:
    assert list(even([1], Share(1, 2))) == [1]
    assert list(even([1, 2, 3, 4], Share(2, 4))) == [2]


@pytest.mark.parametrize(
    "asked", ["", None, "1", "0/2", "3/2", "1/9", "a/b", "1/1", "²/³", "1/2/3", "99999/2"]
)
def test_what_cannot_be_a_part_is_everything(asked: object) -> None:
    assert share_of(asked).whole


def test_what_is_written_is_read() -> None:
    assert [share_of(share.key) for share in SHARES if not share.whole] == [
        share for share in SHARES if not share.whole
    ]
