"""Which part of a name is the surname: lists of people are sorted and searched by it.

A name is kept as it is shown, `Hans Maier`; nobody types surnames into a field of their own. Particles belong
to the surname (`von der Heide` stands under V, as in a list that has a column for it), titles to nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tournaments.lists.typed import PLAIN, cleaned


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES = _words(
    "dr prof mag ing dipl dipl-ing dipl-kfm med phil jur rer nat hc h.c h c lic don dona herr frau sr "
    "sra srta mr mrs ms pater pfarrer"
)
# After the name: which of two, not who.
BEHIND = _words("jun jr junior sen sr senior jnr snr ii iii iv")
PARTICLES = _words(
    "von vom zu zum zur van de der den dem ter ten del della dello di da dal dos das do la le los las "
    "auf im am und st saint san mc mac bin ibn al el"
)
JOINING = frozenset({"y", "i", "e"})  # Ortega y Gasset
# `María del Carmen` is one first name.
AFTER_PARTICLE = _words(
    "carmen pilar rosario mar valle rocio socorro angeles dolores mercedes paz cruz luz milagros jesus "
    "pino consuelo nieves remedios"
)
# Where two surnames are usual, the first of them is what people are called by. It is known by its ending or
# by being one of these; those that are first names as well (Martín, Alonso, Vicente) are none of them.
ENDINGS = ("ez", "az", "oz", "uz")
FIRST_OF_TWO = _words(
    "acosta aguilar aguirre alvarado arias arroyo ayala barrios benitez blanco bravo bustos cabrera "
    "calvo campos cano cardozo carrasco carrizo castillo castro contreras correa cortes costa cruz "
    "duarte escobar espinosa ferrari ferreyra figueroa flores fuentes gallardo gallego gallo garcia "
    "garrido gil godoy guerrero herrera hidalgo ibarra iglesias lara ledesma leiva leon lorenzo lozano "
    "lucero luna luque maldonado mansilla marin medina mendoza mercado miranda molina montero montes "
    "mora morales moreno moya moyano navarro nieto nogues ojeda olivera ortega ortiz otero paredes "
    "parra pascual peralta pereyra pereira pinto ponce prieto quiroga ramos reyes rivera rivero rios "
    "robles rojas roldan romero rubio salas santana santos serrano silva soria sosa soto suarez toledo "
    "toro torres valdivia varela vargas vega velasco vera vidal villalba villanueva"
)
ASIDE = re.compile(r"\([^()]*\)\s*$")


def surname(name: str) -> str:
    """`Maier` of `Hans Maier`, `Dr. Hans Maier`, `Maier, Hans` and `Hans Maier (Endingen)`; of several people
    that of the first."""
    return parted(name)[1]


@lru_cache(maxsize=4_000)
def parted(name: str) -> tuple[str, str]:
    """(first names, surname) without titles; who has one name only has it as surname."""
    person = ASIDE.sub("", cleaned(name).split(" / ")[0])
    last, comma, first = person.partition(",")
    behind = _without_titles(first.split())
    if comma and behind and last.strip():
        return " ".join(behind), " ".join(_without_titles(last.split())) or last.strip()
    words = _without_titles((last if comma else person).split())
    if not words:
        return "", cleaned(name)
    at = _beginning(words)
    return " ".join(words[:at]), " ".join(words[at:])


def by_surname(name: str) -> tuple[str, str, str]:
    """What a list of people is sorted by: ä as a, ß as ss, whatever the capitals; then the first names, and
    what tells two of one name apart."""
    first, last = parted(name)
    return _plain(last), _plain(first), _plain(name)


def by_name(name: str) -> tuple[str, str, str]:
    """The same for what is no person: teams, and pairs with a name of their own."""
    return _plain(cleaned(name)), "", ""


def letter(name: str) -> str:
    """Under which letter somebody stands: A to Z without dots and accents; `#` for everything else."""
    return first_letter(by_surname(name))


def first_letter(key: Sequence[str]) -> str:
    """The letter of what is sorted by `by_surname` or `by_name`."""
    start = next((sign for sign in key[0] if sign.isalnum()), "")
    return start.upper() if start.isalpha() else "#"


def letters(keys: Iterable[Sequence[str]]) -> list[tuple[str, int]]:
    """(letter, where it begins) of a sorted list, each letter once: for jumping to it."""
    places: dict[str, int] = {}
    for place, key in enumerate(keys):
        places.setdefault(first_letter(key), place)
    return sorted(places.items())


def _without_titles(words: list[str]) -> list[str]:
    bare = [_plain(word).rstrip(".") for word in words]
    begin, end = 0, len(words)
    while begin < end - 1 and bare[begin] in TITLES and (len(bare[begin]) > 1 or end > 2):
        begin += 1
    while end - 1 > begin and bare[end - 1] in BEHIND:
        end -= 1
    if end - begin == 1 and bare[begin] in TITLES | BEHIND:
        return []
    return words[begin:end]


def _beginning(words: list[str]) -> int:
    """The word the surname begins with."""
    bare = [_plain(word).rstrip(".") for word in words]
    last = len(words) - 1
    if words[0] in PARTICLES:  # in small letters: no first name
        return 0
    at = 1
    while at < last:
        if bare[at] in PARTICLES:
            after = next((place for place in range(at, last) if bare[place] not in PARTICLES), last)
            if bare[after] not in AFTER_PARTICLE or after == last:
                return at
            at = after
        elif (bare[at + 1] in JOINING and at + 2 <= last) or (at == last - 1 and _is_first_of_two(bare[at])):
            return at
        at += 1
    return last


def _is_first_of_two(bare: str) -> bool:
    return bare in FIRST_OF_TWO or (len(bare) > 4 and bare.endswith(ENDINGS))


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(PLAIN)
    return "".join(sign for sign in letters if not unicodedata.combining(sign))
