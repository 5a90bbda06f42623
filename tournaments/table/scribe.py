"""What a sheet came to, in writing: JSON in plain ASCII, so that no sheet can break a line, or a terminal.

A hand and a line are written once. They are values that never change, so whoever meets the same one again has
the same words; they are told apart by what they are, which is quicker than by what they hold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring_ascii as quoted
from typing import Any

from scoring import Game, Hand, Line, Seat, Side, SoFar, Table, Text, games_of
from scoring.defaults import whole_sheet
from scoring.table import Parties
from tournaments.speech.wording import Wording

AnyHand = Hand[Any]
Texts = dict[int, tuple[object, object, str]]  # what it is of, who wrote it
UNWRITTEN = (None, None, "")
MOST = 10_000  # hands or lines of which the words are kept
written = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode


class Scribe:
    """Writes answers in one language, for tables at which the same people score together."""

    def __init__(self, wording: Wording, texts: Texts) -> None:
        """`texts` are those of all scribes of a clerk."""
        self.wording = wording
        self._texts = texts
        self._points = f"[{','.join(['%d'] * wording.seating.sides)}]"  # of every account a number

    def accepted(self, game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], extra: object) -> str:
        """The answer to a sheet without a fault."""
        # Where a hand’s worth may depend on the whole sheet, no two sheets share one; lines they may share.
        write = self._fresh_hand if game.standing is whole_sheet else self._hand
        hands = ",".join(map(write, so_far.all_hands))
        games = ",".join(
            [
                f'{{"totals":{self._points % totals},"winner":{_accounts(winners)}}}'
                for totals, winners in games_of(so_far)
            ]
        )
        more = self._spoken(game.more(so_far, table, extra))
        return (
            f'{{"ok":true,"hands":[{hands}],"games":[{games}],'
            f'"finished":{"true" if so_far.over else "false"},"winner":{_accounts(so_far.winners)}'
            + (f",{written(more)[1:]}" if more else "}")
        )

    def _hand(self, hand: AnyHand) -> str:
        return self._known(hand) or self._note(hand, self._whole_hand(hand))

    def _fresh_hand(self, hand: AnyHand) -> str:
        texts, lines = self._texts, []
        for line in hand.lines:
            noted, writer, text = texts.get(id(line), UNWRITTEN)  # as `_known`: asked for every line
            if noted is not line or writer is not self:
                text = self._note(line, self._line(line))
            lines.append(text)
        return f'{{"points":{self._points % hand.points},"lines":[{",".join(lines)}]}}'

    def _whole_hand(self, hand: AnyHand) -> str:
        return f'{{"points":{self._points % hand.points},"lines":[{",".join(map(self._line, hand.lines))}]}}'

    def _line(self, line: Line) -> str:
        text = f'{{"code":{quoted(line.code)},"text":{quoted(self.wording.say(line.text))}'
        text += f',"points":{self._points % line.points}'
        return text + ("}" if line.claimed is None else f',"claimed":{self._points % line.claimed}}}')

    def _known(self, value: object) -> str:
        """What was written of it; nothing if nothing was."""
        known = self._texts.get(id(value))
        return known[2] if known is not None and known[0] is value and known[1] is self else ""

    def _note(self, value: object, text: str) -> str:
        """Keep a text, and the value with it: as long as it is there, no other one has its number."""
        if len(self._texts) >= MOST:
            self._texts.clear()
        self._texts[id(value)] = value, self, text
        return text

    def _spoken(self, value: Any) -> Any:
        """Further keys of a game: texts become sentences, sides become account numbers."""
        if type(value) is int:  # most are numbers
            return value
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


def _accounts(winners: Sequence[Side] | None) -> str:
    return "null" if winners is None else f"[{','.join([str(side + 1) for side in winners])}]"
