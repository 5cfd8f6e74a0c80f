"""Small helpers that know nothing about games: types of fields, JSON types, lazy regexes, plurals, visible text."""
