"""Saves come first: who waits, who is told to come later, and how phones learn to ask more rarely."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TypeVar

import pytest

from config import pressure
from config.pressure import BEARABLE, SLOWEST, SPAN, Later, Pressure, is_question

T = TypeVar("T")


class Clock:
    """A time of day that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Hall:
    """Phones that ask, each until it is let go; `outcomes` says what became of them, in their order."""

    def __init__(self, threads: int = 4) -> None:
        self.clock = Clock()
        self.pressure = Pressure(threads, self.clock)
        self.outcomes: dict[str, str] = {}
        self.doors: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        for name in names:
            self.doors[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._ask(name))
        await self.settle()

    async def _ask(self, name: str) -> None:
        self.outcomes[name] = "waits"
        try:
            async with self.pressure.turn():
                self.outcomes[name] = "works"
                await self.doors[name].wait()
                self.outcomes[name] = "done"
        except Later:
            self.outcomes[name] = "later"

    async def finish(self, *names: str) -> None:
        for name in names:
            self.doors[name].set()
        await self.settle()

    async def settle(self) -> None:
        for _turn in range(10):
            await asyncio.sleep(0)

    def of(self, what: str) -> list[str]:
        return [name for name, outcome in self.outcomes.items() if outcome == what]


def play(story: Callable[[Hall], Awaitable[T]], threads: int = 4) -> T:
    """In a thread of its own: where a browser has been used before, the main thread has a loop that runs."""

    async def begin() -> T:
        return await story(Hall(threads))

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, begin()).result()


def test_questions_leave_half_of_the_threads_to_people_and_come_in_their_order() -> None:
    async def story(hall: Hall) -> None:
        await hall.ask(*"abcde")
        assert (hall.of("works"), hall.of("waits")) == (["a", "b"], ["c", "d", "e"])
        await hall.finish("b")
        assert hall.of("works") == ["a", "c"]
        await hall.finish(*"acde")
        assert hall.of("done") == list("abcde")
        assert (hall.pressure.questions, len(hall.pressure.line)) == (0, 0)

    play(story)


def test_while_a_hand_is_saved_no_question_is_begun() -> None:
    async def story(hall: Hall) -> None:
        with hall.pressure.saving():
            await hall.ask(*"abc")
            assert hall.of("works") == []
        await hall.settle()
        assert hall.of("works") == ["a", "b"]
        with hall.pressure.saving():
            await hall.finish("a")
            assert hall.of("works") == ["b"]

    play(story)


def test_in_a_storm_of_hands_a_question_is_begun_after_each() -> None:
    async def story(hall: Hall) -> None:
        with hall.pressure.saving():
            with hall.pressure.saving():
                await hall.ask(*"ab")
            await hall.settle()
            assert hall.of("works") == ["a"]
            with hall.pressure.saving():
                await hall.finish("a")
                assert hall.of("works") == []
            await hall.settle()
            assert hall.of("works") == ["b"]

    play(story)


def test_a_server_with_one_thread_answers_questions_too() -> None:
    async def story(hall: Hall) -> None:
        await hall.ask("a", "b")
        assert (hall.of("works"), hall.of("waits")) == (["a"], ["b"])

    play(story, threads=1)


def test_who_has_waited_too_long_comes_later_and_makes_room() -> None:
    async def story(hall: Hall) -> None:
        await hall.ask(*"abcd")
        late = [hall.pressure.is_late]
        hall.clock.now += BEARABLE + 0.1
        late.append(hall.pressure.is_late)
        await hall.ask("young")
        await hall.finish("a")
        late.append(hall.pressure.is_late)
        assert (hall.of("later"), hall.of("works")) == (["c", "d"], ["b", "young"])
        assert late == [False, True, False]

    play(story)


def test_a_visitor_who_goes_away_holds_no_place() -> None:
    async def story(hall: Hall) -> None:
        await hall.ask(*"abcd")
        hall.tasks["c"].cancel()
        await hall.settle()
        await hall.finish("a")
        assert hall.of("works") == ["b", "d"]
        hall.tasks["b"].cancel()
        await hall.settle()
        assert hall.pressure.questions == 1

    play(story)


def test_a_visitor_who_goes_away_just_when_it_is_his_turn_holds_no_place() -> None:
    async def story(hall: Hall) -> None:
        await hall.ask(*"abcd")
        hall.doors["a"].set()
        while len(hall.pressure.line) == 2:
            await asyncio.sleep(0)
        hall.tasks["c"].cancel()  # called, and not yet awake
        await hall.settle()
        assert (hall.of("works"), hall.pressure.questions) == (["b", "d"], 2)

    play(story)


def pass_time(hall: Hall, seconds: float) -> float:
    """The pace after so long of what is under way."""
    for _span in range(round(seconds / SPAN)):
        hall.clock.now += SPAN
        with hall.pressure.looking():
            pass
    return hall.pressure.pace


def test_the_pace_grows_with_what_there_is_to_do_and_goes_back_by_itself() -> None:
    async def story(hall: Hall) -> list[float]:
        quiet = pass_time(hall, 2 * SPAN)
        with ExitStack() as work:
            for _hand in range(2):
                work.enter_context(hall.pressure.saving())
            paces = [quiet, pass_time(hall, SPAN), pass_time(hall, SPAN), pass_time(hall, 4 * SPAN)]
        return [*paces, pass_time(hall, SPAN), pass_time(hall, 9 * SPAN)]

    quiet, first, second, most, less, again = play(story)
    assert (quiet, most, again) == (1, SLOWEST, 1)
    assert quiet < first < second < most
    assert again < less < most


def test_a_pace_is_told_when_it_is_not_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pressure, "signature", {"Stammtisch-Server": "ours"})
    hall = Pressure(4, Clock())
    assert hall.headers() == []
    hall.pace = 1.5
    assert hall.headers() == [(b"Stammtisch-Pace", b"1.50")]
    headers = dict(hall.later())
    assert (headers[b"Stammtisch-Server"], headers[b"Stammtisch-Later"]) == (b"ours", b"1")
    assert {dict(hall.later())[b"Retry-After"] for _phone in range(99)} == {b"2", b"3", b"4", b"5", b"6"}


@pytest.mark.parametrize(
    ("method", "path", "header", "question"),
    [
        ("GET", "/t/1/", b"if-none-match", True),
        ("GET", "/e/1/board/2/", b"if-none-match", True),
        ("GET", "/t/1/", b"accept", False),  # a page that somebody opens
        ("POST", "/t/1/", b"if-none-match", False),
        ("GET", "/static/app.css", b"if-none-match", False),
    ],
)
def test_what_a_question_is(method: str, path: str, header: bytes, question: bool) -> None:
    assert is_question({"method": method, "path": path, "headers": [(header, b"x")]}) is question


def test_a_cache_that_asks_for_many_is_not_put_off() -> None:
    headers = [(b"if-none-match", b"x"), (b"stammtisch-cache", b"1")]
    assert not is_question({"method": "GET", "path": "/e/1/standings/", "headers": headers})
