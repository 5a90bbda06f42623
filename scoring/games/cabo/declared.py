"""Cabo: what is asked for a round, and what a group may decide.

Sources: [P] the German rules text of the first edition (the defaults); [2] the publisher's list of
changes in the second edition. Points are penalty points: low is good.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Codes, Many, Option, PerSeat
from scoring.games.cabo.cards import HIGHEST_CARD, LARGEST_HAND
from scoring.table import Seat
from scoring.text import vocabulary

_ = vocabulary("cabo")


class EndMode(Option):
    ROUNDS = "rounds", _("After a number of rounds")
    LIMIT = "limit", _("When somebody passes the limit")
    BOTH = "both", _("Whichever comes first")
    OPEN = "open", _("When you stop")


class Halving(Option):
    AUTO = "auto", _("Where a limit ends the game")
    ON = "on", _("Always")
    OFF = "off", _("Never")


class CallerTie(Option):
    CALLER_WINS = "caller_wins", _("The caller gets 0, others keep their hands")
    ALL_ZERO = "all_zero", _("Everybody tied gets 0")
    OTHER_WINS = "other_wins", _("The call counts as wrong")


class KamikazeOthers(Option):
    HAND_PLUS_50 = "hand_plus_50", _("Own hand and 50")
    FLAT_50 = "flat_50", _("Just 50")


class WrongExchange(Option):
    BACK = "back", _("The cards go back")
    KEEP = "keep", _("The drawn card is kept; hands may grow")


class DeckKind(Option):
    CABO = "cabo", _("Cabo cards")
    RUMMY = "rummy", _("Rummy cards with two jokers")


Hand = Annotated[tuple[int, ...], Many(1, LARGEST_HAND, code="hand_size")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One round of Cabo."""

    caller: Annotated[
        Seat,
        Ask(
            _("Who called?"),
            _("Call"),
            _("The round ends with this call; everybody else has had one more turn."),
            codes=Codes(missing="caller_missing", range="caller_seat"),
        ),
    ]
    values: Annotated[
        PerSeat[int] | None,
        Ask(
            _("Hand values"),
            _("Val"),
            _("The sum of the cards of each hand, before any penalty."),
            codes=Codes(missing="value_missing", range="value_range", length="value_count"),
        ),
        Between(0, 50),
    ] = None
    cards: Annotated[
        PerSeat[Hand] | None,
        Ask(
            _("Cards"),
            _("Cards"),
            _("Instead of the values: the cards of each hand, such as 0+0+1+12."),
            codes=Codes(missing="value_missing", range="card_range", length="value_count"),
        ),
        Between(0, HIGHEST_CARD),
    ] = None
    kamikaze: Annotated[
        tuple[Seat, ...],
        Ask(
            _("Kamikaze"),
            _("Kam"),
            _("Who holds exactly 12, 12, 13 and 13."),
            codes=Codes(range="kamikaze_seat", length="kamikaze_list", unasked="kamikaze_off"),
        ),
        Many(0, 12, distinct=True),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a group decides; the defaults follow [P] and, where it is silent, `docs/rules-decisions.md`."""

    end_mode: Annotated[
        EndMode, Ask(_("End of the game"), _("End"), _("When the game is over."), important=True)
    ] = EndMode.ROUNDS
    rounds: Annotated[
        int,
        Ask(
            _("Number of rounds"),
            _("Rounds"),
            _("Agreed before the start; used only when the rounds are counted."),
            important=True,
        ),
        Between(1, 200),
    ] = 5
    limit: Annotated[
        int,
        Ask(
            _("Limit"),
            _("Limit"),
            _("A total above it ends the game, where a limit ends the game."),
            important=True,
        ),
        Between(1, 9999),
    ] = 100
    caller_penalty: Annotated[
        int,
        Ask(
            _("Penalty for a wrong call"),
            _("Penalty"),
            _("Added to the hand of a caller who is not lowest."),
            important=True,
        ),
        Between(0, 99),
    ] = 5
    kamikaze_others: Annotated[
        KamikazeOthers,
        Ask(
            _("Kamikaze: the others get"),
            _("Kam. others"),
            _("What a kamikaze costs everybody else."),
            important=True,
        ),
    ] = KamikazeOthers.HAND_PLUS_50
    kamikaze: Annotated[
        bool, Ask(_("Kamikaze"), _("Kamikaze"), _("Exactly 12, 12, 13 and 13 wins the round."))
    ] = True
    exact_limit_halves: Annotated[
        Halving,
        Ask(
            _("A total of exactly the limit is halved"),
            _("Halving"),
            _("The total goes back to half the limit."),
        ),
    ] = Halving.AUTO
    reset_once: Annotated[
        bool, Ask(_("Halving only once for each player"), _("Once"), _("A second time the total stays."))
    ] = False
    end_at_limit: Annotated[
        bool,
        Ask(
            _("Exactly the limit ends the game"),
            _("At limit"),
            _("Works only where totals are not halved."),
        ),
    ] = False
    caller_tie: Annotated[
        CallerTie,
        Ask(_("The caller ties for lowest"), _("Tie"), _("Who wins when the lowest hands are equal.")),
    ] = CallerTie.CALLER_WINS
    lowest_other_zero: Annotated[
        bool,
        Ask(
            _("After a wrong call the lowest hand gets 0"),
            _("Lowest 0"),
            _("Otherwise only a correct call gets 0."),
        ),
    ] = True
    wrong_exchange: Annotated[
        WrongExchange,
        Ask(
            _("A wrong exchange"),
            _("Exchange"),
            _("If the drawn card is kept, hands of more than four cards are accepted."),
        ),
    ] = WrongExchange.BACK
    deck_kind: Annotated[
        DeckKind, Ask(_("Cards used"), _("Deck"), _("Changes only the names of the cards."))
    ] = DeckKind.CABO

    @property
    def limit_ends(self) -> bool:
        """A total above the limit ends the game."""
        return self.end_mode is EndMode.LIMIT or self.end_mode is EndMode.BOTH

    @property
    def rounds_end(self) -> bool:
        """The number of rounds ends the game."""
        return self.end_mode is EndMode.ROUNDS or self.end_mode is EndMode.BOTH

    @property
    def halves(self) -> bool:
        """A total of exactly the limit is halved."""
        mode, halving = self.end_mode, self.exact_limit_halves
        if halving is Halving.AUTO:
            return mode is EndMode.LIMIT or mode is EndMode.BOTH  # as `limit_ends`; asked with every round
        return halving is Halving.ON
