"""Pages of the desk of an event that is led elsewhere: nothing leads to a form that would be refused.

Done in one place, to what a view has drawn. A link to a page that is nothing but a form goes: a button
without a trace, a text stays as text. Forms in sight are switched off; `desk.css` hides their buttons.
"""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.urls import Resolver404, resolve

FORM_PAGES = frozenset(
    (
        *("desk-add", "desk-archive", "desk-away", "desk-delete", "desk-exchange", "desk-finish"),
        *("desk-guest", "desk-hand", "desk-head", "desk-lost", "desk-lost-scale", "desk-people-many"),
        *("desk-prices", "desk-prize-plan", "desk-ranking", "desk-ratings", "desk-rename", "desk-reopen"),
        *("desk-repair", "desk-rules", "desk-ruling", "desk-ruling-withdraw", "desk-screen-remove"),
        *("desk-stage", "desk-stage-add", "desk-stage-remove", "desk-stage-replace", "desk-take-back"),
        *("desk-certificates", "desk-phones"),
    )
)
"""Names of addresses."""

AT_TABLE = frozenset(("table", "paper-totals"))
"""Pages of a table, where a button leads to write."""
WAYS = frozenset(("button", "primary", "secondary", "way"))
"""Classes of links that are nothing but a way to somewhere."""

_FORM = re.compile(
    r"(<form\b(?=[^>]*\bmethod=\"post\")(?![^>]*\bdata-reads\b)[^>]*>)(.*?)(</form>)", re.DOTALL
)
_LINK = re.compile(r"<a\b([^>]*?)\bhref=\"([^\"?#]*)[^\"]*\"([^>]*)>(.*?)</a>", re.DOTALL)
_CLASS = re.compile(r"\bclass=\"([^\"]*)\"")
_OFF = r'\1<fieldset class="switched-off" disabled>\2</fieldset>\3'


def without_ways_to_write(response: HttpResponse) -> HttpResponse:
    """The same page, in which nobody is led to what would be refused."""
    if response.streaming or not response.headers.get("Content-Type", "").startswith("text/html"):
        return response
    text = _LINK.sub(_readable, response.content.decode())
    response.content = _FORM.sub(_OFF, text)
    return response


def _readable(link: re.Match[str]) -> str:
    before, address, after, words = link.groups()
    looks = _CLASS.search(before + after)
    classes = looks.group(1) if looks else ""
    is_way = "<svg" in words or bool(WAYS & set(classes.split()))
    name = _name_of(address)
    if name not in FORM_PAGES and not (is_way and name in AT_TABLE):
        return link.group()
    if is_way:
        return ""
    return f'<span class="{classes}">{words}</span>' if classes else f"<span>{words}</span>"


def is_form_page(address: str) -> bool:
    """Is there only a form at this address of the desk?"""
    return _name_of(address) in FORM_PAGES


def _name_of(address: str) -> str:
    """What the program calls the page at this address of ours."""
    if not address.startswith(("/desk/e/", "/t/")):
        return ""
    try:
        return resolve(address).url_name or ""
    except Resolver404:
        return ""
