"""`manage.py owner <name>`: the first account of a federation, or of a club with an open desk."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from tournaments.access import accounts, audit


class Command(BaseCommand):
    help = "Create an account that owns all events, or make an existing one such an account."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("name", help="of the account")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        with translation.override("en"):  # as the other questions of this terminal
            user = accounts.find(name)
            if user is not None:
                accounts.make_owner(user=user)
                audit.note(None, "account-owns-all", account=user.pk)
                self.stdout.write(f"{user.username} owns all events. The password stays as it is.")
                return
            try:
                handed = accounts.create_account(name=name, password=self.password(), owner=True)
            except accounts.NotSo as refused:
                raise CommandError(" ".join(refused.sentences)) from refused
            audit.note(None, "account-owns-all", account=handed.user.pk)
            self.stdout.write(f"{name} owns all events.")

    def password(self) -> str:
        """Asked for twice; from a pipe it is the first line. Never an argument: others could read it."""
        if not sys.stdin.isatty():
            return sys.stdin.readline().rstrip("\n") or " "  # empty is refused, not made up
        while True:
            password = getpass.getpass("Password, at least 12 characters: ")
            if password == getpass.getpass("Once more: "):
                return password or " "
            self.stderr.write("They differ. Please try again.")
