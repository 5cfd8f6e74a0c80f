"""Tests by tier: the folder of a test says what it needs."""
