"""`manage.py score`: sheets as lines of JSON in, lines, totals and winners as lines of JSON out."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import override

from config.languages import LANGUAGES
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
        refused = False
        output = sys.stdout.buffer
        try:
            with override(language):
                for answer in written_answers(sys.stdin.buffer):
                    refused |= answer.startswith(REFUSED)
                    output.write(answer.encode() + b"\n")
                    output.flush()  # whoever sends one sheet and waits for its answer gets it
        except BrokenPipeError:
            # Nobody reads on; a second complaint of the interpreter at exit helps nobody.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            refused = True
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        if refused:
            raise SystemExit(1)
