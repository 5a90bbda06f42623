"""Sentences without language become words with names, in the reader's language. Knows no database."""
