"""Tests of audit/causes/."""
