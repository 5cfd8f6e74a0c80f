"""A club's cases, corrections and ruling options, between the routes and the store."""
