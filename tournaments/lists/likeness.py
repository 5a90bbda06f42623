"""Is this somebody we know? Names that are written differently and may be one person are doubtful."""

from __future__ import annotations

import enum
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.lists.people import first_name_first
from tournaments.lists.typed import cleaned, folded, sounded

ONE_TYPO = 6  # letters of a whole name from which one may be wrong
TWO_TYPOS = 10
LONG_WORD = 8  # letters of a word that may hold both
LONGEST_WORD = 16  # that is searched for with two typos
MOST_CANDIDATES = 5


class Verdict(enum.StrEnum):
    """What we think of a name."""

    NEW = "new"
    KNOWN = "known"
    DOUBTFUL = "doubtful"  # a person has to say


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody to compare with; `key` is whatever the caller calls him by."""

    key: int
    name: str
    club: str = ""
    word: str = ""  # which of two of one name and club

    @property
    def label(self) -> str:
        """The name with all that tells him from others."""
        words = ", ".join(filter(None, (self.club, self.word)))
        return f"{self.name} ({words})" if words else self.name

    def is_of_another_club(self, club: str) -> bool:
        """Both clubs are known, and they are two."""
        return bool(club and self.club) and folded(club) != folded(self.club)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody it may be, and why we think so."""

    known: KnownPerson
    why: Text


@dataclass(frozen=True, slots=True)
class Judged:
    """KNOWN and DOUBTFUL come with candidates, the likeliest first; KNOWN has exactly one."""

    verdict: Verdict
    candidates: tuple[Candidate, ...] = ()


class Acquaintances:
    """Known people, arranged so that a name finds those it may be without looking at all of them."""

    def __init__(self, people: Iterable[KnownPerson] = ()) -> None:
        self._exact: dict[str, list[KnownPerson]] = defaultdict(list)
        self._by_word: dict[str, list[_Name]] = defaultdict(list)
        for person in people:
            self.add(person)

    def add(self, known: KnownPerson) -> None:
        """From now on compare with this one, too."""
        self._exact[_exactly(known.name)].append(known)
        name = _Name.of(known)
        for key in name.keys():  # noqa: SIM118 (not a dictionary)
            self._by_word[key].append(name)

    def judge(self, name: str, club: str = "") -> Judged:
        """The same letters are the same person, unless the clubs differ or several people have that name;
        likeness is for people to decide."""
        namesakes = self._exact.get(_exactly(name), ())
        if namesakes:
            return _which(namesakes, club)
        wanted = _Name.of(KnownPerson(0, name))
        ranked_by_id: dict[int, tuple[int, Candidate]] = {}
        for other in wanted.near(self._by_word):
            if id(other) not in ranked_by_id:
                why = _alike(wanted, other)
                if why is not None:
                    ranked_by_id[id(other)] = (why[0], Candidate(other.known, why[1]))
        ranked = sorted(
            ranked_by_id.values(), key=lambda pair: (pair[0], pair[1].known.name, pair[1].known.key)
        )
        candidates = tuple(candidate for _rank, candidate in ranked[:MOST_CANDIDATES])
        return Judged(Verdict.DOUBTFUL if candidates else Verdict.NEW, candidates)


class Wanted:
    """Names that are looked for among many people: says of each of those whether he has to be compared.

    It says yes to all whom `Acquaintances` would compare with one of the names, and hardly to others; what it
    has found out about a word it knows when the next person has it.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._joined: set[str] = set()
        self._exact: set[str] = set()
        self._places: dict[str, set[tuple[int, int]]] = defaultdict(set)  # (name, word) by key
        self._short: set[int] = set()  # names of which one word is enough
        self._near: dict[str, frozenset[tuple[int, int]]] = {}
        for number, text in enumerate(dict.fromkeys(names)):
            name = _Name.of(KnownPerson(0, text))
            self._joined.add(name.joined)
            self._exact.add(folded(text))
            if len(name.words) == 1 or name.initials:
                self._short.add(number)
            for place, word in enumerate(name.words):
                for key in _keys(word):
                    self._places[key].add((number, place))

    def may_mean(self, words: str) -> bool:
        """May somebody with these words, folded, the first name first, be one of the names?"""
        parts = words.split()
        if words in self._exact or "".join(parts) in self._joined:
            return True
        near = [places for part in parts if (places := self._near_of(part))]
        if not near:
            return False
        if any(len(part) == 1 for part in parts):
            return True
        alike = Counter(number for number, _place in frozenset().union(*near))
        return any(words > 1 or number in self._short for number, words in alike.items())

    def _near_of(self, word: str) -> frozenset[tuple[int, int]]:
        near = self._near.get(word)
        if near is None:
            places = (self._places[key] for key in _keys(word) if key in self._places)
            near = self._near[word] = frozenset().union(*places)
        return near


def _which(namesakes: Sequence[KnownPerson], club: str) -> Judged:
    """Who of those with this name it is: the one of the same club, or the only one if no club contradicts."""
    of_club = [known for known in namesakes if club and folded(known.club) == folded(club)]
    meant = of_club or namesakes
    if len(meant) == 1 and (of_club or not club or not meant[0].club):
        return Judged(Verdict.KNOWN, (Candidate(meant[0], say(_("same name"))),))
    why = {True: say(_("same name, another club")), False: say(_("same name"))}
    return Judged(
        Verdict.DOUBTFUL,
        tuple(Candidate(known, why[known.is_of_another_club(club)]) for known in meant[:MOST_CANDIDATES]),
    )


def _exactly(name: str) -> str:
    return cleaned(name).casefold()


@dataclass(frozen=True, slots=True, eq=False)
class _Name:
    """A name taken apart for comparing."""

    known: KnownPerson
    words: tuple[str, ...]  # folded, in their order
    joined: str

    @staticmethod
    def of(known: KnownPerson) -> _Name:
        words = tuple(folded(first_name_first(known.name)).split())
        return _Name(known, words, "".join(words))

    @property
    def initials(self) -> bool:
        """Single letters stand for some of the words."""
        return any(len(word) == 1 for word in self.words)

    def keys(self) -> set[str]:
        """What a name that may be the same one is found by."""
        return {f"={self.joined}"}.union(*(_keys(word) for word in self.words))

    def near(self, index: dict[str, list[_Name]]) -> Iterator[_Name]:
        """Names that have two words like ours: one is not enough, half the register is called Hans."""
        yield from index.get(f"={self.joined}", ())
        alike: Counter[_Name] = Counter()
        for word in self.words:
            alike.update({other for key in _keys(word) for other in index.get(key, ())})
        for other, words in alike.items():
            if words > 1 or len(self.words) == 1 or self.initials or other.initials:
                yield other


@lru_cache(maxsize=2_000)
def _keys(word: str) -> frozenset[str]:
    """A word, how it sounds, and what is left without a letter or two: typos share one of these."""
    if len(word) < 2:
        return frozenset()
    shorter = _shorter({word}) if len(word) > 3 else set()
    if LONG_WORD <= len(word) <= LONGEST_WORD:
        shorter |= _shorter(shorter)
    return frozenset({word, f"~{sounded(word)}"} | shorter)


def _shorter(words: set[str]) -> set[str]:
    return {word[:place] + word[place + 1 :] for word in words for place in range(len(word))}


def _alike(name: _Name, other: _Name) -> tuple[int, Text] | None:
    """(how far apart, why it may be the same), or None."""
    if name.words == other.words or name.joined == other.joined:
        return 0, say(_("written a little differently"))
    ours, theirs = sorted(name.words), sorted(other.words)
    if ours == theirs:
        return 1, say(_("first and last name swapped"))
    if _shortened(name.words, other.words) or _shortened(other.words, name.words):
        return 2, say(_("first name shortened"))
    if len(ours) != len(theirs):
        few, many = sorted((set(ours), set(theirs)), key=len)
        return (4, say(_("one name more or less"))) if len(few) > 1 and few < many else None
    typos = min(_typos(name.words, other.words), _typos(ours, theirs))
    letters = min(len(name.joined), len(other.joined))
    if typos <= (letters >= ONE_TYPO) + (letters >= TWO_TYPOS):
        return 2 + typos, say(_("only a letter or two differ"))
    if letters >= ONE_TYPO and [*map(sounded, name.words)] == [*map(sounded, other.words)]:
        return 4, say(_("sounds the same"))
    return None


def _shortened(short: Sequence[str], long: Sequence[str]) -> bool:
    """`H. Müller` and `Hans Müller`: single letters stand for the words that begin with them."""
    if len(short) != len(long) or len(short) < 2 or all(len(word) > 1 for word in short):
        return False
    pairs = list(zip(short, long, strict=True))
    return any(a == b and len(a) > 1 for a, b in pairs) and all(
        a == b or (len(a) == 1 and b.startswith(a)) for a, b in pairs
    )


def _typos(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """Letters that differ, word by word; many where a word is too short for that."""
    total = 0
    for a, b in zip(ours, theirs, strict=True):
        wrong = distance(a, b, 2)
        shortest = min(len(a), len(b))
        total += wrong if wrong <= (shortest >= 3) + (shortest >= LONG_WORD) else 9
    return total


@lru_cache(maxsize=20_000)
def distance(ours: str, theirs: str, most: int) -> int:
    """How many letters are added, left out, replaced or swapped with their neighbour; at most `most` + 1."""
    if ours == theirs:
        return 0
    if abs(len(ours) - len(theirs)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(theirs) + 1))
    for i, letter_here in enumerate(ours, start=1):
        two_before, before = before, row
        row = [i]
        for j, letter_there in enumerate(theirs, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter_here != letter_there))
            if i > 1 and j > 1 and letter_here == theirs[j - 2] and ours[i - 2] == letter_there:
                cost = min(cost, two_before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
