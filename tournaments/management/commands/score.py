"""`manage.py score`: sheets as lines of JSON in, lines, totals and winners as lines of JSON out."""

from __future__ import annotations

import gc
from typing import Any

from tournaments.management.lines import LinesCommand, answer_lines
from tournaments.table.gamelines import REFUSED, written_answers

GARBAGE = 50_000  # objects


class Command(LinesCommand):
    help = (
        "Read score sheets from standard input, one JSON object per line, and write what they are worth, one "
        "JSON object per line. Exit status 0: all accepted, 1: at least one refused, 2: used wrongly."
    )

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        gc.set_threshold(GARBAGE)  # sheets leave none, and looking for it again and again takes time
        answer_lines(written_answers, language, REFUSED)
