"""Names: of games as they are spoken, and of people in narrow places, where they break by syllables."""

from __future__ import annotations

import re
from functools import lru_cache

from django import template
from django.utils.translation import get_language

from tournaments.speech import wording
from tournaments.templatetags.patterns import patterns

register = template.Library()

SOFT_HYPHEN = "\N{SOFT HYPHEN}"
LONG_WORD = 7  # letters; whatever is shorter fits everywhere
LONG_PART = 8  # of a name with a hyphen, where it breaks better
LEAST_PART = 3  # letters on a line
LONGEST_WORD = 14  # letters for which style sheets have a size
DICTIONARIES = {"de": "de_DE", "es": "es", "en": "en_GB"}
WORDS = re.compile(r"[^\W\d_]+")


@register.filter
def syllables(name: str) -> str:
    """The same name with soft hyphens in its long words, for browsers that know no syllables."""
    return _with_soft_hyphens(name, (get_language() or "de")[:2])


@register.filter
def speak(message: str) -> str:
    """A marked message of a game, in its vocabulary: `{{ game.name|speak }}`."""
    return wording.speak(message)


@register.filter
def letters(name: str) -> str:
    """The class for a name whose longest word has so many letters: l7 to l14; "" for short ones."""
    longest = max((len(word) for word in WORDS.findall(name)), default=0)
    return f"l{min(longest, LONGEST_WORD)}" if longest >= LONG_WORD else ""


@lru_cache(maxsize=4096)
def _with_soft_hyphens(name: str, language: str) -> str:
    long = LONG_PART if "-" in name else LONG_WORD
    return WORDS.sub(
        lambda match: _hyphenated(match[0], language) if len(match[0]) >= long else match[0], name
    )


def _hyphenated(word: str, language: str) -> str:
    """A name need not be of the page's language: the first that knows where to break it says so."""
    for code in dict.fromkeys((language, *DICTIONARIES)):
        if code in DICTIONARIES and (places := patterns(DICTIONARIES[code]).positions(word, LEAST_PART)):
            parts = zip((0, *places), (*places, len(word)), strict=True)
            return SOFT_HYPHEN.join(word[start:end] for start, end in parts)
    return word
