"""Tournaments from files: counting, points, safe places."""
