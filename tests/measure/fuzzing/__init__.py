"""Logs that no table would keep, drawn by lot, and everything that can be asked about one: nothing of it may fail."""
