"""Backups of a club's database, made while it is in use, each proven before it counts.

making    one copy: SQLite's own backup in one step, proven, on the disk, under its name proving   is a file a
whole database of ours? what is in it? manifest  the note beside a backup shelf     the backups in a
directory, and which of them may go places    the second place, such as a USB stick dumping   the same for
PostgreSQL, by its own pg_dump
"""
