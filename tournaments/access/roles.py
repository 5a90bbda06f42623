"""Who may do what: one table as data. The permission check and the test that walks every address read it.

A part is what somebody is towards one event. Whoever is nothing of it is a spectator, also a helper of
another event or a phone of another table.
"""

from __future__ import annotations

import enum


class Part(enum.StrEnum):
    """What somebody is towards an event."""

    OWNER = "owner"
    ORGANISER = "organiser"
    HELPER = "helper"
    TABLE = "table"  # a device seated at that table in the open round
    HOST = "host"  # a device of a quick evening: such a table has no organisers but its own people
    SPECTATOR = "spectator"


class Action(enum.StrEnum):
    """What can be done."""

    CREATE_EVENT = "create_event"
    ARCHIVE_EVENT = "archive_event"
    MANAGE_ORGANISERS = "manage_organisers"
    MANAGE_HELPERS = "manage_helpers"
    EDIT_PLAN = "edit_plan"  # before the first hand freely, afterwards with a reason
    ADD_PEOPLE = "add_people"  # also import, rename, withdraw
    CHECK_IN = "check_in"
    TAKE_MONEY = "take_money"  # fees at the door, by which tariff, reduced or waived; a deposit back
    KEEP_CASH = "keep_cash"  # the box: float, outlays, reversals, counting, closing, reports
    SEE_CONTACTS = "see_contacts"
    EXPORT_PERSON = "export_person"  # also anonymise
    SEE_DRAFTS = "see_drafts"  # seats not yet published, standings hidden from the hall
    DRAW = "draw"
    RUN_ROUNDS = "run_rounds"  # publish, open, close, reopen; the clock
    GIVE_PRIZES = "give_prizes"  # into hands, and what somebody picks; lots and what moved is RULE
    PRINT = "print"
    ROTATE_KEYS = "rotate_keys"
    SEE_DEVICES = "see_devices"
    REVOKE_DEVICES = "revoke_devices"
    GRANT_SEAT = "grant_seat"  # let another phone have a seat that one of this table has
    ENTER_HAND = "enter_hand"  # also take back or put right the last one
    BET = "bet"  # on somebody else's game, until its first hand; in a federation only writers of the table
    CHANGE_PEOPLE = "change_people"  # of a quick evening: who comes, goes or sits out from the next hand on
    CALL = "call"  # the organisers to the table
    ANSWER_CALL = "answer_call"
    SEE_CASES = "see_cases"  # what was put aside, and who calls; a helper settles what says the same twice
    CLOSE_TABLE = "close_table"
    REOPEN_TABLE = "reopen_table"
    CONFIRM = "confirm"  # that a list or a hand is right, or dispute it, as one of the table
    CONFIRM_FOR_TABLE = "confirm_for_table"  # as organisers, with a reason
    SETTLE = "settle"  # a dispute
    CORRECT = "correct"  # any hand of any round, with a reason
    RULE = "rule"  # penalties, walkovers, lots
    REPAIR_SEATS = "repair_seats"
    SEE_AUDIT = "see_audit"
    STEER_SCREENS = "steer_screens"
    EXPORT_EVENT = "export_event"
    SEE_PUBLIC = "see_public"
    KEEP_RULES = "keep_rules"  # a rule set under a name, for everybody who opens a table
    DROP_RULES = "drop_rules"
    KEEP_COPIES = "keep_copies"  # backups, where they go, and the check of everything
    KEEP_TABLES = "keep_tables"  # of evenings: which are shown; the empty ones away
    KEEP_SEASONS = "keep_seasons"  # which evenings count together, and how
    KEEP_DOOR = "keep_door"  # who may open tables in the club, on a server
    KEEP_CLUB = "keep_club"  # its name, its accounts, its data as a whole
    JOIN_MEMBERS = "join_members"  # say who of its register is which member of the federation
    PAIR = "pair"  # with a spare laptop, another hall or a server; who may read and send up logs
    KEEP_CLUBS = "keep_clubs"  # who has a place on this server, and how much of it
    KEEP_MEMBERS = "keep_members"  # the federation's own register


_ALL = frozenset(Part)
_DESK = frozenset((Part.OWNER, Part.ORGANISER, Part.HELPER))
_ORGANISERS = frozenset((Part.OWNER, Part.ORGANISER))
_OWNER = frozenset((Part.OWNER,))

MAY: dict[Action, frozenset[Part]] = {
    Action.CREATE_EVENT: _ORGANISERS,
    Action.ARCHIVE_EVENT: _OWNER,
    Action.MANAGE_ORGANISERS: _OWNER,
    Action.MANAGE_HELPERS: _ORGANISERS,
    Action.EDIT_PLAN: _ORGANISERS,
    Action.ADD_PEOPLE: _ORGANISERS,
    Action.CHECK_IN: _DESK,
    Action.TAKE_MONEY: _DESK,
    Action.KEEP_CASH: _ORGANISERS,
    Action.SEE_CONTACTS: _ORGANISERS,
    Action.EXPORT_PERSON: _OWNER,
    Action.SEE_DRAFTS: _DESK,
    Action.DRAW: _ORGANISERS,
    Action.RUN_ROUNDS: _ORGANISERS,
    Action.GIVE_PRIZES: _DESK,
    Action.PRINT: _DESK,
    Action.ROTATE_KEYS: _ORGANISERS,
    Action.SEE_DEVICES: _DESK,
    Action.REVOKE_DEVICES: _ORGANISERS,
    Action.GRANT_SEAT: _DESK | {Part.TABLE, Part.HOST},
    Action.ENTER_HAND: _DESK | {Part.TABLE, Part.HOST},
    Action.BET: _ALL,
    Action.CHANGE_PEOPLE: frozenset((Part.HOST,)),
    Action.CALL: frozenset((Part.TABLE,)),
    Action.ANSWER_CALL: _DESK,
    Action.SEE_CASES: _DESK,
    Action.CLOSE_TABLE: _DESK | {Part.TABLE, Part.HOST},
    Action.REOPEN_TABLE: _ORGANISERS | {Part.HOST},
    Action.CONFIRM: frozenset((Part.TABLE, Part.HOST)),
    Action.CONFIRM_FOR_TABLE: _ORGANISERS,
    Action.SETTLE: _ORGANISERS | {Part.HOST},
    Action.CORRECT: _ORGANISERS | {Part.HOST},
    Action.RULE: _ORGANISERS,
    Action.REPAIR_SEATS: _ORGANISERS,
    Action.SEE_AUDIT: _ORGANISERS,
    Action.STEER_SCREENS: _DESK,
    Action.EXPORT_EVENT: _ORGANISERS,
    Action.SEE_PUBLIC: _ALL,
    Action.KEEP_RULES: _DESK | {Part.TABLE, Part.HOST},
    Action.DROP_RULES: _OWNER,
    Action.KEEP_COPIES: _OWNER,
    Action.KEEP_TABLES: _ORGANISERS,
    Action.KEEP_SEASONS: _ORGANISERS,
    Action.KEEP_DOOR: _ORGANISERS,
    Action.KEEP_CLUB: _OWNER,
    Action.JOIN_MEMBERS: _OWNER,
    Action.PAIR: _OWNER,
    Action.KEEP_CLUBS: _OWNER,
    Action.KEEP_MEMBERS: _OWNER,
}
OF_SERVER = frozenset((Action.KEEP_COPIES, Action.KEEP_CLUBS, Action.KEEP_MEMBERS))
"""What concerns all clubs: allowed to whoever operates the installation, whatever he is in a club."""


def may(part: Part, action: Action) -> bool:
    """Is this allowed to somebody who is this part?"""
    return part in MAY[action]
