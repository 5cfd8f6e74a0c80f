"""Small games, scenes and ledgers for tests."""
