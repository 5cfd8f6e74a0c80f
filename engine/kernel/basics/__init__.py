"""Small helpers that know nothing of games: field types, JSON types, lazy regular expressions, plurals."""
