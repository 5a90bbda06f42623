"""Accidents of the database and of the key: what happened, what is safe, and what to type.

None of them is repaired in silence. `GO_ON` names an accident, and only with that name the program goes on.
"""

from __future__ import annotations

import enum
from collections.abc import Collection

from django.core.exceptions import ImproperlyConfigured

from config.databasenote import DatabaseNote
from config.terminal import translate as _


class Accident(enum.Enum):
    """What can have happened while nobody was looking."""

    DELETED = "deleted"
    EMPTY = "empty"
    NOT_A_DATABASE = "not a database"
    CUT = "cut"
    UNREADABLE = "unreadable"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"
    UNFINISHED = "unfinished"
    OTHER = "other"
    OLDER = "older"
    DIVERGED = "diverged"
    CHANGED = "changed"
    HEADS = "heads"
    KEY_GONE = "key gone"
    KEY_OTHER = "key other"
    DIRECTORY_READ_ONLY = "directory read-only"
    FILE_READ_ONLY = "file read-only"
    NOT_OURS = "not ours"
    DISK_FULL = "disk full"


# What GO_ON has to say. Where nothing stands, going on is impossible: the system itself would refuse.
GO_ON = {
    Accident.DELETED: "empty",
    Accident.EMPTY: "empty",
    Accident.NOT_A_DATABASE: "empty",
    Accident.CUT: "empty",
    Accident.UNREADABLE: "empty",
    Accident.FOREIGN: "empty",
    Accident.DAMAGED: "damaged",
    Accident.CHANGED: "damaged",
    Accident.HEADS: "damaged",
    Accident.NEWER: "newer",
    Accident.OTHER: "other",
    Accident.OLDER: "older",
    Accident.DIVERGED: "other",
    Accident.KEY_GONE: "new-key",
    Accident.KEY_OTHER: "new-key",
}
passed: set[str] = set()
"""The names in GO_ON that were needed so far."""
CHOICES = ("empty", "older", "other", "newer", "damaged", "new-key")


class Stopped(ImproperlyConfigured):
    """The program does not go on; the text is the sentence to show."""

    def __init__(self, accident: Accident, sentence: str) -> None:
        super().__init__(sentence)
        self.accident = accident


def meet(
    accident: Accident, go_on: Collection[str], note: DatabaseNote | None = None, **facts: object
) -> Accident:
    """Stop with the sentence of the accident, unless going on was asked for by its name."""
    name = GO_ON.get(accident, "")
    if name in go_on:
        passed.add(name)
        return accident
    raise Stopped(accident, sentence(accident, note, **facts))


def not_needed(go_on: Collection[str]) -> str:
    """A line about names that stand in GO_ON without their accident; "" if there are none."""
    if left := sorted(set(go_on) - passed):
        return _(
            "GO_ON={names} was not needed. Please leave it out next time: it would hide the accident."
        ).format(names=",".join(left))
    return ""


def sentence(accident: Accident, note: DatabaseNote | None = None, **facts: object) -> str:
    """What happened, what is safe, and what to type."""
    parts = [what_happened(accident), last_seen() if note and note.in_use else "", what_to_do(accident)]
    if note:
        facts = {"when": note.when, "tables": note.tables, "entries": note.entries, **facts}
    return " ".join(part.format(**facts) for part in parts if part)


def last_seen() -> str:
    return _("Last in use here on {when}, with tables: {tables}, entries: {entries}.")


def what_happened(accident: Accident) -> str:
    match accident:
        case Accident.DELETED:
            return _("The database {file} is gone.")
        case Accident.EMPTY:
            return _("The database {file} is empty.")
        case Accident.NOT_A_DATABASE:
            return _("The file {file} is no longer a database: something else has been written over it.")
        case Accident.CUT:
            return _("The database {file} is not whole: it has {size} bytes and should have {wanted}.")
        case Accident.UNREADABLE:
            return _("The database {file} is so damaged that it cannot be opened ({detail}).")
        case Accident.DAMAGED:
            return _("The database {file} is damaged ({detail}).")
        case Accident.FOREIGN:
            return _("The database {file} belongs to another program.")
        case Accident.NEWER:
            return _(
                "The database has been used by a newer version of this program, which knows steps "
                "that this one does not: {detail}."
            )
        case Accident.UNFINISHED:
            return _(
                "The database was made before the first release of this program and has only {there} of "
                "the {wanted} steps that were taken until then."
            )
        case Accident.OTHER:
            return _("This is the database of another installation, not the one that was last in use here.")
        case Accident.OLDER:
            return _("This is an older copy of the database: {detail}.")
        case Accident.DIVERGED:
            return _("This copy of the database holds other hands than the one last in use here: {detail}.")
        case Accident.CHANGED:
            return _("Entries have been changed behind the program’s back: {detail}.")
        case Accident.HEADS:
            return _(
                "The totals of some tables do not fit their entries: {detail}. The entries are in order."
            )
        case Accident.KEY_GONE:
            return _(
                "The secret key {file} is gone. With a new one no printed table card and no phone "
                "that may write would be valid any longer. The hands are safe."
            )
        case Accident.KEY_OTHER:
            return _(
                "The secret key {file} is not the one this database was used with. With it no printed"
                " table card and no phone would be known. The hands are safe."
            )
        case Accident.DIRECTORY_READ_ONLY:
            return _("Nothing can be written into the data directory {file}. What was saved is safe.")
        case Accident.FILE_READ_ONLY:
            return _("The file {file} can be read but not written. What was saved is safe.")
        case Accident.NOT_OURS:
            return _(
                "The file {file} belongs to {owner}, and this program runs as {user}: it may not read it."
            )
        case Accident.DISK_FULL:
            return _("The disk with the data directory {file} is full. What was saved is safe.")


def what_to_do(accident: Accident) -> str:
    match accident:
        case Accident.DELETED | Accident.EMPTY:
            return _(
                "Nothing has been changed. Please put it back, or your last copy of it, and start again. "
                "To begin with an empty database on purpose, type:  GO_ON=empty make run"
            )
        case Accident.NOT_A_DATABASE | Accident.CUT | Accident.UNREADABLE | Accident.FOREIGN:
            return _(
                "Nothing has been changed. Please put your last copy in its place and start again. "
                "To begin with an empty database and set this file aside, type:  GO_ON=empty make run"
            )
        case Accident.DAMAGED | Accident.CHANGED:
            return _(
                "Nothing has been changed. Please put your last copy in its place and start again. "
                "To go on with what can be read, type:  GO_ON=damaged make run"
            )
        case Accident.HEADS:
            return _(
                "To compute the totals again, type:  python3 dev.py manage rebuild  and start again. "
                "To go on without, type:  GO_ON=damaged make run"
            )
        case Accident.NEWER:
            return _(
                "Nothing has been changed. Please start the newer version. "
                "To try it with this one, type:  GO_ON=newer make run"
            )
        case Accident.UNFINISHED:
            return _(
                "Nothing has been changed. Please start the last version that takes the missing steps, and "
                "then this one again. To do so, type:  git checkout {version} && make run  and, when it is "
                "ready, Ctrl-C and  git checkout main"
            )
        case Accident.OTHER | Accident.DIVERGED:
            return _(
                "Nothing has been changed. Please put the right one in its place and start again. "
                "If this is the one you want, type:  GO_ON=other make run"
            )
        case Accident.OLDER:
            return _(
                "Nothing has been changed. Please put the newest one in its place and start again. "
                "If there is no newer one, type:  GO_ON=older make run  and let the tables compare their "
                "last hands with the sheet."
            )
        case Accident.KEY_GONE | Accident.KEY_OTHER:
            return _(
                "Please put your copy of the key back and start again. Without a copy, type:  "
                "GO_ON=new-key make run  and print the cards anew."
            )
        case Accident.DIRECTORY_READ_ONLY:
            return _(
                "Please type:  chmod u+rwx '{file}'  or, if it belongs to somebody else:  "
                "sudo chown -R {user} '{file}'"
            )
        case Accident.FILE_READ_ONLY:
            return _(
                "Please type:  chmod u+rw '{file}'  or, if it belongs to somebody else:  "
                "sudo chown {user} '{file}'"
            )
        case Accident.NOT_OURS:
            return _("What was saved is safe. Please type:  sudo chown {user} '{file}'  and start again.")
        case Accident.DISK_FULL:
            return _("Please make room for at least {wanted} MB and start again.")
