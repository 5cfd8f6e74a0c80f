"""Tests that need nothing but Python: the default tier, with tests/rules."""
