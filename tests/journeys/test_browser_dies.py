"""A browser that dies or hangs fails the test that lost it, and no test after it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Error

from tests.browser import Chromium

SOON = 0.5  # seconds until the guard loses its patience; here it is meant to


@pytest.fixture
def private() -> Iterator[Callable[[Callable[[Chromium], None]], None]]:
    """A browser that no other test uses; Playwright wants a thread of its own for a second one."""
    chromium = Chromium()
    with ThreadPoolExecutor(1) as thread:
        yield lambda work: thread.submit(work, chromium).result()
        thread.submit(chromium.stop).result()


def works(chromium: Chromium) -> None:
    with chromium.browser.new_context() as context:
        page = context.new_page()
        page.set_content("<h1>here</h1>")
        assert page.inner_text("h1") == "here"


def hangs(chromium: Chromium, pid: int) -> None:
    """Closing never ends while this process stands still."""
    context = chromium.browser.new_context()
    context.new_page()
    os.kill(pid, signal.SIGSTOP)
    with (
        pytest.raises(pytest.fail.Exception, match="until a page closes"),
        chromium.watched("a page closes", SOON),
    ):
        context.close()


def test_after_a_browser_was_killed_the_next_page_works(private: Callable[..., None]) -> None:
    def work(chromium: Chromium) -> None:
        context = chromium.browser.new_context()
        page = context.new_page()
        before = chromium.pid
        os.kill(before, signal.SIGKILL)
        with pytest.raises(Error):
            page.wait_for_function("() => false")
        with chromium.watched("a page closes"):
            context.close()
        works(chromium)
        assert chromium.pid != before

    private(work)


def test_what_hangs_is_killed_and_the_next_page_works(private: Callable[..., None]) -> None:
    def work(chromium: Chromium) -> None:
        works(chromium)
        hangs(chromium, chromium.pid)
        works(chromium)
        hangs(chromium, chromium.driver)
        works(chromium)
        assert threading.active_count() < 10

    private(work)
