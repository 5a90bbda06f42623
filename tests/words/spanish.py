"""Spanish words that docs/glossar.md has replaced.

Whoever edits the Spanish adds a line for each word that has gone; docs/glossar.md names the settled ones.
"""

from __future__ import annotations

from tests.words.strays import Stray

STRAYS = (
    Stray(r"\bordenador", "computadora"),
    Stray(r"[\d}s] : [\d{%]", "97 a 65"),
    Stray(r"\d\.\d", "coma decimal"),
)
