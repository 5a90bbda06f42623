"""Pages about clubs: for operators, for owners of a club, and for a club that would like a place."""
