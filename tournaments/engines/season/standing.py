"""The standings of a season, computed from its evenings each time somebody looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.engines.season.belonging import evenings_of, is_over, remaining_of
from tournaments.engines.season.choices import Finalists, Whom
from tournaments.engines.season.counting import Reckoned, SeasonFrame, reckon
from tournaments.engines.season.hints import hints_of
from tournaments.engines.season.inputs import Number, PersonId, Season, SeasonPerson, in_order
from tournaments.engines.season.marks import is_of_category, marks_of
from tournaments.engines.season.ordering import SeasonOrder, Standing, ordered
from tournaments.engines.season.outlook import SeasonAhead, outlooks
from tournaments.engines.season.rules import SeasonRules
from tournaments.engines.season.tables import SeasonLine, SeasonRow, SeasonTable, Unranked


def season(whole: Season) -> SeasonTable:
    """Everybody's place; what is still open is shown, not guessed."""
    rules, people = whole.rules, {person.id: person for person in whole.people}
    evenings = evenings_of(whole)
    over = is_over(whole, evenings)
    marks = [marks_of(evening, rules, people) for evening in evenings]
    frame = SeasonFrame(evenings, marks, rules, over)
    extras = _extras(whole)
    reckoned = {person: reckon(person, frame, extras.get(person, ())) for person in _on_table(whole, frame)}
    standing = Standing(frame, reckoned, people, whole.seed)
    reasons = {person: _unranked(person, standing) for person in reckoned}
    ranking = ordered([person for person, reason in reasons.items() if reason is None], standing)
    others = ordered([person for person, reason in reasons.items() if reason is not None], _no_lot(standing))
    remaining = remaining_of(whole, evenings)
    ahead = SeasonAhead(frame, reckoned, remaining, ranking.groups, _coming_weights(frame, remaining))
    looks = outlooks(ahead)
    rows = [
        replace(row, outlook=looks[row.person])
        for row in (*_ranked(ranking, standing), *_without(others, standing, reasons))
    ]
    planned = max(len(evenings), rules.evenings)
    table = SeasonTable(tuple(rows), evenings, rules, over, remaining, planned, ranking.lots)
    return replace(table, hints=tuple(hints_of(table, whole.seed)))


def _coming_weights(frame: SeasonFrame, remaining: int) -> tuple[Number, ...]:
    """Weights of what is still to come; evenings that are only planned count once."""
    listed = [
        evening.weight if frame.rules.weighted else 1 for evening in frame.evenings if not evening.played
    ]
    return (*listed, *[1] * (remaining - len(listed)))


def finalists(table: SeasonTable, declined: Sequence[PersonId] = ()) -> tuple[PersonId, ...]:
    """Who is on the list of the final, in order; whoever declines is followed by the next one."""
    rules = table.rules
    if rules.final is Finalists.NOBODY:
        return ()
    gone = set(declined)
    coming = [
        row.person
        for row in table.rows
        if row.attended >= rules.final_least
        and row.person not in gone
        and (
            row.rank is not None
            or (rules.final is Finalists.EVERYBODY and row.unranked is not Unranked.BARRED)
        )
    ]
    return tuple(coming if rules.final is Finalists.EVERYBODY else coming[: rules.final_places])


def _extras(whole: Season) -> dict[PersonId, list[SeasonLine]]:
    extras: dict[PersonId, list[SeasonLine]] = {}
    for extra in whole.extras:
        line = SeasonLine("extra", extra.points, 0, extra.reason)
        extras.setdefault(extra.person, []).append(line)
    return extras


def _on_table(whole: Season, frame: SeasonFrame) -> list[PersonId]:
    """Whoever was there, hosted, or has extra points; in the order of their names or numbers."""
    people = {person.id: person for person in whole.people}
    here: set[PersonId] = {person for evening in frame.marks for person in evening.marks}
    if frame.rules.whom is Whom.PEOPLE:
        others = {extra.person for extra in whole.extras}
        if frame.rules.hosting_bonus:
            others |= {host for evening in frame.evenings if evening.played for host in evening.hosts}
        here |= {person for person in others if _may_be_listed(people.get(person), frame.rules)}
    return sorted(here, key=in_order)


def _may_be_listed(person: SeasonPerson | None, rules: SeasonRules) -> bool:
    if rules.members_only and person is not None and not person.member:
        return False
    return is_of_category(person, rules)


def _no_lot(standing: Standing) -> Standing:
    return standing._replace(seed="")


# --- who has a place ------------------------------


def _unranked(person: PersonId, standing: Standing) -> Unranked | None:
    """Why somebody has no place; None: he has one."""
    frame, mine = standing.frame, standing.reckoned[person]
    rules = frame.rules
    about = standing.people.get(person)
    if about is not None and about.barred and rules.whom is Whom.PEOPLE:
        return Unranked.BARRED
    if mine.total is None or not mine.attended:
        return Unranked.NO_RESULT
    if rules.all_required and mine.missed:
        return Unranked.MISSED
    if mine.units < rules.least and (frame.over or not rules.least_at_end):
        return Unranked.TOO_FEW
    if rules.least_partners and len(_partners(person, standing)) < rules.least_partners:
        return Unranked.PARTNERS
    return None


def _partners(person: PersonId, standing: Standing) -> set[PersonId]:
    return {partner for mark in standing.marks(person) for partner in mark.partners}


def _ranked(order: SeasonOrder, standing: Standing) -> list[SeasonRow]:
    by_lot = {person for lot in order.lots for person in lot.order}
    rows: list[SeasonRow] = []
    for group in order.groups:
        rank = len(rows) + 1
        rows += [
            replace(
                _row(person, standing),
                rank=rank,
                last=rank + len(group) - 1,
                shared=len(group) > 1,
                decided_by=order.decided.get(person) if person == group[0] else None,
                by_lot=person in by_lot,
            )
            for person in group
        ]
    return rows


def _without(
    order: SeasonOrder, standing: Standing, reasons: Mapping[PersonId, Unranked | None]
) -> list[SeasonRow]:
    people = standing.people
    return [
        replace(
            _row(person, standing),
            unranked=reasons[person],
            barred=people[person].barred if reasons[person] is Unranked.BARRED else "",
        )
        for group in order.groups
        for person in group
    ]


def _row(person: PersonId, standing: Standing) -> SeasonRow:
    mine: Reckoned = standing.reckoned[person]
    return SeasonRow(
        None,
        person,
        mine.total,
        mine.cells,
        mine.lines,
        mine.counted,
        mine.divisor,
        mine.attended,
        mine.missed,
        mine.units,
        max(standing.frame.rules.least - mine.units, 0),
    )
