"""Long work that any process of any machine may take, and that everybody asks about in the database.

    job = jobs.start("print", tenant=1, event=event, by="Anna", base="http://…")
    jobs.progress(job).number, jobs.result(job, "all.pdf")

A kind is registered with the function that does it (`register`); the function gets an `Assignment`, says how
far it is, keeps files, and returns what came of it. A process that dies leaves its work to another one.
"""

from __future__ import annotations

from tournaments.jobs.asking import Busy, latest, lookup, pieces, progress, result, start
from tournaments.jobs.keeping import clean, figures, forget_files
from tournaments.jobs.kinds import Kind, register
from tournaments.jobs.taking import runner
from tournaments.jobs.work import Assignment, Failed

__all__ = [
    "Assignment",
    "Busy",
    "Failed",
    "Kind",
    "clean",
    "figures",
    "forget_files",
    "latest",
    "lookup",
    "pieces",
    "progress",
    "register",
    "result",
    "runner",
    "start",
]
