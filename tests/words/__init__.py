"""The words of the program: what docs/glossar.md has settled, and that nothing else is said."""
