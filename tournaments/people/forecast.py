"""What the next draw will make of the people who are here, said before it is made."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from scoring import Unreadable
from scoring.table import alone
from tournaments.engines.bracket import bracket_size
from tournaments.engines.draw.sizes import table_sizes
from tournaments.engines.plans import Format, StagePlan
from tournaments.events.draw.drawing import stage_to_draw
from tournaments.events.ground.lineups import present
from tournaments.events.ground.stages import after_groups, plan_of, settings_of, settled_rounds, sizes_of
from tournaments.events.results.brackets import bracket_of
from tournaments.models import Event, Stage
from tournaments.people.entrants import next_round
from tournaments.speech.wording import Wording, listed, tables_of


@dataclass(frozen=True, slots=True)
class Forecast:
    """`text` is one sentence; `possible`: the draw can be made with those who are here."""

    here: int
    text: str
    possible: bool


def forecast(event: Event) -> Forecast:
    """The next draw with those who are here: tables, matches, byes, and how many sit out."""
    stage = stage_to_draw(event)
    here = len(present(event, next_round(event)))
    if stage is None:
        return Forecast(here, gettext("Every round is drawn."), False)
    plan = plan_of(stage)
    if plan.bracket and settled_rounds(stage):
        return Forecast(here, _going_on(stage), True)
    if plan.takes:
        return Forecast(here, _chosen(stage, plan), True)
    if not here:
        return Forecast(here, gettext("Nobody is here yet."), False)
    try:
        parts = _parts(stage, plan, here)
    except Unreadable as refused:
        wording = Wording(alone(1))
        return Forecast(here, " ".join(wording.say(problem.text) for problem in refused.problems), False)
    if not parts:
        return Forecast(here, gettext("More people are needed for a draw."), False)
    return Forecast(here, f"{_come(event, here)}: {listed(parts)}.", True)


def _come(event: Event, here: int) -> str:
    heads = settings_of(event).entrant
    if heads == 1:
        return ngettext("{count} here", "{count} here", here).format(count=here)
    if heads == 2:
        return ngettext("{count} pair here", "{count} pairs here", here).format(count=here)
    return ngettext("{count} team here", "{count} teams here", here).format(count=here)


def _going_on(stage: Stage) -> str:
    count = len(bracket_of(stage).playable)
    return gettext("The bracket goes on: {matches}.").format(matches=_matches(count))


def _chosen(stage: Stage, plan: StagePlan) -> str:
    if after_groups(stage):
        text = ngettext(
            "The best of each group plays on.", "The best {count} of each group play on.", plan.takes
        )
    else:
        text = ngettext(
            "The best of the stage before plays on.",
            "The best {count} of the stage before play on.",
            plan.takes,
        )
    return text.format(count=plan.takes)


def _parts(stage: Stage, plan: StagePlan, here: int) -> list[str]:
    """The parts of the sentence, none when there are too few; raises Unreadable where it cannot be."""
    heads = settings_of(stage.event).entrant
    match plan.format:
        case Format.TABLES | Format.STANDING | Format.FINAL:
            sizes = table_sizes(here, sizes_of(stage))
            return [*_tables([size * heads for size in sizes]), *_out(here - sum(sizes))]
        case Format.PARTNERS | Format.PARTNERS_STANDING:
            return [*_tables([4] * (here // 4)), *_out(here % 4)] if here >= 4 else []
        case Format.SWISS:
            return [_matches(here // 2), *_byes(here % 2)] if here >= 2 else []
        case Format.ROUND_ROBIN:
            rounds = (here - 1 + here % 2) * (2 if plan.twice else 1)
            return [_rounds(rounds), _matches(here // 2), *_out(here % 2)] if here >= 2 else []
        case Format.GROUPS:
            return _groups(plan.groups, here)
        case Format.KNOCKOUT | Format.DOUBLE:
            return _bracket(here) if here >= 2 else []


def _tables(sizes: list[int]) -> list[str]:
    return [tables_of(count, size) for size, count in sorted(Counter(sizes).items(), reverse=True)]


def _matches(count: int) -> str:
    return ngettext("{count} match", "{count} matches", count).format(count=count)


def _rounds(count: int) -> str:
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def _out(count: int) -> list[str]:
    if not count:
        return []
    return [ngettext("{count} sits out", "{count} sit out", count).format(count=count)]


def _byes(count: int) -> list[str]:
    if not count:
        return []
    return [ngettext("{count} bye", "{count} byes", count).format(count=count)]


def _groups(groups: int, here: int) -> list[str]:
    if here < 2 * groups:
        return []
    small, larger = divmod(here, groups)
    sizes = Counter([small + 1] * larger + [small] * (groups - larger))
    return [
        ngettext("{count} group of {size}", "{count} groups of {size}", count).format(count=count, size=size)
        for size, count in sorted(sizes.items(), reverse=True)
    ]


def _bracket(here: int) -> list[str]:
    """A first round that brings the field down to a power of two."""
    size = bracket_size(here)
    return [gettext("a bracket of {size}").format(size=size), _matches(here - size // 2), *_byes(size - here)]
