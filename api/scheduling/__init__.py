"""Decides whose request runs next when several clubs send some at once."""
