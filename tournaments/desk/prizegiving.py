"""What the pages of prizes show: the pot, who would get what now, what is given, what has moved."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from django.utils.translation import gettext, ngettext

from scoring.table import alone
from tournaments.desk.prizepots import PotView, pot_views
from tournaments.engines.amounts import Money
from tournaments.engines.plans.prizeplan import PrizePlan, PrizeRow
from tournaments.engines.plans.prizetargets import row_of
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.outcome import PrizeLot, PrizeOutcome
from tournaments.events.ground.names import full_names_of
from tournaments.events.words.prizes import prize_label, prize_price
from tournaments.hall.facts import Hall
from tournaments.hall.prizes import Names, PrizeLine, prize_line, state_in, team_words, won_in
from tournaments.models import Event, PrizeAct, PrizeRecord
from tournaments.prizes.due import PrizeDue
from tournaments.prizes.raffle import drum_of, open_raffles
from tournaments.prizes.state import PrizeState
from tournaments.speech.money import money
from tournaments.speech.wording import Wording

SHOWN_DRAWN = 5  # of the drum, in the list of what was done


@dataclass(frozen=True, slots=True)
class LotView:
    """Equals whom somebody has to tell apart."""

    among: tuple[tuple[int, str], ...]
    prizes: str
    prize: str  # of a raffle: its id
    key: str


@dataclass(frozen=True, slots=True)
class RaffleView:
    """A raffle that is still to be drawn, and how many are in the drum."""

    prize: str
    label: str
    price: str
    people: int
    key: str


@dataclass(frozen=True, slots=True)
class FeatView:
    """What is counted by hand: who has it so far, and who could."""

    prize: str
    name: str
    price: str
    counted: tuple[str, ...]
    people: tuple[tuple[int, str], ...]
    key: str


@dataclass(frozen=True, slots=True)
class GivingView:
    """Somebody at the prize-giving."""

    entrant: int
    place: str
    name: str
    pay: str  # money to hand over now
    things: tuple[str, ...]  # goods to hand over now
    picks: bool  # chooses a gift
    had: tuple[str, ...]  # what was given
    has: str  # money he has of it already
    why: tuple[str, ...]
    teams: tuple[str, ...]  # for which teams, and who belongs to them
    done: bool
    unclaimed: bool
    moved: str  # what is due and what he has, where it is no longer the same
    back: str  # money to be taken back
    seen: str
    key: str
    refusable: tuple[tuple[str, str], ...] = ()  # prizes he may leave to the next: id, words


@dataclass(frozen=True, slots=True)
class PrizeRecordView:
    """One line of what was given."""

    id: str
    at: object
    who: str
    what: str
    by: str
    reason: str
    undo: bool


@dataclass(frozen=True, slots=True)
class GiftView:
    """A gift of the table; `who` has chosen it."""

    id: str
    what: str
    donor: str
    who: str


@dataclass(frozen=True, slots=True)
class PrizesView:
    """Everything about the prizes of an event."""

    pots: tuple[PotView, ...]
    lines: tuple[PrizeLine, ...]
    warnings: tuple[str, ...]
    equal: tuple[str, ...]  # without a prize
    lots: tuple[LotView, ...]
    raffles: tuple[RaffleView, ...]
    feats: tuple[FeatView, ...]
    giving: tuple[GivingView, ...]
    gifts: tuple[GiftView, ...]
    records: tuple[PrizeRecordView, ...]

    @property
    def moved(self) -> tuple[GivingView, ...]:
        """Who has something that somebody else should have."""
        return tuple(row for row in self.giving if row.moved)

    @property
    def waiting(self) -> tuple[GivingView, ...]:
        return tuple(row for row in self.giving if not row.done and not row.moved and not row.unclaimed)

    @property
    def next(self) -> GivingView | None:
        """Who is called next."""
        return next(iter(self.waiting), None)

    @property
    def owed(self) -> tuple[GivingView, ...]:
        """Who was not there."""
        return tuple(row for row in self.giving if row.unclaimed and not row.done)

    @property
    def given(self) -> tuple[GivingView, ...]:
        return tuple(row for row in self.giving if row.done)

    @property
    def free_gifts(self) -> tuple[GiftView, ...]:
        return tuple(gift for gift in self.gifts if not gift.who)


def prizes_view(hall: Hall, *, last_first: bool = False) -> PrizesView | None:
    """All of it; None before there are places."""
    names = full_names_of(hall.event)
    state = state_in(hall, names)
    if state is None:
        return None
    wording = Wording(alone(1))
    outcome = state.outcome
    rows = [
        _giving(state, due, names, hall.event, wording) for due in _in_order(state, last_first=last_first)
    ]
    taken = state.taken()
    return PrizesView(
        pots=tuple(pot_views(outcome, state.ground.plan, state.ground.currency)),
        lines=tuple(prize_line(won, names) for won in won_in(state)),
        warnings=warning_words(outcome, state.ground.plan),
        equal=tuple(_named(equal.entrant, names) for equal in outcome.equal_without),
        lots=tuple(_lot(state, lot, names, hall.event) for lot in outcome.lots if lot.how == "open"),
        raffles=tuple(_raffles(state, hall.event)),
        feats=tuple(_feats(state, names, hall.event)),
        giving=tuple(rows),
        gifts=tuple(
            GiftView(gift.id, gift.what, gift.donor, names.get(taken.get(gift.id, 0), ""))
            for gift in state.ground.plan.gifts
        ),
        records=tuple(_records(state, names)),
    )


def warning_words(outcome: PrizeOutcome, plan: PrizePlan, *, played: bool = True) -> tuple[str, ...]:
    """What is strange; a lot or a feat that is still to be entered has a place of its own on the page.

    Before the cards nobody has made what is only made by playing, and that is not strange.
    """
    wording, awaited = Wording(alone(1)), {PrizeFor.FEAT} if played else BY_PLAYING
    texts = []
    for warning in outcome.warnings:
        rows = [row for prize in warning.prizes if (row := row_of(plan, prize)) is not None]
        empty = warning.code == "more_prizes_than_people" and {row.who for row in rows} <= awaited
        if warning.code != "lot_needed" and not (rows and empty):
            texts.append(warning.text)
    return (*_too_few_gifts(outcome, plan), *dict.fromkeys(wording.say(text) for text in texts))


def _too_few_gifts(outcome: PrizeOutcome, plan: PrizePlan) -> tuple[str, ...]:
    """More are to choose from the table of gifts than there are gifts."""
    slots = {slot.key for award in outcome.awards for slot in award.slots}
    choosing = sum((row := row_of(plan, prize)) is not None and row.picks for prize, _each, _place in slots)
    gifts = len(plan.gifts)
    if choosing <= gifts:
        return ()
    text = ngettext(
        "{choosing} may choose, and there is {gifts} gift on the table.",
        "{choosing} may choose, and there are {gifts} gifts on the table.",
        gifts,
    )
    return (text.format(choosing=choosing, gifts=gifts),)


BY_PLAYING = frozenset(
    (
        *(PrizeFor.HAND, PrizeFor.ROUND, PrizeFor.ROUND_FROM, PrizeFor.STAGE, PrizeFor.TABLE),
        *(PrizeFor.TEAM, PrizeFor.FEAT),
    )
)


def tap_key(event: Event, what: str, who: object, seen: str, last: int) -> str:
    """The same for the same tap, however often the page is shown or sent."""
    return str(uuid.uuid5(event.uid, f"{what} {who} {seen} {last}"))


def seen_mark(*shown: object) -> str:
    """A mark of what a page shows, by which it asks for news: forms in it are other ones each time."""
    return blake2b(repr(shown).encode(), digest_size=12).hexdigest()


def _in_order(state: PrizeState, *, last_first: bool) -> list[PrizeDue]:
    """As they are called: by place."""
    place = {row.entrant: at for at, row in enumerate(state.table.rows)}
    called = sorted(state.dues.values(), key=lambda due: place.get(due.entrant, len(place)))
    return called[::-1] if last_first else called


def _giving(state: PrizeState, due: PrizeDue, names: Names, event: Event, wording: Wording) -> GivingView:
    row = next((row for row in state.table.rows if row.entrant == due.entrant), None)
    had = [record.what for record in due.records if record.what and record.kind != PrizeAct.UNCLAIMED]
    last = max((record.seq for record in state.ground.records), default=0)
    return GivingView(
        entrant=due.entrant,
        place=row.place if row else "–",
        name=_named(due.entrant, names),
        pay=_money(due.to_pay, state) if due.to_pay > 0 else "",
        things=tuple(thing.what for thing in due.open_goods if not thing.picks),
        picks=bool(due.picks),
        had=tuple(had),
        has=_money(due.given, state) if due.given else "",
        why=tuple(dict.fromkeys(wording.say(award.text) for award in due.awards)),
        teams=team_words(state, due, names),
        done=due.done,
        unclaimed=due.unclaimed,
        moved=_moved(state, due) if due.moved or (due.touched and due.to_pay) else "",
        back=_money(-due.to_pay, state) if due.to_pay < 0 else "",
        seen=due.seen,
        key=tap_key(event, "tap", due.entrant, due.seen, last),
        refusable=tuple(_refusable(state, due)),
    )


def _moved(state: PrizeState, due: PrizeDue) -> str:
    """What he has and what is due to him now."""
    has = [record.what for record in due.records if record.kind in (PrizeAct.HANDED, PrizeAct.CHOSEN)]
    has = [what for what in has if what]
    if due.given:
        has.append(_money(due.given, state))
    now = [thing.what or gettext("a gift of one’s choice") for thing in due.goods]
    if due.amount:
        now.append(_money(due.amount, state))
    text = gettext("has got {had}, and {now} is due now")
    return text.format(had=" + ".join(has) or gettext("nothing"), now=" + ".join(now) or gettext("nothing"))


def _lot(state: PrizeState, lot: PrizeLot, names: Names, event: Event) -> LotView:
    among = tuple(who for who in lot.among if isinstance(who, int))
    rows = [state.ground.plan.prize(prize.partition(".")[0]) for prize in lot.prizes]
    labels = dict.fromkeys(_row_words(row, state.ground.currency) for row in rows if row is not None)
    last = max((record.seq for record in state.ground.records), default=0)
    return LotView(
        among=tuple((who, _named(who, names)) for who in among),
        prizes=", ".join(labels),
        prize="",
        key=tap_key(event, "lot", sorted(among), "", last),
    )


def _raffles(state: PrizeState, event: Event) -> Iterator[RaffleView]:
    last = max((record.seq for record in state.ground.records), default=0)
    for row in open_raffles(state):
        yield RaffleView(
            prize=row.id,
            label=prize_label(row),
            price=prize_price(row, state.ground.currency),
            people=len(drum_of(state, row)),
            key=tap_key(event, "raffle", row.id, "", last),
        )


def _feats(state: PrizeState, names: Names, event: Event) -> Iterator[FeatView]:
    last = max((record.seq for record in state.ground.records), default=0)
    people = tuple(
        sorted(
            ((row.entrant, _named(row.entrant, names)) for row in state.table.rows),
            key=lambda who: who[1],
        )
    )
    for row in state.ground.plan.feats:
        counted = sorted(state.ground.feats[row.name].items(), key=lambda item: -item[1])
        yield FeatView(
            prize=row.id,
            name=row.name,
            price=prize_price(row, state.ground.currency),
            counted=tuple(f"{_named(who, names)} ({number})" for who, number in counted),
            people=people,
            key=tap_key(event, "feat", row.id, "", last),
        )


def _refusable(state: PrizeState, due: PrizeDue) -> Iterator[tuple[str, str]]:
    """What somebody may still leave to the next: nothing was given to him."""
    if due.touched or due.moved:
        return
    for prize in dict.fromkeys(prize for award in due.awards if not award.team for prize in award.prizes):
        row = row_of(state.ground.plan, prize)
        if row is not None:
            yield prize, _row_words(row, state.ground.currency)


def _row_words(row: PrizeRow, currency: str) -> str:
    return f"{prize_label(row)} ({prize_price(row, currency)})"


def _records(state: PrizeState, names: Names) -> Iterator[PrizeRecordView]:
    gone = {record.reverses_id for record in state.ground.records if record.reverses_id}
    words = act_words()
    for record in reversed(state.ground.records):
        yield PrizeRecordView(
            id=str(record.pk),
            at=record.at,
            who="" if record.entrant_id is None else _named(record.entrant_id, names),
            what=_record_words(record, words, names),
            by=record.by,
            reason=record.reason,
            undo=record.kind != PrizeAct.REVERSED and record.pk not in gone,
        )


def act_words() -> dict[str, str]:
    """What each kind of record says."""
    return {
        PrizeAct.LOT: gettext("Ahead by lot"),
        PrizeAct.PLAY_OFF: gettext("Ahead by a game for it"),
        PrizeAct.FEAT: gettext("Counted by hand"),
        PrizeAct.CHOSEN: gettext("Has chosen"),
        PrizeAct.HANDED: gettext("Handed over"),
        PrizeAct.STANDS: gettext("Stays as it is"),
        PrizeAct.DECLINED: gettext("Does not take it"),
        PrizeAct.UNCLAIMED: gettext("Was not there"),
        PrizeAct.TO_CLUB: gettext("Not collected: the club keeps it"),
        PrizeAct.REVERSED: gettext("Undone"),
    }


def _record_words(record: PrizeRecord, words: Mapping[str, str], names: Names) -> str:
    if record.data.get("seed"):
        return _raffle_words(record, names)
    parts = [record.what] if record.what else []
    if record.kind == PrizeAct.FEAT:
        parts = [f"{record.what} ({record.data.get('number', 1)})"]
    if record.amount:
        parts.append(money(Money(abs(record.amount), record.currency)) if record.currency else "")
    order = [_named(who, names) for who in record.data.get("order", ())]
    if len(order) > 1:
        parts.append(", ".join(order))
    spoken = " + ".join(part for part in parts if part)
    word = words.get(record.kind, record.kind)
    return f"{word}: {spoken}" if spoken else word


def _raffle_words(record: PrizeRecord, names: Names) -> str:
    """The first of the drum, how many were in it, and the seed by which it can be calculated again."""
    order = [_named(who, names) for who in record.data.get("order", ())]
    text = gettext("Raffle drawn among {count}: {names}. Draw number {seed}")
    first = ", ".join(order[:SHOWN_DRAWN]) + (" …" if len(order) > SHOWN_DRAWN else "")
    return text.format(count=len(order), names=first, seed=record.data["seed"])


def _named(who: object, names: Names) -> str:
    return names.get(who, "?") if isinstance(who, int) else str(who or "?")


def _money(amount: int, state: PrizeState) -> str:
    return money(Money(amount, state.ground.currency))
