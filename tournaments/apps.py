from __future__ import annotations

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from config import checks as settings_checks  # noqa: F401  registers them
        from config.database import refuse_unsafe
        from tournaments import checks  # noqa: F401  registers them

        connection_created.connect(refuse_unsafe, dispatch_uid="refuse_unsafe")
