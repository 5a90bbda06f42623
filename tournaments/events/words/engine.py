"""Which program a draw can be checked with, as its page and its protocol say it."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.engines.draw import ALGORITHM
from tournaments.events.draw.protocol import Engine


def engine_name(engine: Engine) -> str:
    """`2 (program version 0.1.0)`."""
    if not engine.program:
        return str(engine.algorithm)
    version = gettext("program version {version}").format(version=engine.program)
    return f"{engine.algorithm} ({version})"


def check_with(engine: Engine) -> str:
    """What is needed to draw the same again from the file."""
    if engine.running:
        text = gettext(
            "Every program version with algorithm {algorithm} makes the same draw from this file, "
            "this one too."
        )
    elif engine.newer:
        text = gettext(
            "This was drawn with algorithm {algorithm}. This program still has algorithm {ours} and would "
            "draw otherwise: the check needs a newer version."
        )
    else:
        text = gettext(
            "This was drawn with algorithm {algorithm}. This program has algorithm {ours} and would draw "
            "otherwise: the check needs the older version."
        )
    return text.format(algorithm=engine_name(engine), ours=ALGORITHM)
