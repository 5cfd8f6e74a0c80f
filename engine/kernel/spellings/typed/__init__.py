"""Reads typed lines that the canonical parser refuses, if they can mean only one thing."""
