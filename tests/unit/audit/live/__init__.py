"""Tests of audit/live/."""
