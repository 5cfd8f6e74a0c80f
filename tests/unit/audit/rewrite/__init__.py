"""Tests of audit/rewrite/."""
