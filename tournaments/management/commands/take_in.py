"""`manage.py take_in`: an event file from another installation."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.access import audit
from tournaments.exchange import NotAnEvent, take_in


class Command(BaseCommand):
    help = "Take in an event from a file that another Stammtisch has written."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            event = take_in(file.read_bytes())
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except NotAnEvent as refused:
            raise CommandError(str(refused)) from refused
        audit.note(None, "event-taken-in", event=event.pk)
        self.stdout.write(f"{event.title}: {event.rounds.count()} rounds, {event.sittings.count()} tables")
