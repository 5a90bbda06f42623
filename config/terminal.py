"""What is said in the terminal, in its language, before Django is there to translate it."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

LANGUAGES = ("de", "en", "es")
LOCALE = Path(__file__).resolve().parent.parent / "locale"


def language() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        found = os.environ.get(name, "")[:2].lower()
        if found in LANGUAGES:
            return found
    return "en"


def say(sentence: str, **values: object) -> None:
    """Print a sentence, marked with gettext_noop where it is written, in the terminal's language."""
    speech = gettext.translation("django", LOCALE, [language()], fallback=True)
    print(speech.gettext(sentence).format(**values), flush=True)


def gettext_noop(sentence: str) -> str:
    """Marks a sentence for the translators."""
    return sentence
