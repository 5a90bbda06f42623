"""The languages of the program. English stands in the source; every other one has a folder in `locale/`."""

from __future__ import annotations

LANGUAGES = {"de": "Deutsch", "en": "English", "es": "Español"}
"""What each is called by those who speak it, in the order in which pages offer them."""
