"""Collect static files under hashed names, but only when one of them has changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_if_changed() -> bool:
    """True if something had to be collected."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    # On a server the version before may still be answering, and its pages name its files.
    clear = settings.PROFILE.club and stamp.parent.exists()
    call_command("collectstatic", interactive=False, clear=clear, verbosity=0)
    stamp.write_text(wanted)
    return True


def fingerprint() -> str:
    digest = hashlib.sha256(django.__version__.encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
