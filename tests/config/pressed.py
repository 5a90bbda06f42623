"""What test_press lets somebody else do."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.apps import apps
from django.utils.translation import get_language, gettext

from scoring import Problem, Unreadable


class Odd(Exception):  # noqa: N818
    """Cannot be sent."""

    def __init__(self) -> None:
        super().__init__("cannot be sent")
        self.lock = threading.Lock()


def about() -> tuple[int, str | None, str]:
    return os.getpid(), get_language(), gettext("House rules")


def open_here() -> tuple[int, list[str]]:
    files = [each for each in Path("/proc/self/fd").iterdir() if each.exists()]
    return len(list(apps.get_app_configs())), [os.readlink(each) for each in files]


def same(*values: object) -> tuple[object, ...]:
    return values


def given_back(value: object) -> object:
    return value


def looked_up(game: Any, table: Any) -> bool:
    """As a key that was made here."""
    return type(table)(table.seating, table.rules, table.first_dealer, table.limit) in {table}


def refuses(*problems: Problem) -> None:
    raise Unreadable(problems)


def divides(number: int) -> float:
    return 1 / number


def raises_what_cannot_be_sent() -> None:
    raise Odd


def chats() -> Iterable[str]:
    print("by the way")
    return "done"


def dies() -> None:
    os._exit(3)


def hangs(began: Path) -> None:
    with began.open("a") as file:
        file.write(".")
    while True:
        time.sleep(60)
