#!/usr/bin/env python3
"""Django's entry for commands."""

from __future__ import annotations

import os
import sys

from config import started  # noqa: F401  notes when the program began

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Try:  python3 dev.py manage " + " ".join(sys.argv[1:]))
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # Settings that contradict each other: the sentence helps, the traceback does not.
        sys.exit(f"{error}")
