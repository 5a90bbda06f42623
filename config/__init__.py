"""Settings, the server with its doors, the database and its file, the languages: what is no matter of cards."""
