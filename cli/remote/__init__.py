"""The client of a service: its account, its requests, and its answers on the command line."""
