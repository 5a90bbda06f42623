"""Papers for when hands have been played: results, standings, cross tables, trees, corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.desk.papers.order import Order
from tournaments.engines.bracket import Bracket as DrawnBracket
from tournaments.engines.bracket import BracketMatch, Branch
from tournaments.engines.plans.declared import BRACKETS
from tournaments.engines.standings import By, TableResult, TeamRow, span
from tournaments.engines.standings import Standings as Ranked
from tournaments.engines.standings.values import Value
from tournaments.events.words.teamcount import who_counts
from tournaments.hall import decisions as put_right
from tournaments.hall.facts import TableFacts
from tournaments.hall.matches import CrossTable as HallCross
from tournaments.hall.matches import bracket_of, cross_tables, played_of
from tournaments.hall.numbers import numbers_view
from tournaments.hall.ranks import CriterionView, RankingView, ranking_view
from tournaments.hall.words import result, spoken
from tournaments.models import AgreedState
from tournaments.paper.event import (
    BracketSide,
    BracketTree,
    Correction,
    CorrectionList,
    CrossTables,
    Document,
    EveningNumbers,
    PlayedAccount,
    PlayedFor,
    PrintedBracket,
    PrintedColumn,
    PrintedCross,
    PrintedHighlight,
    PrintedMatch,
    PrintedPenalty,
    PrintedRank,
    PrintedRanking,
    PrintedResult,
    Resting,
    RoundResults,
)
from tournaments.speech.brackets import branch_name, comes_from, heads
from tournaments.speech.wording import number


def round_results(order: Order) -> list[Document]:
    """What every table of the round played."""
    documents: list[Document] = []
    for round_ in order.rounds():
        plan = order.hall.plans[round_.stage]
        why = gettext("has a bye") if plan.matched else gettext("sits out")
        documents.append(
            RoundResults(
                event=order.head,
                round=order.named(round_),
                tables=tuple(
                    PrintedResult(
                        table=str(table.number),
                        accounts=_accounts(order, table.played, matched=plan.matched),
                        remark=_remark(table),
                    )
                    for table in round_.tables
                ),
                resting=tuple(
                    Resting(name=order.hall.people[entrant].name, why=why) for entrant in round_.out
                ),
            )
        )
    return documents


def _remark(table: TableFacts) -> str:
    """Why its result is not the last word."""
    if table.agreed == AgreedState.DISPUTED:
        return gettext("in dispute")
    return "" if table.done else gettext("still playing")


def _accounts(order: Order, played: TableResult | None, *, matched: bool) -> tuple[PlayedAccount, ...]:
    if played is None:
        return ()
    low = order.hall.competition.rules.low_wins
    ahead = sorted((account.points for account in played.accounts), reverse=not low)
    return tuple(
        PlayedAccount(
            name=" / ".join(order.hall.people[who].name for who in account.entrants),
            total=number(account.points),
            result=result(played, account.entrants[0]) if matched else "",
            place=ahead.index(account.points) + 1 if played.finished and not matched else None,
            won=played.finished and ahead[0] == account.points != ahead[-1],
        )
        for account in played.accounts
    )


def standings(order: Order) -> list[Document]:
    """The ranking of everybody as it is now, and one for each category."""
    table = order.hall.standings
    if table is None or not table.begun:
        return []
    last = max(table.rounds, default=0)
    done = order.event.finished_at is not None
    title = gettext("Final standings") if done else gettext("After round {number}").format(number=last)
    papers: list[Document] = [_ranking(order, table, title)]
    papers += [_ranking(order, standings, name) for name, standings in table.categories().items()]
    if order.hall.teams:
        papers.append(_teams(order))
    return papers


def numbers(order: Order) -> list[Document]:
    """The evening in numbers."""
    view = numbers_view(order.hall)
    if view is None:
        return []
    return [
        EveningNumbers(
            event=order.head,
            sums=tuple((sum_.label, sum_.value) for sum_ in view.sums),
            feats=tuple(
                PrintedHighlight(feat.label, feat.value, feat.who, feat.where, feat.why)
                for feat in view.feats
            ),
            choices=tuple(
                PlayedFor(
                    choice.name,
                    choice.tried,
                    choice.won
                    if choice.percent is None
                    else f"{choice.won} ({choice.percent}\N{NO-BREAK SPACE}%)",
                    choice.most,
                )
                for choice in view.choices
            ),
        )
    ]


def round_standings(order: Order) -> list[Document]:
    """The ranking as it stood after the round asked for."""
    documents: list[Document] = []
    for round_ in order.rounds():
        table = order.hall.after(round_.number)
        title = gettext("After round {number}").format(number=round_.number)
        documents.append(_ranking(order, table, title))
    return documents


def _ranking(order: Order, table: Ranked, title: str) -> PrintedRanking:
    view = ranking_view(order.hall, table)
    criteria = [view.criteria[0], *view.columns]
    columns = [
        *(
            PrintedColumn(
                head=_head(criterion), name=criterion.name, explained=criterion.explain, decides=True
            )
            for criterion in criteria
        ),
        *_round_columns(view.rounds),
    ]
    return PrintedRanking(
        event=order.head,
        title=title,
        columns=tuple(columns),
        rows=tuple(_rows(view, len(criteria))),
        lots=_lots(table),
        official=not view.provisional,
    )


def _rows(view: RankingView, criteria: int) -> list[PrintedRank]:
    return [
        PrintedRank(
            place=row.rank if row.rank != "–" else "",
            name=row.person.name,
            number=row.person.number,
            club=row.person.club,
            category=row.person.category,
            team=row.person.team,
            cells=(row.total, *row.values, *(cell.text or cell.rest for cell in row.rounds)),
            dropped=frozenset(criteria + at for at, cell in enumerate(row.rounds) if cell.left_out),
            lot=row.by_lot,
            remark=", ".join(filter(None, (row.reached, row.disputed, *row.notes))),
        )
        for row in view.rows
    ]


WORD = 8  # letters: a name that short needs no other word above its column


def _head(criterion: CriterionView) -> str:
    return criterion.name if len(criterion.name) <= WORD else criterion.short


def _round_columns(rounds: Sequence[int]) -> list[PrintedColumn]:
    """A column for each round, and what they are called once for all."""
    called = gettext("R{number}")
    heads = [called.format(number=number) for number in rounds]
    span = heads[0] if len(heads) == 1 else f"{heads[0]} – {heads[-1]}" if heads else ""
    explained = gettext("the score of each round")
    return [
        PrintedColumn(head=head, name=span if place == 0 else "", explained=explained if place == 0 else "")
        for place, head in enumerate(heads)
    ]


def _lots(table: Ranked) -> tuple[str, ...]:
    """Which places a lot decided: who stands there is seen in the list."""
    ranks = {row.entrant: row.rank for row in table.rows if row.rank is not None}
    drawn = [[ranks[entrant] for entrant in lot.order if entrant in ranks] for lot in table.lots]
    places = [span(min(ranks_drawn), max(ranks_drawn)) for ranks_drawn in drawn if len(ranks_drawn) > 1]
    if not places:
        return ()
    return (gettext("The tie was broken by drawing lots: places {places}.").format(places=", ".join(places)),)


def _teams(order: Order) -> PrintedRanking:
    """Teams with their members below them; what did not count for the team stands in brackets."""
    hall = order.hall
    rounds = sorted({round_.round for row in hall.teams for round_ in row.rounds})
    points = gettext("Points")
    rows: list[PrintedRank] = []
    for row in hall.teams:
        rounds_played = {round_.round: round_ for round_ in row.rounds}
        cells = (
            spoken(row.total.shown),
            *(spoken(Value(rounds_played[at].points).shown) if at in rounds_played else "" for at in rounds),
        )
        place = "" if row.rank is None else row.place
        rows.append(PrintedRank(place=place, name=row.team, cells=cells, lot=row.decided_by is By.LOT))
        rows += [_member(order, row, member, rounds) for member in _best_first(row)]
    return PrintedRanking(
        event=order.head,
        title=gettext("Teams"),
        columns=(
            PrintedColumn(
                head=points, name=points, explained=who_counts(order.hall.competition.rules), decides=True
            ),
            *_round_columns(rounds),
        ),
        rows=tuple(rows),
    )


def _best_first(row: TeamRow) -> list[int]:
    """The members in the order of how often they counted."""
    counted = Counter(entrant for round_ in row.rounds for entrant in round_.counted)
    return sorted(row.members, key=lambda member: (-counted[member], row.members.index(member)))


def _member(order: Order, team: TeamRow, entrant: int, rounds: Sequence[int]) -> PrintedRank:
    assert order.hall.standings is not None
    results = {
        round_.round: spoken(round_.value.shown) for round_ in order.hall.standings.row(entrant).rounds
    }
    counted = {round_.round for round_ in team.rounds if entrant in round_.counted}
    person = order.hall.people[entrant]
    return PrintedRank(
        place="",
        name=person.name,
        cells=("", *(results.get(at, "") for at in rounds)),
        dropped=frozenset(place for place, at in enumerate(rounds, start=1) if at not in counted),
        member=True,
    )


def crosses(order: Order) -> list[Document]:
    """Everybody against everybody: cross tables of groups or of the whole field."""
    tables = cross_tables(order.hall)
    if not tables:
        return []
    return [
        CrossTables(
            event=order.head, title=gettext("Results"), groups=tuple(_cross(table) for table in tables)
        )
    ]


def _cross(table: HallCross) -> PrintedCross:
    return PrintedCross(
        name=table.title,
        people=tuple(person.name for person in table.people),
        numbers=tuple(person.number for person in table.people),
        results=tuple(
            tuple("" if place == column else cell for column, cell in enumerate(row))
            for place, row in enumerate(table.cells)
        ),
        places=table.ranks,
    )


def brackets(order: Order) -> list[Document]:
    """Every knockout as a tree."""
    documents: list[Document] = []
    for stage, plan in order.hall.plans.items():
        drawn = bracket_of(order.hall, stage) if plan.format in BRACKETS else DrawnBracket()
        if drawn.matches:
            documents.append(_bracket(order, stage, drawn))
    return documents


def _bracket(order: Order, stage: int, bracket: DrawnBracket) -> PrintedBracket:
    scores = {number: played for number, (played, _sitting) in played_of(order.hall, stage).items()}
    champion = bracket.champion

    def drawn(branch: Branch) -> tuple[PrintedMatch, ...]:
        return tuple(_match(order, bracket, match, scores.get(match.number)) for match in bracket.of(branch))

    def tree(branch: Branch) -> BracketTree:
        return BracketTree(
            rounds=heads(bracket, branch), matches=drawn(branch), name=branch_name(bracket, branch)
        )

    return PrintedBracket(
        event=order.head,
        title=order.hall.stage_names[stage] or gettext("Knockout"),
        winners=tree(Branch.UPPER),
        losers=tree(Branch.LOWER) if bracket.of(Branch.LOWER) else None,
        finals=drawn(Branch.FINAL),
        third=next(iter(drawn(Branch.PLACE)), None),
        champion="" if champion is None else order.hall.people[champion].name,
    )


def _match(
    order: Order, bracket: DrawnBracket, match: BracketMatch, played: TableResult | None
) -> PrintedMatch:
    first, second = (
        _side(order, match, place, before, played) for place, before in enumerate(bracket.before(match))
    )
    return PrintedMatch(key=str(match.number), round=match.round, sides=(first, second))


def _side(
    order: Order, match: BracketMatch, place: int, before: BracketMatch | None, played: TableResult | None
) -> BracketSide:
    entrant = match.sides[place]
    score = result(played, entrant) if played is not None and entrant is not None else ""
    return BracketSide(
        name="" if entrant is None else order.hall.people[entrant].name,
        source="" if before is None else str(before.number),
        waits_for="" if entrant is not None else comes_from(match.origins[place]),
        score=score.partition(":")[0],
        won=match.winner is not None and match.winner == entrant,
    )


def corrections(order: Order) -> list[Document]:
    """Everything that was put right, and all penalties."""
    rows = put_right.decision_rows(order.event)[::-1]
    penalties = put_right.penalty_rows(order.event)
    return [
        CorrectionList(
            event=order.head,
            corrections=tuple(
                Correction(
                    at=timezone.localtime(row.at),
                    where=row.where,
                    who=row.who,
                    reason=row.reason,
                    before=row.before,
                    after=row.after,
                    moved=row.moved,
                )
                for row in rows
            ),
            penalties=tuple(
                PrintedPenalty(
                    at=timezone.localtime(penalty.at),
                    where=penalty.where,
                    name=penalty.name,
                    points=penalty.points,
                    reason=penalty.reason,
                    who=penalty.who,
                    withdrawn=penalty.withdrawn,
                )
                for penalty in penalties
            ),
        )
    ]
