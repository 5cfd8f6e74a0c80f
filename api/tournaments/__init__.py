"""Kept tournaments: their files and events between the store and requests, and what they come to."""
