"""Content packs: parses and checks the components that a rulebook does not print. Each game interprets the values."""
