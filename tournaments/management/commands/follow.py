"""`manage.py follow`: another laptop is followed, into this database or into a directory."""

from __future__ import annotations

import argparse
import signal
import threading
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from config import serverlock, terminal
from tournaments.engines.eventlog import LogRefused
from tournaments.following.peers import addresses, asking, directories, joining
from tournaments.following.peers.states import SourceState, Unanswered, in_words
from tournaments.following.peers.wire import line_to
from tournaments.models import FIRST, Club

EVERY = 2.0  # seconds


class Command(BaseCommand):
    help = (
        "Follow another Stammtisch: every event of it is brought here, or into a directory as files, until"
        " Ctrl-C. A directory in the place of the address is read back. Status 0: everything is level, 1: it"
        " is not, or used wrongly."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("source", help="address of the other laptop, or a directory with files of a log")
        parser.add_argument("--code", default="", help="the code it shows; needed the first time only")
        parser.add_argument("--to", type=Path, help="write files into this directory instead of the database")
        parser.add_argument("--once", action="store_true", help="until everything is level, and no longer")
        parser.add_argument("--club", default="", help="on a server: the address of the club it is for")

    def handle(
        self, *args: Any, source: str, code: str, to: Path | None, once: bool, club: str, **options: Any
    ) -> None:
        self.enough = threading.Event()
        signal.signal(signal.SIGTERM, lambda *_signal: self.enough.set())
        with translation.override(terminal.language()):
            try:
                if to is not None:
                    self.into_directory(directories.LogDirectory(to), source, code, once=once)
                elif Path(source).is_dir():
                    self.read_back(directories.LogDirectory(Path(source)), self.tenant(club))
                else:
                    self.into_database(source, code, once=once)
            except KeyboardInterrupt:
                return

    def tenant(self, slug: str) -> int:
        row = Club.objects.filter(slug=slug).first() if slug else None
        if slug and row is None:
            raise CommandError(f"There is no club “{slug}” here.")
        return FIRST if row is None else row.pk

    def read_back(self, directory: directories.LogDirectory, tenant: int) -> None:
        """Files of a log, as if they came over the network."""
        self.refuse_served()
        try:
            taken = directories.read_back(directory, tenant)
        except LogRefused as refused:
            raise CommandError(f"{refused.code}: {directory.path}") from refused
        for row in taken:
            self.stdout.write(f"{row.event.title}: {row.head}")

    def into_directory(
        self, directory: directories.LogDirectory, address: str, code: str, *, once: bool
    ) -> None:
        """Files; nothing is written into the database."""
        if code:
            directory.remember(directories.PairedWith.of(self.brought(address, code)))
        paired = directory.paired_with()
        if paired is None:
            raise CommandError(_("This directory follows nobody yet. Please add  --code  with a code."))
        line = line_to(paired.address, paired.token)
        while True:
            try:
                lines = directories.bring_level(line, directory, paired)
                spoken = _("Level; new lines: {count}").format(count=lines)
                level = True
            except Unanswered as unanswered:
                spoken, level = in_words(unanswered.state, unanswered.detail), False
            except OSError as error:
                raise CommandError(f"{directory.path}: {error.strerror}") from error
            if self.goes_on(spoken, level=level, once=once):
                return

    def into_database(self, address: str, code: str, *, once: bool) -> None:
        """As the page does; where a server runs here, it does the rest."""
        if not settings.PROFILE.club:
            raise CommandError(_("A server follows nobody: a laptop sends its events up to it."))
        if code:
            source = joining.join(club=FIRST, partner=self.brought(address, code))
        else:
            typed = self.typed(address)
            source_here = joining.running(FIRST).filter(address=typed).first()
            if source_here is None:
                raise CommandError(_("This laptop does not follow {address} yet.").format(address=typed))
            source = source_here
        if serverlock.is_served():
            self.stdout.write(
                _("The server that runs here follows {name} from now on.").format(name=source.name)
            )
            return
        while True:
            state = asking.ask(source, line_to(source.address, source.token))
            level = state == SourceState.LEVEL
            if self.goes_on(in_words(source.state, source.detail), level=level, once=once):
                return

    def typed(self, address: str) -> str:
        try:
            return addresses.read_address(address).base
        except addresses.NoAddress as error:
            raise CommandError(str(error)) from error

    def brought(self, address: str, code: str) -> joining.Partner:
        try:
            return joining.bring_code(address=address, code=code)
        except joining.NotPaired as refused:
            raise CommandError(str(refused)) from refused

    def goes_on(self, spoken: str, *, level: bool, once: bool) -> bool:
        """Is it the end? What has changed is spoken."""
        if spoken != getattr(self, "spoken", ""):
            self.stdout.write(f"{time.strftime('%H:%M:%S')}  {spoken}")
            self.stdout.flush()
        self.spoken = spoken
        if once:
            if not level:
                raise SystemExit(1)
            return True
        return self.enough.wait(EVERY)

    def refuse_served(self) -> None:
        if serverlock.is_served():
            raise CommandError(_("A server is running. Please stop it first."))
