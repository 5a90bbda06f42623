"""A club to look at: who starts with an empty database sees a living one, made up and marked as such.

Everything of it belongs to a club of its own (`models.SAMPLE`), as on a server with many clubs. So it is in
nobody's register, season, record or rating, and goes with one press, as a club does that leaves.
"""
