"""`manage.py owner <name>`: the first account of a federation, or of a club with an open desk."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation

from config.alone import alone
from tournaments import safekeeping
from tournaments.access import accounts, audit
from tournaments.models import ClubAccount


class Command(BaseCommand):
    help = (
        "Create an account that runs this installation and owns the first club, or make an existing one"
        " such an account. A new database is set up by it."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("name", help="of the account")
        parser.add_argument(
            "--mail", default="", help="its address, for a link when the password is forgotten"
        )

    def handle(self, *args: Any, name: str, mail: str = "", **options: Any) -> None:
        with translation.override("en"):  # as the other questions of this terminal
            try:
                validate_email(mail or "nobody@example.org")
            except ValidationError as wrong:
                raise CommandError(f"--mail {mail}: this is not a mail address.") from wrong
            try:
                self.prepare()
            except Error as failure:
                raise CommandError(f"The database does not answer: {str(failure).strip()}") from failure
            user = accounts.find(name)
            if user is not None:
                accounts.make_owner(user=user)
                self.set_mail(user, mail)
                audit.note(None, "account-owns-all", account=user.pk)
                self.stdout.write(f"{user.username} {self.what()}. The password stays as it is.")
                return
            try:
                handed = accounts.create_account(name=name, password=self.password(), owner=True)
            except accounts.NotSo as refused:
                raise CommandError(" ".join(refused.sentences)) from refused
            self.set_mail(handed.user, mail)
            audit.note(None, "account-owns-all", account=handed.user.pk)
            self.stdout.write(f"{handed.user.username} {self.what()}.")

    def prepare(self) -> None:
        """Everybody makes the first account before the first start: then there is no table yet."""
        with alone(
            lambda: self.stdout.write("Another start is bringing this database up to date. Waiting for it.")
        ):
            executor = MigrationExecutor(connection)
            if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return
            if executor.loader.applied_migrations:
                raise CommandError(
                    "The database is older than this program. "
                    "Please start it once with: manage.py serve --prepare"
                )
            safekeeping.look(settings.GO_ON)  # perhaps it should not be empty
            self.stdout.write("The database is empty: it is set up now.")
            call_command("migrate", interactive=False, verbosity=0)

    def what(self) -> str:
        """What the account is from now on."""
        if settings.PROFILE.club:
            return "owns all events"
        return "runs this server, and owns the events of its first club"

    def set_mail(self, user: ClubAccount, mail: str) -> None:
        """Whoever is at this terminal need not confirm it."""
        if mail:
            accounts.set_mail(user=user, mail=mail)

    def password(self) -> str:
        """Asked for twice; from a pipe it is the first line. Never an argument: others could read it."""
        if not sys.stdin.isatty():
            return sys.stdin.readline().rstrip("\n") or " "  # empty is refused, not made up
        while True:
            password = getpass.getpass("Password, at least 12 characters: ")
            if password == getpass.getpass("Once more: "):
                return password or " "
            self.stderr.write("They differ. Please try again.")
