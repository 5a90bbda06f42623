"""Tables of individuals: constructions, searches, seating by standing."""
