"""Several threads at the same moment, and what came of each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections

from tests.patience import PATIENCE


def at_once(*works: Callable[[], Any], but: tuple[type[Exception], ...] = ()) -> list[Any]:
    """What each of them returns, all starting together.

    An exception of a kind named in `but` is an answer like any other; every other one is raised here, when
    all have ended.
    """
    answers: list[Any] = [None] * len(works)
    failures: list[BaseException] = []
    start = threading.Barrier(len(works))

    def run(place: int, work: Callable[[], Any]) -> None:
        try:
            start.wait(PATIENCE)
            answers[place] = work()
        except but as answer:
            answers[place] = answer
        except BaseException as failure:
            failures.append(failure)
        finally:
            connections.close_all()

    # One that hangs must not keep the whole process from ending.
    threads = [threading.Thread(target=run, args=each, daemon=True) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads), "somebody was told nothing"
    if failures:
        raise failures[0]
    return answers
