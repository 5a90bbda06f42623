"""`manage.py checker FILE`: the program with which anybody checks an event file, as one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.checkerfile import NAME, checker_file


class Command(BaseCommand):
    help = (
        "Write the checker of event files: one file for any Python, without Stammtisch and without a library."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", default=Path(NAME))

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            file.write_bytes(checker_file())
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        self.stdout.write(str(file))
