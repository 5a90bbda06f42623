"""What becomes of a seating when two exchange, somebody comes late or somebody does not come. Stores nothing.

Only the tables that must change do; the numbers of other tables stay. The same decisions are shown before
they are made (`previews.py`) and made (`seating.py`).
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations

from scoring.text import mark as _
from tournaments.engines.plans import Format
from tournaments.engines.plans.declared import PARTNERED
from tournaments.engines.plans.fitting import playable_sizes
from tournaments.events.ground.names import names_of
from tournaments.events.ground.refusal import no_draw
from tournaments.events.ground.stages import plan_of, settings_of, sizes_of
from tournaments.events.plan.changing import rules_of
from tournaments.models import Entrant, Round, Stage
from tournaments.models.stored import SeatingJson

FIXED = (Format.ROUND_ROBIN, Format.GROUPS, Format.KNOCKOUT, Format.DOUBLE)
"""Who meets whom is no chance here: the plan of all rounds, or the results, have decided it."""
BY_RESULTS = (*FIXED, Format.FINAL)
"""Meeting again is no fault here: nobody has chosen it."""
WON_WITHOUT_PLAY = (Format.GROUPS, Format.KNOCKOUT, Format.DOUBLE)


class IncompleteTable(enum.StrEnum):
    """What becomes of those at the table of somebody who does not come, where the plan has no answer."""

    REFUSE = ""
    SMALLER = "smaller"  # they play on, fewer than the plan says
    OUT = "out"  # they sit out


@dataclass(frozen=True, slots=True)
class Moved:
    """The seating as it would be; `what` and `data` are for the log."""

    seating: SeatingJson
    what: str
    data: dict[str, int] = field(default_factory=dict)


def exchanged(round_: Round, first: int, second: int) -> Moved:
    """Two entrants change places; one of them may be sitting out. Raises Unreadable."""
    seating = deepcopy(round_.seating)
    places = [*seating["tables"], seating["out"]]
    at = [number for who in (first, second) for number, place in enumerate(places) if who in place]
    if len(at) < 2 or first == second:
        raise no_draw(_("Both have to be in this round."))
    if at[0] != at[1] and plan_of(round_.stage).format in FIXED:
        raise no_draw(_("In this format it is fixed who meets whom: only the two of one table can swap."))
    swap = {first: second, second: first}
    seating["tables"] = [[swap.get(who, who) for who in table] for table in seating["tables"]]
    seating["out"] = [swap.get(who, who) for who in seating["out"]]
    return Moved(seating, "exchanged", {"one": first, "other": second})


def exchanged_since(round_: Round, first: int, second: int, seen: int | None) -> bool:
    """Have these two, and nobody else, been exchanged since somebody saw so many changes? None: no matter.

    Raises Unreadable where something else has been changed.
    """
    news = round_.changes[seen:] if seen is not None else []
    if len(news) == 1 and {news[0].get("one"), news[0].get("other")} == {first, second}:
        return True
    if news:
        raise no_draw(_("Someone else has changed the seats. Please reload the page."))
    return False


def seated_late(round_: Round, entrant: int, written: Collection[int] = ()) -> Moved | None:
    """A seat for somebody who came after the draw: at a smaller table if there is one, else where one more
    may sit, else among those who sit out. None: there is one already. Raises Unreadable.

    `written` are numbers of tables that already play.
    """
    seating = deepcopy(round_.seating)
    if any(entrant in place for place in (*seating["tables"], seating["out"])):
        return None
    sizes = sizes_of(round_.stage)
    if plan_of(round_.stage).matched:
        return _paired_up(round_, seating, entrant)
    met = meetings(round_)
    free = [
        at
        for at, table in enumerate(seating["tables"])
        if seating["numbers"][at] not in written and len(table) + 1 in sizes
    ]
    if free:
        at = min(
            free,
            key=lambda at: (
                len(seating["tables"][at]) + 1 > sizes[0],
                sum(met[pair(entrant, who)] for who in seating["tables"][at]),
                len(seating["tables"][at]),
                at,
            ),
        )
        seating["tables"][at].append(entrant)
        return Moved(seating, "seated_late", {"entrant": entrant, "table": seating["numbers"][at]})
    waiting = [*seating["out"], entrant]
    if len(waiting) >= sizes[0]:
        number = _new_table(seating, waiting[: sizes[0]])
        seating["out"] = waiting[sizes[0] :]
        return Moved(seating, "seated_late", {"entrant": entrant, "table": number})
    seating["out"] = waiting
    return Moved(seating, "sits_out_late", {"entrant": entrant})


def _paired_up(round_: Round, seating: SeatingJson, entrant: int) -> Moved:
    """In rounds of matches whoever has a bye plays the one who came late."""
    if plan_of(round_.stage).format in FIXED:
        raise no_draw(
            _("Nobody can join a knockout or a group after the draw. Draw again, or enter a substitute.")
        )
    if not seating["out"]:
        seating["out"] = [entrant]
        return Moved(seating, "sits_out_late", {"entrant": entrant})
    number = _new_table(seating, [seating["out"].pop(0), entrant])
    return Moved(seating, "seated_late", {"entrant": entrant, "table": number})


def _new_table(seating: SeatingJson, people: list[int]) -> int:
    seating["tables"].append(people)
    seating["numbers"].append(max([0, *seating["numbers"]]) + 1)
    return seating["numbers"][-1]


def taken_out(
    round_: Round, entrant: int, written: Collection[int] = (), rest: IncompleteTable = IncompleteTable.REFUSE
) -> Moved | None:
    """Somebody does not come: somebody who sits out takes the place, or the table plays on smaller, or one
    comes over from another table; `rest` says what to do where none of this fits the plan. None: not in this
    round. Raises Unreadable."""
    seating = deepcopy(round_.seating)
    if entrant in seating["out"]:
        seating["out"].remove(entrant)
        return Moved(seating, "taken_out", {"entrant": entrant})
    at = next((at for at, table in enumerate(seating["tables"]) if entrant in table), None)
    if at is None:
        return None
    table = seating["tables"][at]
    number = seating["numbers"][at]
    if number in written:
        raise no_draw(_("Hands are written at table {table}. Enter a substitute."), table=number)
    plan, allowed = plan_of(round_.stage), sizes_of(round_.stage)
    if plan.format in WON_WITHOUT_PLAY:
        raise no_draw(
            _(
                "In a knockout or a group the other side wins without playing: under “Corrections”, "
                "enter “Won by walkover”."
            )
        )
    place = table.index(entrant)
    others = [who for who in table if who != entrant]
    if seating["out"] and plan.format not in FIXED:
        table[place] = seating["out"].pop(0)
    elif plan.matched or rest == IncompleteTable.OUT:
        del seating["tables"][at], seating["numbers"][at]
        seating["out"] += others
    elif len(others) in allowed or (rest == IncompleteTable.SMALLER and len(others) in playable_with(round_)):
        table.remove(entrant)
    elif not _filled_from_elsewhere(seating, at, place, allowed, written):
        raise no_draw(
            _("Without {who} table {table} has too few people, and no other table can spare one."),
            who=name_of(entrant),
            table=number,
        )
    return Moved(seating, "taken_out", {"entrant": entrant})


def playable_with(round_: Round) -> list[int]:
    """How many entrants can play at one table under the rules of this round."""
    event = round_.event
    heads = settings_of(event).entrant
    sizes = playable_sizes(event.game_value(), rules_of(event))
    return [size // heads for size in sizes if size % heads == 0 and size // heads > 1]


def partnered(round_: Round, number: int, partner: int) -> Moved:
    """The cards drawn at a table of four have decided: who is on seat 1 plays with this one. The others keep
    their order. Raises Unreadable."""
    seating = deepcopy(round_.seating)
    at = seating["numbers"].index(number) if number in seating["numbers"] else -1
    table = seating["tables"][at] if at >= 0 else []
    if plan_of(round_.stage).format not in PARTNERED or len(table) != 4 or partner not in table[1:]:
        raise no_draw(_("Partners are drawn at tables of four with changing partners only."))
    first, *others = table
    left, right = (who for who in others if who != partner)
    seating["tables"][at] = [first, left, partner, right]
    return Moved(seating, "partnered", {"table": number, "entrant": first, "partner": partner})


def _filled_from_elsewhere(
    seating: SeatingJson, at: int, place: int, allowed: Collection[int], written: Collection[int]
) -> bool:
    """One person comes over from the last table that stays large enough."""
    tables, numbers = seating["tables"], seating["numbers"]
    for other in reversed(range(len(tables))):
        if other != at and numbers[other] not in written and len(tables[other]) - 1 in allowed:
            tables[at][place] = tables[other].pop()
            return True
    return False


def meetings(round_: Round) -> Counter[tuple[int, int]]:
    """How often every two have met in the earlier rounds that count for this one."""
    return met_in(counted_with(round_.stage, round_.number - 1))


def counted_with(stage: Stage, last: int | None = None) -> list[Round]:
    """The rounds, as far as the `last`, whose meetings should not come again in this stage: among matches
    those of the stage, at tables those of all stages that are played at tables."""
    rounds = Round.objects.filter(event=stage.event_id).select_related("stage").order_by("number")
    if last is not None:
        rounds = rounds.filter(number__lte=last)
    if plan_of(stage).matched:
        return list(rounds.filter(stage=stage))
    return [round_ for round_ in rounds if not plan_of(round_.stage).matched]


def met_in(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often every two sit at one table in these rounds."""
    met: Counter[tuple[int, int]] = Counter()
    for round_ in rounds:
        for table in round_.seating["tables"]:
            met.update(pair(first, other) for first, other in combinations(table, 2))
    return met


def partnerships(round_: Round) -> Counter[tuple[int, int]]:
    """How often every two have played together in earlier rounds with changing partners."""
    counter: Counter[tuple[int, int]] = Counter()
    earlier = Round.objects.filter(event=round_.event_id, number__lt=round_.number).select_related("stage")
    for round_ in earlier:
        if plan_of(round_.stage).format in PARTNERED:
            counter.update(both for table in round_.seating["tables"] for both in partners(table))
    return counter


def partners(table: Sequence[int]) -> list[tuple[int, int]]:
    """Who plays together at a table of four: across."""
    return [pair(table[0], table[2]), pair(table[1], table[3])] if len(table) == 4 else []


def pair(first: int, second: int) -> tuple[int, int]:
    """Two entrants whose order does not matter."""
    return min(first, second), max(first, second)


def name_of(entrant: int) -> str:
    """What somebody is called in a sentence."""
    return names_of(Entrant.objects.get(pk=entrant).event, 1).get(entrant, "")
