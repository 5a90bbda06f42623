"""`manage.py club list|new|close|open|export|remove`: the clubs of a federation's server, at its terminal."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import translation

from scoring import Unreadable
from tournaments.access import audit
from tournaments.access.accounts import NotSo
from tournaments.access.allowances import usage_of
from tournaments.clubs import exporting, keeping, removal, words
from tournaments.models import Club, ClubState

AT_ONCE = 500  # clubs that are counted together


class Command(BaseCommand):
    help = "List the clubs of this server, let one in, close, open, export or remove one."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        does = parser.add_subparsers(dest="does", required=True)
        does.add_parser("list", help="all clubs: state, events, people, size, last use")
        new = does.add_parser("new", help="a club with a place; prints the link for its first owner")
        new.add_argument("name")
        new.add_argument("--place", default="")
        new.add_argument("--owner", default="", help="for whom the link is")
        new.add_argument("--mail", default="", help="noted beside the link; nothing is sent from here")
        for verb, what in (("close", "nobody of it comes in"), ("open", "it is at home again")):
            other = does.add_parser(verb, help=f"{what}; everything stays")
            other.add_argument("slug")
            other.add_argument("--reason", required=True)
        export = does.add_parser("export", help="everything of it as one file")
        export.add_argument("slug")
        export.add_argument("file", type=Path)
        remove = does.add_parser(
            "remove", help="for good, once its owner has said that it leaves and the days are over"
        )
        remove.add_argument("slug")

    def handle(self, *args: Any, does: str, **options: Any) -> None:
        if settings.PROFILE.club:
            raise CommandError("A laptop has one club. This is for PROFILE=federation.")
        with translation.override("en"):
            try:
                getattr(self, f"do_{does}")(**options)
            except Unreadable as unreadable:
                raise CommandError(" ".join(words.sentences(unreadable))) from unreadable
            except NotSo as refused:
                raise CommandError(" ".join(refused.sentences)) from refused

    def do_list(self, **options: Any) -> None:
        clubs = list(Club.objects.order_by("name", "pk"))
        for start in range(0, len(clubs), AT_ONCE):
            part = clubs[start : start + AT_ONCE]
            usages = usage_of([club.pk for club in part])
            for club in part:
                usage = usages[club.pk]
                facts = (
                    f"events {usage.events}",
                    f"people {usage.people}",
                    words.size_word(usage.bytes),
                    f"last used {usage.last:%Y-%m-%d}" if usage.last else "never used",
                )
                state = f"leaves {club.leaves_at:%Y-%m-%d}" if club.leaves_at else club.state
                self.stdout.write(f"{club.slug}: {club}, {state}, {', '.join(facts)}")

    def do_new(self, name: str, place: str, owner: str, mail: str, **options: Any) -> None:
        welcomed = keeping.new_club(name=name, place=place, owner=owner, by=audit.TERMINAL, mail=mail)
        audit.note(None, "club-made", club=welcomed.club.pk)
        host = settings.ALLOWED_HOSTS[0] if settings.ALLOWED_HOSTS else "localhost"
        self.stdout.write(f"{welcomed.club.slug}: {welcomed.club} has a place.")
        self.stdout.write(f"https://{host}{reverse('invited')}#{welcomed.code}")
        self.stdout.write(
            f"This link is shown only now; it works once, until {welcomed.invitation.until:%Y-%m-%d}."
        )

    def do_close(self, slug: str, reason: str, **options: Any) -> None:
        club = keeping.close(club=self.find(slug), reason=reason, by=audit.TERMINAL)
        audit.note(None, "club-closed", club=club.pk)
        self.stdout.write(f"{club.slug} is closed.")

    def do_open(self, slug: str, reason: str, **options: Any) -> None:
        club = keeping.open_again(club=self.find(slug), reason=reason, by=audit.TERMINAL)
        audit.note(None, "club-opened", club=club.pk)
        self.stdout.write(f"{club.slug} is open.")

    def do_export(self, slug: str, file: Path, **options: Any) -> None:
        club = self.find(slug)
        half = file.with_name(f".{file.name}.part")
        try:
            with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
                exporting.write_club(club, stream)
            half.replace(file)
        except OSError as error:
            half.unlink(missing_ok=True)
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        audit.note(None, "club-exported", club=club.pk)
        self.stdout.write(f"{file}: {words.size_word(file.stat().st_size)}")

    def do_remove(self, slug: str, **options: Any) -> None:
        club = self.find(slug)
        number = club.pk
        removed = removal.remove(club=club, by=audit.TERMINAL)
        audit.note(None, "club-removed", club=number)
        self.stdout.write(f"{slug} is removed: tables {len(removed.sheets)}, entries {removed.entries}.")

    def find(self, slug: str) -> Club:
        """The club with this address; what only asks for a place has none."""
        club = Club.objects.exclude(state=ClubState.ASKED).filter(slug=slug).first()
        if club is None:
            raise CommandError(f"There is no club {slug}. `manage.py club list` names them all.")
        return club
