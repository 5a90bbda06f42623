"""Two phones say different things about one hand: both versions as a page shows them side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import Unreadable, columns_for, games_of
from scoring.flat import from_flat
from tournaments import ledger
from tournaments.speech.wording import signed
from tournaments.table.handview import HandView, reasons
from tournaments.table.sheetview import SheetView


@dataclass(frozen=True, slots=True)
class Version:
    """What one of them makes of the hand: the reason, and for every account its points and its total."""

    sentence: str
    gained: tuple[str, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """What stands on the sheet, and what this phone has for the same hand."""

    number: int
    label: str
    theirs: Version
    mine: Version | None  # None: what was typed here cannot be this hand any more
    wrong: tuple[str, ...]  # why
    whose: str  # who has written what stands there, as far as his phone is known
    cells: Mapping[str, str]  # what was typed here
    accounts: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[str, tuple[str, int], tuple[str, int] | None]]:
        """Who, points and total as it stands, points and total as this phone has it; whom it moves at all."""
        theirs = list(zip(self.theirs.gained, self.theirs.totals, strict=True))
        if self.mine is None:
            return [(name, version, None) for name, version in zip(self.accounts, theirs, strict=True)]
        mine = list(zip(self.mine.gained, self.mine.totals, strict=True))
        rows = zip(self.accounts, theirs, mine, strict=True)
        return [row for row in rows if row[1] != row[2] or row[1][0] != "0"]


def conflict(
    view: SheetView, there: HandView, cells: Mapping[str, str], whose: str, *, others: bool = False
) -> Conflict:
    """Compare what was typed with what stands there; totals are those of the sheet as it would be then.

    `others`: it was typed for other people than those who played this hand, and cannot be compared.
    """
    theirs = Version(there.sentence, tuple(map(signed, there.points)), view.games[-1].totals)
    mine, wrong = (
        (None, (view.wording.say(ledger.OthersPlay().text),)) if others else _typed(view, there, cells)
    )
    return Conflict(there.number, there.label, theirs, mine, wrong, whose, cells, view.accounts)


def _typed(
    view: SheetView, there: HandView, cells: Mapping[str, str]
) -> tuple[Version | None, tuple[str, ...]]:
    """What was typed as a hand of those who played it, or why it is none."""
    played = view.of(there)
    raw = from_flat(columns_for(played.game, played.table), cells)
    try:
        after = ledger.preview_correction(sitting=view.sitting, hand_no=there.number, raw=raw).after
        place = next(place for place, hand in enumerate(view.hands) if hand.number == there.number)
        hand = after.all_hands[place]
    except Unreadable as unreadable:
        return None, tuple(dict.fromkeys(played.wording.say(problem.text) for problem in unreadable.problems))
    # Over the whole sheet, a sentence speaks of places.
    sentence = reasons([view.everybodys.say(line.text) for line in hand.lines])
    return Version(sentence, tuple(map(signed, hand.points)), games_of(after)[-1][0]), ()
