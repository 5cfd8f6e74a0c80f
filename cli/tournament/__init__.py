"""Standings counted from files."""
