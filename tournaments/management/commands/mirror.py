"""`manage.py mirror`: is the mirror in the second place level, and do its lines belong together?

Status 0: everything is there. 1: something is missing. 2: there is no mirror.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from config import terminal
from tournaments.safekeeping.backups import places, shelf
from tournaments.safekeeping.examining import copies
from tournaments.safekeeping.examining.findings import Level
from tournaments.safekeeping.mirror.replay import Ending, matching


class Command(BaseCommand):
    help = "Look at the mirror in the second place: how far it is, and whether it follows the newest backup."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(terminal.language()):
            raise SystemExit(self.look())

    def look(self) -> int:
        place = places.second_place()
        if not settings.PROFILE.club:
            self.stderr.write(
                _("This database is PostgreSQL’s: its mirror is the archive of its log, or a replica.")
            )
            return 2
        if place is None or not place.is_there:
            self.stderr.write(_("There is no second place, or it is not plugged in."))
            return 2
        findings = list(copies.mirror())
        for finding in findings:
            self.stdout.write(finding.sentence)
        newest = shelf.newest_in(place.directory)
        if newest is None or not findings:
            self.stderr.write(_("There is no backup yet."))
            return 2
        following, ending = matching(place.mirror, newest.manifest.contents)
        self.stdout.write(
            _("After the backup {file} the mirror has changes: {count}").format(
                file=newest.file.name, count=len(following)
            )
        )
        if ending in (Ending.GAP, Ending.OTHER_STEPS):
            self.stderr.write(
                _("Something is missing in the mirror. Please make a backup:  manage.py backup")
            )
            return 1
        return int(any(finding.level != Level.FINE for finding in findings))
