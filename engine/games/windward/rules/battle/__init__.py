"""Battles: pieces, hits and ties, consequences, and lost ships."""
