"""Who gets which prize, as it stands: for the paper, the pages and the prize-giving alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from scoring.table import alone
from tournaments.cash.plan import currency_of
from tournaments.engines.amounts import Money
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.engines.plans.prizetargets import OF_ROUND, row_of
from tournaments.engines.plans.prizewho import PARTED, PrizeFor
from tournaments.engines.prizes.outcome import PrizeAward, PrizeOutcome, UnusedPrize, WonSlot
from tournaments.events.words.prizes import placed, prize_label, prize_price, spoken_names
from tournaments.hall.facts import Hall
from tournaments.lists import folded
from tournaments.models import Event
from tournaments.prizes.asking import prizes_awarded
from tournaments.prizes.due import PrizeDue
from tournaments.prizes.ground import PrizeGround, ground_of
from tournaments.prizes.plans import prize_plan_of
from tournaments.prizes.state import PrizeState, state_from
from tournaments.speech.money import money
from tournaments.speech.wording import Wording

Names = Mapping[int, str]
FEW = 3  # names of equals, before they are counted


@dataclass(frozen=True, slots=True)
class PrizeWon:
    """A prize, or those of places that are shared, and who gets it."""

    label: str  # "1", "2–3", "last place"
    prize: str  # what there is for each winner
    entrants: tuple[int, ...]  # of a team its members
    teams: tuple[str, ...]
    ranked: bool  # for a place of the ranking; False: besides it
    note: str  # that it is shared, that a lot has still to decide
    nobody: str  # why nobody gets it; empty: somebody does
    why: tuple[str, ...] = ()  # a sentence for each winner
    undecided: bool = False  # a lot has still to decide among them
    shares: tuple[tuple[int, str], ...] = ()  # what each winner gets

    def price_for(self, entrants: Collection[int]) -> str:
        """What there is for these of its winners, as it is said aloud: `15,33 € (shared)`."""
        texts = [] if self.undecided else [text for who, text in self.shares if who in entrants]
        text = _for_each(texts) if texts else self.prize
        some = self.undecided or len(texts) < len(self.shares)
        return f"{text} ({self.note})" if self.note and some else text


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize, in words."""

    label: str
    prize: str
    winners: tuple[str, ...]
    nobody: str  # why nobody gets it; empty: somebody does
    note: str  # that it is shared
    ranked: bool  # for a place of the ranking; False: besides it
    why: tuple[str, ...] = ()


def planned(event: Event) -> bool:
    """Is there anything to win?"""
    return bool(event.prizes or event.prize_plan.get("plan", {}).get("prizes"))


def state_in(hall: Hall, names: Names | None = None, ground: PrizeGround | None = None) -> PrizeState | None:
    """How prizes stand by what the hall knows; None where the ranking is not for these eyes."""
    table = hall.standings
    if table is None or not table.begun or not planned(hall.event):
        return None
    ground = ground or ground_of(hall.event)
    called = {who: person.name for who, person in hall.people.items()} if names is None else names
    outcome = prizes_awarded(
        ground,
        table,
        hall.competition,
        hall.teams,
        names=called,
        gift=gettext("a gift of one’s choice"),
        labels={row.id: prize_label(row) for row in ground.plan.prizes if row.label},
        called=spoken_names(ground.plan, hall.competition.rounds, _stages(hall)),
    )
    return state_from(ground, table, hall.teams, outcome)


def _stages(hall: Hall) -> int:
    return max((meeting.stage for meeting in hall.competition.played), default=0)


def prizes_won(hall: Hall, names: Names | None = None) -> list[PrizeWon]:
    """Every prize with who gets it as it stands; nothing where the ranking is not for these eyes."""
    state = state_in(hall, names)
    return [] if state is None else list(won_in(state))


def won_in(state: PrizeState) -> Iterator[PrizeWon]:
    """The prizes in the order of the plan, and of the places within a row."""
    outcome, plan = state.outcome, state.ground.plan
    order = {row.id: place for place, row in enumerate(plan.prizes)}
    groups: dict[tuple[object, ...], list[PrizeAward]] = {}
    for award in outcome.awards:
        groups.setdefault((award.team, *(slot.key for slot in award.slots)), []).append(award)
    lines = [(_at(order, awards[0].slots[0]), _won(state, awards)) for awards in groups.values()]
    lines += [(_at(order, unused.slot), _unused(plan, unused, state)) for unused in outcome.unused]
    for _place, line in sorted(lines, key=lambda item: item[0]):
        yield line


def _at(order: Mapping[str, int], slot: WonSlot) -> tuple[int, int, int, str]:
    """Rows as they are written, rounds and stages one after the other, places within them."""
    row, _of, part = slot.prize.partition(OF_ROUND)
    return order.get(row, 0), int(part or 0), slot.place, slot.each_of


def _won(state: PrizeState, awards: Sequence[PrizeAward]) -> PrizeWon:
    plan, outcome, wording = state.ground.plan, state.outcome, Wording(alone(1))
    first = awards[0]
    rows = [row for prize in first.prizes if (row := row_of(plan, prize)) is not None]
    members = {team.team: tuple(team.members) for team in state.teams}
    teams = tuple(str(award.entrant) for award in awards if award.team)
    entrants = tuple(award.entrant for award in awards if isinstance(award.entrant, int) and not award.team)
    among = _undecided(outcome, first) if first.open else ()
    if among and not first.team:
        entrants = among
    return PrizeWon(
        label=_label(state, first),
        prize=_for_each([award_price(award, state) for award in awards]),
        entrants=entrants or tuple(who for team in teams for who in members.get(team, ())),
        teams=teams,
        ranked=all(row.who in RANKED for row in rows),
        note=gettext("by lot") if first.open else gettext("shared") if len(awards) > 1 else "",
        nobody="",
        undecided=first.open,
        shares=tuple(
            (award.entrant, award_price(award, state))
            for award in awards
            if isinstance(award.entrant, int) and not award.team
        ),
        why=tuple(dict.fromkeys(wording.say(award.text) for award in awards if _needs_words(award))),
    )


def _needs_words(award: PrizeAward) -> bool:
    """Is there more to say than who has the place? What a lot has still to decide says so by itself."""
    return not award.open and bool(len(award.shared_by) > 1 or award.rules[1:] or award.over)


RANKED = frozenset(
    (
        *(PrizeFor.PLACES, PrizeFor.TABLES, PrizeFor.PER, PrizeFor.EVERY, PrizeFor.PART),
        *(PrizeFor.EVERYBODY, PrizeFor.ABOVE),
    )
)


def _undecided(outcome: PrizeOutcome, award: PrizeAward) -> tuple[int, ...]:
    """All among whom a lot has still to decide."""
    for lot in outcome.lots:
        if lot.how == "open" and award.entrant in lot.among:
            return tuple(who for who in lot.among if isinstance(who, int))
    return ()


def _label(state: PrizeState, award: PrizeAward) -> str:
    plan = state.ground.plan
    labels: dict[tuple[str, bool], list[int]] = {}
    for slot in award.slots:
        row = row_of(plan, slot.prize)
        if row is None:
            continue
        places = row.who in RANKED and not row.label
        text = "" if places else prize_label(row)
        if row.who == PrizeFor.TABLE:
            text = gettext("best of table {table}").format(table=slot.each_of)
        if row.who in PARTED and not row.label:
            part = row.first or int(slot.prize.rpartition(OF_ROUND)[2])
            text = prize_label(replace(row, first=part, last=1, weights=()))
        labels.setdefault((text, row.who in PARTED), []).append(slot.place)
    spoken = []
    for (text, parted), places_of in labels.items():
        low, high = min(places_of), max(places_of)
        if parted:
            spoken.append(placed(text, low, high))
        else:
            spoken.append(text or (f"{low}–{high}" if high > low else str(low)))
    return " + ".join(spoken)


def _for_each(texts: Sequence[str]) -> str:
    """What everybody of these gets; where amounts differ, all of them."""
    if len(set(texts)) == 1:
        return gettext("{prize} each").format(prize=texts[0]) if len(texts) > 1 else texts[0]
    return " · ".join(texts)


def award_price(award: PrizeAward, state: PrizeState) -> str:
    """`50,00 €`, `a ham`, `cup + 100,00 €`; a gift by its name once it is chosen."""
    parts = list(award.goods)
    due = state.dues.get(award.entrant) if isinstance(award.entrant, int) and not award.team else None
    chosen = [record.what for record in due.records if record.gift] if due else []
    rows = [row_of(state.ground.plan, slot.prize) for slot in award.slots]
    if chosen and any(row is not None and row.picks for row in rows):
        parts = chosen
    if award.money:
        parts.append(money(Money(award.money, state.ground.currency)))
    return " + ".join(parts) or "–"


def _unused(plan: PrizePlan, unused: UnusedPrize, state: PrizeState) -> PrizeWon:
    row = row_of(plan, unused.slot.prize)
    label = "?" if row is None else prize_label(row)
    if row is not None and row.who in RANKED and not row.label and unused.slot.place:
        label = str(unused.slot.place)
    price = "" if row is None else prize_price(row, state.ground.currency)
    ranked = row is not None and row.who in RANKED
    why = Wording(alone(1)).say(unused.text)
    return PrizeWon(label, price, (), (), ranked, "", _why_nobody(unused, plan) or why)


def _why_nobody(unused: UnusedPrize, plan: PrizePlan) -> str:
    row = row_of(plan, unused.slot.prize)
    if row is None or unused.code not in ("no_such_place", "nobody_entitled"):
        return ""
    match row.who:
        case PrizeFor.TEAM:
            return gettext("no such team")
        case PrizeFor.CLASS:
            return gettext("nobody in the class {name}").format(name=row.name)
        case PrizeFor.PLACES:
            return gettext("nobody has this rank")
        case _:
            return ""


def prize_lines(hall: Hall) -> list[PrizeLine]:
    """The prizes with the names the hall knows people by."""
    names = {who: person.name for who, person in hall.people.items()}
    return [prize_line(won, names) for won in prizes_won(hall, names)]


def team_words(state: PrizeState, due: PrizeDue, names: Names) -> tuple[str, ...]:
    """For which teams somebody takes a prize, and who belongs to them."""
    members = {team.team: team.members for team in state.teams}
    teams = dict.fromkeys(str(award.entrant) for award in due.awards if award.team)
    text = gettext("For the team {team}: {names}")
    return tuple(
        text.format(team=team, names=", ".join(names.get(who, "?") for who in members.get(team, ())))
        for team in teams
    )


def planned_lines(event: Event) -> list[PrizeLine]:
    """The prizes before the first result: nobody has them yet, and nobody asks why."""
    currency = currency_of(event)
    return [
        PrizeLine(prize_label(row), prize_price(row, currency), (), "", "", True)
        for row in prize_plan_of(event).prizes
    ]


def donors_of(event: Event) -> list[str]:
    """Who has given something for the table of gifts, each once."""
    gifts = prize_plan_of(event, ()).gifts  # lines of before have no donors
    return sorted({gift.donor for gift in gifts if gift.donor}, key=folded)


def prize_line(won: PrizeWon, names: Names) -> PrizeLine:
    """One prize in words."""
    winners = won.teams or tuple(names.get(entrant, "?") for entrant in won.entrants)
    if won.undecided and len(winners) > FEW:
        text = gettext("a lot decides among {count} who are equal")
        return PrizeLine(won.label, won.prize, (), text.format(count=len(winners)), "", won.ranked)
    return PrizeLine(won.label, won.prize, winners, won.nobody, won.note, won.ranked, won.why)
