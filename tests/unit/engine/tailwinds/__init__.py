"""Tests of tailwinds."""
