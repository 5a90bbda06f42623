"""What is made once for many readers."""

from __future__ import annotations

import threading

import pytest
from django.test import override_settings

from config.caches import Cache, Pictures
from tests import together

READERS = 8


def test_what_many_ask_for_at_once_is_made_once() -> None:
    cache: Cache[str, int] = Cache(4)
    calls: list[int] = []

    def make() -> int:
        calls.append(1)
        return len(calls)

    assert together.at_once(*[lambda: cache.get("key", make)] * READERS) == [1] * READERS
    assert calls == [1]


def test_who_wants_another_value_does_not_wait_for_one_that_takes_long() -> None:
    cache: Cache[str, str] = Cache(4)
    asked, other = threading.Event(), threading.Event()

    def slow() -> str:
        asked.set()
        assert other.wait(60)
        return "slow"

    def quick() -> str:
        assert asked.wait(60)
        value = cache.get("quick", lambda: "quick")
        other.set()
        return value

    assert together.at_once(lambda: cache.get("slow", slow), quick) == ["slow", "quick"]


def test_what_could_not_be_made_is_tried_again_and_the_oldest_is_forgotten() -> None:
    cache: Cache[str, str] = Cache(2)
    with pytest.raises(ZeroDivisionError):
        cache.get("a", lambda: str(1 / 0))
    assert cache.look_up("a") is None
    assert cache.get("a", lambda: "now") == "now"
    cache.get("b", lambda: "b")
    cache.get("c", lambda: "c")
    assert len(cache) == 2
    assert cache.get("a", lambda: "again") == "again"


def test_who_was_asked_for_last_stays() -> None:
    cache: Cache[str, str] = Cache(2)
    cache.put("a", "1")
    cache.put("b", "2")
    cache.get("a", lambda: "other")
    cache.put("c", "3")
    assert [cache.look_up(key) for key in "abc"] == ["1", None, "3"]
    cache.clear()
    assert cache.look_up("a") is None


def test_only_what_is_missing_is_made_and_all_of_it_is_answered_whatever_the_size() -> None:
    cache: Cache[int, int] = Cache(2)
    asked: list[list[int]] = []

    def squares(numbers: list[int]) -> dict[int, int]:
        asked.append(numbers)
        return {number: number**2 for number in numbers}

    assert cache.get_many([1, 2], squares) == {1: 1, 2: 4}
    assert cache.get_many([2, 3, 4], squares) == {2: 4, 3: 9, 4: 16}
    assert cache.get_many([4], squares) == {4: 16}
    assert asked == [[1, 2], [3, 4]]
    assert len(cache) == 2


def test_it_never_grows_beyond_its_size_while_many_write() -> None:
    cache: Cache[int, int] = Cache(3)

    def write(first: int) -> None:
        for number in range(first, first + 200):
            values = cache.get_many([number, number + 1], lambda keys: {key: -key for key in keys})
            assert values == {number: -number, number + 1: -number - 1}
            assert len(cache) <= 3

    together.at_once(*[lambda first=first: write(first) for first in range(0, 400, 50)])


def test_what_is_heavy_together_is_no_more_than_so_heavy() -> None:
    cache: Cache[int, str] = Cache(100, len, 10)
    for key in range(5):
        cache.get(key, lambda: "three")
        assert cache.weight <= 10
    assert [key for key in range(5) if cache.look_up(key)] == [3, 4]
    cache.put(4, "four")
    assert (cache.weight, cache.look_up(3)) == (9, "three")
    assert cache.get(9, lambda: "heavier than all others") == "heavier than all others"
    assert cache.get_many([9], lambda _missing: {}) == {9: "heavier than all others"}
    cache.get_many([1, 2], lambda missing: dict.fromkeys(missing, "x"))
    assert (cache.weight, len(cache)) == (2, 2)
    cache.clear()
    assert (cache.weight, len(cache)) == (0, 0)


def test_of_a_subject_only_the_last_pictures_are_held() -> None:
    pictures: Pictures[str, int, str] = Pictures(100, 2)
    for mark in range(5):
        for subject in "ab":
            assert pictures.get((subject, mark), lambda: "new") == "new"
    assert [mark for mark in range(5) if pictures.look_up(("a", mark))] == [3, 4]
    assert len(pictures) == 4
    pictures.drop(("a", 4))
    pictures.put(("a", 5), "put")
    assert [mark for mark in range(6) if pictures.look_up(("a", mark))] == [3, 5]
    assert pictures.get_many([("b", 4), ("b", 6)], lambda missing: dict.fromkeys(missing, "x")) == {
        ("b", 4): "new",
        ("b", 6): "x",
    }
    assert [mark for mark in range(7) if pictures.look_up(("b", mark))] == [4, 6]


def test_pictures_are_weighed_and_the_oldest_subjects_go_first() -> None:
    pictures: Pictures[int, int, str] = Pictures(3, 1, len, 10)
    for subject in range(5):
        pictures.get((subject, 0), lambda: "three")
    assert (pictures.weight, len(pictures)) == (10, 2)
    pictures.put((4, 1), "4")
    assert (pictures.weight, len(pictures)) == (6, 2)
    for subject in range(9):
        pictures.put((subject, 0), "1")
    assert (pictures.weight, len(pictures)) == (3, 3)
    assert len(pictures._marks) == 3
    pictures.clear()
    pictures.put((1, 1), "1")
    assert (pictures.weight, len(pictures)) == (1, 1)


def test_pictures_stay_in_order_while_many_make_them() -> None:
    pictures: Pictures[int, int, int] = Pictures(8, 2)

    def look(first: int) -> None:
        for mark in range(first, first + 200):
            assert pictures.get((mark % 3, mark), lambda mark=mark: mark) == mark  # type: ignore[misc]

    together.at_once(*[lambda first=first: look(first) for first in range(0, 400, 50)])
    assert len(pictures) == sum(map(len, pictures._marks.values())) <= 6


def test_a_server_has_room_for_the_tables_of_many_clubs() -> None:
    cache: Cache[int, str] = Cache(2, len, 10)
    with override_settings(CACHE_ROOM=3):
        for number in range(20):
            cache.put(number, "four")
        assert len(cache) == 6  # and not two
        for number in range(20):
            cache.put(number, "more than four")
        assert len(cache) == 2  # of 14 letters each; three would be more than 30
