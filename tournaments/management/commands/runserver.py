"""`manage.py runserver` is Django's own server, which would write beside `manage.py serve`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Not here: please type serve."
    requires_system_checks = ()

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("anything", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("Please type:  manage.py serve  (with DEV=1 BIND=127.0.0.1 for programming)")
