"""Words as people type them: made clean for keeping, made alike for comparing."""

from __future__ import annotations

import re
import unicodedata

BLANKS = ("Zl", "Zp")
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")  # control characters, among them those that turn text around
# Letters that Unicode does not take apart.
PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "a", "œ": "o", "ı": "i", "þ": "th", "ð": "d"})
# Umlauts are written in two ways; "ä", "ae" and "a" are compared as the same letter.
UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))
# Spellings of German, Spanish and French family names that sound the same.
SOUNDS = (
    (re.compile(r"sch|sh"), "s"),
    (re.compile(r"[aeo][iy]"), "ai"),
    (re.compile(r"ph|v|w"), "f"),
    (re.compile(r"ck|qu|c|q"), "k"),
    (re.compile(r"dt|th|d"), "t"),
    (re.compile(r"tz|ts|z|x"), "s"),
    (re.compile(r"y|j"), "i"),
    (re.compile(r"(?<=[a-z])h"), ""),
    (re.compile(r"b"), "p"),
    (re.compile(r"(.)\1+"), r"\1"),
)


def cleaned(text: str) -> str:
    """NFC, single spaces, and nothing that cannot be seen."""
    seen = "".join(
        " " if character.isspace() or unicodedata.category(character) in BLANKS else character
        for character in text
        if character.isspace() or unicodedata.category(character) not in INVISIBLE
    )
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def folded(text: str) -> str:
    """Without capitals, accents, umlauts and punctuation: `Müller-Lüdenscheidt` → `muller ludenscheidt`."""
    letters = unicodedata.normalize("NFKD", cleaned(text).casefold()).translate(PLAIN)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    words = " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())
    for written_as, vowel in UMLAUTS:
        words = words.replace(written_as, vowel)
    return words


def sounded(word: str) -> str:
    """How a folded word sounds, roughly: `meyer` and `maier`, `schmidt` and `schmitt` are the same."""
    for written, heard in SOUNDS:
        word = written.sub(heard, word)
    return word
