"""The pages: a game to step through, in one file or from the service."""
