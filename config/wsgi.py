"""The door for any WSGI server. Only one process tree may serve a club's database file."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from config import opening, serverlock  # noqa: E402  settings have to be ready

serverlock.hold()
opening.before_serving.send(sender=None)
