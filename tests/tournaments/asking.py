"""Asks for news as a page's script does: by the address and with the tag that stand on the page."""

from __future__ import annotations

import html
import re
from typing import Any

from django.test import Client

POLLED = re.compile(r'<[^<>]*\sdata-poll="([^"]*)"[^<>]*>')
COUNT = "/cases/?part=count"  # the number at the tab, on every page of the desk


def poll_on(text: str) -> tuple[str, str]:
    """What a page asks for, and the tag of what it shows; none where it shows nothing that has one."""
    every = [polled for polled in POLLED.finditer(text) if COUNT not in polled[1]]
    assert every, "this page asks for no news"
    polled = every[0]
    tag = re.search(r'\sdata-tag="([^"]*)"', polled[0])
    return html.unescape(polled[1]), html.unescape(tag[1]) if tag else ""


def ask(browser: Client, address: str, tag: str = "") -> Any:
    """The answer to somebody who shows what has this tag."""
    return browser.get(address, headers={"If-None-Match": tag} if tag else {})


def news(browser: Client, text: str) -> Any:
    """The answer to somebody whose page holds this text."""
    return ask(browser, *poll_on(text))
