"""How few repeats there must be: what is proven, and what is known."""
