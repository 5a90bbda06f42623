"""Is everything in a backup in order? Everything is computed again from the first entry (`verifying`)."""

from __future__ import annotations

from pathlib import Path

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext

from tournaments.safekeeping.backups import proving


def problems_in(file: Path) -> list[str]:
    """Sentences about what is wrong in a database that nobody has open; empty if all is well.

    Of one from before the last update of the program only what needs no table of today: the rest is compared
    when its tables are brought up to date, at the start.
    """
    # With it come all games, draws and standings: 50 ms at a start, and only a backup has to be verified.
    from tournaments.safekeeping import verifying

    with proving.opened(file) as connection:
        steps = set(proving.steps_in(connection))
        if problem := proving.whats_wrong(connection):
            return [problem]
    if {name for app, name in MigrationLoader(None).disk_migrations if app == proving.APP} - steps:
        return []
    try:
        with verifying.opened(file) as alias:
            result = verifying.verify_database(using=alias)
    except verifying.NotVerified as error:
        return [verifying.spoken(error.text, gettext)]
    return [verifying.spoken(finding.sentence, gettext) for finding in result.findings]
