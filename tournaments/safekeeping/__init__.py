"""Is this the database it was? Asked before the program serves, and remembered while it does.

    look(go_on)        before anything is written: file, installation, age
    take_over(go_on)   once the tables are up to date: key and chains; from now on only this file is served
    not_understood()   sentences about games and rules that this program does not know; it serves all the same
    watch()            in each process that answers: the note beside the database follows what is saved
    leave()            at the end: the note says how far it has come

Whatever is wrong raises config.accidents.Stopped with the sentence to show, unless GO_ON names it.
"""

from __future__ import annotations

from tournaments.safekeeping.judging import is_looked_at, look, take_over
from tournaments.safekeeping.keeping import fewer_notices, leave, watch
from tournaments.safekeeping.understanding import not_understood

__all__ = ["fewer_notices", "is_looked_at", "leave", "look", "not_understood", "take_over", "watch"]
