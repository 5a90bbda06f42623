"""What a decision moves, in sentences, for the desk, the hall and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from scoring.table import alone
from tournaments.engines.amounts import Money
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.standings import Value
from tournaments.events.decisions.consequences import (
    Consequences,
    PassedMoney,
    PassedPrize,
    RankChange,
    TotalChange,
    TurnedMatch,
)
from tournaments.speech.money import money
from tournaments.speech.wording import Wording, listed, signed

FEW = 6  # sentences about places, before the rest is counted


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One line of the preview: somebody, his place and his total, before and after."""

    name: str
    rank_before: str
    rank_after: str
    total_before: str
    total_after: str
    moves: bool
    up: bool
    podium: bool


@dataclass(frozen=True, slots=True)
class MovedView:
    """A preview: rows of the standings that change, and everything else in sentences."""

    totals: tuple[tuple[str, str, str], ...]  # who, before, after
    rows: tuple[MoveRow, ...]
    warnings: tuple[str, ...]
    podium: bool

    def __bool__(self) -> bool:
        return bool(self.totals or self.rows or self.warnings)


def moved_view(consequences: Consequences, names: Mapping[int, str]) -> MovedView:
    """For the desk: everything."""
    rows = tuple(
        MoveRow(
            name=names.get(shift.entrant, "?"),
            rank_before=place(shift.rank_before),
            rank_after=place(shift.rank_after),
            total_before=written(shift.total_before),
            total_after=written(shift.total_after),
            moves=shift.moves,
            up=shift.moves and (shift.rank_after or 10**9) < (shift.rank_before or 10**9),
            podium=shift.on_podium,
        )
        for shift in consequences.shifts
    )
    totals = tuple(
        (_who(total, names), _signed(total.before), _signed(total.after)) for total in consequences.totals
    )
    return MovedView(totals, rows, tuple(warnings(consequences, names)), consequences.podium)


def warnings(consequences: Consequences, names: Mapping[int, str]) -> Iterator[str]:
    """Matches that turn, and rounds that are drawn already."""
    for turned_match in consequences.turned:
        yield _turned(turned_match, names)
    for prize in consequences.prizes:
        yield _passed(prize, names)
    for amount in consequences.money:
        yield _amount(amount, names)
    if consequences.rounds:
        numbers = listed([str(number) for number in consequences.rounds])
        yield ngettext(
            "Round {rounds} is drawn from the standings before. Its seats stay as they are.",
            "Rounds {rounds} are drawn from the standings before. Their seats stay as they are.",
            len(consequences.rounds),
        ).format(rounds=numbers)


def sentences(consequences: Consequences, names: Mapping[int, str], few: int = FEW) -> tuple[str, ...]:
    """For lists: who has another place, the best first, and matches that turned."""
    places = [_shift(shift, names) for shift in consequences.shifts if shift.moves]
    rest = len(places) - few
    if rest > 1:
        more = ngettext("and {count} other", "and {count} others", rest).format(count=rest)
        places = [*places[:few], more]
    turned = [_turned(turned_match, names) for turned_match in consequences.turned]
    amounts = [_amount(replace(amount, given=0), names) for amount in consequences.money]
    return (*places, *turned, *(_passed(prize, names) for prize in consequences.prizes), *amounts)


def _shift(rank_change: RankChange, names: Mapping[int, str]) -> str:
    name = names.get(rank_change.entrant, "?")
    if rank_change.rank_after is None:
        return gettext("{name}: no longer ranked").format(name=name)
    if rank_change.rank_before is None:
        return gettext("{name}: place {now}").format(name=name, now=rank_change.rank_after)
    message = gettext("{name}: place {now} instead of {before}")
    return message.format(name=name, now=rank_change.rank_after, before=rank_change.rank_before)


def _passed(passed_prize: PassedPrize, names: Mapping[int, str]) -> str:
    def people(some: Sequence[int]) -> str:
        return listed([names.get(who, "?") for who in some]) or gettext("nobody")

    now, before = people(passed_prize.after), people(passed_prize.before)
    label = passed_prize.label
    place = gettext(label) if label in MARKED else label
    if not passed_prize.prize:
        message = gettext("Prize for {place}: {now} instead of {before}")
        return message.format(place=place, now=now, before=before)
    message = gettext("Prize for {place} ({prize}): {now} instead of {before}")
    return message.format(place=place, prize=passed_prize.prize, now=now, before=before)


MARKED = frozenset(who.label for who in PrizeFor)


def _amount(passed: PassedMoney, names: Mapping[int, str]) -> str:
    """`Anna: 50,00 € instead of 60,00 €; 60,00 € were paid out already.`"""
    now, before = (money(Money(amount, passed.currency)) for amount in (passed.after, passed.before))
    name = names.get(passed.entrant, "?")
    if not passed.given:
        return gettext("{name}: {now} of prizes instead of {before}").format(
            name=name, now=now, before=before
        )
    given = money(Money(passed.given, passed.currency))
    message = gettext("{name}: {now} of prizes instead of {before}; paid out already: {given}")
    return message.format(name=name, now=now, before=before, given=given)


def _turned(turned_match: TurnedMatch, names: Mapping[int, str]) -> str:
    where = {"round": turned_match.round, "table": turned_match.table}
    now, before = names.get(turned_match.after or 0, "?"), names.get(turned_match.before or 0, "?")
    if turned_match.after is None:
        message = gettext("Round {round}, table {table}: {before} no longer wins")
        return message.format(before=before, **where)
    if turned_match.before is None:
        return gettext("Round {round}, table {table}: {now} wins").format(now=now, **where)
    message = gettext("Round {round}, table {table}: {now} wins instead of {before}")
    return message.format(now=now, before=before, **where)


def place(rank: int | None) -> str:
    """A place in a table; a dash for none."""
    return "–" if rank is None else str(rank)


def written(value: Value | None) -> str:
    """A total of the standings in the reader's language."""
    return Wording(alone(1)).word(value.shown) if value is not None else ""


def _who(total_change: TotalChange, names: Mapping[int, str]) -> str:
    return " / ".join(names.get(who, "?") for who in total_change.entrants)


def _signed(points: int) -> str:
    return Wording(alone(1)).word(points)


def accounts_and_points(accounts: Sequence[str], points: Sequence[int]) -> str:
    """`Anna +6, Ben −2`: who got something by a hand."""
    moves = [f"{name} {signed(gained)}" for name, gained in zip(accounts, points, strict=True) if gained]
    return ", ".join(moves) or signed(0)
