"""Plans, rounds, seats and what moves, in words that several pages and papers use."""
