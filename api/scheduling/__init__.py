"""Whose request runs next when several clubs ask at once."""
