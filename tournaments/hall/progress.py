"""How far somebody has come, in words: `Final 3:2`, `Group B, rank 3`."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.engines.standings import Standings
from tournaments.hall.facts import Hall
from tournaments.hall.matches import bracket_of, played_of
from tournaments.hall.words import result, spoken
from tournaments.speech.brackets import round_name


def reached(hall: Hall, table: Standings) -> dict[int, str]:
    """By entrant: of a knockout the last match with its result, of groups the group and the rank in it.

    Nothing for those who stand where they stand by their points alone.
    """
    words: dict[int, str] = {}
    for number, part in enumerate(table.parts):
        entrants = {row.entrant for row in table.rows if row.part == number and row.rank is not None}
        if part.bracket:
            last = last_matches(hall, part.stage)
            words |= {entrant: last[entrant] for entrant in entrants if entrant in last}
    for row in table.rows:
        if row.in_group is not None and row.entrant not in words:
            text = gettext("Group {name}, rank {rank}")
            words[row.entrant] = text.format(name=row.group, rank=row.in_group)
    return words


def last_matches(hall: Hall, stage: int) -> dict[int, str]:
    """By entrant: the last match of a knockout that has begun for him, and how it went or stands."""
    bracket, played = bracket_of(hall, stage), played_of(hall, stage)
    words = {}
    for match in bracket.matches:
        if match.number not in played:
            continue
        for entrant in match.sides:
            if entrant is not None:
                score = result(played[match.number][0], entrant)
                title = round_name(bracket, match.branch, match.round)
                comma = "," if score and title[-1].isdigit() else ""  # not `third place 3 2 : 0`
                words[entrant] = f"{title}{comma} {score}".strip()
    return words


def performances(hall: Hall) -> dict[int, str]:
    """What everybody has shown, for prizes and certificates: how far he came, else the points he has."""
    table = hall.standings
    if table is None:
        return {}
    name = gettext(table.criteria[0].name)
    points = {row.entrant: f"{spoken(row.values[0].shown)}\N{NO-BREAK SPACE}{name}" for row in table.rows}
    return points | reached(hall, table)
