"""Tests of north wind."""
