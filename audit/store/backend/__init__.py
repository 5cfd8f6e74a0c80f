"""SQLite and PostgreSQL: engines, the database file, arrays. The rest of the store does not know which one runs."""
