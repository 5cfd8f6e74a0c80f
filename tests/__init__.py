"""Tests by tier: a test lies where it does for what it needs."""
