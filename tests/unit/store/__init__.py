"""The store on SQLite; make service runs the same tests on PostgreSQL."""
