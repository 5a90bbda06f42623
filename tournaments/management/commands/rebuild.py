"""`manage.py rebuild`: compute every sheet again from its first entry."""

from __future__ import annotations

import argparse
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import serverlock
from tournaments.access import audit
from tournaments.ledger import checking
from tournaments.models import Sitting


class Command(BaseCommand):
    help = "Compute every sheet again from its first entry, show what differs, and put the totals right."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only compare; status 1 if something differs"
        )
        parser.add_argument("--sitting", type=int, help="only this table")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each table")

    def handle(self, *args: Any, check: bool, sitting: int | None, json: bool, **options: Any) -> None:
        if not check and serverlock.is_served():
            raise CommandError("A server is running. Please stop it first, or only compare with --check.")
        sittings = Sitting.objects.order_by("pk")
        if sitting is not None:
            sittings = sittings.filter(pk=sitting)
            if not sittings.exists():
                raise CommandError(f"There is no table {sitting}.")
        compare = checking.check if check else checking.rebuild
        unguarded = checking.missing_triggers()
        for name in unguarded:
            self.stderr.write(f"The database's guard {name} is missing: entries could be changed.")
        tables = entries = damaged = different = 0
        for table in sittings.iterator():
            report = compare(table)
            tables, entries = tables + 1, entries + report.entries
            damaged += bool(report.ledger)
            different += bool(report.derived)
            self.show(report, as_json=json)
        if not check:
            audit.note(None, "rebuilt", tables=tables, put_right=different)
        if not json:
            self.stdout.write(summary(tables, entries, damaged, different, repaired=not check))
        if damaged or unguarded or (check and different):
            raise SystemExit(1)

    def show(self, report: checking.SheetReport, *, as_json: bool) -> None:
        if as_json:
            facts = {
                "sitting": report.sitting.pk,
                "game": report.sitting.game,
                "entries": report.entries,
                "hands": report.hands,
                "head": report.head,
                "ledger": report.ledger,
                "derived": report.derived,
            }
            self.stdout.write(json.dumps(facts, ensure_ascii=False))
            return
        for line in (*report.ledger, *report.derived):
            self.stdout.write(f"Table {report.sitting.pk} ({report.sitting.game}): {line}")


def summary(tables: int, entries: int, damaged: int, different: int, *, repaired: bool) -> str:
    """One line about everything."""
    troubles = []
    if damaged:
        troubles.append(f"{damaged} with a damaged ledger (left alone)")
    if different:
        troubles.append(f"{different} {'put right' if repaired else 'with wrong totals'}")
    return f"{tables} tables, {entries} entries: {', '.join(troubles) or 'all in order'}."
