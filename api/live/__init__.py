"""Live games between the routes and the store: the state in memory, appends, reports."""
