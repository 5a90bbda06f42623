"""`manage.py prizes`: what there is to win as JSON in, who gets what and why as JSON out."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import override

from config.languages import LANGUAGES
from tournaments.speech.prizes import printed_answer, prize_answers


class Command(BaseCommand):
    help = (
        "Read from standard input what there is to win and how people stand, one JSON object per line, and "
        "write who gets what and why, one JSON object per line. Exit status 0: all answered, 1: at least one "
        "refused, 2: used wrongly."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--language", choices=sorted(LANGUAGES), default="en", help="of the sentences (default: en)"
        )

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        refused = False
        output = sys.stdout.buffer
        try:
            with override(language):
                for answer in prize_answers(sys.stdin.buffer):
                    refused |= not answer["ok"]
                    output.write(printed_answer(answer))
                    output.flush()  # whoever sends one question and waits for its answer gets it
        except BrokenPipeError:
            # Nobody reads on; a second complaint of the interpreter at exit helps nobody.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            refused = True
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        if refused:
            raise SystemExit(1)
