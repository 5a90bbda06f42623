"""`manage.py reload`: a new server beside the running one, which leaves when the new one serves."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from config import starter, terminal
from config.processes import is_there

STEP = 0.2  # seconds between two looks


class Command(BaseCommand):
    help = "Take up a new version or new settings without an answer missing."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(terminal.language()):
            before = self.state()
            try:
                os.kill(before["starter"], signal.SIGHUP)
            except PermissionError:
                raise CommandError(
                    _("The server belongs to another user. Please type this as that user, or as root.")
                ) from None
            except ProcessLookupError:
                raise self.nobody() from None
            while (now := self.state())["reloads"] == before["reloads"]:
                if not is_there(now["starter"]):
                    raise self.nobody()
                time.sleep(STEP)
            if now["refused"]:
                raise CommandError(
                    _("The new server could not start, and the old one goes on. Why, is in its output.")
                )
            self.stdout.write(_("The new server serves. The old one finishes what is under way, and leaves."))

    def state(self) -> dict[str, Any]:
        """What the starter says of itself; raises CommandError."""
        try:
            row = json.loads((Path(settings.DATA_DIR) / starter.STATE).read_text())
            return {"starter": int(row["starter"]), "reloads": int(row["reloads"]), "refused": row["refused"]}
        except (OSError, ValueError, KeyError, TypeError):
            raise self.nobody() from None

    def nobody(self) -> CommandError:
        return CommandError(
            _(
                "No server is running here that could take up a new version. In a federation it is started by"
                "  python -m config.starter --prepare  as in deploy/stammtisch.service."
            )
        )
