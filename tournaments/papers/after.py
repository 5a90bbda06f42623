"""Papers for when hands have been played: results, standings, cross tables, trees, corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.events import corrections as put_right
from tournaments.events.brackets import BracketMatch as DrawnMatch
from tournaments.hall.facts import ranking_after
from tournaments.hall.matches import CrossTable as HallCross
from tournaments.hall.matches import cross_tables, matches_of, played_of
from tournaments.hall.numbers import numbers_view
from tournaments.hall.ranks import RankingView, ranking_view
from tournaments.hall.words import of_whom, result, spoken
from tournaments.papers.awards import knockout_places
from tournaments.papers.order import Order
from tournaments.plans.declared import BRACKETS, Format
from tournaments.sheets.event import (
    Bracket,
    BracketMatch,
    BracketSide,
    BracketTree,
    Column,
    Correction,
    CorrectionList,
    CrossTable,
    CrossTables,
    Document,
    EveningNumbers,
    Penalty,
    PlayedAccount,
    PlayedFor,
    PlayedTable,
    Record,
    Resting,
    RoundResults,
    Standing,
    Standings,
)
from tournaments.standings import By, Played
from tournaments.standings import Standings as Ranked
from tournaments.wording import number


def round_results(order: Order) -> list[Document]:
    """What every table of the round played."""
    found: list[Document] = []
    for round_ in order.rounds():
        plan = order.hall.plans[round_.stage]
        why = gettext("has a bye") if plan.matched else gettext("sits out")
        found.append(
            RoundResults(
                event=order.head,
                round=order.named(round_),
                tables=tuple(
                    PlayedTable(
                        table=str(one.number),
                        accounts=_accounts(order, one.played, matched=plan.matched),
                        remark="" if one.done else gettext("still playing"),
                    )
                    for one in round_.tables
                ),
                resting=tuple(Resting(name=order.hall.people[one].name, why=why) for one in round_.out),
            )
        )
    return found


def _accounts(order: Order, played: Played | None, *, matched: bool) -> tuple[PlayedAccount, ...]:
    if played is None:
        return ()
    low = order.hall.competition.rules.low_wins
    ahead = sorted((one.points for one in played.accounts), reverse=not low)
    return tuple(
        PlayedAccount(
            name=" / ".join(order.hall.people[who].name for who in one.entrants),
            total=number(one.points),
            result=result(played, one.entrants[0]) if matched else "",
            place=ahead.index(one.points) + 1 if played.finished and not matched else None,
            won=played.finished and ahead[0] == one.points != ahead[-1],
        )
        for one in played.accounts
    )


def standings(order: Order) -> list[Document]:
    """The ranking as it is now, or the places of a knockout that is over; and one for each category."""
    if (table := order.hall.standings) is None:
        return []
    last = max(table.rounds, default=0)
    done = order.event.finished_at is not None
    title = gettext("Final standings") if done else gettext("After round {number}").format(number=last)
    found: list[Document] = knockout_places(order) or [_ranking(order, table, title)]
    found += [_ranking(order, own, name) for name, own in table.categories().items()]
    if order.hall.teams:
        found.append(_teams(order))
    return found


def numbers(order: Order) -> list[Document]:
    """The evening in numbers."""
    view = numbers_view(order.hall)
    if view is None:
        return []
    return [
        EveningNumbers(
            event=order.head,
            sums=tuple((one.label, one.value) for one in view.sums),
            feats=tuple(Record(one.label, one.value, one.who, one.where, one.why) for one in view.feats),
            choices=tuple(
                PlayedFor(
                    one.name,
                    one.tried,
                    one.made if one.percent is None else f"{one.made} ({one.percent}\N{NO-BREAK SPACE}%)",
                    one.most,
                )
                for one in view.choices
            ),
        )
    ]


def round_standings(order: Order) -> list[Document]:
    """The ranking as it stood after the round asked for."""
    found: list[Document] = []
    for one in order.rounds():
        table = ranking_after(order.event, order.hall.competition, one.number)
        title = gettext("After round {number}").format(number=one.number)
        found.append(_ranking(order, table, title))
    return found


def _ranking(order: Order, table: Ranked, title: str) -> Standings:
    view = ranking_view(order.hall, table)
    criteria = [view.criteria[0], *view.columns]
    columns = [
        *(Column(head=one.short, name=one.name, explained=one.explain, decides=True) for one in criteria),
        *(Column(head=gettext("R{number}").format(number=number)) for number in view.rounds),
    ]
    return Standings(
        event=order.head,
        title=title,
        columns=tuple(columns),
        rows=tuple(_rows(view, len(criteria))),
        lots=view.lots,
        notes=_notes(view),
        official=not view.provisional,
    )


def _rows(view: RankingView, criteria: int) -> list[Standing]:
    return [
        Standing(
            place=row.rank if row.rank != "–" else "",
            name=row.person.name,
            number=row.person.number,
            club=row.person.club,
            category=row.person.category,
            team=row.person.team,
            cells=(row.total, *row.values, *(cell.text or cell.rest for cell in row.rounds)),
            dropped=frozenset(criteria + at for at, cell in enumerate(row.rounds) if cell.left_out),
            lot=row.by_lot,
            remark=", ".join(row.notes),
        )
        for row in view.rows
    ]


def _notes(view: RankingView) -> tuple[str, ...]:
    if any(cell.left_out for row in view.rows for cell in row.rounds):
        return (gettext("Rounds in brackets do not count."),)
    return ()


def _teams(order: Order) -> Standings:
    return Standings(
        event=order.head,
        title=gettext("Teams"),
        columns=(Column(head=gettext("Pts"), name=gettext("Points"), decides=True),),
        rows=tuple(
            Standing(
                place="" if row.rank is None else str(row.rank),
                name=row.team,
                cells=(spoken(row.total.shown),),
                lot=row.decided_by is By.LOT,
                remark=", ".join(order.hall.people[one].name for one in row.members),
            )
            for row in order.hall.teams
        ),
    )


def crosses(order: Order) -> list[Document]:
    """Everybody against everybody: cross tables of groups or of the whole field."""
    tables = cross_tables(order.hall)
    if not tables:
        return []
    return [
        CrossTables(event=order.head, title=gettext("Results"), groups=tuple(_cross(one) for one in tables))
    ]


def _cross(table: HallCross) -> CrossTable:
    return CrossTable(
        name=table.title,
        people=tuple(one.name for one in table.people),
        results=tuple(
            tuple("" if one == other else cell for other, cell in enumerate(row))
            for one, row in enumerate(table.cells)
        ),
        places=table.ranks,
    )


def brackets(order: Order) -> list[Document]:
    """Every knockout as a tree."""
    found: list[Document] = []
    for stage, plan in order.hall.plans.items():
        matches = matches_of(order.hall, stage) if plan.format in BRACKETS else []
        if matches:
            found.append(_bracket(order, stage, matches, double=plan.format == Format.DOUBLE))
    return found


def _bracket(order: Order, stage: int, matches: Sequence[DrawnMatch], *, double: bool) -> Bracket:
    scores = {number: played for number, (played, _sitting) in played_of(order.hall, stage).items()}
    upper = [one for one in matches if one.stage == "winners"]
    lower = [one for one in matches if one.stage == "losers"]
    finals = [one for one in matches if one.stage == "final"]
    third = next((one for one in matches if one.stage == "third"), None)
    decided = [one.winner for one in (finals or upper) if one.winner is not None]
    over = all(one.winner is not None for one in (finals or upper))
    counts = [sum(one.round == at for one in upper) for at in sorted({one.round for one in upper})]

    def drawn(one: DrawnMatch) -> BracketMatch:
        return _match(order, one, matches, scores.get(one.number))

    return Bracket(
        event=order.head,
        title=order.hall.stage_names[stage] or gettext("Knockout"),
        winners=BracketTree(
            rounds=tuple(map(of_whom, counts)) if not double else _numbered(len(counts)),
            matches=tuple(map(drawn, upper)),
            name=gettext("Upper bracket") if double else "",
        ),
        losers=BracketTree(
            rounds=_numbered(len({one.round for one in lower})),
            matches=tuple(map(drawn, lower)),
            name=gettext("Lower bracket"),
        )
        if lower
        else None,
        finals=tuple(map(drawn, finals)),
        third=drawn(third) if third else None,
        champion=order.hall.people[decided[-1]].name if decided and over else "",
    )


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(gettext("Round {number}").format(number=at) for at in range(1, count + 1))


def _match(
    order: Order, match: DrawnMatch, matches: Sequence[DrawnMatch], played: Played | None
) -> BracketMatch:
    same = {one.number for one in matches if one.stage == match.stage}
    return BracketMatch(
        key=str(match.number),
        round=match.round,
        sides=(_side(order, match, 0, same, played), _side(order, match, 1, same, played)),
    )


def _side(order: Order, match: DrawnMatch, place: int, same: set[int], played: Played | None) -> BracketSide:
    entrant, source = match.sides[place], match.sources[place]
    comes_from = source.get("winner") if isinstance(source, Mapping) else None
    waits = ""
    if entrant is None and isinstance(source, Mapping):
        words = {"winner": gettext("Winner of match {number}"), "loser": gettext("Loser of match {number}")}
        ((what, from_match),) = source.items()
        waits = words[what].format(number=from_match)
    score = result(played, entrant) if played is not None and entrant is not None else ""
    return BracketSide(
        name="" if entrant is None else order.hall.people[entrant].name,
        source=str(comes_from) if comes_from in same else "",
        waits_for=waits,
        score=score.partition(" : ")[0],
        won=match.winner is not None and match.winner == entrant,
    )


def corrections(order: Order) -> list[Document]:
    """Everything that was put right, and all penalties."""
    rows = put_right.corrections(order.event)[::-1]
    penalties = put_right.penalties(order.event)
    return [
        CorrectionList(
            event=order.head,
            corrections=tuple(
                Correction(
                    at=timezone.localtime(one.at),
                    where=one.where,
                    who=one.who,
                    reason=one.reason,
                    before=one.before,
                    after=one.after,
                    moved=one.moved,
                )
                for one in rows
            ),
            penalties=tuple(
                Penalty(
                    at=timezone.localtime(one.at),
                    where=one.where,
                    name=one.name,
                    points=one.points,
                    reason=one.reason,
                    who=one.who,
                    withdrawn=one.withdrawn,
                )
                for one in penalties
            ),
        )
    ]
