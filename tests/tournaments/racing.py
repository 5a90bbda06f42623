"""Several people who do something at the same moment, and what each of them is told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections

PATIENCE = 60


def at_once(*writers: Callable[[], Any]) -> list[Any]:
    """What comes of each of them, all starting together: a value, or what was raised."""
    answers: list[Any] = [None] * len(writers)
    barrier = threading.Barrier(len(writers))

    def run(place: int, writer: Callable[[], Any]) -> None:
        try:
            barrier.wait(PATIENCE)
            answers[place] = writer()
        except Exception as answer:
            answers[place] = answer
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return answers


def split(answers: list[Any], refusal: type[Exception]) -> tuple[list[Any], list[Exception]]:
    """What was done, and who was refused in words; anything else would be a page that fails."""
    failed = [
        answer for answer in answers if isinstance(answer, Exception) and not isinstance(answer, refusal)
    ]
    assert not failed, failed
    refused = [answer for answer in answers if isinstance(answer, refusal)]
    return [answer for answer in answers if not isinstance(answer, refusal)], refused
