"""Walk through the house as a browser would: every address, every link, and what the database holds."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

LINK = re.compile(r'(?:href|src|hx-get|action)="([^"#]*)')


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """Every address pattern of the program; that of a table is a number, and more in a federation."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield (prefix + str(pattern.pattern)).replace("<table:", "<int:")
        else:
            yield from routes(pattern, prefix + str(pattern.pattern))


def everything() -> dict[str, Counter[tuple[Any, ...]]]:
    """The whole content of the database."""
    with connection.cursor() as cursor:
        contents = {}
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            contents[name] = Counter(cursor.fetchall())
        return contents


def stored() -> dict[str, Counter[tuple[Any, ...]]]:
    """The same without what a browser was told once: sessions hold messages for the next page."""
    return {name: rows for name, rows in everything().items() if name != "django_session"}


def crawl(browser: Client, start: str = "/", limit: int = 400) -> dict[str, HttpResponseBase]:
    """Every page and file that can be reached by links from here, with the answer to GET.

    Without the sheets of paper: there are hundreds, and each takes its time.
    """
    answers: dict[str, HttpResponseBase] = {}
    waiting = [start]
    while waiting:
        address = waiting.pop()
        if address in answers or address.startswith("/static/") or ".pdf" in address:
            continue
        assert len(answers) < limit, "the walk does not end"
        answer = answers[address] = browser.get(address)
        if answer.status_code in (301, 302):
            waiting.append(urljoin(address, answer["Location"]))
        elif answer.headers.get("Content-Type", "").startswith("text/html"):
            waiting += links(address, answer.text)
    return answers


def links(address: str, text: str) -> list[str]:
    """The addresses of this server that a page mentions."""
    addresses = [urljoin(address, html.unescape(link)) for link in LINK.findall(text)]
    return [link for link in addresses if not urlsplit(link).netloc and link.startswith("/")]
