"""Tests of the command line: db."""
