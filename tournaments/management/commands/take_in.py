"""`manage.py take_in`: an event file from another installation."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.access import audit
from tournaments.exchange import NotAnEvent, take_in
from tournaments.models import FIRST, Club


class Command(BaseCommand):
    help = "Take in an event from a file that another Stammtisch has written."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", default="", help="on a server: the address of the club it is for")

    def handle(self, *args: Any, file: Path, club: str, **options: Any) -> None:
        tenant = Club.objects.filter(slug=club).first() if club else None
        if club and tenant is None:
            raise CommandError(f"There is no club “{club}” here.")
        try:
            event = take_in(file.read_bytes(), FIRST if tenant is None else tenant.pk)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except NotAnEvent as refused:
            raise CommandError(str(refused)) from refused
        audit.note(None, "event-taken-in", event=event.pk)
        self.stdout.write(f"{event.title}: {event.rounds.count()} rounds, {event.sittings.count()} tables")
