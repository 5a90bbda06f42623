"""`manage.py draw`: one request as JSON in, who plays whom as JSON out. Needs no database."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import override

from config.languages import LANGUAGES
from scoring.strictjson import LONGEST
from tournaments.speech.draws import answer, printed


class Command(BaseCommand):
    help = (
        "Read one JSON object from standard input, draw what it asks for and write one JSON object. Exit "
        "status 0: drawn, 1: refused, 2: used wrongly. Ctrl-C stops a long search with the best so far."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--language", choices=sorted(LANGUAGES), default="en", help="of the sentences (default: en)"
        )
        parser.add_argument("--progress", action="store_true", help="show on standard error how far it is")

    def handle(self, *args: Any, language: str, progress: bool, **options: Any) -> None:
        try:
            raw = sys.stdin.buffer.read(LONGEST + 1)
            with override(language):
                reply = answer(raw, _show if progress else None)
            sys.stdout.buffer.write(printed(reply))
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        if not reply["ok"]:
            raise SystemExit(1)


def _show(done: int, total: int, best: int) -> None:
    print(f"{100 * done // max(total, 1)} %", file=sys.stderr, flush=True)
