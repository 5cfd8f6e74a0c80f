"""Tailwinds: a race of two boats a player, with wind from behind."""
