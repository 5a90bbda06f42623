"""`manage.py translations`: keep locale/ complete. --check is part of `make check`."""

from __future__ import annotations

import argparse
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Compare the translations with the program, take over new sentences, or write the .mo files."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        action = parser.add_mutually_exclusive_group(required=True)
        action.add_argument("--check", action="store_true", help="complain about everything missing or wrong")
        action.add_argument(
            "--update", action="store_true", help="write today's sentences into the .po files"
        )
        action.add_argument(
            "--compile", action="store_true", help="write the .mo files after editing a .po file"
        )

    def handle(self, *args: Any, check: bool, update: bool, **options: Any) -> None:
        from config import catalogue  # needs polib, which only developers have

        sentences = catalogue.sentences(settings.BASE_DIR)
        complaints = 0
        if not check:
            catalogue.compile_english(sentences)
            for language, _name in settings.LANGUAGES:
                catalogue.compile_(catalogue.server_file(language))
        for language in catalogue.languages():
            file = catalogue.po_file(language)
            if update:
                catalogue.write(language, catalogue.merged(language, sentences, catalogue.read(file)))
            elif not check:
                catalogue.compile_(file)
            for complaint in catalogue.complaints(language, sentences):
                complaints += 1
                if check:
                    self.stdout.write(f"{language}: {complaint}")
        if check and not catalogue.english_is_set(sentences):
            complaints += 1
            self.stdout.write("en: django.mo does not hold what the program says")
        for complaint in catalogue.server_complaints(sentences):
            complaints += 1
            if check:
                self.stdout.write(f"words of a server: {complaint}")
        if check and complaints:
            raise CommandError(f"{complaints} complaints. New sentences: manage.py translations --update")
        self.stdout.write(f"{len(sentences)} sentences, {complaints} complaints")
