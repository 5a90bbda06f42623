"""A draw in, an answer out: what `manage.py draw` reads and writes. Needs no database.

Answers are dictionaries ready for JSON, worded in the language that is active.
"""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from scoring.problem import Problem, Unreadable
from scoring.table import alone
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.draw import Drawn, draw
from tournaments.engines.draw.declared import SpokenJson
from tournaments.speech.wording import Wording

LONGEST_REQUEST = 8 * 1024 * 1024  # bytes
Progress = Callable[[int, int, int], None]


def answer(raw: bytes, progress: Progress | None = None) -> Mapping[str, Any]:
    """The answer to one JSON object, whatever stands in it."""
    try:
        request = _loaded(raw)
        with _stoppable(progress) as watch:
            drawn = draw(request, watch)
    except Unreadable as refused:
        wording = Wording(alone(1))
        return {
            "ok": False,
            "problems": [
                {"field": one.field, "code": one.code, "text": wording.say(one.text)}
                for one in refused.problems
            ],
        }
    return told(drawn)


def told(drawn: Drawn) -> SpokenJson:
    """A finished draw with its sentences."""
    wording = Wording(alone(1))
    return {**drawn.facts, "text": " ".join(wording.say(one) for one in drawn.sentences)}


def printed(found: Mapping[str, object]) -> bytes:
    """One line of plain ASCII: what a request contains can never break it, or a terminal."""
    return json.dumps(found, separators=(",", ":")).encode() + b"\n"


@contextmanager
def _stoppable(progress: Progress | None) -> Iterator[Callable[[int, int, int], bool]]:
    """Ctrl-C ends a search with the best so far; a second one ends the program."""
    stopped = False

    def stop(*_signal: object) -> None:
        nonlocal stopped
        if stopped:
            raise KeyboardInterrupt
        stopped = True

    def watch(done: int, total: int, best: int) -> bool:
        if progress is not None:
            progress(done, total, best)
        return stopped

    if threading.current_thread() is not threading.main_thread():
        yield watch
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield watch
    finally:
        signal.signal(signal.SIGINT, before)


def _loaded(raw: bytes) -> Mapping[str, object]:
    if len(raw) > LONGEST_REQUEST:
        text = say(_("This request is longer than {limit} MB."), limit=LONGEST_REQUEST // 1024**2)
        raise Unreadable([Problem(None, "too_long", text)])
    try:
        request = json.loads(raw, object_pairs_hook=_once_each, parse_constant=_no_constant)
    except Unreadable:
        raise
    except (ValueError, RecursionError):  # also text that is no UTF-8, and numbers of thousands of digits
        request = None
    if not isinstance(request, dict):
        raise Unreadable([Problem(None, "not_json", say(_("This is not a JSON object.")))])
    return request


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)[:40]
        raise Unreadable([Problem(twice, "duplicate_key", say(_("“{key}” is written twice."), key=twice))])
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
