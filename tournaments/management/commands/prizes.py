"""`manage.py prizes`: what there is to win as JSON in, who gets what and why as JSON out."""

from __future__ import annotations

from typing import Any

from tournaments.management.lines import LinesCommand, answer_lines
from tournaments.speech.prizes import REFUSED, written_answers


class Command(LinesCommand):
    help = (
        "Read from standard input what there is to win and how people stand, one JSON object per line, and "
        "write who gets what and why, one JSON object per line. Exit status 0: all answered, 1: at least one "
        "refused, 2: used wrongly."
    )

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        answer_lines(written_answers, language, REFUSED)
