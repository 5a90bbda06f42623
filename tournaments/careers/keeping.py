"""Counting, as a job: chapter after chapter in short transactions, then ratings, then everybody's sums.

Whatever is written down says what it was made from, so that a job that dies is gone on with by the next one:
a chapter its event's revision, a rating the hash of all before it, and a career that is missing is summed up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from config.database import writing_aside
from scoring import Unreadable
from tournaments import jobs
from tournaments.careers import due, gathering, replaying, summing
from tournaments.careers.gathering import GatheredChapter
from tournaments.engines.careers.evening import CareerEvening
from tournaments.models import Appearance, Career, Chapter, Event, Player, Sitting
from tournaments.models.stored import AppearanceJson, ContractJson

ROUNDS = 5  # of looking what has come in meanwhile
AT_ONCE = 200  # rows in one statement
Tell = Callable[[int, int], None]
logger = logging.getLogger("stammtisch.careers")


def run(work: jobs.Assignment) -> None:
    """What the job does; what has come in meanwhile, too."""
    for _time in range(ROUNDS):
        if not bring_up(work.job.tenant_id, work.progress):
            break


def bring_up(tenant: int, tell: Tell | None = None) -> int:
    """Count what is due for this club; how many events and evenings that were."""
    to_do = due.due_of(tenant)
    for done, chapter in enumerate(to_do.gone, start=1):
        _forget(chapter)
        _report(tell, done, to_do.count)
    done = len(to_do.gone)
    for event in to_do.events:
        _count_event(event, tenant)
        done += 1
        _report(tell, done, to_do.count)
    for sitting, mark in to_do.sittings:
        _count_sitting(sitting, mark, tenant)
        done += 1
        _report(tell, done, to_do.count)
    replaying.replay(tenant)
    summing.sum_up(tenant)
    return to_do.count


def _report(tell: Tell | None, done: int, of: int) -> None:
    if tell is not None:
        tell(done, of)


def _count_event(pk: int, tenant: int) -> None:
    try:
        gathered = gathering.of_event(pk)
    except (KeyError, Unreadable):  # of a game that this version does not know, or cannot read any more
        logger.exception("event %s is not counted", pk)
        return
    with writing_aside():
        event = Event.objects.select_for_update().filter(pk=pk).first()
        # Whoever has changed it meanwhile has made it due again.
        if event is None or gathered is None or event.revision != gathered.revision:
            return
        chapter, _new = Chapter.objects.update_or_create(
            event=event, defaults={**_head(gathered, tenant), "revision": gathered.revision}
        )
        _write(chapter, gathered)


def _count_sitting(pk: int, mark: str, tenant: int) -> None:
    try:
        gathered = gathering.of_sitting(pk)
    except (KeyError, Unreadable):
        logger.exception("table %s is not counted", pk)
        return
    with writing_aside():
        sitting = Sitting.objects.select_for_update(of=("self",)).filter(pk=pk).first()
        if sitting is None or gathered is None:
            return
        chapter, _new = Chapter.objects.update_or_create(
            sitting=sitting, defaults={**_head(gathered, tenant), "mark": mark}
        )
        _write(chapter, gathered)


def _head(gathered: GatheredChapter, tenant: int) -> dict[str, object]:
    return {
        "tenant_id": tenant,
        "game": gathered.game,
        "day": gathered.day,
        "began_at": gathered.began_at,
        "counting": due.COUNTING,
        "tables": list(gathered.tables),
        "rated": "",
    }


def _write(chapter: Chapter, gathered: GatheredChapter) -> None:
    """Everybody's appearance anew, and of all who have or had one the sums are due again."""
    _drop_sums(chapter)
    chapter.appearances.all().delete()
    # Held until it is written, so that nobody is joined with somebody else or forgotten in between.
    held = Player.objects.select_for_update().filter(pk__in=gathered.people).order_by("pk")
    there = set(held.values_list("pk", flat=True))
    rows = [
        Appearance(
            chapter=chapter,
            player_id=player,
            place=gathered.places.get(player),
            of=gathered.of,
            points=evening.points,
            tables=evening.tables,
            hands=evening.hands,
            won=evening.won,
            best=evening.best,
            streak=evening.streak,
            facts=_facts(evening),
        )
        for player, evening in gathered.people.items()
        if player in there
    ]
    Appearance.objects.bulk_create(rows, batch_size=AT_ONCE)
    _drop_sums(chapter)


def _facts(evening: CareerEvening) -> AppearanceJson:
    return {
        "tried": [
            ContractJson(words=list(words), tried=count.tried, won=count.won, open=count.open)
            for words, count in sorted(evening.tried.items())
        ],
        "met": _counted(evening.met.items()),
        "partners": _counted(evening.partners.items()),
        "best": list(evening.best_at or ()),
    }


def _counted(times: Iterable[tuple[int, int]]) -> list[list[int]]:
    return [[person, count] for person, count in sorted(times)]


def _drop_sums(chapter: Chapter) -> None:
    theirs = Appearance.objects.filter(chapter=chapter).values("player")
    Career.objects.filter(tenant=chapter.tenant_id, game=chapter.game, player__in=theirs).delete()


def _forget(pk: int) -> None:
    with writing_aside():
        chapter = Chapter.objects.select_for_update().filter(pk=pk).first()
        if chapter is not None:
            _drop_sums(chapter)
            # What came after it was rated with it: the chain of those says so.
            chapter.delete()
