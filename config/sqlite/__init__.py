"""Django's SQLite, but it never makes a new file where a database has been."""
