"""What a club can be proud of, game by game: records, who came most often, and how strong everybody is."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from scoring import game_for
from tournaments.careers.naming import called, has_public_page, people_by_id
from tournaments.careers.persons import hand_sentence
from tournaments.careers.switches import switches_of
from tournaments.careers.words import RatingView, rating_view, record_label
from tournaments.engines.careers.best import FEW, BestMark, best_of
from tournaments.engines.careers.evening import message_of
from tournaments.engines.careers.rating import Skill
from tournaments.models import Appearance, Career, Chapter, Player
from tournaments.speech.wording import signed, speak

LISTED = 200  # lines


@dataclass(frozen=True, slots=True)
class HolderView:
    """Somebody who holds a record; where there is a page about him, its number."""

    name: str
    person: int
    day: datetime.date | None
    where: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record: `kind` says which, `name` of what it is where the game says so."""

    kind: str
    value: str
    number: int
    holders: tuple[HolderView, ...]
    name: str = ""

    @property
    def label(self) -> str:
        """What the record is in."""
        return record_label(self.kind)


@dataclass(frozen=True, slots=True)
class RatedView:
    """Somebody with a rating."""

    place: int
    name: str
    person: int
    rating: RatingView
    evenings: int


@dataclass(frozen=True, slots=True)
class RegularView:
    """Somebody who comes often."""

    name: str
    person: int
    evenings: int


@dataclass(frozen=True, slots=True)
class GameRecords:
    """All of one game."""

    key: str
    name: str
    evenings: int
    records: tuple[RecordView, ...]
    contracts: tuple[RecordView, ...]
    regulars: tuple[RegularView, ...]
    ratings: tuple[RatedView, ...]


def club_records(tenant: int, *, public: bool) -> tuple[GameRecords, ...]:
    """What is counted of a club, the game that is played most first; `public`: as everybody may read it."""
    chapters = Chapter.objects.filter(tenant=tenant).order_by()
    days: dict[str, set[datetime.date]] = {}
    for game, day in chapters.values_list("game", "day"):
        days.setdefault(game, set()).add(day)
    ordered = sorted(days, key=lambda game: (-len(days[game]), game))
    return tuple(_game(tenant, game, len(days[game]), public=public) for game in ordered)


def _game(tenant: int, key: str, evenings: int, *, public: bool) -> GameRecords:
    speaker, careers = _Holders(tenant, public=public), _careers(tenant, key)
    return GameRecords(
        key=key,
        name=speak(game_for(key).name),
        evenings=evenings,
        records=_records(tenant, key, careers, speaker),
        contracts=tuple(_contracts(careers, speaker)),
        regulars=_regulars(careers, speaker),
        ratings=_ratings(careers, speaker) if switches_of(tenant).rating else (),
    )


def _records(tenant: int, key: str, careers: Sequence[Career], speaker: _Holders) -> tuple[RecordView, ...]:
    game = game_for(key)
    rows = Appearance.objects.filter(chapter__tenant=tenant, chapter__game=key).order_by()
    best = _top(rows.exclude(best=None), "best", low=game.low_wins)
    shown = [
        speaker.record("hand", best, points=True, sentences=True),
        # Where few points are good, whoever went home early would have the best evening.
        speaker.record("evening", None if game.low_wins else _top(rows, "points"), points=True),
        speaker.record("streak", _top(rows.filter(streak__gt=1), "streak")),
        speaker.record("most_evenings", _most(careers, "evenings")),
        speaker.record("firsts", _most(careers, "firsts")),
        speaker.record("hands", _most(careers, "hands")),
    ]
    return tuple(record for record in shown if record is not None)


def wall_records(tenant: int, key: str) -> tuple[RecordView, ...]:
    """Records of one game as everybody may read them: those of the page, then who has won what most often."""
    if not Chapter.objects.filter(tenant=tenant, game=key).exists():
        return ()
    speaker = _Holders(tenant, public=True)
    careers = _careers(tenant, key)
    return (*_records(tenant, key, careers, speaker), *_contracts(careers, speaker))


def _careers(tenant: int, key: str) -> list[Career]:
    return list(Career.objects.filter(tenant=tenant, game=key).order_by("player"))


def _top(rows: QuerySet[Appearance], column: str, *, low: bool = False) -> BestMark | None:
    """The best by one column; a few more than may share it are asked for, in the order of the days."""
    order = F(column).asc() if low else F(column).desc()
    top = rows.order_by(order, "chapter__day", "chapter__began_at", "pk").values_list(
        column, "player", "chapter"
    )
    first = top.first()
    if first is None:
        return None
    same = top.filter(**{column: first[0]})[: 50 * FEW]
    return best_of(((value, player, chapter) for value, player, chapter in same), low=low)


def _most(careers: Sequence[Career], column: str) -> BestMark | None:
    return best_of((getattr(row, column), row.player_id, 0) for row in careers if getattr(row, column) > 0)


def _contracts(careers: Sequence[Career], speaker: _Holders) -> Iterable[RecordView]:
    """Of all people play for: who has won it most often, or played it where there is nothing to win."""
    tried: dict[tuple[str, ...], int] = {}
    marks: dict[tuple[str, ...], list[tuple[int, int, int]]] = {}
    for row in careers:
        for line in row.tried:
            words = tuple(line["words"])
            tried[words] = tried.get(words, 0) + line["tried"]
            times = line["won"] if line["tried"] > line["open"] else line["tried"]
            marks.setdefault(words, []).append((times, row.player_id, 0))
    for words in sorted(tried, key=lambda words: (-tried[words], words)):
        mark = best_of(mark for mark in marks[words] if mark[0] > 1)
        record = speaker.record("contract", mark, name=speak(message_of(words)))
        if record is not None:
            yield record


def _regulars(careers: Sequence[Career], speaker: _Holders) -> tuple[RegularView, ...]:
    """Who came most often; nobody who is forgotten."""
    often = sorted(careers, key=lambda row: (-row.evenings, row.player_id))[:LISTED]
    people = speaker.people({row.player_id: row for row in often})
    known = [row for row in often if row.player_id in people and not people[row.player_id].anonymised_at]
    names = speaker.names([row.player_id for row in known])
    listed = [
        RegularView(names[row.player_id], speaker.page_of(people[row.player_id]), row.evenings)
        for row in known
    ]
    return tuple(sorted(listed, key=lambda row: (-row.evenings, row.name)))


def _ratings(careers: Sequence[Career], speaker: _Holders) -> tuple[RatedView, ...]:
    """By what somebody is worth as good as certainly. The public reads nothing of who is forgotten."""
    skills = {
        row.player_id: Skill(row.mu, row.sigma)
        for row in careers
        if row.mu is not None and row.sigma is not None
    }
    evenings = {row.player_id: row.evenings for row in careers}
    people = speaker.people(skills)
    known = [pk for pk in skills if pk in people and people[pk].anonymised_at is None]
    known.sort(key=lambda pk: (-skills[pk].sure, pk))
    names = speaker.names(known)
    return tuple(
        RatedView(
            place=1 + sum(skills[other].sure > skills[pk].sure for other in known),
            name=names[pk],
            person=speaker.page_of(people[pk]),
            rating=rating_view(skills[pk]),
            evenings=evenings[pk],
        )
        for pk in known[:LISTED]
    )


class _Holders:
    """Says who holds a record; looks each of them up once."""

    def __init__(self, tenant: int, *, public: bool) -> None:
        self.tenant, self.public = tenant, public
        self._known: dict[int, Player] = {}

    def people(self, people: Mapping[int, object]) -> Mapping[int, Player]:
        """These people."""
        self._known |= people_by_id(self.tenant, [pk for pk in people if pk not in self._known])
        return self._known

    def names(self, people: Sequence[int]) -> Mapping[int, str]:
        """What they are called."""
        known = self.people(dict.fromkeys(people))
        return called([known[pk] for pk in people if pk in known], public=self.public)

    def page_of(self, player: Player) -> int:
        """Whose page may be gone to; 0: none."""
        return player.pk if not self.public or has_public_page(player) else 0

    def record(
        self,
        kind: str,
        mark: BestMark | None,
        *,
        name: str = "",
        points: bool = False,
        sentences: bool = False,
    ) -> RecordView | None:
        """A record in words; None where there is none, or where nobody is left who may be named."""
        if mark is None:
            return None
        names = self.names([person for person, _chapter in mark.holders])
        holders = [
            self._holder(self._known[person], names[person], chapter, sentences=sentences)
            for person, chapter in mark.holders
            if person in names
        ]
        value = signed(mark.value) if points else str(mark.value)
        return RecordView(kind, value, mark.value, tuple(holders), name) if holders else None

    def _holder(self, player: Player, name: str, chapter: int, *, sentences: bool) -> HolderView:
        played = Chapter.objects.select_related("event").filter(pk=chapter).defer("tables").first()
        where = played.event.title if played is not None and played.event is not None else ""
        why = ""
        if played is not None and sentences:
            row = Appearance.objects.filter(chapter=played, player=player).first()
            why = hand_sentence(row.facts["best"]) if row is not None and row.facts["best"] else ""
        return HolderView(name, self.page_of(player), played.day if played else None, where, why)
