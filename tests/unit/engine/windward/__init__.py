"""Tests of windward."""
