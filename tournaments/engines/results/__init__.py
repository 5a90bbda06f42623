"""From sheets to standings, pure: what tables have written, what organisers have decided, the final list.

Entrants are called by any number that is theirs alone: their key in a database, their start number in a file.
Rounds and stages are called by their numbers.
"""

from __future__ import annotations
