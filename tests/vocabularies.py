"""A message of a game is spoken in the vocabulary of that game: who asks the catalogue without it fails.

“Light” of one game is not “Light” of another, nor that of the pages; see `scoring/text.py`.
"""

from __future__ import annotations

import sys
from functools import cache
from types import FrameType

from django.utils.translation import trans_real

from tournaments.speech.wording import speak

SEPARATOR = trans_real.CONTEXT_SEPARATOR


def watch_vocabularies() -> None:
    """From now on nobody asks for a game's message as for one of the site's."""
    ask = trans_real.gettext

    def watched(message: str) -> str:
        if message in of_games_only() and not by_speak(sys._getframe(1)):
            raise AssertionError(f"{message!r} is asked for outside its vocabulary: use speak")
        return ask(message)

    trans_real.gettext = watched


def by_speak(frame: FrameType | None) -> bool:
    """Who uses `speak` has done what he could: tests declare questions without any vocabulary."""
    for _step in range(3):
        if frame is not None and frame.f_code is speak.__code__:
            return True
        frame = frame.f_back if frame is not None else None
    return False


@cache
def of_games_only() -> frozenset[str]:
    """Messages with a vocabulary that the site does not say itself."""
    catalogue = trans_real.translation("de")._catalog  # type: ignore[attr-defined]
    keys = [key for key, _text in catalogue.items() if isinstance(key, str)]
    of_games = {key.split(SEPARATOR, 1)[1] for key in keys if SEPARATOR in key}
    return frozenset(of_games - set(keys))
