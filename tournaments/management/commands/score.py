"""`manage.py score`: sheets as lines of JSON in, lines, totals and winners as lines of JSON out."""

from __future__ import annotations

import argparse
import gc
from typing import Any

from django.core.management.base import BaseCommand

from config.languages import LANGUAGES
from tournaments.management.lines import answer_lines
from tournaments.table.gamelines import REFUSED, written_answers

GARBAGE = 50_000  # objects


class Command(BaseCommand):
    help = (
        "Read score sheets from standard input, one JSON object per line, and write what they are worth, one "
        "JSON object per line. Exit status 0: all accepted, 1: at least one refused, 2: used wrongly."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--language", choices=sorted(LANGUAGES), default="en", help="of the sentences (default: en)"
        )

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        gc.set_threshold(GARBAGE)  # sheets leave none, and looking for it again and again takes time
        answer_lines(written_answers, language, REFUSED)
