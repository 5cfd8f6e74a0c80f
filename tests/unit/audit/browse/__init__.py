"""Tests of audit/browse/."""
