"""Tests of audit/report/."""
