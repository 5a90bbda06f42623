"""The process that makes papers and spreadsheets (`config.press`): questions come in, answers go out.

It has Django's settings and translations, and none of its apps: no table can be asked.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from contextlib import suppress
from typing import IO, Any

Question = bytes
NICE = 5  # hands first


def main() -> None:
    """Answer one question after the other, until nobody is there who could ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to everybody; we end with our parent
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    waiting: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, waiting), daemon=True).start()
    set_up()
    from config.press import send

    while True:
        send(answers, answer(waiting.get()))


def listen(questions: IO[bytes], waiting: queue.SimpleQueue[Question]) -> None:
    """When our parent is there no longer, what is being made is for nobody."""
    from config.press import received

    while (question := received(questions)) is not None:
        waiting.put(question)
    os._exit(0)


def set_up() -> None:
    """Settings and translations, nothing else."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.apps import apps

    from config import memory

    memory.be_frugal()
    apps.populate(())


def answer(question: Question) -> bytes:
    """What came of it, and what was raised instead."""
    from django.utils import translation

    from config import press

    came: tuple[Any, Exception | None]
    try:
        function, language, given, named = pickle.loads(question)
        with translation.override(language):
            came = press.called(function, given, named), None
    except Exception as error:
        error.add_note(traceback.format_exc())
        came = None, error
    return packed(came)


def packed(came: tuple[Any, Exception | None]) -> bytes:
    """An error that cannot be sent is described."""
    try:
        data = pickle.dumps(came, pickle.HIGHEST_PROTOCOL)
        pickle.loads(data)
    except Exception:
        described = RuntimeError(
            "".join(traceback.format_exception(came[1])) if came[1] else "cannot be sent"
        )
        data = pickle.dumps((None, described), pickle.HIGHEST_PROTOCOL)
    return data


if __name__ == "__main__":
    main()
