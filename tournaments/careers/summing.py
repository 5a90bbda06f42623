"""The sums of each person in each game, for lists and records: made where they are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Exists, OuterRef

from config.database import writing_aside
from tournaments.engines.careers.evening import ContractCount
from tournaments.models import Appearance, Career
from tournaments.models.stored import ContractJson

AT_ONCE = 50  # people in one transaction


def sum_up(tenant: int) -> int:
    """Everybody who has played something and has no sum of it; how many."""
    count = 0
    while missing := _missing(tenant):
        with writing_aside():
            for player, game in missing:
                _sum(tenant, player, game)
        count += len(missing)
    return count


def _missing(tenant: int) -> list[tuple[int, str]]:
    career = Career.objects.filter(player=OuterRef("player"), game=OuterRef("chapter__game"))
    rows = Appearance.objects.filter(~Exists(career), chapter__tenant=tenant).order_by()
    return list(rows.values_list("player", "chapter__game").distinct()[:AT_ONCE])


def _sum(tenant: int, player: int, game: str) -> None:
    rows = list(
        Appearance.objects.filter(player=player, chapter__game=game)
        .select_related("chapter")
        .defer("chapter__tables")
        .order_by("chapter__day", "chapter__began_at", "chapter")
    )
    if not rows:  # taken away meanwhile
        return
    Career.objects.update_or_create(
        player_id=player,
        game=game,
        defaults={
            "tenant_id": tenant,
            "evenings": len({row.chapter.day for row in rows}),
            "firsts": sum(row.place == 1 and row.chapter.event_id is not None for row in rows),
            "hands": sum(row.hands for row in rows),
            "won": sum(row.won for row in rows),
            "tried": contracts_of(rows),
            "mu": rows[-1].mu,
            "sigma": rows[-1].sigma,
            "last_day": rows[-1].chapter.day,
        },
    )


def contracts_of(rows: Iterable[Appearance]) -> list[ContractJson]:
    """What somebody played for in all of these, the most frequent first."""
    counts: dict[tuple[str, ...], ContractCount] = {}
    for row in rows:
        for line in row.facts["tried"]:
            count = counts.setdefault(tuple(line["words"]), ContractCount())
            count.tried += line["tried"]
            count.won += line["won"]
            count.open += line["open"]
    ordered: Sequence[tuple[tuple[str, ...], ContractCount]] = sorted(
        counts.items(), key=lambda item: (-item[1].tried, item[0])
    )
    return [
        ContractJson(words=list(words), tried=count.tried, won=count.won, open=count.open)
        for words, count in ordered
    ]
