"""`manage.py serve`: the server for an evening at the club, or behind a federation's proxy."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from config import (
    addresses,
    ballast,
    clockwatch,
    collected,
    measuring,
    probing,
    serverlock,
    serving,
    started,
    terminal,
)
from config.accidents import Stopped, not_needed
from config.alone import alone
from config.starterlink import starter_link
from tournaments import jobs, safekeeping
from tournaments.access.limits import Limit
from tournaments.careers import asking
from tournaments.following.peers.follower import follower
from tournaments.ledger import overnight
from tournaments.people import folding, privacy
from tournaments.safekeeping import neighbours, wording
from tournaments.safekeeping.backups.making import served_file
from tournaments.safekeeping.keeper import keeper
from tournaments.safekeeping.restoring import traces
from tournaments.sample import keeping as sample

DESK = "desk/"  # below the address of the site
# One of all workers looks through everybody, every quarter of an hour.
REFOLDS = Limit(1, 1 / 14, name="refold")


class Command(BaseCommand):
    help = "Serve on this machine and, in a club, on its local network."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--prepare", action="store_true", help="first bring the database and the static files up to date"
        )
        parser.add_argument(
            "--demo",
            action=argparse.BooleanOptionalAction,
            default=False,
            help="with --prepare: make up a club to look at, if the database is empty",
        )

    def handle(self, *args: Any, prepare: bool, demo: bool, **options: Any) -> None:
        with translation.override(terminal.language()):
            try:
                serverlock.hold()
                self.recognise(prepare=prepare, demo=demo)
                if settings.PROFILE.club:
                    ballast.lay(settings.DATA_DIR)
                self.say_what_is_not_understood()
                self.say_what_was_restored()
                if line := not_needed(settings.GO_ON):
                    self.stdout.write(line)
            except Stopped:
                raise  # manage.py says the sentence and nothing else
            except (ImproperlyConfigured, Error) as error:
                raise CommandError(str(error)) from error
            link = starter_link()
            # No connection may be shared with the workers, which are forked from this process.
            connections.close_all()
            port = settings.PROFILE.port if link and link.line else self.choose_port()
            self.announce(port)
            follower.port = port
        if not settings.PROFILE.club:
            probing.look_anew()
            measuring.prepare(afresh=not (link and link.beside))

        def ready() -> None:
            with translation.override(terminal.language()):
                seconds = number_format(started.seconds_ago(), 1)
                self.stdout.write(_("Ready after {seconds} s.").format(seconds=seconds))
            self.stdout.flush()
            if link:
                link.say_ready(settings.DATA_DIR)

        duties = serving.Duties(
            on_ready=ready,
            chore=chore,
            at_end=safekeeping.leave,
            beside=beside,
            of_parent=measuring.show,
        )
        profile = settings.PROFILE
        serving.serve(profile.bind, port, profile.workers, settings.HEADER_SECONDS, duties, link)

    def recognise(self, *, prepare: bool, demo: bool) -> None:
        """Look at the database and bring it up to date; several starts do so one after the other."""
        with alone(self.say_that_another_starts):
            self.look()
            if prepare:
                self.prepare(demo and settings.PROFILE.club and not settings.GO_ON)
            self.refuse_outdated_database()
            privacy.reapply()  # a database that was copied by hand may know somebody who was forgotten
            folding.fold_newcomers()
            safekeeping.take_over(settings.GO_ON)

    def say_that_another_starts(self) -> None:
        self.stdout.write(_("Another start is bringing this database up to date. Waiting for it."))
        self.stdout.flush()

    def look(self) -> None:
        if aside := safekeeping.look(settings.GO_ON):
            self.stdout.write(_("What was there is now called {file}.").format(file=aside))

    def say_what_is_not_understood(self) -> None:
        """Nothing that keeps an evening from being played."""
        for sentence in safekeeping.not_understood():
            self.stdout.write(sentence)

    def say_what_was_restored(self) -> None:
        """Once, at the first start after it. No network tells two laptops of each other: only people can."""
        if not settings.PROFILE.club:
            return
        if trace := traces.news(served_file()):
            self.stdout.write(
                _("This database was restored on {when} from {file}.").format(
                    when=wording.moment(trace.moment), file=trace.backup
                )
            )
            self.stdout.write(wording.two_at_a_time())

    def prepare(self, demo: bool) -> None:
        if outdated():
            call_command("migrate", interactive=False, verbosity=0)
        neighbours.write_floor()
        collected.collect_if_changed()
        if demo and "demo" in get_commands():
            call_command("demo", "--if-empty", "--later", stdout=self.stdout)

    def refuse_outdated_database(self) -> None:
        if outdated():
            raise CommandError(
                _("The database is older than this program. Please start once with --prepare.")
            )

    def choose_port(self) -> int:
        bind, wanted = settings.PROFILE.bind, settings.PROFILE.port
        if not settings.PROFILE.port_chosen:
            port = serving.free_port(bind, wanted)
        else:
            port = wanted if serving.is_free(bind, wanted) else None
        if port is None:
            raise CommandError(
                _(
                    "Port {port} at {address} is used by another program. "
                    "Please choose another one, for example PORT={other}."
                ).format(port=wanted, address=bind, other=wanted + 1)
            )
        if port != wanted:
            self.stdout.write(_("Port {port} is used by another program.").format(port=wanted))
        return port

    def announce(self, port: int) -> None:
        if not settings.PROFILE.club:
            self.stdout.write(
                _("Waiting for the proxy at {url}").format(url=url(settings.PROFILE.bind, port))
            )
            self.stdout.flush()
            return
        here, *others = reachable_at()
        self.stdout.write(_("On this laptop:  {url}").format(url=url("localhost", port)))
        self.stdout.write(_("For organisers:  {url}").format(url=url("localhost", port) + DESK))
        if settings.DESK_IN_WIFI:
            self.stdout.write(
                _(
                    "Organisers may log in over the Wi-Fi. The connection is not encrypted: use passwords"
                    " that are used nowhere else."
                )
            )
        if addresses.is_loopback(here):
            self.stdout.write(_("Phones cannot reach this laptop: it is in no local network."))
        else:
            self.stdout.write(_("For the phones:  {url}").format(url=url(here, port)))
            for other in others:
                self.stdout.write(_("or:  {url}").format(url=url(other, port)))
            self.draw_code(url(here, port))
        self.stdout.write(_("To stop, press Ctrl-C."))
        self.stdout.flush()

    def draw_code(self, text: str) -> None:
        if self.stdout.isatty():
            self.stdout.write("")
            import segno  # only for this

            segno.make(text, micro=False).terminal(sys.stdout, border=2, compact=True)
            self.stdout.write("")


def beside() -> None:
    """What goes on in every worker beside the answers."""
    if settings.PROFILE.club:
        keeper.start()
        follower.start()
        sample.begin_where_wanted()
    else:
        probing.Watch().start()
        measuring.also.append(jobs.figures)
        measuring.begin()
    jobs.runner.begin()


def chore() -> None:
    """What nobody waits for, every quarter of an hour."""
    clockwatch.look()
    overnight.close_left_open()
    jobs.clean()
    asking.begin_where_due()
    jobs.runner.nudge(lost=True)
    if not settings.PROFILE.club and REFOLDS.allows(""):  # a club's file is one program's
        folding.refold()


def outdated() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def reachable_at() -> list[str]:
    """Addresses for other devices, the likeliest first; loopback if there are none."""
    bind = settings.PROFILE.bind
    return [bind] if bind != "0.0.0.0" else addresses.own_addresses() or ["127.0.0.1"]


def url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}{'' if port == 80 else f':{port}'}/"
