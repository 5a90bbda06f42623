"""The mirror: every change of the database, a moment after it was saved, in a second file elsewhere.

capture   which rows a transaction changes, noted by the database itself lines     how a change is written
down: numbered, each with the hash of the one before writer    the thread that appends lines and forces them
to the disk mirroring both together, going along with every writing transaction replay    what came after a
backup, done again
"""
