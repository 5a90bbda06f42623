"""Commands that read one JSON object per line and write one answer per line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from typing import BinaryIO

from django.core.management.base import BaseCommand
from django.utils.translation import override

from config.languages import LANGUAGES


class LinesCommand(BaseCommand):
    """A command of this kind; it needs no database and nothing of the machine."""

    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--language", choices=sorted(LANGUAGES), default="en", help="of the sentences (default: en)"
        )


def answer_lines(written_answers: Callable[[BinaryIO], Iterable[str]], language: str, refusal: str) -> None:
    """From standard input to standard output. Leaves with 1 if an answer begins like a refusal."""
    refused = False
    output = sys.stdout.buffer
    try:
        with override(language):
            for answer in written_answers(sys.stdin.buffer):
                refused |= answer.startswith(refusal)
                output.write(answer.encode() + b"\n")
                output.flush()  # whoever sends one line and waits for its answer gets it
    except BrokenPipeError:
        # Nobody reads on; a second complaint of the interpreter at exit helps nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        refused = True
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    if refused:
        raise SystemExit(1)
