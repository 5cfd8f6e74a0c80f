"""The store: uploads, games and events kept for good, on SQLite or PostgreSQL; the only room that speaks SQL."""
