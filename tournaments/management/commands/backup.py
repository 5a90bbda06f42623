"""`manage.py backup`: a backup now, also while the server runs; or the list of them; or the check of a
file.

Status 0: there is one, and it is whole. 1: only in one of two places, or a file is not in order. 2: there is
none.
"""

from __future__ import annotations

import argparse
import json as json_format
import os
import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import Error
from django.utils import translation
from django.utils.translation import gettext as _

from config import terminal
from tournaments.access import audit
from tournaments.safekeeping import wording
from tournaments.safekeeping.backups import dumping, places, shelf
from tournaments.safekeeping.backups.making import BackupReason, home, make
from tournaments.safekeeping.backups.places import NotAPlace
from tournaments.safekeeping.backups.proving import NotABackup, prove
from tournaments.safekeeping.backups.troubles import BadCopy, PlaceGone, trouble_of
from tournaments.safekeeping.proof import problems_in

TROUBLES = (OSError, sqlite3.Error, Error, NotABackup, BadCopy)


class Command(BaseCommand):
    help = "Make a backup of the database, also while the server runs, here and in the second place."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--to", metavar="DIRECTORY", help="from now on this is the second place, a stick say"
        )
        parser.add_argument(
            "--without-key", action="store_true", help="with --to: the secret key does not go there"
        )
        parser.add_argument(
            "--nowhere-else", action="store_true", help="from now on there is no second place"
        )
        parser.add_argument(
            "--list", action="store_true", dest="listing", help="the backups and what is in them"
        )
        parser.add_argument(
            "--check", type=Path, metavar="FILE", help="is this file whole, and all in it in order?"
        )
        parser.add_argument("--json", action="store_true", help="a line of JSON instead of sentences")
        parser.add_argument("--gently", action="store_true", help="let other programs go first")

    def handle(self, *args: Any, gently: bool, check: Path | None, listing: bool, **options: Any) -> None:
        if gently:
            os.nice(10)
        with translation.override(terminal.language()):
            if check is not None:
                raise SystemExit(self.check_file(check, as_json=options["json"]))
            if not settings.PROFILE.club:
                raise SystemExit(self.dump())
            if listing:
                raise SystemExit(self.show_list())
            raise SystemExit(self.back_up(**options))

    def back_up(self, **options: Any) -> int:
        try:
            if options["nowhere_else"]:
                places.forget()
            elif options["to"]:
                places.choose(options["to"], key=not options["without_key"])
        except NotAPlace as refused:
            self.stderr.write(str(refused))
            return 2
        try:
            file, manifest = make(home(), BackupReason.ASKED)
            shelf.thin(home())
        except TROUBLES as error:
            self.stderr.write(_("There is no backup. {why}").format(why=trouble_of(error).sentence))
            return 2
        audit.note(None, "backup-made", entries=manifest.contents.entries)
        second = self.to_second_place(file)
        if options["json"]:
            facts = {"file": str(file), "sha256": manifest.sha256, "entries": manifest.contents.entries}
            self.stdout.write(json_format.dumps({**facts, "second": second}, ensure_ascii=False))
            return int(second is not None)
        self.stdout.write(_("The backup is {file}, and it is in order.").format(file=file))
        self.stdout.write(wording.inside(manifest.contents))
        place = places.second_place()
        if second is not None and place is not None:
            self.stderr.write(
                _("It is not in the second place, {place}. {why}").format(place=place.chosen, why=second)
            )
        elif place is not None:
            self.stdout.write(
                _("It is in the second place, too, and was read back from there: {place}").format(
                    place=place.directory
                )
            )
        else:
            self.stdout.write(_("There is no second place: name a stick with  --to DIRECTORY ."))
        return int(second is not None)

    def to_second_place(self, file: Path) -> str | None:
        """Why it is not there; None: it is, or there is none."""
        place = places.second_place()
        if place is None:
            return None
        try:
            if not place.is_there:
                raise PlaceGone
            places.carry(file, place)
            shelf.thin(place.directory)
        except TROUBLES as error:
            return trouble_of(error).sentence
        return None

    def check_file(self, file: Path, *, as_json: bool) -> int:
        problems: list[str] = []
        try:
            prove(file)
            problems = problems_in(file)
        except NotABackup as refused:
            problems = [str(refused)]
        except TROUBLES as error:
            problems = [trouble_of(error).sentence]
        if as_json:
            self.stdout.write(json_format.dumps({"problems": problems}, ensure_ascii=False))
            return int(bool(problems))
        for problem in problems:
            self.stderr.write(problem)
        if not problems:
            self.stdout.write(_("{file} is whole, and everything in it is in order.").format(file=file))
        return int(bool(problems))

    def show_list(self) -> int:
        place = places.second_place()
        directories = [home(), *([place.directory] if place and place.is_there else [])]
        some = False
        for directory in directories:
            self.stdout.write(f"{directory}:")
            for backup in shelf.backups_in(directory):
                some = True
                at = backup.manifest.moment
                what = wording.inside(backup.manifest.contents)
                self.stdout.write(
                    f"  {backup.file.name}  {wording.age(at)}, {wording.why(backup.manifest.reason)}: {what}"
                )
        if not some:
            self.stdout.write(_("There is no backup yet."))
        return 0 if some else 2

    def dump(self) -> int:
        """A federation's."""
        try:
            file = dumping.dump(home())
        except TROUBLES as error:
            self.stderr.write(str(error) if isinstance(error, NotABackup) else trouble_of(error).sentence)
            return 2
        audit.note(None, "backup-made")
        self.stdout.write(_("The backup is {file}, and it can be read.").format(file=file))
        self.stdout.write(_("To read it back, stop the server and type:"))
        self.stdout.write(f"  {dumping.how_to_restore(file)}")
        self.stdout.write("  manage.py restore --done")
        return 0
