"""Cresters: where new ones come, how Reds and the White move."""
