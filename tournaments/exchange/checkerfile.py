"""The checker as one file: the pure parts of this program, packed so that any Python starts them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

NAME = "stammtisch-pruefen.pyz"
PARTS = ("scoring", "tournaments/engines")
DATA = {".py", ".json", ".txt"}
BEGIN = b"#!/usr/bin/env python3\n"
MOMENT = (1980, 1, 1, 0, 0, 0)  # the same program is the same file, byte for byte
START = '''"""Checks the file of an event. See program.py in tournaments/engines/checker."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed / wird gebraucht / hace falta.")

from tournaments.engines.checker.program import main

sys.exit(main())
'''


def checker_file() -> bytes:
    """The whole file."""
    packed = io.BytesIO()
    packed.write(BEGIN)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(_contents()):
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()


def _contents() -> Iterator[tuple[str, bytes]]:
    root = Path(settings.BASE_DIR)
    yield "__main__.py", START.encode()
    yield "tournaments/__init__.py", b""
    for part in PARTS:
        for file in sorted((root / part).rglob("*")):
            if file.suffix in DATA and "__pycache__" not in file.parts:
                yield file.relative_to(root).as_posix(), file.read_bytes()
    for catalogue in sorted((root / "locale").glob("*/LC_MESSAGES/django.mo")):
        yield f"tournaments/locale/{catalogue.parts[-3]}.mo", catalogue.read_bytes()
