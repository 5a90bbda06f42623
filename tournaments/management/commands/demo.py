"""`manage.py demo`: a made-up club to look at, entered through the ledger like any other."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from config import serverlock, terminal
from tournaments.sample import keeping


class Command(BaseCommand):
    help = "Make up a club to look at: two tables, a tournament that is on, one that is over, a season."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing if there was ever anything")
        parser.add_argument("--later", action="store_true", help="the server makes it, as soon as it answers")

    def handle(self, *args: Any, if_empty: bool, later: bool, **options: Any) -> None:
        if if_empty and not keeping.was_never_used():
            return
        if serverlock.is_served():
            raise CommandError("A server is running. Please stop it first.")
        with translation.override(terminal.language()):
            if later:
                keeping.want()
                return
            from tournaments.sample import making  # only for this: a start does not wait for it

            making.make()
            self.stdout.write(_("The sample is made. One press at the desk removes it."))
