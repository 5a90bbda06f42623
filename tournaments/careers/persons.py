"""Somebody's years on one page: evenings, curve, contracts, best hand, whom he met, medals."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from scoring import game_for
from tournaments.careers.due import official
from tournaments.careers.naming import called, has_public_page, people_by_id
from tournaments.careers.ratingcurve import RatingCurve, rating_curve
from tournaments.careers.summing import contracts_of
from tournaments.careers.switches import switches_of
from tournaments.careers.words import (
    ContractView,
    MedalView,
    RatingView,
    contract_views,
    medal_view,
    rating_view,
)
from tournaments.engines.careers.medals import Outing, medals
from tournaments.engines.careers.rating import Skill
from tournaments.engines.charts import LineChart, line_chart
from tournaments.models import Appearance, Player, Sitting
from tournaments.speech.wording import signed, speak
from tournaments.table import reading

EVENINGS, PEOPLE = 40, 24  # lines shown, unless all are asked for


@dataclass(frozen=True, slots=True)
class OutingRow:
    """An event or evening of somebody."""

    day: datetime.date
    title: str
    event: int  # 0: a table of an evening
    place: str  # `3 of 42`; empty: no place
    points: str
    hands: int
    rating: RatingView | None


@dataclass(frozen=True, slots=True)
class GameYears:
    """All that somebody has played of one game."""

    name: str
    evenings: int
    firsts: int
    points: str
    hands: int
    won: int
    percent: int
    best: str  # signed points of the best hand; empty: there is none
    best_why: str
    best_day: datetime.date | None
    streak: int
    curve: LineChart | None
    rating_curve: RatingCurve | None
    contracts: tuple[ContractView, ...]
    rating: RatingView | None


@dataclass(frozen=True, slots=True)
class MetRow:
    """Somebody he has met."""

    name: str
    person: int  # 0: no page to go to
    times: int
    partner: int


@dataclass(frozen=True, slots=True)
class CareerView:
    """The page of somebody over the years."""

    name: str
    club: str
    evenings: int
    since: datetime.date | None
    games: tuple[GameYears, ...]
    medals: tuple[MedalView, ...]
    outings: tuple[OutingRow, ...]
    more_outings: int
    met: tuple[MetRow, ...]
    more_met: int


def career_view(player: Player, *, public: bool, whole: bool = False) -> CareerView:
    """Everything; `public`: as far as everybody may read it. `whole`: lists with all their lines."""
    rows = list(
        Appearance.objects.filter(player=player)
        .select_related("chapter__event", "chapter__sitting")
        .defer("chapter__tables", "chapter__event__logo")
        .order_by("chapter__day", "chapter__began_at", "chapter")
    )
    by_game: dict[str, list[Appearance]] = {}
    for row in rows:
        by_game.setdefault(row.chapter.game, []).append(row)
    rated = switches_of(player.whose).rating
    games = sorted(by_game.items(), key=lambda item: -len(item[1]))
    met = _met(player, rows, public=public)
    shown = len(rows) if whole else EVENINGS
    return CareerView(
        name=called([player], public=public)[player.pk],
        club=player.club,
        evenings=len({row.chapter.day for row in rows}),
        since=rows[0].chapter.day if rows else None,
        games=tuple(_game(key, played, rated=rated) for key, played in games),
        medals=_medals(player.whose, rows),
        outings=tuple(_outing(row, public=public, rated=rated) for row in rows[::-1][:shown]),
        more_outings=max(0, len(rows) - shown),
        met=met if whole else met[:PEOPLE],
        more_met=0 if whole else max(0, len(met) - PEOPLE),
    )


def _game(key: str, rows: Sequence[Appearance], *, rated: bool) -> GameYears:
    game = game_for(key)
    hands, won = sum(row.hands for row in rows), sum(row.won for row in rows)
    with_best = [row for row in rows if row.best is not None and row.facts["best"]]
    pick = min if game.low_wins else max
    top = pick(with_best, key=lambda row: row.best or 0, default=None)
    return GameYears(
        name=speak(game.name),
        evenings=len({row.chapter.day for row in rows}),
        firsts=sum(row.place == 1 and row.chapter.event_id is not None for row in rows),
        points=signed(sum(row.points for row in rows)),
        hands=hands,
        won=won,
        percent=round(100 * won / hands) if hands else 0,
        best=signed(top.best or 0) if top else "",
        best_why=hand_sentence(top.facts["best"]) if top else "",
        best_day=top.chapter.day if top else None,
        streak=max((row.streak for row in rows), default=0),
        curve=_curve(rows),
        rating_curve=rating_curve(rows) if rated else None,
        contracts=contract_views(contracts_of(rows)),
        rating=_rating(rows[-1]) if rated else None,
    )


def hand_sentence(best: Sequence[int]) -> str:
    """The hand in words, as its table says it; empty where it is no longer to be read."""
    sitting = Sitting.objects.select_related("sheethead", "event").filter(pk=best[0]).first()
    hand = reading.sheet(sitting).hand(best[1]) if sitting is not None else None
    return hand.sentence if hand is not None else ""


def _rating(row: Appearance) -> RatingView | None:
    return None if row.mu is None or row.sigma is None else rating_view(Skill(row.mu, row.sigma))


def _curve(rows: Sequence[Appearance]) -> LineChart | None:
    """Points, evening by evening."""
    if len(rows) < 2:
        return None
    total, totals = 0, []
    for row in rows:
        total += row.points
        totals.append(total)
    return line_chart([totals], width=340, height=150, left=38, right=14)


def _medals(tenant: int, rows: Sequence[Appearance]) -> tuple[MedalView, ...]:
    outings = [
        Outing(row.chapter.day, row.place, row.of, row.streak, row.chapter.event_id is not None)
        for row in rows
    ]
    held: Mapping[int, int] = Counter(
        day.year for day in official().filter(tenant=tenant).values_list("day", flat=True)
    )
    return tuple(map(medal_view, medals(outings, held, timezone.localdate().year)))


def _outing(row: Appearance, *, public: bool, rated: bool) -> OutingRow:
    chapter = row.chapter
    event, sitting = chapter.event, chapter.sitting
    evening = (sitting.title if sitting else "") or gettext("Evening")
    linked = event is not None and not (public and event.archived_at is not None)
    place = gettext("{place} of {of}").format(place=row.place, of=row.of) if row.place else ""
    return OutingRow(
        day=chapter.day,
        title=evening if event is None else event.title,
        event=event.pk if event is not None and linked else 0,
        place=place,
        points=signed(row.points),
        hands=row.hands,
        rating=_rating(row) if rated else None,
    )


def _met(player: Player, rows: Iterable[Appearance], *, public: bool) -> tuple[MetRow, ...]:
    times, partners = Counter[int](), Counter[int]()
    for row in rows:
        for person, count in row.facts["met"]:
            times[person] += count
        for person, count in row.facts["partners"]:
            partners[person] += count
    people = people_by_id(player.whose, times)
    if public:  # who is forgotten is nobody whom anybody has met
        people = {pk: other for pk, other in people.items() if other.anonymised_at is None}
    names = called(people.values(), public=public)
    met = [
        MetRow(names[pk], pk if not public or has_public_page(people[pk]) else 0, times[pk], partners[pk])
        for pk in people
    ]
    return tuple(sorted(met, key=lambda row: (-row.times, row.name)))
