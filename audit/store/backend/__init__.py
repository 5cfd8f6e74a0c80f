"""Connects to SQLite and PostgreSQL: engines, the database file, arrays.

Other code does not depend on which one runs.
"""
