"""Detects damage and tampering: checks triggers and layouts, and recomputes hashes and chains."""
