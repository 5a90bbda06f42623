"""`manage.py season`: evenings and rules as lines of JSON in, the standings of the season as lines out."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand

from config.languages import LANGUAGES
from tournaments.management.lines import answer_lines
from tournaments.speech.seasons import REFUSED, written_answers


class Command(BaseCommand):
    help = (
        "Read seasons from standard input, one JSON object per line, and write their standings, one JSON "
        "object per line. Exit status 0: all accepted, 1: at least one refused, 2: used wrongly."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--language", choices=sorted(LANGUAGES), default="en", help="of the sentences (default: en)"
        )

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        answer_lines(written_answers, language, REFUSED)
