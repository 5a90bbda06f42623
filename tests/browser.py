"""A real Chromium for tests: fixtures phone and desktop give a page, new_page further ones.

Every page is watched. The test fails at its end if a page asked any other server than the one under test,
wrote an error to the console (a violation of the Content-Security-Policy is one) or let an exception pass.
A test that provokes such a thing says so beforehand: watch.expect("ERR_INTERNET_DISCONNECTED").
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

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
PATIENCE = 40_000  # milliseconds; a busy machine is no reason to fail
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
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "de-DE", "timezone_id": "Europe/Berlin"}
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


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.fail("The browser tests need Chromium. Please install it: apt-get install chromium libatomic1")
    started = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield started
    started.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    watching = Watch()
    yield watching
    assert not watching.unexpected(), "\n".join(watching.unexpected())


@pytest.fixture
def new_page(browser: Browser, watch: Watch) -> Iterator[NewPage]:
    """new_page("phone") or new_page("desktop", color_scheme="dark"): a page in a profile of its own."""
    with ExitStack() as contexts:

        def make(kind: str = "phone", **options: Any) -> Page:
            context = browser.new_context(**{**KINDS[kind], **options})
            contexts.callback(context.close)
            context.set_default_timeout(PATIENCE)
            watch.follow(context)
            return context.new_page()

        yield make


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    return new_page("phone")


@pytest.fixture
def desktop(new_page: NewPage) -> Page:
    return new_page("desktop")
