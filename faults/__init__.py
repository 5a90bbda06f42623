"""The fault bench: what the program promises, tried out where it hurts. docs/reliability.md says what for."""
