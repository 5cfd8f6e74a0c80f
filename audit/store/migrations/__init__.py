"""Migrates the store's schema step by step. `deadreckon db upgrade` runs it, never an import."""
