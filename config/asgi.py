"""The one way in for a web server. Only one process tree may serve a club's database file."""

from __future__ import annotations

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402  settings have to be ready

from config import door, opening, serverlock  # noqa: E402

serverlock.hold()
opening.before_serving.send(sender=None)
# Threads take turns: whoever saves a hand waits for the others a fifth of the usual time.
sys.setswitchinterval(0.001)
application = door.Door(settings.PROFILE.threads, settings.ARRIVING)
