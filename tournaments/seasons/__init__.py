"""Seasons of a club: what their evenings came to, the lists made of them, and everything that shows them."""
