"""Tests of audit/compare/."""
