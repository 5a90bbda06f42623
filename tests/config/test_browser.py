"""The watch over the browser has to notice what it is there for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Error, Route

from config.security import policy
from tests.browser import DESKTOP, Watch, chromium_path
from tests.patience import wait_until

PAGE = "http://club.test/page"
PROVOCATIONS = {
    "console.error('broken')": "console: broken",
    "setTimeout(() => { throw new Error('unhandled') })": "exception: .*unhandled",
    "document.body.setAttribute('style', 'color: red')": "console: .*Content Security Policy",
    "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))": "Content Security",
    "fetch('/nowhere')": "console: .*404",
    "new Image().src = 'http://example.org/pixel.png'": "foreign request|Content Security",
}


def answer(route: Route) -> None:
    """In place of a server: one page with our policy."""
    headers = {"Content-Security-Policy": policy(settings.SECURE_CSP)}
    if route.request.url == PAGE:
        route.fulfill(body="<!doctype html><body>page", content_type="text/html", headers=headers)
    else:
        route.fulfill(status=404)


def visit(browser: Browser, script: str, noticed: Callable[[Watch], object]) -> Watch:
    """Run the script in a page and look until its consequence has come."""
    watch = Watch()
    context = browser.new_context(**DESKTOP)
    watch.follow(context)
    page = context.new_page()
    page.route("http://club.test/**", answer)
    page.goto(PAGE)
    page.evaluate(f"() => {{ {script} }}")
    # Messages come in while we talk to the page.
    wait_until(lambda: page.evaluate("1") and noticed(watch), script)
    context.close()
    return watch


@pytest.mark.parametrize("script", PROVOCATIONS)
def test_whatever_goes_wrong_in_a_page_is_noticed(browser: Browser, script: str) -> None:
    watch = visit(browser, script, Watch.unexpected)
    assert watch.unexpected()
    watch.expect(PROVOCATIONS[script])
    assert not watch.unexpected()


def test_a_quiet_page_is_no_reason_for_complaint(browser: Browser) -> None:
    script = "console.log('fine'); fetch('/page')"
    watch = visit(browser, script, lambda watch: len(watch.requests) == 2)
    assert (watch.unexpected(), watch.requests[0]) == ([], PAGE)


def test_a_request_to_anyone_else_is_noticed_and_goes_nowhere(browser: Browser) -> None:
    watch = Watch()
    context = browser.new_context(**DESKTOP)
    watch.follow(context)
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        context.new_page().goto("http://example.org/")
    context.close()
    assert "foreign request: http://example.org/" in watch.unexpected()


def test_the_browser_without_windows_is_taken_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = ["chromium"]
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name in installed else None)
    assert chromium_path() == "/usr/bin/chromium"
    installed.append("chromium-headless-shell")
    assert chromium_path() == "/usr/bin/chromium-headless-shell"
    assert chromium_path(whole=True) == "/usr/bin/chromium"
    monkeypatch.setenv("CHROMIUM", "/opt/chromium")
    assert chromium_path() == chromium_path(whole=True) == "/opt/chromium"
