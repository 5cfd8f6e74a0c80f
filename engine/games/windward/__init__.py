"""Windward: a heap of them, one to three a turn, and whoever takes the last one wins."""
