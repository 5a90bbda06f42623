"""`manage.py restore FILE`: a backup becomes the database, on this laptop or in another data directory.

Status 0: done. 1: done, and something is missing. 2: not done, and nothing was changed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from config import terminal
from config.serverlock import AlreadyServed
from tournaments.access import audit
from tournaments.safekeeping import wording
from tournaments.safekeeping.backups import places
from tournaments.safekeeping.backups.proving import NotABackup
from tournaments.safekeeping.backups.troubles import trouble_of
from tournaments.safekeeping.epoch import begin_epoch
from tournaments.safekeeping.mirror.replay import Ending
from tournaments.safekeeping.restoring.restore import restore

USE = "manage.py restore stammtisch-….sqlite3"


class Command(BaseCommand):
    help = (
        "Let a backup be the database. The server must be stopped; what was there stays under another name."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="the backup; its note lies beside it")
        parser.add_argument(
            "--to", type=Path, metavar="DIRECTORY", help="another data directory than this one"
        )
        parser.add_argument(
            "--mirror",
            type=Path,
            metavar="DIRECTORY",
            help="also what came after the backup; without this option the directory beside the backup",
        )
        parser.add_argument("--without-mirror", action="store_true", help="only the backup itself")
        parser.add_argument(
            "--key", type=Path, metavar="FILE", help="the secret key the database was used with"
        )
        parser.add_argument(
            "--although-damaged", action="store_true", help="take what is left of a damaged file"
        )
        parser.add_argument(
            "--done", action="store_true", help="after pg_restore: phones compare with what is there"
        )

    def handle(self, *args: Any, file: Path | None, done: bool, **options: Any) -> None:
        with translation.override(terminal.language()):
            if done or not settings.PROFILE.club:
                raise SystemExit(self.elsewhere(done))
            if file is None:
                self.stderr.write(_("Which backup? For example:  {example}").format(example=USE))
                raise SystemExit(2)
            raise SystemExit(self.restore(file, **options))

    def restore(self, file: Path, **options: Any) -> int:
        mirror = None if options["without_mirror"] else mirror_for(file, options["mirror"])
        if options["mirror"] and mirror is None:
            self.stderr.write(_("There is no directory {directory}.").format(directory=options["mirror"]))
            return 2
        try:
            restored = restore(
                file,
                options["to"],
                mirror=mirror,
                key=options["key"],
                although_damaged=options["although_damaged"],
            )
        except AlreadyServed:
            self.stderr.write(_("The server is using this database. Please stop it first (Ctrl-C)."))
            return 2
        except (NotABackup, ImproperlyConfigured) as refused:
            self.stderr.write(f"{refused} {_('Nothing was changed.')}")
            return 2
        except OSError as error:
            self.stderr.write(f"{trouble_of(error).sentence} {_('Nothing was changed.')}")
            return 2
        audit.note(None, "restored", entries=restored.in_force.entries)
        for sentence in wording.after_restore(restored):
            self.stdout.write(sentence)
        short = restored.replayed is not None and restored.replayed.ending != Ending.END
        return int(short or restored.key_missing)

    def elsewhere(self, done: bool) -> int:
        """A federation's database is restored by its own programs; afterwards phones have to notice."""
        if settings.PROFILE.club or not done:
            self.stderr.write(
                _(
                    "This database is PostgreSQL’s. Please stop the server, read the backup back by  "
                    "pg_restore  and then type:  manage.py restore --done"
                )
                if not settings.PROFILE.club
                else _("--done is for PostgreSQL only.")
            )
            return 2
        begin_epoch()
        audit.note(None, "restored")
        self.stdout.write(
            _("What phones wrote later they offer by themselves as soon as they see this server again.")
        )
        return 0


def mirror_for(file: Path, named: Path | None) -> Path | None:
    """What came after the backup: where it was named, beside the backup, or in the second place."""
    if named is not None:
        return named if named.is_dir() else None
    place = places.second_place()
    beside = [file.parent / places.MIRROR, *([place.mirror] if place is not None and place.is_there else [])]
    return next((directory for directory in beside if directory.is_dir()), None)
