"""The project as a whole: exact counts of work, and the template of new games."""
