"""Draws made once more from what was asked for: the same answer, and the same seats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring import Text, Unreadable, say
from scoring.text import mark as _
from tournaments.engines.checker.documents import Json
from tournaments.engines.draw import ALGORITHM, Drawn, draw
from tournaments.engines.speaking import plain


@dataclass(slots=True)
class DrawAgain:
    """Draws the same request only once, and counts."""

    drawn: int = 0
    left_out: list[Text] = field(default_factory=list)  # why a draw could not be made here
    _known: dict[str, Drawn | Text] = field(default_factory=dict)

    def faults(self, round_: Json) -> Iterator[Text]:
        """What of a round's draw does not come out again."""
        number = round_["number"]
        parts = round_["request"].get("parts", ())
        for part in parts:
            if part.get("algorithm", 1) != ALGORITHM:
                self._leave_out(_("round {number} was drawn by another version of the program"), number)
                return
            try:
                answer = self.answer(part["request"])
            except ImportError:
                text = _("round {number} is drawn by a search that needs the library numpy: not here")
                self._leave_out(text, number)
                return
            if isinstance(answer, Text):
                yield say(_("round {number} cannot be drawn again: {why}"), number=number, why=answer)
            elif answer_mark(answer) != part.get("sha256"):
                yield say(_("round {number}: another draw comes out of what was asked for"), number=number)
            elif len(parts) == 1 and not round_["changes"] and not _seated(round_, part, answer):
                yield say(_("round {number}: the seats are not those that were drawn"), number=number)
        if parts:
            self.drawn += 1

    def answer(self, request: Mapping[str, Any]) -> Drawn | Text:
        """The draw, or why there is none."""
        key = json.dumps(request, sort_keys=True)
        if key not in self._known:
            try:
                self._known[key] = draw(json.loads(key))
            except Unreadable as refused:
                self._known[key] = refused.problems[0].text
        return self._known[key]

    def _leave_out(self, message: str, number: int) -> None:
        self.left_out.append(say(message, number=number))


def answer_mark(drawn: Drawn) -> str:
    """The sha256 of what `manage.py draw` prints for it."""
    reply = {**drawn.facts, "text": " ".join(plain(sentence) for sentence in drawn.sentences)}
    return hashlib.sha256(json.dumps(reply, separators=(",", ":")).encode() + b"\n").hexdigest()


def _seated(round_: Json, part: Json, drawn: Drawn) -> bool:
    """Are these the seats of the draw? Return matches have the sides of an earlier round changed."""
    tables, out = drawn.facts["rounds"], drawn.facts["sitting_out"]
    seats = round_["seating"]["tables"]
    there = [[int(who) for who in table] for table in tables[part["round"]]]
    turned = [table[::-1] for table in there]
    return seats in (there, turned) and round_["seating"]["out"] == [int(who) for who in out[part["round"]]]
