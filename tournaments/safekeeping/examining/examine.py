"""All of it, in the order in which it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings
from django.db import Error
from django.utils.translation import gettext as _

from tournaments.safekeeping.examining import copies, disk, machine
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


def examine(*, phones: bool = False) -> list[LaptopFinding]:
    """What is found; `phones`: also whether one has come through, which only the running server knows."""
    looks = (
        LOOKS
        if settings.PROFILE.club
        else (disk.room, disk.speed, machine.database, machine.clubs, machine.program)
    )
    findings = []
    for look in (*looks, *((machine.phones,) if phones and settings.PROFILE.club else ())):
        try:
            findings += look()
        except (OSError, Error) as error:
            findings.append(LaptopFinding(Level.BAD, _("Examination"), str(error)))
    return findings
