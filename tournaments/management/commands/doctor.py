"""`manage.py doctor`: what could spoil the evening. Status 0: all is well, 1: look at it, 2: bad."""

from __future__ import annotations

import argparse
import json as json_format
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from config import terminal
from tournaments.safekeeping.examining.examine import examine, examine_around
from tournaments.safekeeping.examining.findings import Level, status

SIGNS = {Level.FINE: "✓", Level.LOOK: "▲", Level.BAD: "✗"}


class Command(BaseCommand):
    help = "Look at disk, clock, rights, network, backups and mirror, and say what is to be done."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="a line of JSON for each finding")
        parser.add_argument("--url", default="", help="of a server: its public address, https://...")
        parser.add_argument(
            "--at", default="", help="with --url: the machine to ask, if the name leads elsewhere"
        )

    def handle(self, *args: Any, json: bool, url: str, at: str, **options: Any) -> None:
        with translation.override(terminal.language()):
            findings = examine()
            if not settings.PROFILE.club:
                findings += examine_around(url, at)
            for finding in findings:
                if json:
                    self.stdout.write(json_format.dumps(asdict(finding), ensure_ascii=False))
                else:
                    self.stdout.write(f"{SIGNS[finding.level]} {finding.title}: {finding.sentence}")
            if not json:
                self.stdout.write(
                    (
                        _("All is well."),
                        _("Something should be looked at."),
                        _("Something needs to be fixed."),
                    )[status(findings)]
                )
        raise SystemExit(status(findings))
