"""A table's score sheet as the screens, the paper and the exports take it: plain values, already spoken."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring import Match, Seat, Sheet, Side, SoFar, Stretch, Table, match_of
from scoring.game import Game
from scoring.remarks import Attempt
from tournaments.models import Sitting
from tournaments.speech.rulebook import preset_name, rules_line
from tournaments.speech.wording import Wording, counted, number, speak
from tournaments.table.handview import HandView
from tournaments.table.runningtotals import RunningTotals


@dataclass(frozen=True, slots=True)
class SeatView:
    """One person at the table."""

    number: int  # from 1
    name: str
    total: int
    mark: str  # the total as this game writes it
    badges: tuple[tuple[str, str], ...]  # (code, word): deals, Vorhand, sits out
    winner: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of the sheet (a sheet of Cego or Cabo is one game)."""

    number: int
    totals: tuple[int, ...]
    outcome: str | None


class SheetWords:
    """What a sheet is called, and what it calls its hands; whatever has been written on it."""

    __slots__ = ()

    sitting: Any
    game: Game[Any, Any]
    table: Table[Any]

    @property
    def name(self) -> str:
        """What people call this sheet: the evening's title, or the game and its table number."""
        return self.sitting.title or gettext("{game}, table {number}").format(
            game=speak(self.game.name), number=self.sitting.pk
        )

    @property
    def game_name(self) -> str:
        return speak(self.game.name)

    @property
    def head_templates(self) -> tuple[str, str]:
        """Where the page looks for scripts and styles of the game's own entry screen."""
        return (f"games/{self.game.key}/head.html", "tournaments/_head.html")

    @property
    def extra_name(self) -> str:
        """What the players call what the sheet carries besides its hands; empty: nothing of the kind."""
        return speak(self.game.extra_name) if self.game.extra_name else ""

    @property
    def unit(self) -> str:
        """What the players call one record: a hand, a round."""
        return speak(self.game.hand_name)

    @property
    def counts(self) -> tuple[str, SafeString]:
        """`1 hand` and `… hands`, with a place where the phone writes how many."""
        before, after = counted(self.game, 2).split("2")
        return counted(self.game, 1), format_html("{}<span data-n></span>{}", before, after)

    @property
    def rules_line(self) -> str:
        return rules_line(self.game, self.sitting.preset, self.table.rules, self.sitting.rules_name)


@dataclass(frozen=True, slots=True)
class SheetView(SheetWords):
    """A table's score sheet."""

    sitting: Sitting
    game: Game[Any, Any]
    table: Table[Any]
    wording: Wording
    so_far: SoFar[Any]
    seats: tuple[SeatView, ...]
    accounts: tuple[str, ...]  # who scores, by account
    hands: tuple[HandView, ...]
    games: tuple[GameView, ...]
    notes: tuple[str, ...]
    closed: bool
    head_seq: int
    winners: tuple[str, ...]
    everybody: tuple[str, ...]  # all who ever played on this sheet, by place
    names: tuple[str, ...]  # the same, and who came by a line-up that was taken back
    resting: tuple[tuple[str, int], ...]  # who sits out or has gone, with what he keeps
    sheet: Sheet[Any, Any]
    stretch: Stretch[Any]  # who plays now
    stretches: tuple[tuple[int, Stretch[Any]], ...]  # who played, by the number from which on
    extra: Any  # what the sheet carries besides its hands
    asides: tuple[str, ...]  # what there is to tell besides the score: pot, stake, bets
    mark: Hashable  # all that this view depends on: another one for every other state, language or name

    @property
    def counted(self) -> str:
        """How many have been played: `12 hands`."""
        return counted(self.game, self.played)

    @property
    def rule_set(self) -> str:
        return preset_name(self.game, self.sitting.preset, self.table.rules, self.sitting.rules_name)

    @property
    def date(self) -> datetime.date:
        return self.sitting.created_at.astimezone().date()

    @property
    def people(self) -> tuple[str, ...]:
        """Who plays now, in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def everybodys(self) -> Wording:
        """Speaks what stands on the whole sheet: in the table's accounts until somebody comes or goes."""
        seating = self.sheet.whole_table.seating if self.sheet.changed else self.sheet.table.seating
        return Wording(seating, self.everybody)

    @property
    def takes_others(self) -> bool:
        """May people come and go during this sheet?"""
        return self.game.open_table and self.sitting.event_id is None and self.takes_hands

    @property
    def dealers_seat(self) -> int | None:
        """Who deals the coming hand, as a seat from 1; None: nobody knows."""
        notes = self.game.notes(self.so_far, self.table)
        seats = (note.seat for note in notes if note.code == "dealer")
        return next((int(seat) + 1 for seat in seats if seat is not None), None)

    def stretch_of(self, hand_no: int | None) -> Stretch[Any]:
        """Who played the hand with this number in the ledger."""
        stretches = [stretch for first, stretch in self.stretches if hand_no is None or first <= hand_no]
        return stretches[-1]

    def named(self, stretch: Stretch[Any]) -> tuple[str, ...]:
        """The people of another line-up, in seat order."""
        return tuple(self.names[place] for place in stretch.places)

    def of(self, hand: HandView) -> SheetView:
        """The same sheet as those saw it who played this hand: for putting it right."""
        if hand.stretch == self.stretch:
            return self
        names = self.named(hand.stretch)
        totals = self.games[-1].totals
        seats = tuple(
            SeatView(seat, name, totals[place], number(totals[place]), (), False)
            for seat, (name, place) in enumerate(zip(names, hand.stretch.places, strict=True), start=1)
        )
        table = hand.stretch.table
        wording = Wording(table.seating, names)
        return replace(self, table=table, seats=seats, wording=wording, stretch=hand.stretch)

    @property
    def takes_hands(self) -> bool:
        """May another hand be written?"""
        return not self.closed and not self.so_far.over and not self.full

    @property
    def limit(self) -> int:
        """Hands of the round; 0: as many as the table likes."""
        return self.table.limit

    @property
    def full(self) -> bool:
        """All hands of the round are played."""
        return 0 < self.limit <= self.played

    @property
    def played(self) -> int:
        """Hands of the whole sheet that count, whoever played them."""
        return self.sheet.whole.played

    @property
    def next_number(self) -> int:
        """Ledger number of the coming hand."""
        return self.hands[-1].number + 1 if self.hands else 1

    @property
    def next_label(self) -> int:
        """Number on the sheet of the coming hand."""
        return self.played + 1

    def hand_word(self, number: int) -> str:
        """What a hand is called everywhere, by its number in the ledger: `Hand 8`. Redeals are not counted
        and have no number; a hand that was taken out has the one it would have.
        """
        hand = self.hand(number)
        ahead = sum(hand.count for hand in self.hands if hand.number < number)
        label = hand.label if hand else str(ahead + 1)
        return f"{self.unit}\N{NO-BREAK SPACE}{label or '–'}"

    def hand(self, number: int | None) -> HandView | None:
        """The hand with this number in the ledger."""
        return next((hand for hand in self.hands if hand.number == number), None)

    @property
    def last(self) -> HandView | None:
        return self.hands[-1] if self.hands else None

    @property
    def open_last(self) -> int | None:
        """The number of the last hand, as long as its own table may put it right."""
        sealed = self.sitting.event_id is not None and self.sitting.sheethead.confirmed_hands
        return None if self.last is None or (sealed and self.last.number in sealed) else self.last.number

    @property
    def confirmed(self) -> tuple[int, ...]:
        """The hands that somebody other than their writer has confirmed, by number."""
        return tuple(self.sitting.sheethead.confirmed_hands)

    @property
    def running_totals(self) -> RunningTotals:
        """The running totals, and their drawing."""
        return RunningTotals(self.hands, self.accounts, self.standing, self.played)

    def seats_of(self, account: int) -> Sequence[int]:
        """Where they sit whose account it is; where people came and went, everybody has one of his own."""
        return (account,) if self.sheet.changed else self.table.seating.seats_of(Side(account))

    def attempts(self, hand: HandView) -> Sequence[Attempt]:
        """What somebody tried in this hand; of hands on paper nobody knows."""
        if hand.on_paper:
            return ()
        stretch = hand.stretch
        return [
            Attempt(
                tuple(Seat(stretch.places[seat]) for seat in attempt.seats), attempt.what, attempt.success
            )
            for attempt in self.game.attempts(hand.scored, stretch.table)
        ]

    @property
    def places(self) -> tuple[int, ...]:
        """Rank of each account: games won, then totals of the current (or last) game; equal ones share.

        Places that nobody came to are behind all others.
        """
        sign = -1 if self.game.low_wins else 1
        scores = [(won, sign * total) for won, total in zip(self.won, self.games[-1].totals, strict=True)]
        there = [self.takes_part(account) for account in range(len(scores))]
        rivals = [stand for stand, counts in zip(scores, there, strict=True) if counts]
        return tuple(
            1 + (sum(other > stand for other in rivals) if counts else len(rivals))
            for stand, counts in zip(scores, there, strict=True)
        )

    def takes_part(self, account: int) -> bool:
        """Has anybody of this account ever sat here? A name that was put right at once has not."""
        return not self.sheet.changed or account in self.sheet.known

    @property
    def won(self) -> tuple[int, ...]:
        """Games of the sheet that each account has won."""
        decided = [finished.outcome.winners for finished in self.sheet.whole.earlier]
        return tuple(sum(side in winners for winners in decided) for side in range(len(self.accounts)))

    @property
    def is_match(self) -> bool:
        """A sheet of several games: what counts is who has won more of them."""
        return self.game.games_to_win(self.table.rules) > 1

    @property
    def match(self) -> Match:
        """The games of a match with their points, and who has won how many."""
        return match_of(self.sheet.whole)

    @property
    def result(self) -> str:
        """The headline of a match: `2:1`."""
        return ":".join(map(number, self.won))

    @property
    def match_rows(self) -> list[tuple[str, int, list[tuple[int, bool]]]]:
        """Of a match: who, games won, and for each game the points and whether it is won."""
        games = self.match.games
        return [
            (name, won, [(game.points[side], side in (game.winners or ())) for game in games])
            for side, (name, won) in enumerate(zip(self.accounts, self.won, strict=True))
        ]

    @property
    def match_labels(self) -> list[str]:
        """What the games of the match are called."""
        return [self.game_label(game.number) for game in self.match.games]

    @property
    def courses(self) -> list[tuple[str, str, str, list[HandView]]]:
        """The hands game by game, the latest first: what the game is called, its points, how it was decided,
        its hands."""
        if not self.is_match:
            return [("", "", "", list(self.hands[::-1]))]
        outcomes = {game.number: game.outcome or "" for game in self.games}
        return [
            (
                self.game_label(game.number),
                ":".join(map(number, game.points)),
                outcomes.get(game.number, ""),
                [hand for hand in self.hands[::-1] if hand.game == game.number],
            )
            for game in self.match.games[::-1]
        ]

    @property
    def standing(self) -> tuple[int, ...]:
        """What every account has: points, or of a match games won."""
        return self.won if self.is_match else self.games[-1].totals

    def game_label(self, number: int) -> str:
        """`Chico 2`."""
        return f"{speak(self.game.game_name)} {number}"
