"""Stored tournaments between the routes and the store: their files, events, audits and standings."""
