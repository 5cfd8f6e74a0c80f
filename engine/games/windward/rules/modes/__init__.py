"""Chapters that the modes and variants fill with rules of their own."""
