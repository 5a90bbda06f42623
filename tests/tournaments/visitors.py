"""Who comes to a page: a device that writes at a table, one that writes at another, and a stranger."""

from __future__ import annotations

import os
import uuid
from collections.abc import Mapping
from typing import Any

from django.test import Client
from django.utils import translation

from scoring import Unreadable, fields_for, parse
from scoring.flat import columns, to_flat
from tournaments.access import credentials
from tournaments.models import Sitting
from tournaments.table import reading

THROUGH_PROXY = {"X-Forwarded-Proto": "https"}


def a_stranger(**options: Any) -> Client:
    """A browser that has never been here. In the federation profile it comes through the https proxy."""
    if os.environ.get("TEST_ENGINE"):
        options["headers"] = {**THROUGH_PROXY, **options.get("headers", {})}
    return Client(**options)


def a_writer(sitting: Sitting, **options: Any) -> Client:
    """A browser that may write at this table."""
    browser = a_stranger(**options)
    browser.cookies[credentials.cookie_name(sitting)] = credentials.claim(sitting, label="phone")
    return browser


def answers(sitting: Sitting, raw: Mapping[str, Any]) -> dict[str, str]:
    """A record as the fields of its form."""
    table = sitting.table()
    return to_flat(columns(fields_for(sitting.game_value(), table), table.seating), raw)


def hand_form(
    sitting: Sitting, raw: Mapping[str, Any], hand: int | str = 1, **control: Any
) -> dict[str, str]:
    """A hand as the table's page sends it; `entry` and `seen` can be chosen."""
    control_fields = {"entry": str(uuid.uuid4()), "hand": str(hand), "seen": "0"}
    return {
        **answers(sitting, raw),
        **control_fields,
        **{name: str(value) for name, value in control.items()},
    }


def reasons(sitting: Sitting, raw: Mapping[str, Any], language: str = "de") -> list[str]:
    """Why the table refuses this as its next hand, as people read it."""
    with translation.override(language):
        view = reading.sheet(sitting)
        try:
            parse(view.game, view.table, view.so_far, raw)
        except Unreadable as unreadable:
            return [view.wording.say(problem.text) for problem in unreadable.problems]
    return []


def named(names: tuple[str, ...] = ("Anna", "Łukasz", "Gökçe", "Ñandú"), **more: str) -> dict[str, str]:
    """The form of a new table."""
    people = {f"name_{seat}": name for seat, name in enumerate(names, start=1)}
    return {**people, "dealer": "1", "preset": "baden2006", **more}
