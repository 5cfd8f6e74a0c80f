"""Tests of audit/intake/."""
