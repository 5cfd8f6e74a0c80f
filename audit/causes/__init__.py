"""Finds which findings are roots and which follow from them, and what the log may have meant at each root."""
