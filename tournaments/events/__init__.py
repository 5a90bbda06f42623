"""Running an event: stages and draws, rounds and tables, rulings and results.

Everything that changes an event goes through functions of this package; each is one short transaction, says
who did it, and leaves a line in the event's log. Hands are the ledger's alone.
"""
