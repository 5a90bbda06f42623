"""What is compared at the start: the database with its note, its tables with the program, its sheets with
their chains."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from config import databasefile, databasenote, storage
from config.accidents import GO_ON, Accident, meet
from config.database import writing
from config.databasenote import DatabaseNote
from config.notsaved import DAMAGED, trouble
from config.terminal import translate as _
from tournaments.ledger import checking, erasures
from tournaments.models import Entry, Installation, SheetHead, Sitting
from tournaments.safekeeping import neighbours
from tournaments.safekeeping.epoch import Began, begin_epoch, recognise
from tournaments.safekeeping.facts import facts, hash_at, removed_sheets
from tournaments.safekeeping.keeping import write_note

CHAIN_SECONDS = 3.0  # the newest sheets first, as many as are read in this time
NAMED = 3  # steps or tables in a sentence
LOOKS = 4  # more than one, where somebody writes meanwhile
TOOK_SINGLE_STEPS = "4c18811"  # the last commit with the migrations from before the first release

_looked_at = False  # by this process or the one it was forked from
_exchanged: Began | None = None  # for another file than was served last, and going on was asked for


def is_looked_at() -> bool:
    return _looked_at


def look(go_on: Collection[str]) -> Path | None:
    """Before anything is written. Returns the new name of what was set aside for an empty database."""
    global _looked_at
    storage.mend(settings.DATA_DIR)
    aside = None
    note = databasenote.read(settings.NOTE_FILE)
    if connection.vendor == "sqlite":
        file = Path(settings.DATABASES["default"]["NAME"])
        accident = databasefile.refuse_file(file, note, go_on)
        if accident and GO_ON[accident] == "empty":
            aside, note = databasefile.set_aside(file), None
        elif accident:
            databasefile.keep_copy(file)
    try:
        loader = MigrationLoader(connection)
        refuse_newer(loader, go_on, note)
        refuse_unfinished(loader, go_on, note)
        if note:
            refuse_other(note, go_on)
    except DatabaseError as error:  # a damaged page that the quick check has not met
        meet_damage(error, go_on, note)
    _looked_at = True
    return aside


def meet_damage(error: DatabaseError, go_on: Collection[str], note: DatabaseNote | None = None) -> None:
    """Anything else that the database complains about is said by whoever called."""
    if trouble(error) != DAMAGED:
        raise error
    meet(Accident.DAMAGED, go_on, note, file=settings.DATABASES["default"]["NAME"], detail=error)


def refuse_newer(loader: MigrationLoader, go_on: Collection[str], note: DatabaseNote | None) -> None:
    """Steps of a newer program may give tables another meaning, unless it says that they do not."""
    newer = neighbours.unknown(loader)
    if newer and not neighbours.is_understood(loader, newer):
        named = ", ".join(f"{app}.{name}" for app, name in newer[:NAMED])
        meet(Accident.NEWER, go_on, note, detail=named)


def refuse_unfinished(loader: MigrationLoader, go_on: Collection[str], note: DatabaseNote | None) -> None:
    """Several steps have become one. Who has taken some of them can neither take it nor do without: Django
    leaves the one out, finds nothing to do, and columns are missing."""
    for step, migration in loader.replacements.items():
        single = set(migration.replaces)
        there = single.intersection(loader.applied_migrations)
        if step not in loader.applied_migrations and there:
            facts = {"there": len(there), "wanted": len(single), "version": TOOK_SINGLE_STEPS}
            meet(Accident.UNFINISHED, go_on, note, **facts)


def refuse_other(note: DatabaseNote, go_on: Collection[str]) -> None:
    """Compare with what was last in use here."""
    there = facts()
    removed = removed_sheets()
    if removed:  # with their clubs, since the note was written
        note = replace(note, heads=tuple(head for head in note.heads if head.sitting not in removed))
    if note.in_use and not there.in_use and not removed:
        meet(Accident.EMPTY, go_on, note, file=settings.DATABASES["default"]["NAME"])
        return
    global _exchanged
    if note.installation and there.installation and note.installation != there.installation:
        meet(Accident.OTHER, go_on, note)
        return
    if missing := what_is_missing(note, there):
        meet(Accident.OLDER, go_on, note, detail=missing)
        _exchanged = Began.OLDER
    elif different := next(_different_sheets(note), None):
        detail = _("table {table}").format(table=different)
        meet(Accident.DIVERGED, go_on, note, detail=detail)
        _exchanged = Began.OTHER


def what_is_missing(note: DatabaseNote, there: DatabaseNote) -> str:
    """What the note knows and the database does not, in words; "" if nothing."""
    for head in note.heads:
        if hash_at(head) is None:
            return _("of table {table} it does not have entry {entry}").format(
                table=head.sitting, entry=head.seq
            )
    if there.entries < note.entries:
        return _("of the entries it has {there} instead of {wanted}").format(
            there=there.entries, wanted=note.entries
        )
    if there.notices < note.notices:
        return _("of the events’ decisions it has {there} instead of {wanted}").format(
            there=there.notices, wanted=note.notices
        )
    return ""


def _different_sheets(note: DatabaseNote) -> Iterator[int]:
    for head in note.heads:
        if hash_at(head) != head.hash:
            yield head.sitting


# --- Once the tables are up to date -------------------------------------------------------------------------


def take_over(go_on: Collection[str]) -> None:
    """Key and chains; from now on only this file is served, and the note is its own."""
    global _exchanged
    file = settings.DATABASES["default"]["NAME"]
    try:
        refuse_key(go_on)
        refuse_changed(go_on)
        if _exchanged is not None:
            begin_epoch(_exchanged)
            _exchanged = None
        recognise()
        write_note()
    except DatabaseError as error:
        meet_damage(error, go_on)
    if connection.vendor == "sqlite":
        databasefile.serve_only(Path(file))


def refuse_key(go_on: Collection[str]) -> None:
    """The database knows by which key its cards were made, and the key cannot be read from that."""
    row = Installation.objects.order_by("pk").first() or Installation()
    message = f"stammtisch key of {row.uid.hex}".encode()
    mark = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).hexdigest()
    if row.key_mark == mark:
        return
    if row.key_mark and facts().in_use:
        meet(Accident.KEY_OTHER, go_on, file=settings.DATA_DIR / "secret-key")
    row.key_mark = mark
    with writing():
        row.save()


def refuse_changed(go_on: Collection[str]) -> None:
    """Entries and heads fit. Other workers may be writing: whatever has only been caught between two of our
    questions is in order when they are asked again."""
    changed, behind = suspects()
    for _again in range(LOOKS):
        if not (changed or behind):
            return
        still_changed, still_behind = suspects()
        changed, behind = changed & still_changed, behind & still_behind
    if changed:
        meet(Accident.CHANGED, go_on, detail=in_words(changed))
    if behind - changed:
        meet(Accident.HEADS, go_on, detail=in_words(behind - changed))


def suspects() -> tuple[set[int], set[int]]:
    """Sheets whose entries seem to have been changed, and sheets whose head does not fit them."""
    changed, behind = compare_heads()
    return {*changed, *broken_chains()}, set(behind)


def in_words(sittings: Collection[int]) -> str:
    named = ", ".join(_("table {table}").format(table=sitting) for sitting in sorted(sittings)[:NAMED])
    more = len(sittings) - NAMED
    return named if more <= 0 else _("{tables} and {more} more").format(tables=named, more=more)


def compare_heads() -> tuple[list[int], list[int]]:
    """Sheets of which entries have gone, and sheets whose head says something else than their last entry."""
    last: dict[int, tuple[int, str]] = {}
    query = (
        "SELECT entry.sitting_id, entry.seq, entry.hash FROM tournaments_entry AS entry JOIN "
        "(SELECT sitting_id, MAX(seq) AS seq FROM tournaments_entry GROUP BY sitting_id) AS newest "
        "ON newest.sitting_id = entry.sitting_id AND newest.seq = entry.seq"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        for sitting, seq, hash_ in cursor.fetchall():
            last[sitting] = (seq, hash_)
    gone, different = [], []
    for sitting, seq, hash_ in SheetHead.objects.values_list("sitting_id", "head_seq", "head_hash"):
        there = last.get(sitting, (0, ""))
        if seq > there[0]:
            gone.append(sitting)
        elif (seq, hash_) != there:
            different.append(sitting)
    return gone, different


def broken_chains(seconds: float = CHAIN_SECONDS) -> Iterator[int]:
    """Sheets whose entries contradict each other: the newest first, as far as the time goes."""
    give_up = time.monotonic() + seconds
    for sitting in Sitting.objects.filter(sheethead__head_seq__gt=0).order_by("-pk").iterator():
        if time.monotonic() > give_up:
            return
        try:
            entries = list(Entry.objects.filter(sitting=sitting).order_by("seq"))
            if checking.broken(sitting, entries, erasures(sitting)):
                yield sitting.pk
        except (ValueError, TypeError, AttributeError):  # what should be JSON or a moment is none
            yield sitting.pk
