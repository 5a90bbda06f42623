"""How far somebody has come, in words: `Final 3:2`, `Group B, rank 3`."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.hall.facts import Hall
from tournaments.hall.matches import column_title, matches_of, played_of
from tournaments.hall.words import result, spoken
from tournaments.standings import Standings


def reached(hall: Hall, table: Standings) -> dict[int, str]:
    """By entrant: of a knockout the last match with its result, of groups the group and the rank in it.

    Nothing for those who stand where they stand by their points alone.
    """
    found: dict[int, str] = {}
    for number, part in enumerate(table.parts):
        own = {row.entrant for row in table.rows if row.part == number and row.rank is not None}
        if part.bracket:
            last = last_matches(hall, part.stage)
            found |= {entrant: last[entrant] for entrant in own if entrant in last}
    for row in table.rows:
        if row.in_group is not None and row.entrant not in found:
            text = gettext("Group {name}, rank {rank}")
            found[row.entrant] = text.format(name=row.group, rank=row.in_group)
    return found


def last_matches(hall: Hall, stage: int) -> dict[int, str]:
    """By entrant: the last match of a knockout that has begun for him, and how it went or stands."""
    matches, played = matches_of(hall, stage), played_of(hall, stage)
    last = max((one.round for one in matches if one.stage == "winners"), default=1)
    found = {}
    for one in matches:
        if one.number not in played:
            continue
        for entrant in one.sides:
            if entrant is not None:
                score = result(played[one.number][0], entrant)
                title = column_title((one.stage, one.round), last)
                comma = "," if score and title[-1].isdigit() else ""  # not `third place 3 2 : 0`
                found[entrant] = f"{title}{comma} {score}".strip()
    return found


def performances(hall: Hall) -> dict[int, str]:
    """What everybody has shown, for prizes and certificates: how far he came, else the points he has."""
    table = hall.standings
    if table is None:
        return {}
    name = gettext(table.criteria[0].name)
    points = {row.entrant: f"{spoken(row.values[0].shown)}\N{NO-BREAK SPACE}{name}" for row in table.rows}
    return points | reached(hall, table)
