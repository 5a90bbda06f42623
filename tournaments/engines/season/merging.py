"""Two people of a season turn out to be one."""

from __future__ import annotations

from dataclasses import replace

from scoring.problem import Problem, Unreadable
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.season.inputs import PersonId, Season, SeasonEvening


def merged(whole: Season, keep: PersonId, gone: PersonId) -> Season:
    """The season in which all that `gone` has done was done by `keep`.

    Raises Unreadable, naming the evenings, where both took part: then they are two.
    """
    both = [
        evening.key
        for evening in whole.evenings
        if {keep, gone} <= {result.person for result in evening.results}
        or any(keep in table and gone in table for table in evening.tables)
    ]
    if both or keep == gone:
        text = say(
            _("{keep} and {gone} cannot be the same person: both took part on {evenings}."),
            keep=str(keep),
            gone=str(gone),
            evenings=tuple(both),
        )
        if keep == gone:
            text = say(_("{keep} is named twice: two different people are needed."), keep=str(keep))
        raise Unreadable([Problem("same", "both_took_part" if both else "same_person", text)])

    def renamed(person: PersonId) -> PersonId:
        return keep if person == gone else person

    def evening_of(evening: SeasonEvening) -> SeasonEvening:
        results = tuple(
            replace(
                result,
                person=renamed(result.person),
                partners=tuple(dict.fromkeys(map(renamed, result.partners))),
            )
            for result in evening.results
        )
        tables = tuple(
            {renamed(person): points for person, points in table.items()} for table in evening.tables
        )
        hosts = tuple(dict.fromkeys(map(renamed, evening.hosts)))
        return replace(evening, results=results, tables=tables, hosts=hosts)

    known = {person.id for person in whole.people}
    people = tuple(
        replace(person, id=renamed(person.id))
        for person in whole.people
        if person.id != gone or keep not in known
    )
    extras = tuple(replace(extra, person=renamed(extra.person)) for extra in whole.extras)
    return replace(whole, evenings=tuple(map(evening_of, whole.evenings)), people=people, extras=extras)
