"""Tests of audit/judging/."""
