"""Digests of a rulebook and of the code that judges. Digests of logs and facts are next to what they cover."""
