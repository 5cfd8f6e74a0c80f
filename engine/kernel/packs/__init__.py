"""Content packs: what the rulebook does not print, read and proof-read. What a value means belongs to its game."""
