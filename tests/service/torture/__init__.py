"""Servers that are killed, cut off, locked up and filled up."""
