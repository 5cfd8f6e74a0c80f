"""Digests of a rulebook and of the code that judges by it. Digests of logs and facts live with what they cover."""
