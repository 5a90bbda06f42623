"""`manage.py rehearse`: robots play a whole event, against a running server or one of their own."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.engines.plans.presets import PRESETS
from tournaments.models import FIRST
from tournaments.rehearsal.apart import rehearse_apart
from tournaments.rehearsal.phones import NotTaken
from tournaments.rehearsal.running import rehearse
from tournaments.rehearsal.words import spoken


class Command(BaseCommand):
    help = "A dress rehearsal: robots sit down at every table and play an event from the draw to the paper."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--url", default="", help="of a running server with this database; else its own")
        parser.add_argument("--people", type=int, default=150)
        parser.add_argument(
            "--preset", default=PRESETS[0].key, choices=[event_preset.key for event_preset in PRESETS]
        )
        parser.add_argument("--seed", default="Probe", help="the same seed plays the same hands")
        parser.add_argument("--pause", type=float, default=0.0, help="seconds between two hands of a table")

    def handle(
        self, *args: Any, url: str, people: int, preset: str, seed: str, pause: float, **options: Any
    ) -> None:
        if not url:
            asked = {"--people": people, "--preset": preset, "--seed": seed, "--pause": pause}
            raise SystemExit(rehearse_apart([f"{name}={value}" for name, value in asked.items()]))
        try:
            report = rehearse(
                url=url,
                tenant=FIRST,
                preset=preset,
                people=people,
                seed=seed,
                pause=pause,
                tell=self.tell,
            )
        except (NotTaken, OSError) as error:
            raise CommandError(f"The server at {url} did not play along: {error}") from error
        self.stdout.write(json.dumps(asdict(report), ensure_ascii=False))
        if report.problems:
            raise CommandError("Not everything came out the same twice.")

    def tell(self, code: str, **values: int) -> None:
        """How far the robots are."""
        self.stderr.write(spoken(code, values))
