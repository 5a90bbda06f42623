"""`manage.py verify`: is everything what it was?

Status 0: in order; 1: something is not; 2: it cannot be read.
"""

from __future__ import annotations

import argparse
import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS

from config.elsewhere import reading
from config.terminal import gettext_noop, translate
from tournaments.engines import eventchain
from tournaments.engines.checker.event import Verification
from tournaments.events.ground.links import links_of
from tournaments.models import Event
from tournaments.safekeeping.verifying import (
    ALL,
    QUICK,
    NotVerified,
    in_short,
    opened,
    spoken,
    verify_database,
)

SHOWN = 50  # findings that are listed one by one
DIFFERENT, UNREADABLE = 1, 2
MORE = gettext_noop("… and more: {count}")
LEFT_OUT = gettext_noop("Not drawn again: {why}.")
FITS = gettext_noop("The checksum fits: it is that of “{title}”, link {number} of its chain.")
FITS_NOT = gettext_noop("The checksum does not fit: no event here has ever had it.")


class Command(BaseCommand):
    help = (
        "Compute everything again from the first entry and compare: chains, points, totals, standings, lots, "
        "draws, heads and the database itself. Nothing is written."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--event", type=int, help="only this event")
        parser.add_argument("--file", type=Path, help="a database file that lies elsewhere, such as a backup")
        parser.add_argument("--quick", action="store_true", help="without making the draws again")
        parser.add_argument(
            "--head", default="", help="does this checksum, from paper, belong to an event here?"
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(
        self,
        *args: Any,
        event: int | None,
        file: Path | None,
        quick: bool,
        head: str,
        json: bool,
        **options: Any,
    ) -> None:
        try:
            with opened(file) if file else nullcontext(DEFAULT_DB_ALIAS) as using:
                result = verify_database(using=using, event=event, checks=QUICK if quick else ALL)
                known = known_head(using, head) if head else None
        except NotVerified as error:
            self.show(as_json=json, error=spoken(error.text))
            raise SystemExit(UNREADABLE) from error
        if json:
            self.show_json(result)
        else:
            self.show_sentences(result)
        if head:
            sentence = FITS_NOT if known is None else FITS
            title, number = known or ("", 0)
            self.stdout.write(translate(sentence).format(title=title, number=number))
        if not result.in_order or (head and known is None):
            raise SystemExit(DIFFERENT)

    def show(self, *, as_json: bool, error: str) -> None:
        self.stdout.write(json.dumps({"in_order": None, "error": error}) if as_json else error)

    def show_json(self, result: Verification) -> None:
        facts = {
            "in_order": result.in_order,
            "events": result.events,
            "tables": result.tables,
            "entries": result.entries,
            "hands": result.hands,
            "draws": result.draws,
            "left_out": [spoken(why) for why in result.left_out],
            "findings": [
                {"where": spoken(finding.where), "entry": finding.seq, "what": spoken(finding.what)}
                for finding in result.findings
            ],
        }
        self.stdout.write(json.dumps(facts, ensure_ascii=False))

    def show_sentences(self, result: Verification) -> None:
        for finding in result.findings[:SHOWN]:
            self.stdout.write(spoken(finding.sentence))
        if len(result.findings) > SHOWN:
            self.stdout.write(translate(MORE).format(count=len(result.findings) - SHOWN))
        for why in result.left_out:
            self.stdout.write(translate(LEFT_OUT).format(why=spoken(why)))
        self.stdout.write(spoken(in_short(result)))


def known_head(using: str, text: str) -> tuple[str, int] | None:
    """The event that had this head, and with which link."""
    with reading(using):
        for event in Event.objects.order_by("pk"):
            there = eventchain.head_typed(links_of(event), text)
            if there is not None:
                return event.title, there.seq
    return None
