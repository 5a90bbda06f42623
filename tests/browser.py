"""A real Chromium for tests: fixtures phone and desktop give a page, new_page further ones.

Every page is watched. The test fails at its end if a page asked any other server than the one under test,
wrote an error to the console (a violation of the Content-Security-Policy is one) or let an exception pass.
A test that provokes such a thing says so beforehand: watch.expect("ERR_INTERNET_DISCONNECTED").

A browser that has died fails the test that lost it and no other: the next one gets a new browser. What
Playwright would wait for without end (a browser that hangs while it closes a page) is ended by killing it.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import threading
from asyncio import Future
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    expect,
    sync_playwright,
)
from playwright.sync_api._context_manager import PlaywrightContextManager

from tests import patience
from tests.server import NAME

# Chromium's own errands stay at home, and club.test is this machine under a name, so that pages get no more
# rights than over http on a club's Wi-Fi. The order of the rules matters: the first one that fits counts.
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
PATIENCE = 1000 * patience.PATIENCE  # in milliseconds, as Playwright counts
TEST = 3 * patience.PATIENCE  # seconds; scripts run in a page have no patience of their own
expect.set_options(timeout=PATIENCE)
HOME = {NAME, "127.0.0.1", "localhost"}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "screen": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "locale": "de-DE",
    "timezone_id": "Europe/Berlin",
}
DESKTOP: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "de-DE",
    "timezone_id": "Europe/Berlin",
}
KINDS: dict[str, dict[str, Any]] = {"phone": PHONE, "desktop": DESKTOP}


@dataclass
class Watch:
    """What the pages of one test asked for and complained about."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """This complaint is part of the test: a regular expression."""
        self.expected.append(pattern)

    def follow(self, context: BrowserContext) -> None:
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(f"exception: {error.error}"))

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about") and parts.hostname not in HOME:
            self.complaints.append(f"foreign request: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def unexpected(self) -> list[str]:
        return [
            complaint
            for complaint in self.complaints
            if not any(re.search(pattern, complaint) for pattern in self.expected)
        ]


NewPage = Callable[..., Page]


def chromium_path(*, whole: bool = False) -> str:
    """Chromium without windows, where it is installed: the same engine, and a new page costs half as much,
    for no browser is drawn around it. `whole`: with all that people have, for what has to outlive it."""
    kinds = ("chromium",) if whole else ("chromium-headless-shell", "chromium")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, kinds)), None)
    if not path:
        pytest.fail("The browser tests need Chromium. Please install it: apt-get install chromium libatomic1")
    return path


class Chromium:
    """The browser of a session; another one, if it has died."""

    def __init__(self) -> None:
        self._manager: PlaywrightContextManager | None = None
        self._browser: Browser | None = None
        self.pid = 0

    @property
    def browser(self) -> Browser:
        if not self.is_alive:
            self.stop()
            with self.watched("the browser starts"):
                self._start()
        assert self._browser
        return self._browser

    @property
    def is_alive(self) -> bool:
        return self._browser is not None and self._browser.is_connected() and not self._ended.done()

    # What drives the browser is a process, too. Playwright names it nowhere in public.

    @property
    def driver(self) -> int:
        client = self._manager and self._manager._client
        return client._transport._proc.pid if client else 0

    @property
    def _ended(self) -> Future[None]:
        return self._manager._client._close_promise

    def _start(self) -> None:
        path = chromium_path()
        self._manager = sync_playwright()
        launch = self._manager.start().chromium.launch
        self._browser = launch(executable_path=path, args=FLAGS, timeout=PATIENCE)
        session = self._browser.new_browser_cdp_session()
        asked = session.send("SystemInfo.getProcessInfo")
        self.pid = next(each["id"] for each in asked["processInfo"] if each["type"] == "browser")
        session.detach()

    def stop(self) -> None:
        """Also a browser that has died, or hangs."""
        with self.watched("the browser closes"):
            if self._browser:
                with suppress(Error):
                    self._browser.close()
            if self._manager:
                failure = self._manager._client._transport.on_error_future
                self._manager.__exit__()
                if failure.done():
                    failure.exception()  # has been seen: it is no news at the end of the session
        self._manager, self._browser, self.pid = None, None, 0

    @contextmanager
    def watched(self, what: str, seconds: float = patience.PATIENCE) -> Iterator[None]:
        """Playwright waits for this without end. After so long the browser is killed, then what drives it, so
        that the waiting ends with an error; the test fails."""
        over, given_up = threading.Event(), threading.Event()

        def guard() -> None:
            for find in (lambda: self.pid, lambda: self.driver):
                if over.wait(seconds):
                    return
                given_up.set()
                if pid := find():
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)

        guarding = threading.Thread(target=guard, daemon=True)
        guarding.start()
        try:
            yield
        finally:
            over.set()
            guarding.join()
            if given_up.is_set():
                pytest.fail(f"waited {seconds:.0f} s until {what}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    started = Chromium()
    yield started
    started.stop()


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    return chromium.browser


@pytest.fixture
def watch() -> Iterator[Watch]:
    watching = Watch()
    yield watching
    assert not watching.unexpected(), "\n".join(watching.unexpected())


@pytest.fixture
def new_page(chromium: Chromium, watch: Watch) -> Iterator[NewPage]:
    """new_page("phone") or new_page("desktop", color_scheme="dark"): a page in a profile of its own."""
    with ExitStack() as contexts:

        def make(kind: str = "phone", **options: Any) -> Page:
            browser = chromium.browser
            with chromium.watched("a page opens"):
                context = browser.new_context(**{**KINDS[kind], **options})
                contexts.callback(close, context)
                context.set_default_timeout(PATIENCE)
                context.set_default_navigation_timeout(PATIENCE)
                watch.follow(context)
                return context.new_page()

        def close(context: BrowserContext) -> None:
            with chromium.watched("a page closes"):
                context.close()

        with chromium.watched("a test ends", TEST):
            yield make


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    return new_page("phone")


@pytest.fixture
def desktop(new_page: NewPage) -> Page:
    return new_page("desktop")
