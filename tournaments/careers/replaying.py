"""Ratings, played from all tables in the order of the days.

Each chapter keeps a hash of all that its ratings were made from. So a correction, an event that is counted
later or two people who are one begin again where they change something, and not at the beginning.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from config.database import writing_aside
from tournaments.careers.switches import switches_of
from tournaments.engines.careers.rating import STRANGER, Skill, rate
from tournaments.models import Appearance, Career, Chapter
from tournaments.models.stored import RatedTableJson

RATING = 1
"""Which way of rating this is; another number, and everything is rated anew."""
AT_ONCE = 200


def replay(tenant: int) -> int:
    """Bring a club's ratings to where its chapters are; how many chapters were rated."""
    if not switches_of(tenant).rating:
        _drop(tenant)
        return 0
    games = Chapter.objects.filter(tenant=tenant).order_by("game").values_list("game", flat=True).distinct()
    return sum(_replay(tenant, game) for game in games)


def _drop(tenant: int) -> None:
    """The club wants none any more."""
    rated = Chapter.objects.filter(tenant=tenant).exclude(rated="")
    while chapters := list(rated.values_list("pk", flat=True)[:AT_ONCE]):
        with writing_aside():
            Appearance.objects.filter(chapter__in=chapters).update(mu=None, sigma=None)
            Chapter.objects.filter(pk__in=chapters).update(rated="")
    with writing_aside():
        Career.objects.filter(tenant=tenant).exclude(mu=None).update(mu=None, sigma=None)


def _replay(tenant: int, game: str) -> int:
    there = Chapter.objects.filter(tenant=tenant, game=game).order_by("day", "began_at", "pk")
    right, before = list[int](), str(RATING)
    for pk, rated, tables in there.values_list("pk", "rated", "tables"):
        link = _link(before, pk, tables)
        if rated != link:  # from here on ratings are not made from what is there
            break
        right.append(pk)
        before = link
    todo = list(there.values_list("pk", flat=True))[len(right) :]
    if todo:
        skills = _as_of(right)
        for pk in todo:
            before = _rate(pk, before, skills)
    return len(todo)


def _link(before: str, chapter: int, tables: Sequence[RatedTableJson]) -> str:
    text = f"{before} {chapter} {json.dumps(tables, sort_keys=True)}"
    return hashlib.sha256(text.encode()).hexdigest()


def _as_of(chapters: Sequence[int]) -> dict[int, Skill]:
    """How strong everybody was after these chapters."""
    place = {chapter: number for number, chapter in enumerate(chapters)}
    latest: dict[int, tuple[int, Skill]] = {}
    for start in range(0, len(chapters), AT_ONCE):
        some = chapters[start : start + AT_ONCE]
        rows = Appearance.objects.filter(chapter__in=some, mu__isnull=False).order_by()
        for chapter, player, mu, sigma in rows.values_list("chapter", "player", "mu", "sigma"):
            if player not in latest or latest[player][0] < place[chapter]:
                latest[player] = place[chapter], Skill(mu or 0.0, sigma or 0.0)
    return {player: skill for player, (_place, skill) in latest.items()}


def _rate(pk: int, before: str, skills: dict[int, Skill]) -> str:
    """One chapter more; its hash."""
    with writing_aside():
        chapter = Chapter.objects.select_for_update().get(pk=pk)
        for table in chapter.tables:
            rate(skills, table["sides"], table["places"])
        rows = list(chapter.appearances.only("pk", "player"))
        for row in rows:
            skill = skills.get(row.player_id, STRANGER)
            row.mu, row.sigma = skill.mu, skill.sigma
        Appearance.objects.bulk_update(rows, ("mu", "sigma"), batch_size=AT_ONCE)
        chapter.rated = _link(before, pk, chapter.tables)
        chapter.save(update_fields=("rated",))
        players = [row.player_id for row in rows]
        Career.objects.filter(tenant=chapter.tenant_id, game=chapter.game, player__in=players).delete()
    return chapter.rated
