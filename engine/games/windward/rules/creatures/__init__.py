"""Cresters: places of new ones, and moves of Reds and the White."""
