"""What an entry of a sheet does, and where it came from."""

from __future__ import annotations

import enum


class EntryKind(enum.StrEnum):
    """What an entry does."""

    HAND = "hand"  # the next hand of the sheet
    CORRECT = "correct"  # another content for a hand that is there
    PAPER = "paper"  # several hands at once, known from paper by their totals; superseding: corrected
    VOID = "void"  # takes a hand out; of the last one the number is free again
    LINE_UP = "line_up"  # from this hand on others play, or some of them sit out
    PEOPLE = "people"  # two people have exchanged their places; the hands stay where they are
    EXTRA = "extra"  # what the sheet carries besides its hands, as a whole; the last one counts
    CLOSE = "close"
    REOPEN = "reopen"
    CONFIRM = "confirm"  # somebody at the table says that this hand, or the whole list, is right
    DISPUTE = "dispute"  # somebody says that it is not
    RESOLVE = "resolve"  # organisers have settled a dispute


class Via(enum.StrEnum):
    """Where an entry came from."""

    OWN = "own"  # a device at the table
    DESK = "desk"  # the organiser
    IMPORT = "import"
    DEMO = "demo"
    HANDOVER = "handover"  # another phone of the table, by a code on the first one's screen
    RECOVERED = "recovered"  # a phone still had it after the laptop had forgotten it
    CLOCK = "clock"  # the evening was over: nobody had written for hours


class AgreedState(enum.StrEnum):
    """What the table says about its list as it stands."""

    NOBODY = ""  # nobody has said anything about it yet
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


HANDS = (EntryKind.HAND, EntryKind.CORRECT, EntryKind.PAPER)
"""Entries that say what was played: one hand, or several from paper. Each has one number on the sheet."""

JUDGEMENTS = (EntryKind.CONFIRM, EntryKind.DISPUTE, EntryKind.RESOLVE)
"""Entries that say what somebody thinks of the others; they change no hand."""
