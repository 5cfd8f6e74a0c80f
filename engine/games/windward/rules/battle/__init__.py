"""Battles: who fights, hits and ties, what follows, and lost ships."""
