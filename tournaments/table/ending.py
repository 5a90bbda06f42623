"""How an evening at one table ended: who is where, the best hand, what there is to be proud of, who pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.engines.eveningmedals import OwnHand, evening_medals
from tournaments.models import Event, Sitting
from tournaments.paper.sheet.inputs import PrintedEnding, PrintedPlace
from tournaments.speech.eveningmedals import EveningMedalLine, medal_line
from tournaments.speech.wording import number, signed
from tournaments.table.cash import CashView, cash_of
from tournaments.table.handview import HandView, reasons
from tournaments.table.runningtotals import Lines
from tournaments.table.sheetview import SheetView

GAMES = 3  # of a match, from which on the way through them means something


@dataclass(frozen=True, slots=True)
class PodiumRow:
    """Somebody, or who scores together, with what they have in the end."""

    place: int
    name: str
    points: str
    account: int  # whose line is whose

    @property
    def on_podium(self) -> bool:
        """One of the first three?"""
        return self.place <= 3


@dataclass(frozen=True, slots=True)
class BestHand:
    """The hand of the evening."""

    who: str
    points: str  # signed
    label: str  # `Hand 12`
    sentence: str


@dataclass(frozen=True, slots=True)
class TableEnding:
    """The end of an evening in the active language."""

    title: str
    club: str
    date: str
    game: str
    hands: str  # `24 hands`
    rows: tuple[PodiumRow, ...]  # by their places
    best: BestHand | None
    medals: tuple[EveningMedalLine, ...]
    lines: Lines
    cash: CashView | None
    sample: str = ""  # where all of it is made up, a sentence that says so

    @property
    def text(self) -> str:
        """What is said of it in a messenger: places, the best hand, medals, who pays whom."""
        paid = [payment.sentence for payment in self.cash.payments] if self.cash else []
        return ending_text(self, self.rows, paid)

    @property
    def printed(self) -> PrintedEnding:
        """The same for a picture; what is paid is nobody else's business."""
        return PrintedEnding(
            title=self.title,
            club=self.club,
            date=self.date,
            game=self.game,
            played=self.hands,
            places=tuple(PrintedPlace(str(row.place), row.name, row.points) for row in self.rows),
            best=(self.best.who, self.best.points, self.best.sentence) if self.best else None,
            medals=tuple((medal.title, medal.who) for medal in self.medals),
            curves=tuple((row.name, self.lines.series[row.account]) for row in self.rows),
            restarts=self.lines.restarts,
            sample=self.sample,
        )


class Ended(Protocol):
    """What an evening at a table and an event have in common when they are over."""

    @property
    def title(self) -> str: ...
    @property
    def club(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def best(self) -> BestHand | None: ...
    @property
    def medals(self) -> tuple[EveningMedalLine, ...]: ...
    @property
    def sample(self) -> str: ...


def made_up(whose: Sitting | Event) -> str:
    """What is said of the sample wherever it goes; empty: it was really played."""
    if not whose.is_sample:
        return ""
    return gettext("Sample: people and points are made up, and nothing of it counts.")


def ending_text(ended: Ended, rows: Sequence[PodiumRow], last: Sequence[str] = ()) -> str:
    """A message of some lines: heading, places, the best hand and medals, and what else there is to say."""
    head = " · ".join(filter(None, (ended.title, ended.club, ended.date)))
    places = [f"{row.place}. {row.name} {row.points}" for row in rows]
    proud = [medal.sentence for medal in ended.medals]
    if ended.best is not None:
        text = gettext("Best hand: {who} {points} ({sentence})")
        best = ended.best
        proud.insert(0, text.format(who=best.who, points=best.points, sentence=best.sentence))
    return "\n\n".join(
        "\n".join(part)
        for part in ([line for line in (ended.sample, head) if line], places, proud, last)
        if part
    )


def is_over(view: SheetView) -> bool:
    """Has the evening at this table ended: closed, decided, or all hands played?"""
    return bool(view.hands) and not view.takes_hands


def table_ending(view: SheetView) -> TableEnding:
    """The end of the evening as it stands."""
    there = [account for account in range(len(view.accounts)) if view.takes_part(account)]
    ranked = sorted(there, key=lambda account: (view.places[account], account))
    return TableEnding(
        title=view.name,
        club=view.sitting.club,
        date=date_format(view.date, "DATE_FORMAT"),
        game=view.game_name,
        hands=view.counted if view.played else "",
        rows=tuple(
            PodiumRow(view.places[account], view.accounts[account], number(view.standing[account]), account)
            for account in ranked
        ),
        best=_best(view),
        medals=_medals(view, there),
        lines=view.running_totals.lines,
        cash=cash_of(view),
        sample=made_up(view.sitting),
    )


def _known(view: SheetView) -> list[HandView]:
    """The hands of which more is known than a sum from paper."""
    return [hand for hand in view.hands if hand.label and not hand.on_paper]


def _best(view: SheetView) -> BestHand | None:
    """The first of those that helped most; where points are bad, what others got helps."""
    top: tuple[int, int, HandView] | None = None
    for hand in _known(view):
        for account in range(len(view.accounts)):
            worth = _worth(view, hand, account)
            if worth > 0 and (top is None or worth > top[0]):
                top = worth, account, hand
    if top is None:
        return None
    _worth_of_it, account, hand = top
    who = view.accounts[account]
    return BestHand(who, signed(hand.points[account]), view.hand_word(hand.number), _why(view, hand, who))


def _why(view: SheetView, hand: HandView, who: str) -> str:
    """The reasons of a hand; where everybody has points of his own in it, those that are about this one."""
    sentences = [line.sentence for line in hand.lines if who in line.sentence]
    return reasons(sentences) if view.game.low_wins and sentences else hand.sentence


def _worth(view: SheetView, hand: HandView, account: int) -> int:
    if not hand.played_by(account):
        return 0
    if not view.game.low_wins:
        return hand.points[account]
    others = [hand.points[other] for other in range(len(view.accounts)) if other != account]
    ahead = all(points > hand.points[account] for points in others)
    return sum(others) - len(others) * hand.points[account] if ahead else 0


def _medals(view: SheetView, there: Sequence[int]) -> tuple[EveningMedalLine, ...]:
    hands = {account: tuple(_own_hands(view, account)) for account in there}
    steps = _games(view) if view.is_match else [hand.running for hand in _known(view)]
    low = view.game.low_wins and not view.is_match
    places: dict[int, list[int]] = {account: [] for account in there}
    for totals in steps:
        for account in there:
            mine = totals[account]
            better = [
                totals[other] for other in there if (totals[other] < mine if low else totals[other] > mine)
            ]
            places[account].append(1 + len(better))
    least = {"least": GAMES} if view.is_match else {}
    labels = view.match_labels if view.is_match else [view.hand_word(hand.number) for hand in _known(view)]
    names = dict(enumerate(view.accounts))
    return tuple(
        medal_line(medal, names, lambda step: labels[step])
        for medal in evening_medals(hands, places, **least)
    )


def _games(view: SheetView) -> list[tuple[int, ...]]:
    """Games won by everybody, after each game of a match."""
    won = [0] * len(view.accounts)
    after = []
    for game in view.match.games:
        for side in game.winners or ():
            won[side] += 1
        if game.winners:
            after.append(tuple(won))
    return after


def _own_hands(view: SheetView, account: int) -> Sequence[OwnHand]:
    """The hands of somebody, one after the other, with what he played for."""
    hands = []
    seats = {int(seat) for seat in view.seats_of(account)}
    for hand in _known(view):
        if not hand.played_by(account):
            continue
        there = [hand.points[other] for other in range(len(view.accounts)) if hand.played_by(other)]
        mine = hand.points[account]
        won = mine == min(there) and there.count(mine) == 1 if view.game.low_wins else 0 < mine == max(there)
        tried = tuple(
            (view.wording.say(attempt.what), attempt.success)
            for attempt in view.attempts(hand)
            if seats >= {int(seat) for seat in attempt.seats}
        )
        hands.append(OwnHand(won, tried))
    return hands
