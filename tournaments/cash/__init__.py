"""The cash desk of an event: what everybody has to pay, the book, the box.

Rows go in by `cash.booking` and `cash.closing` only.
"""
