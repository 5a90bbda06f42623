"""People: the register kept across evenings and events, and who takes part in an event.

Everything that changes either goes through functions of this package; each is one short transaction. What
happens within an event leaves a line in the event's log, with ids instead of names: a name that is forgotten
is forgotten there, too.
"""
