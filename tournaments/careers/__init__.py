"""People over the years: counted from official events and, where the club wants it, from its evenings.

Derived rows, made by a job and never by who looks at a page (`careers.keeping`): one appearance for each
person and event, and one career for each person and game.
"""

from __future__ import annotations
