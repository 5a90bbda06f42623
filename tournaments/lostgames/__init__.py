"""What lost games of an event cost whom, and what of it has been collected.

Who has lost says the game, from the hands themselves; it is computed whenever somebody looks. Only what was
collected is written down: in the cash book.
"""
