"""What the hall sees of an event: public pages, boards, and the standings at the desk.

`public.known` decides what the public may know; `gathering.hall` gathers all about an event once for each
of its standings; the other modules speak it. Nothing here writes.
"""
