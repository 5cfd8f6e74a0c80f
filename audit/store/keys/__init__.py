"""Manages secrets: the key outside the database, signatures, key rotation, and the tokens of clubs."""
