from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core.signals import request_started
from django.db.backends.signals import connection_created

# Long work, and where its functions lie: they are loaded when the first of them is asked for.
JOBS: tuple[dict[str, Any], ...] = (
    {"name": "print", "run": "tournaments.desk.papers.printing:print_all"},
    {"name": "club-export", "run": "tournaments.clubs.exporting:run", "here": 1, "single": True},
    {"name": "careers", "run": "tournaments.careers.keeping:run", "here": 1, "single": True},
    {"name": "sample", "run": "tournaments.sample.making:run", "here": 1, "single": True},
    # Robots that have begun an event cannot go on with it elsewhere: organisers begin another one.
    {
        "name": "rehearsal",
        "run": "tournaments.rehearsal.backstage:play",
        "tries": 1,
        "here": 1,
        "single": True,
    },
)


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from config import checks as settings_checks  # noqa: F401  registers them
        from config.database import after_failing, before_saving, refuse_unsafe
        from config.opening import before_serving
        from tournaments import jobs
        from tournaments.events.decisions.consequences import prize_movers
        from tournaments.events.ground.links import after_links, forget_links, write_links
        from tournaments.following.noting import seal_noted
        from tournaments.prizes.moving import moved_prizes
        from tournaments.safekeeping import understanding  # noqa: F401  registers its check

        if write_links not in before_saving:
            before_saving.append(write_links)
            after_failing.append(forget_links)
        if seal_noted not in after_links:
            after_links.append(seal_noted)
        if moved_prizes not in prize_movers:
            prize_movers.append(moved_prizes)
        for kind in JOBS:
            jobs.register(jobs.Kind(**kind))
        connection_created.connect(refuse_unsafe, dispatch_uid="refuse_unsafe")
        request_started.connect(close_before_request, dispatch_uid="close_outdated")
        before_serving.connect(keep_safe, dispatch_uid="keep_safe")


def close_before_request(**kwargs: object) -> None:
    """Who reads after the disk has failed reads the file, and not what was in memory."""
    from config import suspicion

    suspicion.close_outdated()


def keep_safe(**kwargs: object) -> None:
    """Before a process answers: look, unless the one it was forked from has looked."""
    from django.conf import settings

    from tournaments import safekeeping
    from tournaments.safekeeping import servermark

    if not safekeeping.is_looked_at():
        safekeeping.look(settings.GO_ON)
        safekeeping.take_over(settings.GO_ON)
    safekeeping.watch()
    servermark.read_mark()
