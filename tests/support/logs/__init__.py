"""Logs made for tests."""
