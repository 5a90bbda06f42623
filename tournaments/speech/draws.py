"""A draw in, an answer out: what `manage.py draw` reads and writes. Needs no database.

Answers are dictionaries ready for JSON, worded in the language that is active.
"""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scoring.problem import Unreadable
from scoring.strictjson import LONGEST, object_in, too_long
from scoring.table import alone
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.draw import Drawn, draw
from tournaments.engines.draw.declared import SpokenJson
from tournaments.speech.wording import Wording

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
                {"field": problem.field, "code": problem.code, "text": wording.say(problem.text)}
                for problem in refused.problems
            ],
        }
    return spoken(drawn)


def spoken(drawn: Drawn) -> SpokenJson:
    """A finished draw with its sentences."""
    wording = Wording(alone(1))
    return {**drawn.facts, "text": " ".join(wording.say(sentence) for sentence in drawn.sentences)}


def printed(reply: Mapping[str, object]) -> bytes:
    """One line of plain ASCII: what a request contains can never break it, or a terminal."""
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


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
    if len(raw) > LONGEST:
        raise too_long("too_long", _("This request is longer than {limit} MB."))
    return object_in(raw, say(_("This is not a JSON object.")))
