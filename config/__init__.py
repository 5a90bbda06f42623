"""Settings, the server with its doors, the database with its file, the languages: no matter of cards."""
