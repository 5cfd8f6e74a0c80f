"""Small helpers that know nothing about games: field types, JSON types, lazy regular expressions, plurals."""
