"""The same values once more, slowly and obviously: every function looks through all tables again.

Written from the definitions in docs/standings.md, with nothing of the package but its inputs and options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import floor
from statistics import mean
from typing import Any

from tournaments.engines.standings import Account, By, Competition, Id, Rest, TableResult
from tournaments.engines.standings.choices import Absence, Bye, Credit, MatchBy, Places, Short

Number = Fraction | int


def average(numbers: Iterable[Number]) -> Fraction:
    return Fraction(mean([Fraction(number) for number in numbers]))


def seat(played: TableResult, id_: Id) -> Account | None:
    return next((account for account in played.accounts if id_ in account.entrants), None)


def tables(field: Competition, id_: Id, number: int | None = None) -> list[tuple[TableResult, Account]]:
    """The tables somebody sat at."""
    return [
        (played, account)
        for played in sorted(field.played, key=lambda each: each.round)
        if number in (None, played.round) and (account := seat(played, id_)) is not None
    ]


def rounds(field: Competition) -> list[int]:
    return sorted({played.round for played in field.played} | {rest.round for rest in field.rests})


def rests(field: Competition, id_: Id) -> dict[int, Rest]:
    """Rounds somebody rested in, those after he left the stage included."""
    by_round = {rest.round: rest for rest in field.rests if rest.entrant == id_}
    entrant = next(each for each in field.entrants if each.id == id_)
    if entrant.withdrawn_after is not None and (by_round or tables(field, id_)):
        for number in rounds(field):
            if number > entrant.withdrawn_after and number not in by_round and not tables(field, id_, number):
                by_round[number] = Rest(1, number, id_, "absent")
    return by_round


def is_match_round(field: Competition, number: int) -> bool:
    return any(played.matched for played in field.played if played.round == number)


def hand_count(played: TableResult) -> int:
    most = played.number or max(len(account.hands) for account in played.accounts)
    return most or (played.planned if played.finished else 0)


def rounded_away(number: Fraction) -> int:
    return floor(number + Fraction(1, 2)) if number >= 0 else -floor(-number + Fraction(1, 2))


def scaled_points(played: TableResult, account: Account) -> int:
    if played.finished and played.planned and hand_count(played):
        return rounded_away(Fraction(account.points * played.planned, hand_count(played)))
    return account.points


def table_points(field: Competition, played: TableResult, account: Account) -> Number:
    rules = field.rules
    if played.walkover is not None:
        return rules.forfeit_points if played.walkover in account.entrants else 0
    if rules.short is Short.MEAN and hand_count(played):
        return Fraction(account.points, hand_count(played))
    if rules.short is Short.SCALED:
        return scaled_points(played, account)
    return account.points


def whole(field: Competition, number: Number) -> Number:
    return number if field.rules.short is Short.MEAN else floor(number)


def own_average(field: Competition, id_: Id) -> Number:
    scores = [table_points(field, *each) for each in tables(field, id_) if each[0].walkover is None]
    return whole(field, average(scores)) if scores else 0


def rest_points(field: Competition, rest: Rest) -> Number:
    rules = field.rules
    if rest.points is not None:
        return rest.points
    here = [
        table_points(field, played, account)
        for played in field.played
        if played.round == rest.round
        for account in played.accounts
    ]
    if rest.kind == "absent":
        kind = rules.absent
        if kind is Absence.USUAL:
            kind = Absence.WORST if rules.low_wins else Absence.NONE
        if kind is Absence.FIXED:
            return rules.absent_points
        return (max(here) if rules.low_wins else min(here)) if kind is Absence.WORST and here else 0
    if is_match_round(field, rest.round) or (not here and rest.kind == "bye"):
        if rules.bye is Bye.WIN:
            return rules.forfeit_points
        return own_average(field, rest.entrant) if rules.bye is Bye.AVERAGE else 0
    if rules.sitting_out is Credit.FIXED:
        return rules.sitting_out_points
    if rules.sitting_out is Credit.ROUND:
        return whole(field, average(here)) if here else 0
    return own_average(field, rest.entrant) if rules.sitting_out is Credit.OWN else 0


def round_points(field: Competition, id_: Id) -> dict[int, Number]:
    by_round: dict[int, Number] = {}
    for played, account in tables(field, id_):
        by_round[played.round] = by_round.get(played.round, 0) + table_points(field, played, account)
    for number, rest in rests(field, id_).items():
        by_round[number] = rest_points(field, rest)
    if field.rules.penalty_in_round:
        for each in adjustments(field, id_, "points"):
            if each.round in by_round:
                by_round[each.round] += each.points
    return by_round


def adjustments(field: Competition, id_: Id, target: str) -> list[Any]:
    return [each for each in field.adjustments if each.entrant == id_ and each.target == target]


def free_penalties(field: Competition, id_: Id) -> int:
    penalties = adjustments(field, id_, "points")
    if field.rules.penalty_in_round:
        penalties = [each for each in penalties if each.round not in round_points(field, id_)]
    return sum(each.points for each in penalties)


def counted_rounds(field: Competition, id_: Id) -> list[int]:
    """The rounds that are not left out."""
    scores = round_points(field, id_)
    keep = field.rules.best_rounds
    if not keep:
        return list(scores)
    sign = -1 if field.rules.low_wins else 1
    worth = basis_by_round(field, id_)
    best = sorted(scores, key=lambda number: (worth.get(number, 0), sign * scores[number], number))
    if basis(field) is By.POINTS:
        best = sorted(scores, key=lambda number: (sign * scores[number], number))
    return best[-keep:]


def points(field: Competition, id_: Id) -> Number:
    scores = round_points(field, id_)
    return sum(scores[number] for number in counted_rounds(field, id_)) + free_penalties(field, id_)


def mean_per_hand(field: Competition, id_: Id) -> Number | None:
    sheets = [
        (played, account)
        for played, account in tables(field, id_)
        if played.walkover is None and played.round in counted_rounds(field, id_)
    ]
    hands = sum(hand_count(played) for played, _account in sheets)
    if not hands or hands < field.rules.least_hands:
        return None
    return Fraction(sum(account.points for _played, account in sheets) + free_penalties(field, id_), hands)


def scaled(field: Competition, id_: Id) -> Number:
    total: Number = free_penalties(field, id_)
    for number in counted_rounds(field, id_):
        for played, account in tables(field, id_, number):
            total += (
                table_points(field, played, account)
                if played.walkover is not None or field.rules.short is Short.SCALED
                else scaled_points(played, account)
            )
        if number in rests(field, id_):
            total += rest_points(field, rests(field, id_)[number])
    return total


def table_place(field: Competition, played: TableResult, account: Account) -> Number:
    """The mean of the worths of all places that this result shares."""
    if not played.finished and played.walkover is None:
        return 0
    scores = [table_points(field, played, each) for each in played.accounts]
    mine = table_points(field, played, account)
    ahead = sum((each < mine) if field.rules.low_wins else (each > mine) for each in scores)
    count = len(scores)
    shared = range(ahead + 1, ahead + scores.count(mine) + 1)
    if field.rules.places is Places.BALANCED:
        return average(count + 1 - 2 * place for place in shared)
    return average(count + 1 - place for place in shared)


def rest_place(field: Competition, rest: Rest) -> Number:
    rules = field.rules
    if rest.kind == "absent":
        return rules.absent_placement
    here = [played for played in field.played if played.round == rest.round]
    if is_match_round(field, rest.round) or (not here and rest.kind == "bye"):
        return 0
    if rules.sitting_out is Credit.ROUND:
        all_places = [table_place(field, played, account) for played in here for account in played.accounts]
        return average(all_places) if all_places else 0
    if rules.sitting_out is Credit.OWN:
        places = [
            table_place(field, *each) for each in tables(field, rest.entrant) if each[0].walkover is None
        ]
        return average(places) if places else 0
    return 0


def placement_by_round(field: Competition, id_: Id) -> dict[int, Number]:
    by_round: dict[int, Number] = {}
    for played, account in tables(field, id_):
        by_round[played.round] = by_round.get(played.round, 0) + table_place(field, played, account)
    for number, rest in rests(field, id_).items():
        by_round[number] = rest_place(field, rest)
    return by_round


def placement(field: Competition, id_: Id) -> Number:
    by_round = placement_by_round(field, id_)
    return sum(by_round[number] for number in counted_rounds(field, id_))


def result(field: Competition, played: TableResult, account: Account) -> Fraction | None:
    """1 for a win, ½ for a draw, 0 for a loss."""
    if played.walkover is not None:
        return Fraction(int(played.walkover in account.entrants))
    if not played.matched or not played.finished or len(played.accounts) != 2:
        return None
    other = next(each for each in played.accounts if each is not account)
    by_points = (account.points > other.points) - (account.points < other.points)
    if field.rules.low_wins:
        by_points = -by_points
    by_games = (account.games > other.games) - (account.games < other.games)
    match field.rules.match_by:
        case MatchBy.POINTS:
            sign = by_points
        case MatchBy.BOTH:
            sign = by_games or by_points
        case _:
            sign = by_games if account.games or other.games else by_points
    return Fraction(sign + 1, 2)


def table_match_points(field: Competition, played: TableResult, account: Account) -> int:
    rules = field.rules
    outcome = result(field, played, account)
    return 0 if outcome is None else {0: rules.loss, Fraction(1, 2): rules.draw, 1: rules.win}[outcome]


def rest_match_points(field: Competition, rest: Rest) -> Number:
    rules = field.rules
    if rest.match_points is not None:
        return rest.match_points
    here = [played for played in field.played if played.round == rest.round]
    if rest.kind == "absent" or not (is_match_round(field, rest.round) or (not here and rest.kind == "bye")):
        return 0
    match rules.bye:
        case Bye.WIN:
            return rules.win
        case Bye.DRAW:
            return rules.draw
        case Bye.FIXED:
            return rules.bye_number
        case Bye.AVERAGE:
            sheets = [each for each in tables(field, rest.entrant) if each[0].walkover is None]
            decided = [
                table_match_points(field, *each) for each in sheets if result(field, *each) is not None
            ]
            return average(decided) if decided else 0
        case _:
            return 0


def rest_is_bye(field: Competition, rest: Rest) -> bool:
    here = [played for played in field.played if played.round == rest.round]
    return rest.kind != "absent" and (is_match_round(field, rest.round) or (not here and rest.kind == "bye"))


def match_points_by_round(field: Competition, id_: Id) -> dict[int, Number]:
    by_round: dict[int, Number] = {}
    for played, account in tables(field, id_):
        by_round[played.round] = by_round.get(played.round, 0) + table_match_points(field, played, account)
    for number, rest in rests(field, id_).items():
        by_round[number] = rest_match_points(field, rest)
    return by_round


def match_points(field: Competition, id_: Id) -> Number:
    by_round = match_points_by_round(field, id_)
    total: Number = sum(by_round[number] for number in counted_rounds(field, id_))
    more: Number = sum(each.points for each in adjustments(field, id_, "match_points"))
    return total + more


def counts(played: TableResult) -> bool:
    return played.finished or not played.matched


def bye_is_win(field: Competition, rest: Rest) -> bool:
    return rest_is_bye(field, rest) and rest_match_points(field, rest) >= field.rules.win


def games(field: Competition, id_: Id) -> int:
    return sum(games_by_round(field, id_).values())


def games_by_round(field: Competition, id_: Id) -> dict[int, int]:
    by_round = dict.fromkeys(rounds(field), 0)
    for played, account in tables(field, id_):
        if played.walkover is not None:
            by_round[played.round] += field.rules.forfeit_games if played.walkover in account.entrants else 0
        elif counts(played):
            by_round[played.round] += account.games
    for number, rest in rests(field, id_).items():
        by_round[number] += field.rules.forfeit_games if bye_is_win(field, rest) else 0
    return by_round


def games_difference(field: Competition, id_: Id) -> int:
    total = games(field, id_)
    for played, account in tables(field, id_):
        if played.walkover is not None:
            total -= 0 if played.walkover in account.entrants else field.rules.forfeit_games
        elif counts(played):
            total -= sum(each.games for each in played.accounts if each is not account)
    return total


def point_difference(field: Competition, id_: Id) -> int:
    total = 0
    for played, account in tables(field, id_):
        if played.walkover is not None:
            given = field.rules.forfeit_points
            total += given if played.walkover in account.entrants else -given
        elif counts(played):
            total += account.points - sum(each.points for each in played.accounts if each is not account)
    given = field.rules.forfeit_points
    return total + sum(given for rest in rests(field, id_).values() if bye_is_win(field, rest))


def at_tables(field: Competition, id_: Id) -> list[tuple[TableResult, Account]]:
    return [each for each in tables(field, id_) if each[0].walkover is None]


def points_for(field: Competition, id_: Id) -> int:
    return sum(account.points for played, account in at_tables(field, id_) if counts(played))


def best_round(field: Competition, id_: Id) -> tuple[Number, ...]:
    return tuple(sorted(round_points(field, id_).values(), reverse=not field.rules.low_wins))


def last_round(field: Competition, id_: Id) -> tuple[Number | None, ...]:
    return tuple(round_points(field, id_).get(number) for number in reversed(rounds(field)))


def worst_round(field: Competition, id_: Id) -> Number | None:
    scores = list(round_points(field, id_).values())
    return None if not scores else max(scores) if field.rules.low_wins else min(scores)


def hands_known(field: Competition, id_: Id) -> bool:
    return all(
        account.hands or account.won or account.lost or (not played.finished and account.points == 0)
        for played, account in at_tables(field, id_)
    )


def all_hands(field: Competition, id_: Id) -> list[int]:
    return [hand for _played, account in at_tables(field, id_) for hand in account.hands]


def of_hands(of: Callable[[Competition, Id], Any]) -> Callable[[Competition, Id], Any]:
    return lambda field, id_: of(field, id_) if hands_known(field, id_) else None


def best_hand(field: Competition, id_: Id) -> tuple[int, ...]:
    return tuple(sorted(all_hands(field, id_), reverse=not field.rules.low_wins))


def worst_hand(field: Competition, id_: Id) -> int | None:
    hands = all_hands(field, id_)
    return None if not hands else max(hands) if field.rules.low_wins else min(hands)


def hands_won(field: Competition, id_: Id) -> int:
    return sum(account.won for _played, account in at_tables(field, id_))


def hands_lost(field: Competition, id_: Id) -> int:
    return sum(account.lost for _played, account in at_tables(field, id_))


def hands_at_zero(field: Competition, id_: Id) -> int:
    return sum(hand == 0 for hand in all_hands(field, id_))


def rounds_at_zero(field: Competition, id_: Id) -> int:
    return sum(
        played.finished and table_points(field, played, account) == 0
        for played, account in at_tables(field, id_)
    )


def tables_won(field: Competition, id_: Id) -> Number:
    total = Fraction(0)
    for played, account in at_tables(field, id_):
        if not played.finished:
            continue
        scores = [table_points(field, played, each) for each in played.accounts]
        best = min(scores) if field.rules.low_wins else max(scores)
        if table_points(field, played, account) == best:
            total += 1 if scores.count(best) == 1 else Fraction(1, 2)
    return total


def wins(field: Competition, id_: Id) -> int:
    won = sum(result(field, *each) == 1 for each in tables(field, id_))
    given = [
        rest
        for rest in rests(field, id_).values()
        if rest_is_bye(field, rest) or rest.match_points is not None
    ]
    return won + sum(rest_match_points(field, rest) >= field.rules.win for rest in given)


def wins_played(field: Competition, id_: Id) -> int:
    return sum(result(field, *each) == 1 for each in at_tables(field, id_))


def basis(field: Competition) -> By:
    first = field.rules.criteria[0]
    if first in (By.PLACEMENT, By.MATCH_POINTS, By.GAMES, By.POINTS):
        return first
    return By.MATCH_POINTS if any(played.matched for played in field.played) else By.POINTS


def basis_by_round(field: Competition, id_: Id) -> dict[int, Any]:
    match basis(field):
        case By.PLACEMENT:
            return placement_by_round(field, id_)
        case By.MATCH_POINTS:
            return match_points_by_round(field, id_)
        case By.GAMES:
            return games_by_round(field, id_)
        case _:
            return round_points(field, id_)


def score(field: Competition, id_: Id) -> Number:
    match basis(field):
        case By.PLACEMENT:
            return placement(field, id_)
        case By.MATCH_POINTS:
            return match_points(field, id_)
        case By.GAMES:
            return games(field, id_)
        case _:
            return points(field, id_)


def progressive(field: Competition, id_: Id) -> Number:
    by_round = basis_by_round(field, id_)
    return sum(
        sum(by_round.get(earlier, 0) for earlier in rounds(field) if earlier <= number)
        for number in rounds(field)
    )


def byes(field: Competition, id_: Id) -> int:
    return sum(rest.kind != "absent" for rest in rests(field, id_).values())


def unplayed(field: Competition, id_: Id) -> int:
    return sum(
        not any(played.walkover is None for played, _account in tables(field, id_, number))
        for number in rounds(field)
    )


def others(played: TableResult, account: Account) -> list[Id]:
    return [entrant for each in played.accounts if each is not account for entrant in each.entrants]


def adjusted(field: Competition, id_: Id) -> Number:
    """Rounds at the end that somebody stayed away from count as draws; forfeits stay what they are."""
    total = score(field, id_)
    if basis(field) is not By.MATCH_POINTS:
        return total
    for number in reversed(rounds(field)):
        here = tables(field, id_, number)
        rest = rests(field, id_).get(number)
        if rest is not None and rest.kind == "absent":
            total += field.rules.draw - rest_match_points(field, rest)
        elif rest is not None or any(
            played.walkover is None or played.walkover in account.entrants for played, account in here
        ):
            break
    return total


def parts(field: Competition, id_: Id) -> list[tuple[int, Number, bool, Fraction | None]]:
    """Round, worth of the opponents, stayed away, result."""
    contributions: list[tuple[int, Number, bool, Fraction | None]] = []
    mine = score(field, id_)
    by_matches = basis(field) is By.MATCH_POINTS
    for played, account in tables(field, id_):
        scores = [adjusted(field, other) for other in others(played, account)]
        if played.walkover is None or field.rules.walkover_meets:
            if scores:
                contributions.append((played.round, average(scores), False, result(field, played, account)))
        else:
            dummy = min([mine, *scores]) if by_matches else mine
            lost = played.walkover not in account.entrants
            contributions.append((played.round, dummy, lost, result(field, played, account)))
    for number, rest in rests(field, id_).items():
        dummy = min(mine, field.rules.draw * len(rounds(field))) if by_matches else mine
        worth = rest_match_points(field, rest)
        valued = rest_is_bye(field, rest) or rest.match_points is not None
        draw = bool(worth) and worth >= field.rules.draw
        outcome = Fraction(1) if worth >= field.rules.win else Fraction(1, 2) if draw else Fraction(0)
        contributions.append((number, dummy, rest.kind == "absent", outcome if valued else None))
    return sorted(contributions, key=lambda part: part[0])


def low_score(field: Competition) -> bool:
    return field.rules.low_wins and basis(field) is By.POINTS


def buchholz(field: Competition, id_: Id) -> Number:
    return sum(part[1] for part in parts(field, id_))


def cut(field: Competition, id_: Id) -> list[Number]:
    """Without the weakest; rounds stayed away from go first."""
    contributions = parts(field, id_)
    candidates = [part[1] for part in contributions if part[2]] or [part[1] for part in contributions]
    left = [part[1] for part in contributions]
    if candidates:
        left.remove(max(candidates) if low_score(field) else min(candidates))
    return left


def buchholz_cut(field: Competition, id_: Id) -> Number:
    return sum(cut(field, id_))


def buchholz_median(field: Competition, id_: Id) -> Number:
    left = cut(field, id_)
    if left:
        left.remove(min(left) if low_score(field) else max(left))
    return sum(left)


def sonneborn(field: Competition, id_: Id) -> Number:
    total = Fraction(0)
    matched = {played.round for played in field.played if played.matched}
    for number, worth, _away, outcome in parts(field, id_):
        played_here = [each for each in at_tables(field, id_) if each[0].round == number]
        if outcome is not None and (number in matched or not played_here):
            total += worth * outcome
    for played, account in at_tables(field, id_):
        if played.matched or not played.finished or not others(played, account):
            continue
        mine = table_points(field, played, account)
        shares = []
        for other in others(played, account):
            theirs_account = seat(played, other)
            assert theirs_account is not None
            theirs = table_points(field, played, theirs_account)
            behind = theirs > mine if field.rules.low_wins else theirs < mine
            factor = 1 if behind else Fraction(1, 2) if theirs == mine else 0
            shares.append(score(field, other) * factor)
        total += average(shares)
    return total


def koya(field: Competition, id_: Id) -> Number:
    half = Fraction(field.rules.win * len(rounds(field)), 2)
    total = 0
    for played, account in tables(field, id_):
        if played.walkover is not None and not field.rules.walkover_meets:
            continue
        against = others(played, account)
        if against and all(match_points(field, other) >= half for other in against):
            total += table_match_points(field, played, account)
    return total


def opponents_win(field: Competition, id_: Id) -> Number:
    shares = []
    for played, account in tables(field, id_):
        if result(field, played, account) is None:
            continue
        for other in others(played, account):
            matches = [each for each in tables(field, other) if result(field, *each) is not None]
            possible = field.rules.win * len(matches)
            points_taken = sum(table_match_points(field, *each) for each in matches)
            shares.append(max(Fraction(1, 3), Fraction(points_taken, possible) if possible else Fraction(0)))
    return average(shares) if shares else 0


def taken(field: Competition, id_: Id, other: Id) -> list[int]:
    """Match points one has taken from the other."""
    return [
        table_match_points(field, played, account)
        for played, account in tables(field, id_)
        if other in others(played, account)
        and result(field, played, account) is not None
        and (played.walkover is None or field.rules.walkover_meets)
    ]


def direct(field: Competition, group: Sequence[Id]) -> dict[Id, int]:
    """Places among those who are equal."""
    if any(played.matched for played in field.played):
        if not any(taken(field, id_, other) for id_ in group for other in group if id_ != other):
            return {}
        return direct_matches(field, list(group), 1)
    together = [
        played
        for played in field.played
        if played.finished and played.walkover is None and all(seat(played, id_) for id_ in group)
    ]
    if not together:
        return {}
    totals: dict[Id, Number] = {}
    for id_ in group:
        totals[id_] = sum(
            table_points(field, played, account)
            for played in together
            for account in played.accounts
            if id_ in account.entrants
        )
    sign = -1 if field.rules.low_wins else 1
    return {id_: 1 + sum(sign * total > sign * totals[id_] for total in totals.values()) for id_ in group}


def direct_matches(field: Competition, group: list[Id], first: int) -> dict[Id, int]:
    """By trying every outcome of the meetings that are missing."""
    if len(group) < 2:
        return dict.fromkeys(group, first)
    pairs = [(id_, other) for n, id_ in enumerate(group) for other in group[n + 1 :]]
    missing = [pair for pair in pairs if not taken(field, *pair)]
    sure = {
        id_: sum(
            (average(taken(field, id_, other)) for other in group if taken(field, id_, other)), Fraction(0)
        )
        for id_ in group
    }
    if not missing:
        places: dict[Id, int] = {}
        for total in sorted(set(sure.values()), reverse=True):
            same = [id_ for id_ in group if sure[id_] == total]
            place = first + sum(each > total for each in sure.values())
            alike = len(same) == len(group)
            places |= dict.fromkeys(same, place) if alike else direct_matches(field, same, place)
        return places
    leaders = set()
    rules = field.rules
    for outcome in product([(rules.win, rules.loss), (rules.loss, rules.win)], repeat=len(missing)):
        totals = dict(sure)
        for (id_, other), (mine, theirs) in zip(missing, outcome, strict=True):
            totals[id_] += mine
            totals[other] += theirs
        best = max(totals.values())
        leaders.add(tuple(id_ for id_ in group if totals[id_] == best))
    if len(leaders) == 1 and len(next(iter(leaders))) == 1:
        ((leader,),) = leaders
        rest = [id_ for id_ in group if id_ != leader]
        return {leader: first} | direct_matches(field, rest, first + 1)
    return dict.fromkeys(group, first)


SLOW: dict[By, Callable[[Competition, Id], Any]] = {
    By.POINTS: points,
    By.MEAN: mean_per_hand,
    By.SCALED: scaled,
    By.PLACEMENT: placement,
    By.MATCH_POINTS: match_points,
    By.GAMES: games,
    By.GAMES_DIFFERENCE: games_difference,
    By.POINT_DIFFERENCE: point_difference,
    By.POINTS_FOR: points_for,
    By.BEST_ROUND: best_round,
    By.LAST_ROUND: last_round,
    By.WORST_ROUND: worst_round,
    By.BEST_HAND: of_hands(best_hand),
    By.WORST_HAND: of_hands(worst_hand),
    By.HANDS_WON: of_hands(hands_won),
    By.HANDS_LOST: of_hands(hands_lost),
    By.HANDS_AT_ZERO: of_hands(hands_at_zero),
    By.ROUNDS_AT_ZERO: rounds_at_zero,
    By.TABLES_WON: tables_won,
    By.WINS: wins,
    By.WINS_PLAYED: wins_played,
    By.BUCHHOLZ: buchholz,
    By.BUCHHOLZ_CUT: buchholz_cut,
    By.BUCHHOLZ_MEDIAN: buchholz_median,
    By.SONNEBORN: sonneborn,
    By.KOYA: koya,
    By.PROGRESSIVE: progressive,
    By.OPPONENTS_WIN: opponents_win,
    By.BYES: byes,
    By.UNPLAYED: unplayed,
}
"""Criteria that everybody has a value of; the direct meeting, extra hands and the lot are among equals."""
