"""`manage.py season`: evenings and rules as lines of JSON in, the standings of the season as lines out."""

from __future__ import annotations

from typing import Any

from tournaments.management.lines import LinesCommand, answer_lines
from tournaments.speech.seasons import REFUSED, written_answers


class Command(LinesCommand):
    help = (
        "Read seasons from standard input, one JSON object per line, and write their standings, one JSON "
        "object per line. Exit status 0: all accepted, 1: at least one refused, 2: used wrongly."
    )

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        answer_lines(written_answers, language, REFUSED)
