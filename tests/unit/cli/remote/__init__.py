"""Tests of the command line: remote."""
