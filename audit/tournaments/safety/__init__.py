"""Finds the places that are safe whatever the open tables bring, and the tables that other places depend on."""
