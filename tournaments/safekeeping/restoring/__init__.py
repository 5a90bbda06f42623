"""A backup becomes the database that is served, on this laptop or on another.

restore  the steps: claim, prove, do again what the mirror knows, swap, note inforce  what stands in it, for
the sentences afterwards traces   what is remembered of it beside the database
"""
