"""A live game, held against the audit of its whole record."""
