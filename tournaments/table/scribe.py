"""What a sheet came to, in writing: JSON in plain ASCII, so that no sheet can break a line, or a terminal.

A hand and a line are written once. They are values that never change, so whoever meets the same one again has
the same words; they are told apart by what they are, which is quicker than by what they hold.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from json.encoder import encode_basestring_ascii as quoted
from typing import Any

from scoring import Game, Hand, Line, Seat, Side, SoFar, Table, Text, games_of
from scoring.game import whole_sheet
from scoring.table import Parties
from tournaments.speech.wording import Wording

AnyHand = Hand[Any]
MOST = 10_000  # hands, and lines, of which the words are kept
written = json.JSONEncoder(separators=(",", ":")).encode


class Scribe:
    """Writes answers in one language, for tables at which the same people score together."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self._hands: dict[int, tuple[AnyHand, str]] = {}
        self._lines: dict[int, tuple[Line, str]] = {}

    def accepted(self, game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], extra: object) -> str:
        """The answer to a sheet without a fault."""
        # Where a hand's worth may depend on the whole sheet, no two sheets have the same one.
        write = self._fresh_hand if game.standing is whole_sheet else self._hand
        hands = ",".join(map(write, so_far.all_hands))
        after = {
            "games": [
                {"totals": totals, "winner": _accounts(winners)} for totals, winners in games_of(so_far)
            ],
            "finished": so_far.over,
            "winner": _accounts(so_far.winners),
            **self._spoken(game.more(so_far, table, extra)),
        }
        return f'{{"ok":true,"hands":[{hands}],{written(after)[1:]}'

    def _hand(self, hand: AnyHand) -> str:
        known = self._hands.get(id(hand))
        if known is not None and known[0] is hand:
            return known[1]
        text = self._fresh_hand(hand)
        _note(self._hands, hand, text)
        return text

    def _fresh_hand(self, hand: AnyHand) -> str:
        lines = ",".join(map(self._line, hand.lines))
        return f'{{"points":{_numbers(hand.points)},"lines":[{lines}]}}'

    def _line(self, line: Line) -> str:
        known = self._lines.get(id(line))
        if known is not None and known[0] is line:
            return known[1]
        text = f'{{"code":{quoted(line.code)},"text":{quoted(self.wording.say(line.text))}'
        text += f',"points":{_numbers(line.points)}'
        text += "}" if line.claimed is None else f',"claimed":{_numbers(line.claimed)}}}'
        _note(self._lines, line, text)
        return text

    def _spoken(self, value: Any) -> Any:
        """Further keys of a game: texts become sentences, sides become account numbers."""
        match value:
            case Mapping():
                return {key: self._spoken(item) for key, item in value.items()}
            case list() | tuple():
                return [self._spoken(item) for item in value]
            case Text():
                return self.wording.say(value)
            case Seat() | Side():
                return value + 1
            case Parties():
                return [seat + 1 for seat in value.these]
            case _:
                return value


def _note(texts: dict[int, tuple[Any, str]], value: object, text: str) -> None:
    """Keep a text, and the value with it: as long as it is there, no other one has its number."""
    if len(texts) >= MOST:
        texts.clear()
    texts[id(value)] = value, text


def _numbers(numbers: Iterable[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def _accounts(winners: Sequence[Side] | None) -> list[int] | None:
    return None if winners is None else [side + 1 for side in winners]
