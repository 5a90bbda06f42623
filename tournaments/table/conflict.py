"""What was put aside at a table, as pages show it: beside what stands there, with what it would move."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring import Unreadable, games_of
from tournaments import ledger
from tournaments.ledger import folding
from tournaments.models import Answer, Credential, Entry, EntryKind, Parked
from tournaments.speech.wording import signed
from tournaments.table import reading
from tournaments.table.handview import HandView, reasons
from tournaments.table.history import in_words_then
from tournaments.table.sheetview import SheetView

LATE = (ledger.SheetClosed.code, ledger.RoundOver.code, ledger.Replaced.code)
"""Nothing contradicts these: they came when nobody was asked any more."""


@dataclass(frozen=True, slots=True)
class Version:
    """What one of them makes of the hand: the reason, and for every account its points and its total."""

    sentence: str
    gained: tuple[str, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """What was put aside, and what stands on the sheet for the same hand."""

    parked: Parked
    number: int  # in the ledger
    hand: str  # what the hand is called: `Hand 7`
    entry: Entry | None  # what stands there
    theirs: Version | None
    mine: Version | None  # what was put aside, in its place; None: it cannot stand there
    besides: Version | None  # as a hand of its own, after all others
    wrong: tuple[str, ...]  # why it cannot be counted at all
    spoken: str  # what was put aside, answer by answer
    whose: str  # who has written what stands there, as far as his phone is known
    sender: str  # whose phone has sent what was put aside
    accounts: tuple[str, ...]

    @property
    def pk(self) -> uuid.UUID:
        return self.parked.pk

    @property
    def at(self) -> datetime.datetime:
        return self.parked.at

    @property
    def late(self) -> bool:
        """Nothing stands against it: it came too late, or from a phone that watches now."""
        return self.parked.code in LATE

    @property
    def same(self) -> bool:
        """Exactly this stands on the sheet by now."""
        return self.theirs is not None and self.theirs == self.mine

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What may be decided about it."""
        instead = (Answer.INSTEAD,) if self.mine is not None and not self.same else ()
        besides = (Answer.BESIDES,) if self.besides is not None else ()
        return (Answer.SAME if self.same else Answer.STAYS, *instead, *besides)

    @property
    def offered(self) -> Version | None:
        """What was put aside, in its place, or else as a hand of its own."""
        return self.mine or self.besides

    @property
    def rows(self) -> list[tuple[str, tuple[str, int] | None, tuple[str, int] | None]]:
        """Who, points and total as it stands, points and total as it was put aside; whom it moves at all."""
        versions = [_by_account(version, len(self.accounts)) for version in (self.theirs, self.offered)]
        rows = list(zip(self.accounts, *versions, strict=True))
        return [row for row in rows if any(cell is not None and cell[0] != "0" for cell in row[1:])]

    def question(self, device: Credential | None) -> str:
        """What somebody with this phone is asked."""
        hand = self.hand
        mine = device is not None and self.parked.credential_id == device.pk
        theirs = device is not None and self.entry is not None and self.entry.credential_id == device.pk
        if self.late:
            return self.why
        if self.theirs is None:
            return gettext("{hand} is no longer on the sheet. Was it played as it is here?").format(hand=hand)
        if mine:
            who = self.whose or gettext("another phone")
            text = gettext("{hand}: {name} entered something else than this phone. Which is right?")
        elif theirs:
            who = self.sender or gettext("another phone")
            text = gettext("{hand}: {name} entered something else than this phone. Which is right?")
        else:
            return gettext("{hand}: two phones entered different things. Which is right?").format(hand=hand)
        return text.format(hand=hand, name=who)

    @property
    def why(self) -> str:
        """Why it was put aside."""
        hand = self.hand
        match self.parked.code:
            case ledger.SheetClosed.code:
                text = gettext("{hand} came after the sheet was handed in; it does not count yet.")
            case ledger.RoundOver.code:
                text = gettext("{hand} came after the round was closed; it does not count yet.")
            case ledger.Replaced.code:
                text = gettext("{hand} came from a phone whose seat another one had taken over.")
            case ledger.OthersPlay.code:
                text = gettext("{hand} was entered for other people than those who play now.")
            case _:
                text = gettext("{hand} had been entered differently on another phone.")
        return text.format(hand=hand)


def conflicts(view: SheetView, parked: tuple[Parked, ...] | None = None) -> list[Conflict]:
    """Everything that waits at this table, oldest first."""
    rows = ledger.undecided(view.sitting) if parked is None else parked
    return [conflict(view, row) for row in rows]


def conflict(view: SheetView, parked: Parked) -> Conflict:
    """Compare what was put aside with what stands there; totals are those the sheet would have then."""
    number = parked.hand_no or view.next_number
    there = view.hand(number)
    entry = folding.live_entry(view.sitting, number)
    mine, wrong = _tried(view, lambda: _instead(view, parked, number))
    besides, wrong_besides = _tried(view, lambda: _besides(view, parked))
    if parked.kind == EntryKind.CORRECT:  # of a hand that was there: no other one was played
        besides = None
    stretch = ledger.people_of(view.sitting, parked)
    counted = mine or besides
    spoken = in_words_then(view, parked.kind, ledger.raw_of(view.sitting, parked), stretch)
    return Conflict(
        parked=parked,
        number=number,
        hand=view.hand_word(number),
        entry=entry,
        theirs=None if there is None else _version(view, there),
        mine=mine,
        besides=besides,
        wrong=() if counted else wrong or wrong_besides,
        spoken=counted.sentence if counted else spoken,
        whose=_whose(view, entry.credential if entry else None),
        sender=_whose(view, parked.credential),
        accounts=view.accounts,
    )


def _by_account(version: Version | None, accounts: int) -> list[tuple[str, int] | None]:
    if version is None:
        return [None] * accounts
    return list(zip(version.gained, version.totals, strict=True))


def _whose(view: SheetView, device: Credential | None) -> str:
    seat = device.seat if device else None
    return view.everybody[seat - 1] if seat and seat <= len(view.everybody) else ""


def _version(view: SheetView, hand: HandView) -> Version:
    return Version(hand.sentence, tuple(map(signed, hand.points)), view.games[-1].totals)


def _tried(view: SheetView, judge: Callable[[], Version | None]) -> tuple[Version | None, tuple[str, ...]]:
    """A version, or why it is none."""
    try:
        return judge(), ()
    except Unreadable as unreadable:
        return None, tuple(view.wording.each_once(unreadable.problems))
    except ledger.Refused as refused:
        return None, (view.wording.say(refused.text),)


def _instead(view: SheetView, parked: Parked, number: int) -> Version | None:
    """In the place of what stands there, or was taken out of there."""
    if folding.live_entry(view.sitting, number) is None:
        return None
    if not ledger.same_people(view.sitting, parked, number):
        raise ledger.OthersPlay
    there = view.hand(number)
    if there is not None and there.on_paper is not (parked.kind == EntryKind.PAPER):
        return None
    raw = ledger.raw_of(view.sitting, parked)
    after = ledger.preview_correction(sitting=view.sitting, hand_no=number, raw=raw).after
    place = sum(hand.number < number for hand in view.hands)
    hand = after.all_hands[place]
    # Over the whole sheet, a sentence speaks of places.
    sentence = reasons([view.everybodys.say(line.text) for line in hand.lines])
    return Version(sentence, tuple(map(signed, hand.points)), games_of(after)[-1][0])


def _besides(view: SheetView, parked: Parked) -> Version:
    """As the next hand of the sheet."""
    if not ledger.same_people(view.sitting, parked, view.next_number):
        raise ledger.OthersPlay
    on_paper = parked.kind == EntryKind.PAPER
    record = view.sheet.judged(ledger.raw_besides(view.sitting, parked), paper=on_paper)
    hand = reading.preview(view, record)
    return Version(hand.sentence, tuple(map(signed, hand.points)), hand.running)
