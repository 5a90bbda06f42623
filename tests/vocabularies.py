"""A message of a game is spoken in the vocabulary of that game: who asks the catalogue without it fails.

“Light” of one game is not “Light” of another, nor that of the pages; see `scoring/text.py`.
"""

from __future__ import annotations

from functools import cache

from django.utils.translation import trans_real

SEPARATOR = trans_real.CONTEXT_SEPARATOR


def watch_vocabularies() -> None:
    """From now on nobody asks for a game's message as for one of the site's."""
    ask = trans_real.gettext

    def watched(message: str) -> str:
        assert message not in of_games_only(), f"{message!r} is asked for outside its vocabulary: use speak"
        return ask(message)

    trans_real.gettext = watched


@cache
def of_games_only() -> frozenset[str]:
    """Messages with a vocabulary that the site does not say itself."""
    catalogue = trans_real.translation("de")._catalog  # type: ignore[attr-defined]
    keys = [key for key, _text in catalogue.items() if isinstance(key, str)]
    own = {key.split(SEPARATOR, 1)[1] for key in keys if SEPARATOR in key}
    return frozenset(own - set(keys))
