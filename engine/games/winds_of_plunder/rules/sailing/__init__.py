"""Sailing, the gust, port arrival, boarding, markers and reputation."""
