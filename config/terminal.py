"""Sentences for whoever starts the program, in the language of the terminal; settings need not be ready."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from pathlib import Path

from config.languages import LANGUAGES

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def language(variables: Mapping[str, str] = os.environ) -> str:
    """The first language of the terminal that the program speaks; English if there is none."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = variables.get(name, "")[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def translate(text: str) -> str:
    return gettext.translation("django", LOCALE, [language()], fallback=True).gettext(text)


def say(sentence: str, **values: object) -> None:
    """Print a sentence, marked with gettext_noop where it is written, in the terminal's language."""
    print(translate(sentence).format(**values), flush=True)


def gettext_noop(sentence: str) -> str:
    """Marks a sentence for the translators."""
    return sentence
