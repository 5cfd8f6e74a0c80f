"""Secrets: the key outside the database, signatures made with it, its rotation, and the tokens of clubs."""
