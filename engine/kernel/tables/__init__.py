"""Copies, compares and serializes tables, with code generated from the declaration of a game's state."""
