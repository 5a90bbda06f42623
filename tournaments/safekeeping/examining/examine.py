"""All of it, in the order in which it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from django.conf import settings
from django.db import Error
from django.utils.translation import gettext as _

from tournaments.safekeeping.examining import copies, disk, machine, server
from tournaments.safekeeping.examining.findings import LaptopFinding, Level

LOOKS: tuple[Callable[[], Iterator[LaptopFinding]], ...] = (
    disk.room,
    disk.file_system,
    disk.rights,
    disk.speed,
    machine.database,
    machine.clock,
    machine.power,
    machine.address,
    copies.backups,
    copies.second_place,
    copies.mirror,
    machine.program,
)


# Of a server with many clubs.
OF_SERVER: tuple[Callable[[], Iterator[LaptopFinding]], ...] = (
    machine.database,
    server.primary,
    server.migrations,
    server.copies,
    disk.room,
    machine.clock,
    server.clocks,
    server.workers,
    machine.clubs,
    machine.program,
)


def examine(*, phones: bool = False) -> list[LaptopFinding]:
    """What is found; `phones`: also whether one has come through, which only the running server knows."""
    if not settings.PROFILE.club:
        return _seen_by(OF_SERVER)
    return _seen_by((*LOOKS, machine.phones) if phones else LOOKS)


def examine_around(url: str = "", at: str = "") -> list[LaptopFinding]:
    """What a server needs from others: the proxy in front of it, a mail server. Takes seconds."""
    return _seen_by((partial(server.proxy, url, at), server.mails))


def _seen_by(looks: Iterable[Callable[[], Iterator[LaptopFinding]]]) -> list[LaptopFinding]:
    findings: list[LaptopFinding] = []
    for look in looks:
        try:
            findings += look()
        except (OSError, Error) as error:
            findings.append(LaptopFinding(Level.BAD, _("Examination"), str(error)))
    return findings
