"""Records uploads, live games, events and decisions, with the hash chain over them."""
