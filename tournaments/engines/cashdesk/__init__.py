"""The cash desk, pure: what is to be paid and where it goes, what the book says, coins, bank accounts."""
